import { sql } from 'kysely'
import { invalid } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (c) => `\\${c}`)

/** Looks through names only where the caller may see them: finding somebody by a name is seeing it. */
export function matchesKeyword(text: string, seesPersonalData: boolean): Condition {
  const pattern = `%${escapeLike(text.trim().toLowerCase())}%`
  return sql<boolean>`(lower(t.merchant_user_id) like ${pattern} or lower(t.masked_account) like ${pattern}
    or t.id::text like ${pattern}
    or (lower(t.holder) like ${pattern} and (${seesPersonalData} or not exists (
      select 1 from merchant m where m.id = t.merchant_id and m.mask_sensitive_data))))`
}

export const isExpired = (month: string, expired: boolean): Condition =>
  expired
    ? sql<boolean>`t.expiry_date < ${month}`
    : sql<boolean>`(t.expiry_date is null or t.expiry_date >= ${month})`

export const isShared = (shared: boolean): Condition =>
  sql<boolean>`${shared ? sql`` : sql`not`} exists (select 1 from user_psp_account other
    where other.merchant_id = t.merchant_id and other.hashed_account = t.hashed_account
      and other.merchant_user_id <> t.merchant_user_id and other.status <> 'DELETED')`

/** Months in which the range lies, both ends of it included. */
export function expiresWithin(value: string): Condition {
  const [from = '', to = ''] = value.split('..')
  for (const side of [from, to])
    if (side !== '' && Number.isNaN(Date.parse(side))) throw badFilter('expiry', 'Expiry')
  const month = (side: string, offsetMs: number) =>
    new Date(Date.parse(side) + offsetMs).toISOString().slice(0, 7)
  return sql<boolean>`(${from ? sql`t.expiry_date >= ${month(from, 0)}` : sql`true`}
    and ${to ? sql`t.expiry_date <= ${month(to, -1)}` : sql`true`})`
}

const badFilter = (field: string, label: string) =>
  invalid({ field, code: 'FILTER', message: `${label}: not a valid filter value` })

/** Rows with the same account at a merchant and everything below it. */
export async function sameAccountBelow(
  tx: Tx,
  merchantId: number,
  hashedAccount: string,
): Promise<{ id: string; merchantId: number }[]> {
  const { rows } = await sql<{ id: string; merchantId: number }>`
    select a.id, a.merchant_id from user_psp_account a
    join merchant m on m.id = a.merchant_id
    join merchant above on above.id = ${merchantId} and m.path like above.path || '%'
    where a.hashed_account = ${hashedAccount} order by a.merchant_id, a.id`.execute(tx)
  return rows
}

export interface NewBlock {
  readonly merchantId: number
  readonly hashedAccount: string
  readonly reason: string
  readonly source: { readonly merchantId: number; readonly id: string }
  readonly by: string
  readonly at: Date
}

export async function insertBlock(tx: Tx, block: NewBlock): Promise<void> {
  const { merchantId, hashedAccount, reason, source, by, at } = block
  await sql`insert into account_block
      (merchant_id, hashed_account, reason, source_merchant_id, source_account_id, blocked_by, blocked_at)
    values (${merchantId}, ${hashedAccount}, ${reason}, ${source.merchantId}, ${source.id}, ${by}, ${at})
    on conflict (merchant_id, hashed_account) do update set reason = excluded.reason,
      blocked_by = excluded.blocked_by, blocked_at = excluded.blocked_at`.execute(tx)
}

export async function deleteBlock(tx: Tx, merchantId: number, hashedAccount: string): Promise<void> {
  await sql`delete from account_block
    where merchant_id = ${merchantId} and hashed_account = ${hashedAccount}`.execute(tx)
}

export async function isErased(tx: Tx, merchantId: number, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from user_psp_account
    where merchant_id = ${merchantId} and id = ${id} and erased_at is not null`.execute(tx)
  return rows.length > 0
}

export interface SharedRow {
  readonly id: string
  readonly merchantId: number
  readonly merchantUserId: string
  readonly status: string
  readonly lastUsed: string | null
  readonly noSuccessfulTx: number
}

/** Who else has the account, among the merchants somebody may see. */
export async function othersWith(
  tx: Tx,
  merchants: readonly number[],
  { hashedAccount, id }: { hashedAccount: string; id: string },
  seen: Condition = sql<boolean>`true`,
): Promise<SharedRow[]> {
  const { rows } = await sql<SharedRow>`
    select id, merchant_id, merchant_user_id, status, last_used, no_successful_tx from user_psp_account t
    where hashed_account = ${hashedAccount} and id <> ${id} and merchant_id = any(${[...merchants]}::integer[])
      and ${seen}
    order by last_used desc nulls last limit 100`.execute(tx)
  return rows
}

/** Where the user was reached last, as the merchant said with a payment. */
export async function addressOfPayer(
  tx: Tx,
  merchantId: number,
  userId: string,
): Promise<{ email: string; locale: string | null } | undefined> {
  const { rows } = await sql<{ email: string; locale: string | null }>`
    select user_email as email, user_locale as locale from transaction
    where merchant_id = ${merchantId} and user_id = ${userId} and user_email like '%@%'
    order by id desc limit 1`.execute(tx)
  return rows[0]
}
