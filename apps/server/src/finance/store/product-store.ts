import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

interface Key {
  readonly merchantId: number
  readonly id: string
}

export async function hasBatch(tx: Tx, { merchantId, id }: Key): Promise<boolean> {
  const { rows } = await sql`select 1 from voucher_batch
    where merchant_id = ${merchantId} and product_id = ${id} limit 1`.execute(tx)
  return rows.length > 0
}

/** Vouchers of a product that somebody may still redeem, and batches that may bring more. */
export async function countRedeemable(tx: Tx, { merchantId, id }: Key): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from voucher
    where merchant_id = ${merchantId} and product_id = ${id} and state in ('CREATED', 'ACTIVE', 'RESERVED')`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Whoever makes a batch and whoever changes the product take turns. */
export async function lockProduct(tx: Tx, { merchantId, id }: Key): Promise<void> {
  await sql`select 1 from store_product where merchant_id = ${merchantId} and id = ${id} for update`.execute(
    tx,
  )
}

export async function isSkuTaken(tx: Tx, merchantId: number, sku: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from store_product where merchant_id = ${merchantId} and sku = ${sku}`.execute(tx)
  return rows.length > 0
}
