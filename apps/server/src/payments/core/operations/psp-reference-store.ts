import { isPaymentMethod } from '@signalbox/model/payments/transaction-method'
import { sql } from 'kysely'
import type { Tx } from '../../../kit/database.ts'
import type { Transaction } from '../record/transaction.ts'

interface Named {
  readonly merchantId: number
  readonly id: number
  readonly method: Transaction['method']
  readonly originTxId: number | null
}

/** What is done to a payment may go by the reference of that payment. */
const isOf = (part: Pick<Named, 'method' | 'originTxId'>, { id }: Pick<Named, 'id'>): boolean =>
  !isPaymentMethod(part.method) && part.originTxId === id

/** A payment has few parts. */
const mostLookedAt = 200

/** Another transaction, of whichever merchant, that the PSP calls by this reference. */
export async function otherWithReference(
  tx: Tx,
  row: Transaction,
  reference: string,
): Promise<{ readonly merchantId: number; readonly id: number } | undefined> {
  const { rows } = await sql<Named>`select merchant_id, id, method, origin_tx_id from transaction
    where psp_ref_id in (${reference}, lower(${reference}), upper(${reference})) and psp is not distinct from ${row.psp} and id <> ${row.id}
    order by id limit ${mostLookedAt}`.execute(tx)
  if (rows.some((other) => isOf(row, other))) return undefined
  return rows.find((other) => !isOf(other, row))
}
