import { Readable } from 'node:stream'
import type { AuditAnchor, AuditEntry, AuditFilter } from '@signalbox/model/calls/audit'
import { csvRow } from '@signalbox/model/text/csv'
import { exportCap } from '@signalbox/model/field/paging'
import { formatExportInstant, type UserFormats } from '@signalbox/model/text/user-formats'
import type { Work } from '../../kit/handle.ts'
import { inTurns } from '../../kit/heavy-work.ts'
import { searchSubject } from '../../kit/subject-seal.ts'
import { readFilter } from './audit-filter.ts'
import { latestAnchors } from './chain-store.ts'
import { chainsInScope } from './chains-in-scope.ts'
import { logReader } from './log-reader.ts'
import { countEntries, entryBatches } from './store.ts'

const columns = {
  chainId: 'Chain',
  seq: 'Number',
  at: 'Time',
  merchantId: 'Merchant',
  actorType: 'Actor type',
  actorName: 'Actor',
  ip: 'Address',
  entityType: 'Entity type',
  entityId: 'Entity id',
  entityLabel: 'Entity',
  changeType: 'Change',
  action: 'Action',
  diff: 'Changes',
  note: 'Note',
  result: 'Result',
  errorCode: 'Error',
  hash: 'Hash',
} as const satisfies Partial<Record<keyof AuditEntry, string>>

type Column = keyof typeof columns
const names = Object.keys(columns) as Column[]

function cellOf(entry: Partial<AuditEntry>, column: Column, formats: UserFormats): string | number {
  if (column === 'at') return formatExportInstant(entry.at ?? '', formats)
  const value = entry[column] ?? ''
  return typeof value === 'object' ? JSON.stringify(value) : value
}

/** An anchor as a line of the same table, so that the file stays one table. */
const anchorLine = ({ chainId, lastSeq, day, seal, hash, at }: AuditAnchor): Partial<AuditEntry> => ({
  chainId,
  seq: lastSeq,
  at,
  entityType: 'audit-anchor',
  entityId: day,
  action: 'ANCHOR',
  note: `Seal ${seal}`,
  hash,
})

async function* csvLines(
  batches: AsyncIterable<AuditEntry[]>,
  anchors: readonly AuditAnchor[],
  formats: UserFormats,
) {
  const line = (entry: Partial<AuditEntry>) =>
    csvRow(
      names.map((name) => cellOf(entry, name, formats)),
      formats.csvSeparator,
    )
  yield `\uFEFF${csvRow(Object.values(columns), formats.csvSeparator)}`
  for await (const batch of batches) yield batch.map(line).join('')
  yield anchors.map((anchor) => line(anchorLine(anchor))).join('')
}

async function* jsonLines(batches: AsyncIterable<AuditEntry[]>, anchors: readonly AuditAnchor[]) {
  yield `{"anchors":${JSON.stringify(anchors)},\n"entries":[`
  let separator = '\n'
  for await (const batch of batches) {
    for (const entry of batch) {
      yield `${separator}${JSON.stringify(entry)}`
      separator = ',\n'
    }
  }
  yield ']}\n'
}

/** Streams what is filtered. That somebody took it with them is in the log before its first byte leaves. */
export async function exportEntries(
  work: Work,
  { format, ...given }: AuditFilter & { format: 'csv' | 'json' },
) {
  const { tx, now, scope, user, reply } = work
  const asked = readFilter(given, { userId: user.id, effective: scope.effective, now })
  // Up to this moment, or the export would hold the entry about itself.
  const filter = { ...asked, to: asked.to ?? now }
  const anchors = await latestAnchors(tx, chainsInScope(work))
  work.audit({
    merchantId: scope.selected,
    entityType: 'audit',
    entityId: 'export',
    entityLabel: 'Audit log',
    action: 'EXPORT',
    after: { format, filters: given, rows: await countEntries(tx, filter) },
    ...searchSubject(scope.selected, work.newId(), given),
  })
  const found = entryBatches(await logReader(work), filter, exportCap)
  const batches = inTurns(found, work.deps.priority)
  const formats = await work.deps.userFormats(tx, user)
  reply
    .header('content-type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="audit-${now.toISOString().slice(0, 10)}.${format}"`)
  return Readable.from(format === 'csv' ? csvLines(batches, anchors, formats) : jsonLines(batches, anchors))
}
