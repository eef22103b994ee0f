import { Readable } from 'node:stream'
import { csvRow } from '@signalbox/model/text/csv'
import type { Entity } from '@signalbox/model/field/entity'
import type { Field } from '@signalbox/model/field/field'
import { fieldText } from '@signalbox/model/field/field-text'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { exportCap, type Page } from '@signalbox/model/field/paging'
import { invalid } from '@signalbox/model/text/refusal'
import type { ListQuery } from '@signalbox/model/field/resource'
import { formatExportNumber, type UserFormats } from '@signalbox/model/text/user-formats'
import type { Work } from './handle.ts'
import { inTurns } from './heavy-work.ts'
import { searchSubject } from './subject-seal.ts'

type ExportQuery = ListQuery & { format: 'csv' | 'json'; columns?: string }

export interface ExportColumn {
  readonly name: string
  readonly label: string
  readonly kind: Field['kind']
}

/** What every record has beside its fields. */
export const systemColumns: readonly ExportColumn[] = [
  { name: 'id', label: 'Id', kind: 'string' },
  { name: 'merchantId', label: 'Merchant', kind: 'number' },
  { name: 'createdAt', label: 'Created', kind: 'instant' },
  { name: 'updatedAt', label: 'Last updated', kind: 'instant' },
  { name: 'updatedBy', label: 'Updated by', kind: 'string' },
]

/** The columns the person sees, in the order they see them; without a list, every column there is. */
function columnsOf(e: Pick<Entity, 'fields'>, names: string | undefined): ExportColumn[] {
  const fields = Object.entries(e.fields).map(([name, f]) => ({ name, label: f.label, kind: f.kind }))
  const all = [...fields, ...systemColumns]
  if (!names) return fields
  return names.split(',').map((name) => {
    const column = all.find((known) => known.name === name)
    if (!column) throw invalid({ field: 'columns', code: 'UNKNOWN', message: `Unknown column ${name}` })
    return column
  })
}

/** Few enough to be gone again before the collector of garbage takes them for something that stays. */
const batchSize = 200

async function* limited<T>(batches: AsyncIterable<T[]>, most: number): AsyncGenerator<T[]> {
  let left = most
  for await (const batch of batches) {
    yield batch.slice(0, left)
    left -= batch.length
    if (left <= 0) return
  }
}

/** Spreadsheets add up figures and not texts, so the currency of an amount has a column of its own. */
const headingsOf = ({ kind, label }: ExportColumn): string[] =>
  kind === 'money' ? [label, `${label} currency`] : [label]

function cellsOf(column: ExportColumn, value: unknown, formats: UserFormats): string[] {
  if (column.kind !== 'money') return [fieldText(column, value, formats)]
  const money = value as WireMoney | null | undefined
  return money ? [formatExportNumber(money.amount, formats), money.currency] : ['', '']
}

type Batches = AsyncIterable<readonly object[]>

/** A batch becomes one text: every piece is written to the network by itself, which costs more than a line is worth. */
async function* csvText(columns: ExportColumn[], batches: Batches, formats: UserFormats) {
  const lineOf = (record: object) => {
    const row = record as Record<string, unknown>
    return csvRow(
      columns.flatMap((c) => cellsOf(c, row[c.name], formats)),
      formats.csvSeparator,
    )
  }
  yield '\uFEFF' + csvRow(columns.flatMap(headingsOf), formats.csvSeparator)
  for await (const batch of batches) if (batch.length > 0) yield batch.map(lineOf).join('')
}

async function* jsonText(columns: ExportColumn[], batches: Batches) {
  const textOf = (record: object) => {
    const row = record as Record<string, unknown>
    return JSON.stringify(Object.fromEntries(columns.map((c) => [c.name, row[c.name] ?? null])))
  }
  let first = true
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield `${first ? '[' : ','}\n${batch.map(textOf).join(',\n')}`
    first = false
  }
  yield first ? '[]\n' : '\n]\n'
}

/** What can be taken away as a file: entities, and lists that are kept another way. */
export interface ExportSource {
  readonly entity: Pick<Entity, 'slug' | 'plural' | 'fields'>
  store(work: Work): {
    list(query: ListQuery): Promise<Page<object>>
    batches(query: ListQuery, size: number): AsyncIterable<object[]>
  }
}

/** Streams what is filtered. The export is in the audit log before its first byte leaves. */
export async function exportRecords(resource: ExportSource, work: Work, query: ExportQuery) {
  const e = resource.entity
  const columns = columnsOf(e, query.columns)
  const formats = await work.deps.userFormats(work.tx, work.user)
  const page = await resource.store(work).list({ ...query, start: 0, limit: 1 })
  const { format, columns: _columns, start: _start, limit: _limit, ...filters } = query
  work.audit({
    merchantId: work.scope.selected,
    entityType: e.slug,
    entityId: 'export',
    entityLabel: e.plural,
    action: 'EXPORT',
    after: { filters, columns: columns.map((c) => c.name), rows: page.total, capped: page.totalCapped },
    ...searchSubject(work.scope.selected, work.newId(), filters),
  })
  const found = limited<object>(resource.store(work).batches(query, batchSize), exportCap)
  const batches = inTurns(found, work.deps.priority)
  const text = format === 'csv' ? csvText(columns, batches, formats) : jsonText(columns, batches)
  const day = work.now.toISOString().slice(0, 10)
  work.reply
    .header('content-type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${e.slug}-${day}.${format}"`)
  // Counted in bytes and not in pieces, of which sixteen would be made before anybody waits for the reader.
  return Readable.from(text, { objectMode: false })
}
