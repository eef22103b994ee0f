import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'
import { find } from './invariants-store.ts'

export interface TotalsProgress {
  readonly boundThrough: string | null
  readonly totalsThrough: string | null
}

export async function totalsProgress(db: Database, merchantId: number): Promise<TotalsProgress> {
  const { rows } = await sql<TotalsProgress>`select bound_through, totals_through from ledger_book
    where merchant_id = ${merchantId}`.execute(db)
  return rows[0] ?? { boundThrough: null, totalsThrough: null }
}

/** Of a book that is shut: from now on nothing is posted at an instant of this day or before. */
export async function bindThrough(tx: Tx, merchantId: number, day: string): Promise<void> {
  await sql`update ledger_book set bound_through = ${day}::date where merchant_id = ${merchantId}
    and (bound_through is null or bound_through < ${day}::date)`.execute(tx)
}

/** The next day with entries that is bound and not added up. */
export async function nextDayToTotal(db: Database, merchantId: number): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select (min(e.at) at time zone 'UTC')::date as day
    from ledger_book b join journal_entry e on e.merchant_id = b.merchant_id
    where b.merchant_id = ${merchantId}
      and e.at >= coalesce((b.totals_through + 1)::timestamp at time zone 'UTC', '-infinity')
      and e.at < (b.bound_through + 1)::timestamp at time zone 'UTC'`.execute(db)
  return rows[0]?.day ?? undefined
}

/**
 * Adds up one bound day, beside those who post on others.
 * Gives false when another node was faster.
 */
export async function totalDay(tx: Tx, merchantId: number, day: string): Promise<boolean> {
  const { rows } =
    await sql`update ledger_book set totals_through = ${day}::date where merchant_id = ${merchantId}
    and bound_through >= ${day}::date and (totals_through is null or totals_through < ${day}::date)
    returning 1`.execute(tx)
  if (rows.length === 0) return false
  await sql`
    insert into account_day_total (merchant_id, posted_day, account, value_date, debit, credit)
    select p.merchant_id, ${day}::date, p.account, e.value_date, sum(p.debit), sum(p.credit)
    from journal_entry e join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
    where e.merchant_id = ${merchantId} and e.at >= ${day}::date::timestamp at time zone 'UTC'
      and e.at < (${day}::date + 1)::timestamp at time zone 'UTC'
    group by p.merchant_id, p.account, e.value_date`.execute(tx)
  return true
}

/** Days between the last one with entries and the bound have nothing to add up. */
export async function totalRest(tx: Tx, merchantId: number): Promise<void> {
  await sql`update ledger_book b set totals_through = bound_through where merchant_id = ${merchantId}
    and bound_through is not null and totals_through is distinct from bound_through
    and not exists (select 1 from journal_entry e where e.merchant_id = b.merchant_id
      and e.at >= coalesce((b.totals_through + 1)::timestamp at time zone 'UTC', '-infinity')
      and e.at < (b.bound_through + 1)::timestamp at time zone 'UTC')`.execute(tx)
}

/** Totals of days that are not what was posted on them, and totals of days that are not added up yet. */
export const wrongDayTotals = (db: Database, merchantId: number) =>
  find(
    db,
    sql`with book as (select totals_through from ledger_book where merchant_id = ${merchantId}),
      posted as (
        select (e.at at time zone 'UTC')::date as posted_day, p.account, e.value_date, sum(p.debit) as debit,
          sum(p.credit) as credit
        from journal_entry e join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
        where e.merchant_id = ${merchantId}
          and e.at < ((select totals_through from book) + 1)::timestamp at time zone 'UTC'
        group by 1, 2, 3),
      kept as (select posted_day, account, value_date, debit, credit from account_day_total
        where merchant_id = ${merchantId})
      select posted_day || ' ' || account || ' ' || value_date as subject,
        'kept ' || coalesce(kept.debit, 0) || '/' || coalesce(kept.credit, 0) || ', posted '
          || coalesce(posted.debit, 0) || '/' || coalesce(posted.credit, 0) as detail
      from posted full join kept using (posted_day, account, value_date)
      where posted.debit is distinct from kept.debit or posted.credit is distinct from kept.credit`,
  )
