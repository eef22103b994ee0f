import { sql } from 'kysely'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { statusCodes } from '@signalbox/model/status-codes'
import type { Database, Tx } from '../../kit/database.ts'
import { readTransaction } from '../transactions/transaction-store.ts'
import type { TransactionTables } from '../transactions/transaction-table.ts'
import type { Transaction } from '../transactions/transaction.ts'

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
}

const numbersOf = (search: PaymentSearch): number[] | undefined => {
  const { states, statusCodes: codes } = search
  if (!states && !codes) return undefined
  return statusCodes
    .filter(({ status, code }) => (!states || states.includes(status)) && (!codes || codes.includes(code)))
    .map(({ no }) => no)
}

/** Payments of a merchant and those below it, newest first. */
export async function searchPayments(db: Database, search: PaymentSearch): Promise<Transaction[]> {
  const numbers = numbersOf(search)
  let query = db
    .withTables<TransactionTables>()
    .selectFrom('transaction')
    .selectAll('transaction')
    .where(
      'merchantId',
      'in',
      sql<number>`(select m.id from merchant m join merchant a on m.path like a.path || '%'
      where a.id = ${search.merchantId})`,
    )
    .orderBy('id', 'desc')
    .limit(search.limit)
  if (search.userId) query = query.where('userId', '=', search.userId)
  if (search.merchantTxId) query = query.where('merchantTxId', '=', search.merchantTxId)
  if (numbers) query = query.where('statusNo', 'in', numbers.length > 0 ? numbers : [-1])
  if (search.txTypes) query = query.where('txType', 'in', [...search.txTypes])
  if (search.psps) query = query.where('psp', 'in', [...search.psps])
  if (search.currencies) query = query.where('currency', 'in', [...search.currencies])
  if (search.from) query = query.where('id', '>=', firstTxIdAt(Date.parse(search.from)))
  if (search.until) query = query.where('id', '<', firstTxIdAt(Date.parse(search.until)))
  return (await query.execute()).map(readTransaction)
}

/** Which merchant of a caller's a payment belongs to. */
export async function findWithin(
  db: Database | Tx,
  merchantId: number,
  id: number,
): Promise<Transaction | undefined> {
  const row = await db
    .withTables<TransactionTables>()
    .selectFrom('transaction')
    .selectAll('transaction')
    .where('id', '=', id)
    .where(
      'merchantId',
      'in',
      sql<number>`(select m.id from merchant m join merchant a on m.path like a.path || '%'
      where a.id = ${merchantId})`,
    )
    .executeTakeFirst()
  return row && readTransaction(row)
}
