import { sql } from 'kysely'
import type { StoreWidgetData } from '@signalbox/model/calls/home-areas'
import type { Tx } from '../../kit/database.ts'
import { escapeLike, type Condition } from '../../kit/entity-filter.ts'

/** A batch of which no more than this part can still be redeemed is low. */
export const lowPart = 10

/** Released, not over, and hardly any voucher of it left. */
export const lowInStock: Condition = sql<boolean>`(t.state = 'RELEASED' and ${lowPart} * (
  select count(*) from voucher v where v.merchant_id = t.merchant_id and v.batch_id = t.id and v.state = 'ACTIVE')
  <= t.quantity)`

export const notLowInStock: Condition = sql<boolean>`not ${lowInStock}`

interface LowBatch {
  readonly merchantId: number
  readonly id: string
  readonly title: string
  readonly quantity: number
}

/** The batches that are low, the oldest first: those that Home counts. */
export async function lowBatches(tx: Tx): Promise<LowBatch[]> {
  const { rows } = await sql<LowBatch>`select merchant_id, id::text, title, quantity from voucher_batch t
    where ${lowInStock} order by released_at, id`.execute(tx)
  return rows
}

/** Somebody knew the code and was refused all the same. */
export const wasRefused: Condition = sql<boolean>`t.failed_tries > 0`
export const wasNotRefused: Condition = sql<boolean>`t.failed_tries = 0`

/** To find a voucher by a user id is to be told who redeemed it, so only those who are seen are found by theirs. */
export function matchesVoucher(text: string, isSeen: Condition = sql<boolean>`true`): Condition {
  const pattern = `%${escapeLike(text.trim().toLowerCase())}%`
  return sql<boolean>`(lower(t.serial) like ${pattern} or lower(t.code_last4) like ${pattern}
    or (lower(t.redeemed_by) like ${pattern} and ${isSeen}))`
}

/** What the store has to look at. */
export async function storeWork(
  tx: Tx,
  merchants: readonly number[],
  today: { readonly from: Date; readonly to: Date },
): Promise<StoreWidgetData> {
  const own = sql`t.merchant_id = any(${[...merchants]}::integer[])`
  const { rows } = await sql<StoreWidgetData>`select
    (select count(*)::integer from voucher_batch t where ${own} and ${lowInStock}) as low_batches,
    (select count(*)::integer from voucher t where ${own} and t.state = 'REDEEMED'
      and t.redeemed_at >= ${today.from} and t.redeemed_at < ${today.to}) as redeemed_today,
    (select count(*)::integer from voucher t where ${own} and t.state = 'ACTIVE' and ${wasRefused})
      as refused_vouchers`.execute(tx)
  return rows[0] ?? { lowBatches: 0, redeemedToday: 0, refusedVouchers: 0 }
}
