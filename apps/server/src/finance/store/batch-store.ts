import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { lockByName } from '../../kit/lock-by-name.ts'

interface Key {
  readonly merchantId: number
  readonly id: string
}

/** How many batches a product has had; whoever asks holds the product. */
export async function countBatches(tx: Tx, { merchantId, id }: Key): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from voucher_batch
    where merchant_id = ${merchantId} and product_id = ${id}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What of a batch people do not see or choose. */
export interface BatchFacts {
  readonly productId: string
  readonly valueMinor: bigint
  readonly currency: string
  readonly createdById: string | null
  readonly downloadedById: string | null
}

export async function batchFacts(tx: Tx, { merchantId, id }: Key): Promise<BatchFacts> {
  const { rows } =
    await sql<BatchFacts>`select product_id, value_minor, currency, created_by_id, downloaded_by_id
    from voucher_batch where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`There is no batch ${id}`)
  return { ...row, valueMinor: BigInt(row.valueMinor) }
}

/** The number of the first of so many new vouchers. Serials are counted over all merchants, so a range means one batch. */
export async function nextSerial(tx: Tx): Promise<bigint> {
  await lockByName(tx, 'voucher serials')
  const { rows } = await sql<{ last: string | null }>`select max(serial) as last from voucher`.execute(tx)
  return BigInt(rows[0]?.last ?? '0') + 1n
}

export const serialText = (serial: bigint): string => String(serial).padStart(12, '0')

export interface NewVoucher {
  readonly id: string
  readonly serial: string
  readonly codeHash: string
  readonly codeLast4: string
}

/** What all vouchers that are made at once have in common. */
export interface VoucherOrder {
  readonly merchantId: number
  readonly batchId: string
  readonly batch: string
  readonly productId: string
  readonly sku: string
  readonly value: object
  readonly valueMinor: bigint
  readonly currency: string
  readonly expiresAt: string
  readonly state: 'CREATED' | 'ACTIVE'
  readonly activatedAt: Date | null
  readonly reissueOf: string | null
  readonly now: Date
  readonly by: string
}

export async function insertVouchers(
  tx: Tx,
  order: VoucherOrder,
  vouchers: readonly NewVoucher[],
): Promise<void> {
  const { merchantId, batchId, batch, productId, sku, value, valueMinor, currency, expiresAt } = order
  const { state, activatedAt, reissueOf, now, by } = order
  await sql`insert into voucher (merchant_id, id, batch_id, batch, product_id, sku, serial, code_hash, code_last4, value,
      value_minor, currency, state, expires_at, activated_at, reissue_of, created_at, updated_at, updated_by)
    select ${merchantId}::integer, made.id, ${batchId}::uuid, ${batch}, ${productId}::uuid, ${sku}, made.serial, made.hash,
      made.last4, ${JSON.stringify(value)}::jsonb, ${String(valueMinor)}::bigint, ${currency}, ${state},
      ${expiresAt}::timestamptz, ${activatedAt}::timestamptz, ${reissueOf}::text, ${now}::timestamptz, ${now}::timestamptz,
      ${by}
    from unnest(${vouchers.map(({ id }) => id)}::uuid[], ${vouchers.map(({ serial }) => serial)}::text[],
      ${vouchers.map(({ codeHash }) => codeHash)}::text[], ${vouchers.map(({ codeLast4 }) => codeLast4)}::text[])
      as made (id, serial, hash, last4)`.execute(tx)
}

/** Gives how many can be redeemed from now on. */
export async function activateVouchers(
  tx: Tx,
  { merchantId, id }: Key,
  now: Date,
  by: string,
): Promise<number> {
  const { numAffectedRows } = await sql`update voucher set state = 'ACTIVE', activated_at = ${now},
      version = version + 1, updated_at = ${now}, updated_by = ${by}
    where merchant_id = ${merchantId} and batch_id = ${id} and state = 'CREATED'`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Codes of a batch that is not released will never work. */
export async function discardVouchers(tx: Tx, { merchantId, id }: Key, now: Date, by: string): Promise<void> {
  await sql`update voucher set state = 'BLOCKED', block_reason = 'Batch closed before its release',
      version = version + 1, updated_at = ${now}, updated_by = ${by}
    where merchant_id = ${merchantId} and batch_id = ${id} and state = 'CREATED'`.execute(tx)
}

/** Vouchers of a batch whose value is still owed. */
export async function countOutstanding(tx: Tx, { merchantId, id }: Key): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from voucher
    where merchant_id = ${merchantId} and batch_id = ${id} and reissued_as is null
      and state in ('ACTIVE', 'RESERVED', 'BLOCKED')`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface WaitingBatch {
  readonly merchantId: number
  readonly id: string
  readonly title: string
  readonly quantity: number
  readonly createdBy: string
  readonly createdById: string | null
  readonly downloadedBy: string | null
  readonly downloadedById: string | null
  readonly fileDownloadedAt: string
}

export async function waitingBatches(tx: Tx, merchants: readonly number[]): Promise<WaitingBatch[]> {
  const { rows } = await sql<WaitingBatch>`select merchant_id, id, title, quantity, created_by, created_by_id,
      downloaded_by, downloaded_by_id, file_downloaded_at
    from voucher_batch where state = 'GENERATED' and merchant_id = any(${[...merchants]}::integer[])
    order by file_downloaded_at, id`.execute(tx)
  return rows
}
