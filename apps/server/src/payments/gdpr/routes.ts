import { gdprCalls } from '@signalbox/model/calls/gdpr'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { exportRecords, type ExportSource } from '../../kit/record-export.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { erasuresDue } from './due.ts'
import { makeLink } from './archive-link.ts'
import {
  gdprRequests,
  knownPerson,
  requestErasure,
  requestExport,
  requestHold,
  type GdprRecord,
  type GdprRequests,
} from './service.ts'
import type { RetentionYears } from './standing.ts'

interface GdprDeps {
  readonly box: SecretBox
  readonly retentionYears: RetentionYears
  /** Where links to this server begin. */
  readonly publicUrl: string
}

const asWork = (work: unknown) => work as Work
const offered = new Set(Object.values(gdprCalls).map(({ key }) => key as string))

/** Requests with the day as it stands: the person may have paid since. */
async function asDue(work: Work, records: readonly GdprRecord[], years: RetentionYears) {
  const people = records.flatMap(({ type, state, merchantId, userId }) =>
    type === 'ERASE' && state !== 'DONE' && userId !== null ? [{ merchantId, userId }] : [],
  )
  const dueOf = await erasuresDue(work, people, years)
  return records.map((record) => {
    const { type, state, merchantId, userId } = record
    if (type !== 'ERASE' || state === 'DONE' || userId === null) return record
    return { ...record, dueAt: dueOf({ merchantId, userId }) ?? record.dueAt }
  })
}

const exportSource = (requests: GdprRequests, years: RetentionYears): ExportSource => ({
  entity: requests.entity,
  store: (work) => {
    const { list, batches } = requests.store(work)
    return {
      list,
      async *batches(query, size) {
        for await (const batch of batches(query, size)) yield await asDue(work, batch, years)
      },
    }
  },
})

const ownWay = new Set<string>([gdprCalls.list.key, gdprCalls.get.key, gdprCalls.export.key])

export function handlers({ box, retentionYears, publicUrl }: GdprDeps): Handler[] {
  const requests = gdprRequests()
  return [
    ...resourceHandlers(requests).filter(
      ({ endpoint }) => offered.has(endpoint.key) && !ownWay.has(endpoint.key),
    ),
    handle(gdprCalls.list, async (work) => {
      const page = await requests.store(asWork(work)).list(work.query)
      return { ...page, items: await asDue(asWork(work), page.items, retentionYears) }
    }),
    handle(gdprCalls.get, async (work) => {
      const found = await requests.store(asWork(work)).get(work.params.id)
      const [record = found] = await asDue(asWork(work), [found], retentionYears)
      return record
    }),
    handle(gdprCalls.export, (work) =>
      exportRecords(exportSource(requests, retentionYears), asWork(work), work.query),
    ),
    handle(gdprCalls.check, async (work) => {
      const { isKnown: _known, ...standing } = await knownPerson(asWork(work), work.body, retentionYears)
      const dueOf = await erasuresDue(asWork(work), [work.body], retentionYears)
      return { ...standing, keptUntil: dueOf(work.body) ?? standing.keptUntil }
    }),
    handle(gdprCalls.requestExport, (work) =>
      requestExport(requests, asWork(work), work.body, retentionYears),
    ),
    handle(gdprCalls.hold, (work) => requestHold(requests, asWork(work), work.body, retentionYears)),
    handle(gdprCalls.erase, (work) =>
      requestErasure(requests, asWork(work), work.body, { box, retentionYears }),
    ),
    handle(gdprCalls.link, (work) => makeLink(requests, asWork(work), work.params.id, { box, publicUrl })),
  ]
}
