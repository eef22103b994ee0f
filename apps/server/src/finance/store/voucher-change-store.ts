import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'

/** Made within these days: `from..to`, either may be missing. */
export function createdWithin(value: string): Condition {
  const [from = '', to = ''] = value.split('..')
  const parts: Condition[] = [sql<boolean>`true`]
  if (!Number.isNaN(Date.parse(from))) parts.push(sql<boolean>`t.created_at >= ${new Date(from)}`)
  if (!Number.isNaN(Date.parse(to))) parts.push(sql<boolean>`t.created_at < ${new Date(to)}`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

export interface FoundVoucher {
  readonly merchantId: number
  readonly id: string
  readonly serial: string
}

export async function findByHash(
  tx: Tx,
  merchants: readonly number[],
  hash: string,
): Promise<FoundVoucher | undefined> {
  const { rows } = await sql<FoundVoucher>`select merchant_id, id, serial from voucher
    where code_hash = ${hash} and merchant_id = any(${[...merchants]}::integer[]) limit 1`.execute(tx)
  return rows[0]
}

/** What a voucher is made of that people do not see. */
export interface VoucherFacts {
  readonly batchId: string
  readonly productId: string
  readonly valueMinor: bigint
  readonly currency: string
  readonly validityDays: number
  /** Who made the vouchers of its batch worth money. */
  readonly releasedBy: string | null
}

export async function voucherFacts(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
): Promise<VoucherFacts> {
  const { rows } =
    await sql<VoucherFacts>`select v.batch_id, v.product_id, v.value_minor, v.currency, p.validity_days, b.released_by
    from voucher v join store_product p on p.merchant_id = v.merchant_id and p.id = v.product_id
    join voucher_batch b on b.merchant_id = v.merchant_id and b.id = v.batch_id
    where v.merchant_id = ${merchantId} and v.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`There is no voucher ${id}`)
  return { ...row, valueMinor: BigInt(row.valueMinor) }
}

export type Range = { readonly batchId: string } | { readonly fromSerial: string; readonly toSerial: string }

interface RangeChange {
  readonly merchants: readonly number[]
  readonly range: Range
  readonly action: 'BLOCK' | 'UNBLOCK'
  readonly reason: string
  readonly now: Date
  readonly by: string
}

export interface RangeOutcome {
  readonly merchantId: number
  readonly changed: number
  readonly skipped: number
}

/** Changes those that can be; both ends of a range belong to it. Counted by merchant. */
export async function changeRange(tx: Tx, change: RangeChange): Promise<RangeOutcome[]> {
  const { merchants, range, action, reason, now, by } = change
  const [from, to] = action === 'BLOCK' ? ['ACTIVE', 'BLOCKED'] : ['BLOCKED', 'ACTIVE']
  const within =
    'batchId' in range
      ? sql`batch_id = ${range.batchId}::uuid`
      : sql`serial between ${range.fromSerial} and ${range.toSerial}`
  const { rows } = await sql<RangeOutcome>`
    with named as materialized (select merchant_id, id, state = ${from} and activated_at is not null
        and reissued_as is null as fits
      from voucher where merchant_id = any(${[...merchants]}::integer[]) and ${within} order by id for update),
    changed as (update voucher v set state = ${to}, block_reason = ${action === 'BLOCK' ? reason : null},
        version = v.version + 1, updated_at = ${now}, updated_by = ${by}
      from named n where n.fits and v.merchant_id = n.merchant_id and v.id = n.id returning v.id)
    select merchant_id, (count(*) filter (where fits))::integer as changed,
      (count(*) filter (where not fits))::integer as skipped from named group by merchant_id order by merchant_id`.execute(
    tx,
  )
  return rows
}
