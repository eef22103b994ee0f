import { sql } from 'kysely'
import type { VoucherState } from '@signalbox/model/store/store-state'
import type { Database, Tx } from '../../kit/database.ts'

/** A voucher with what its product says about redeeming it. */
export interface StoredVoucher {
  readonly merchantId: number
  readonly id: string
  readonly serial: string
  readonly sku: string
  readonly productId: string
  readonly state: VoucherState
  readonly valueMinor: bigint
  readonly currency: string
  readonly expiresAt: string
  readonly redeemTxId: number | null
  readonly version: number
  readonly productState: string
  readonly maxPerUser: number | null
  readonly maxPerDay: number | null
  readonly countries: readonly string[]
}

const columns = sql`v.merchant_id, v.id, v.serial, v.sku, v.product_id, v.state, v.value_minor, v.currency, v.expires_at,
  v.redeem_tx_id, v.version, p.state as product_state, p.max_per_user, p.max_per_day, p.countries`
const joined = sql`voucher v join store_product p on p.merchant_id = v.merchant_id and p.id = v.product_id`

const asVoucher = (row: StoredVoucher): StoredVoucher => ({
  ...row,
  valueMinor: BigInt(row.valueMinor),
  redeemTxId: row.redeemTxId === null ? null : Number(row.redeemTxId),
  expiresAt: new Date(row.expiresAt).toISOString(),
})

export async function voucherByHash(
  tx: Tx | Database,
  merchantId: number,
  hash: string,
  { locked = false } = {},
): Promise<StoredVoucher | undefined> {
  const { rows } = await sql<StoredVoucher>`select ${columns} from ${joined}
    where v.merchant_id = ${merchantId} and v.code_hash = ${hash} ${locked ? sql`for update of v` : sql``}`.execute(
    tx,
  )
  return rows[0] && asVoucher(rows[0])
}

/** The voucher a payment holds or has redeemed. */
export async function voucherOfPayment(
  tx: Tx | Database,
  merchantId: number,
  txId: number,
  { locked = false } = {},
): Promise<StoredVoucher | undefined> {
  const { rows } = await sql<StoredVoucher>`select ${columns} from ${joined}
    where v.merchant_id = ${merchantId} and v.redeem_tx_id = ${txId} ${locked ? sql`for update of v` : sql``}`.execute(
    tx,
  )
  return rows[0] && asVoucher(rows[0])
}

interface Reservation {
  readonly txId: number
  readonly userId: string
  readonly now: Date
  readonly until: Date
}

/** Only one that is still active; whoever comes second finds it reserved. */
export async function reserveVoucher(
  tx: Tx,
  { merchantId, id }: Pick<StoredVoucher, 'merchantId' | 'id'>,
  { txId, userId, now, until }: Reservation,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update voucher set state = 'RESERVED', reserved_until = ${until},
      redeem_tx_id = ${txId}, redeemed_by = ${userId}, version = version + 1, updated_at = ${now}, updated_by = 'system'
    where merchant_id = ${merchantId} and id = ${id} and state = 'ACTIVE'`.execute(tx)
  return numAffectedRows === 1n
}

type Key = Pick<StoredVoucher, 'merchantId' | 'id'>

const stamp = (now: Date) => sql`version = version + 1, updated_at = ${now}, updated_by = 'system'`

/** The payment failed: the voucher is as it was. */
export const releaseVoucher = async (tx: Tx, { merchantId, id }: Key, now: Date): Promise<void> => {
  await sql`update voucher set state = 'ACTIVE', reserved_until = null, redeem_tx_id = null, redeemed_by = null,
      redeemed_at = null, ${stamp(now)}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
}

export const redeemVoucher = async (tx: Tx, { merchantId, id }: Key, now: Date): Promise<void> => {
  await sql`update voucher set state = 'REDEEMED', reserved_until = null, redeemed_at = ${now}, ${stamp(now)}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
}

/** What was redeemed is in doubt again, or has not been decided yet. */
export const holdVoucher = async (tx: Tx, { merchantId, id }: Key, now: Date, until: Date): Promise<void> => {
  await sql`update voucher set state = 'RESERVED', reserved_until = ${until}, redeemed_at = null, ${stamp(now)}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
}

export const refundVoucher = async (tx: Tx, { merchantId, id }: Key, now: Date): Promise<void> => {
  await sql`update voucher set state = 'REFUNDED', ${stamp(now)}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
}

export const noteRefusedTry = async (tx: Tx, { merchantId, id }: Key): Promise<void> => {
  await sql`update voucher set failed_tries = failed_tries + 1
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
}

/** How many of a product a user holds or has redeemed, in all and since a moment. */
export async function countOfUser(
  tx: Tx,
  { merchantId, productId }: Pick<StoredVoucher, 'merchantId' | 'productId'>,
  userId: string,
  since: Date,
): Promise<{ inAll: number; lately: number }> {
  const { rows } = await sql<{ inAll: number; lately: number }>`
    select count(*)::integer as in_all,
      (count(*) filter (where coalesce(redeemed_at, updated_at) >= ${since}))::integer as lately
    from voucher where merchant_id = ${merchantId} and product_id = ${productId} and redeemed_by = ${userId}
      and state in ('RESERVED', 'REDEEMED', 'REFUNDED')`.execute(tx)
  return rows[0] ?? { inAll: 0, lately: 0 }
}

export interface Lease extends Key {
  readonly txId: number
  readonly statusNo: number | null
}

/** Reservations whose time is up, with how their payments stand. */
export async function endedLeases(db: Database, now: Date, limit: number): Promise<Lease[]> {
  const { rows } = await sql<Lease>`
    select v.merchant_id, v.id, v.redeem_tx_id as tx_id, t.status_no from voucher v
    left join transaction t on t.merchant_id = v.merchant_id and t.id = v.redeem_tx_id
    where v.state = 'RESERVED' and v.reserved_until < ${now}
    order by v.reserved_until limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, txId: Number(row.txId) }))
}

/** What the payment of a reservation says now. The payment is locked first, as everybody does who changes one. */
export async function lockedPaymentStatus(tx: Tx, merchantId: number, txId: number): Promise<number | null> {
  const { rows } = await sql<{ statusNo: number }>`select status_no from transaction
    where merchant_id = ${merchantId} and id = ${txId} for update`.execute(tx)
  return rows[0]?.statusNo ?? null
}

export interface ExpiredVouchers {
  readonly merchantId: number
  readonly batchId: string
  readonly sku: string
  readonly currency: string
  readonly vouchers: number
  readonly valueMinor: bigint
}

/** Blocked ones end too, or their value would be owed for ever. */
const isDue = (
  now: Date,
) => sql`state in ('ACTIVE', 'BLOCKED') and activated_at is not null and reissued_as is null
  and expires_at <= ${now}`

/** Merchants with vouchers whose time is up. */
export async function merchantsWithExpired(db: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ merchantId: number }>`select distinct merchant_id from voucher
    where ${isDue(now)} order by merchant_id`.execute(db)
  return rows.map(({ merchantId }) => merchantId)
}

/** Ends them, and says what they were worth, batch by batch. */
export async function expireVouchers(tx: Tx, merchantId: number, now: Date): Promise<ExpiredVouchers[]> {
  const { rows } = await sql<ExpiredVouchers>`
    with due as (select id from voucher where merchant_id = ${merchantId} and ${isDue(now)}
      order by id for update),
    ended as (update voucher v set state = 'EXPIRED', ${stamp(now)} from due
      where v.merchant_id = ${merchantId} and v.id = due.id
      returning v.merchant_id, v.batch_id, v.sku, v.currency, v.value_minor)
    select merchant_id, batch_id, sku, currency, count(*)::integer as vouchers, sum(value_minor)::bigint as value_minor
    from ended group by merchant_id, batch_id, sku, currency order by batch_id, currency`.execute(tx)
  return rows.map((row) => ({ ...row, valueMinor: BigInt(row.valueMinor) }))
}

export async function timeZoneOf(tx: Tx, merchantId: number): Promise<string> {
  const { rows } = await sql<{
    timeZone: string
  }>`select time_zone from merchant where id = ${merchantId}`.execute(tx)
  return rows[0]?.timeZone ?? 'UTC'
}
