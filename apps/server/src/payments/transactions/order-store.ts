import { sql, type RawBuilder } from 'kysely'
import { transactionDefaultSort, transactionSorts } from '@signalbox/model/entities/transaction'
import { isTxId } from '@signalbox/model/payments/tx-id'
import { invalid } from '@signalbox/model/text/refusal'
import type { Int8 } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'

export interface TransactionSort {
  /** Ids grow with time, so the order of creation is theirs and needs no column beside them. */
  readonly column: 'updated_at' | 'amount_minor' | 'status_no' | null
  readonly descending: boolean
}

const columns: Readonly<Record<string, TransactionSort['column']>> = {
  lastUpdated: 'updated_at',
  amount: 'amount_minor',
  statusCodeNo: 'status_no',
}

/** `amount:desc`; rows that are equal come by their id, the newest first. */
export function readSort(text: string | undefined): TransactionSort {
  const [name = '', direction = 'asc', ...rest] = (text ?? transactionDefaultSort).split(':')
  const isFine = transactionSorts.includes(name) && rest.length === 0
  if (!isFine || (direction !== 'asc' && direction !== 'desc'))
    throw invalid({ field: 'sort', code: 'SORT', message: `Cannot sort by ${name}` })
  return { column: columns[name] ?? null, descending: direction === 'desc' }
}

const way = (descending: boolean) => sql.raw(descending ? 'desc' : 'asc')

/** The id goes along with the column it breaks ties of, which lets both be compared as one. */
export const orderBy = ({ column, descending }: TransactionSort, table: string): RawBuilder<unknown> =>
  column
    ? sql`${sql.ref(`${table}.${column}`)} ${way(descending)}, ${sql.ref(`${table}.id`)} ${way(descending)}`
    : sql`${sql.ref(`${table}.id`)} ${way(descending)}`

/** The last row of a page: the value it is sorted by, and its id. */
export interface Position {
  readonly value: string | number | null
  readonly id: number
}

export const writeCursor = ({ value, id }: Position): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

const isValueOf = (column: TransactionSort['column'], value: unknown): boolean => {
  if (column === null) return value === null
  if (column === 'updated_at') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  return Number.isSafeInteger(value)
}

export function readCursor({ column }: TransactionSort, text: string): Position {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (Array.isArray(parts) && parts.length === 2) {
      const [value, id] = parts as unknown[]
      if (typeof id === 'number' && isTxId(id) && isValueOf(column, value))
        return { value: value as Position['value'], id }
    }
  } catch {
    // Falls through to the refusal.
  }
  throw invalid({ field: 'cursor', code: 'CURSOR', message: 'The cursor is not valid for this list' })
}

const valueTypes = { updated_at: 'timestamptz', amount_minor: 'bigint', status_no: 'smallint' } as const

export function afterCursor({ column, descending }: TransactionSort, { value, id }: Position): Condition {
  const sign = sql.raw(descending ? '<' : '>')
  if (column === null) return sql<boolean>`t.id ${sign} ${id}`
  const type = sql.raw(valueTypes[column])
  return sql<boolean>`(${sql.ref(`t.${column}`)}, t.id) ${sign} (${value}::${type}, ${id}::bigint)`
}

/** What the cursor of a row is made of. */
export function positionOf(
  { column }: TransactionSort,
  row: {
    readonly id: number
    readonly lastUpdated: string
    readonly amountMinor: Int8
    readonly statusNo: number
  },
): Position {
  const values = { updated_at: row.lastUpdated, amount_minor: row.amountMinor, status_no: row.statusNo }
  return { value: column ? values[column] : null, id: row.id }
}
