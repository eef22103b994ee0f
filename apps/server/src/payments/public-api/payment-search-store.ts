import { sql, type Selectable } from 'kysely'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { statusCodes } from '@signalbox/model/reference/status-codes'
import type { Database, Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'
import { readTransaction } from '../core/record/transaction-store.ts'
import type { TransactionTable } from '../core/record/transaction-table.ts'
import type { Transaction } from '../core/record/transaction.ts'

export interface PaymentSearch {
  readonly merchantId: number
  readonly userId?: string | undefined
  readonly merchantTxId?: string | undefined
  readonly states?: readonly string[] | undefined
  readonly statusCodes?: readonly string[] | undefined
  readonly txTypes?: readonly string[] | undefined
  readonly psps?: readonly string[] | undefined
  readonly currencies?: readonly string[] | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly limit: number
  /** The last payment of the page before. */
  readonly after?: number | undefined
}

const numbersOf = (search: PaymentSearch): number[] | undefined => {
  const { states, statusCodes: codes } = search
  if (!states && !codes) return undefined
  return statusCodes
    .filter(({ status, code }) => (!states || states.includes(status)) && (!codes || codes.includes(code)))
    .map(({ no }) => no)
}

/** What a payment must be to be found. */
function conditionsOf(search: PaymentSearch): Condition[] {
  const numbers = numbersOf(search)
  const column = (name: string) => sql.ref(`t.${name}`)
  const inList = (name: string, values: readonly (string | number)[] | undefined) =>
    values ? [sql<boolean>`${column(name)} = any(${[...values]})`] : []
  const equal = (name: string, value: string | undefined) =>
    value ? [sql<boolean>`${column(name)} = ${value}`] : []
  return [
    ...equal('user_id', search.userId),
    ...equal('merchant_tx_id', search.merchantTxId),
    ...inList('status_no', numbers),
    ...inList('tx_type', search.txTypes),
    ...inList('psp', search.psps),
    ...inList('currency', search.currencies),
    ...(search.from ? [sql<boolean>`t.id >= ${firstTxIdAt(Date.parse(search.from))}`] : []),
    ...(search.until ? [sql<boolean>`t.id < ${firstTxIdAt(Date.parse(search.until))}`] : []),
    ...(search.after ? [sql<boolean>`t.id < ${search.after}`] : []),
  ]
}

export interface FoundPayments {
  readonly rows: readonly Transaction[]
  /** The last of them, when there are more behind it. */
  readonly next: number | undefined
}

/**
 * Payments of a merchant and those below it, newest first. Each merchant is read by itself, in order and no further than
 * the page reaches: looked for together, all of them would be read and sorted, however small the page.
 */
export async function searchPayments(db: Database | Tx, search: PaymentSearch): Promise<FoundPayments> {
  const limit = search.limit + 1
  const own = sql<boolean>`t.merchant_id = m.id`
  const { rows: found } = await sql<Selectable<TransactionTable>>`
    select t.* from merchant a join merchant m on m.path like a.path || '%'
    cross join lateral (
      select t.* from transaction t where ${sql.join([own, ...conditionsOf(search)], sql` and `)}
      order by t.id desc limit ${limit}) as t
    where a.id = ${search.merchantId}
    order by t.id desc limit ${limit}`.execute(db)
  const rows = found.slice(0, search.limit).map((row) => readTransaction(row))
  return { rows, next: found.length > search.limit ? rows.at(-1)?.id : undefined }
}
