import * as z from 'zod/mini'
import { csvRow } from '@signalbox/model/text/csv'
import { systemActor } from '../../kit/audit.ts'
import { sealEnvelope } from '../../kit/envelope.ts'
import type { JobRequest } from '../../kit/jobs/enqueue-job.ts'
import { queueTask, type QueueTask } from '../../kit/jobs/queue-task.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import { dataOf } from './export-store.ts'
import { keepFile, lockOpen, setOutcome } from './request-store.ts'
import type { ZipEntry } from './zip.ts'

const task = 'gdpr-export'
const payload = z.object({ merchantId: z.int(), id: z.string() })
const dayMs = 24 * 60 * 60 * 1000

export const exportJob = (request: z.infer<typeof payload>): JobRequest => ({ task, payload: request })

const cellOf = (value: unknown): string | number => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number)
}

function csvOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const [first] = rows
  if (!first) return ''
  const names = Object.keys(first)
  return [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))]
    .map((cells) => csvRow(cells, ','))
    .join('')
}

/** Once as it is, for machines, and once per heading as a table. */
function filesOf(data: Awaited<ReturnType<typeof dataOf>>): ZipEntry[] {
  const tables = Object.entries(data)
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]) => ({ name: `${name}.csv`, content: `\uFEFF${csvOf(rows)}` }))
  return [{ name: 'data.json', content: JSON.stringify(data, null, 2) }, ...tables]
}

/** Collects what is held about a person. The files wait sealed, for a day, until somebody makes a link to them. */
export const exportTask = (deps: KitDeps, box: SecretBox): QueueTask =>
  queueTask(task, payload, async ({ merchantId, id }) => {
    await perform(deps, systemActor, async (unit) => {
      const open = await lockOpen(unit.tx, merchantId, id)
      if (!open) return
      const data = await dataOf(unit.tx, { merchantId, userId: open.userId })
      const expiresAt = new Date(unit.now.getTime() + dayMs)
      const content = JSON.stringify(filesOf(data))
      await keepFile(unit.tx, { merchantId, requestId: id, ...sealEnvelope(box, id, content), expiresAt })
      const outcome = { state: 'DONE', reasons: [], dueAt: expiresAt, executedAt: unit.now, now: unit.now }
      await setOutcome(unit.tx, { merchantId, id }, outcome)
      unit.audit({
        merchantId,
        entityType: 'gdpr',
        entityId: id,
        entityLabel: open.subject,
        changeType: 'UPDATE',
        action: 'EXPORT_READY',
        after: Object.fromEntries(Object.entries(data).map(([name, rows]) => [name, rows.length])),
      })
      unit.emit({ merchantId, topic: 'gdpr', key: id })
    })
  })
