import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

export interface BookOwner {
  readonly id: number
  readonly timeZone: string
  readonly baseCurrency: string
}

export async function ownersOf(tx: Tx, merchantIds: readonly number[]): Promise<BookOwner[]> {
  const { rows } = await sql<BookOwner>`select id, time_zone, base_currency from merchant
    where id = any(${[...merchantIds]}::integer[]) order by id`.execute(tx)
  return rows
}

interface KeyedAccount {
  readonly merchantId: number
  readonly account: string
}

/** What each account took on one day of its merchant. */
export async function movementsOn(
  tx: Tx,
  days: readonly { readonly merchantId: number; readonly day: string }[],
): Promise<(KeyedAccount & { readonly net: bigint })[]> {
  const { rows } = await sql<KeyedAccount & { net: string }>`
    select e.merchant_id, p.account, sum(p.debit - p.credit)::text as net
    from unnest(${days.map(({ merchantId }) => merchantId)}::integer[], ${days.map(({ day }) => day)}::date[])
      as asked (merchant_id, day)
      join journal_entry e on e.merchant_id = asked.merchant_id and e.value_date = asked.day
      join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
    group by e.merchant_id, p.account`.execute(tx)
  return rows.map((row) => ({ ...row, net: BigInt(row.net) }))
}

/** When each account was posted to last; ids of entries follow the time they were made. */
export async function lastEntries(
  tx: Tx,
  accounts: readonly KeyedAccount[],
): Promise<(KeyedAccount & { readonly at: string })[]> {
  const { rows } = await sql<KeyedAccount & { at: string }>`
    select asked.merchant_id, asked.account, e.at
    from unnest(${accounts.map(({ merchantId }) => merchantId)}::integer[],
        ${accounts.map(({ account }) => account)}::text[]) as asked (merchant_id, account)
      cross join lateral (select entry_id from posting p where p.merchant_id = asked.merchant_id
        and p.account = asked.account order by p.entry_id desc limit 1) last
      join journal_entry e on e.merchant_id = asked.merchant_id and e.id = last.entry_id`.execute(tx)
  return rows
}
