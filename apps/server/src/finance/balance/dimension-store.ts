import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

export interface NamedThing {
  readonly kind: 'bank' | 'psp' | 'product' | 'customer'
  readonly name: string
}

/**
 * What the accounts of a merchant can be told apart by. Bank accounts and PSPs are few; of products and customers those of
 * these names.
 */
export async function namedThings(
  tx: Tx,
  merchantId: number,
  names: readonly string[],
): Promise<NamedThing[]> {
  const above = sql`any(select a.id from merchant m join merchant a on m.path like a.path || '%'
    where m.id = ${merchantId})`
  const asked = sql`any(${[...names]}::text[])`
  const { rows } = await sql<NamedThing>`
    select 'bank' as kind, bank_account as name from settlement_profile
      where merchant_id = ${above} and bank_account is not null
    union select 'bank', name from bank_account where merchant_id = ${above}
    union select 'psp', psp from psp
    union select 'product', sku from store_product where merchant_id = ${merchantId} and sku = ${asked}
    union select 'customer', number from customer where merchant_id = ${merchantId} and number = ${asked}
    order by kind, name`.execute(tx)
  return rows
}

/** Accounts the books of a merchant have already, as type and what tells them apart, of those named so. */
export async function bookedDimensions(
  tx: Tx,
  merchantId: number,
  names: readonly string[],
): Promise<readonly { readonly type: string; readonly dimension: string }[]> {
  const { rows } = await sql<{ type: string; dimension: string }>`
    select distinct split_part(account, ':', 1) as type, split_part(account, ':', 3) as dimension
    from account_balance
    where merchant_id = ${merchantId} and split_part(account, ':', 3) = any(${[...names]}::text[])`.execute(
    tx,
  )
  return rows
}
