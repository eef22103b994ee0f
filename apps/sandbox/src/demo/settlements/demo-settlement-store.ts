import { sql } from 'kysely'
import { captureWaiting, capturedLater } from '@signalbox/model/reference/status-groups'
import type { Database, Tx } from '@signalbox/server/kit/database'
import { statusIn, statusIs } from '@signalbox/server/kit/status-sql'

/** A payment of the past as its PSP has it in the book that nobody kept. */
export interface PastMovement {
  readonly merchantId: number
  readonly id: string
  readonly method: string
  readonly pspRefId: string | null
  readonly at: string
  readonly currency: string
  /** Money in is positive. */
  readonly minor: string
  readonly feeMinor: string
  readonly feeCurrency: string | null
}

export interface PastAccount {
  readonly psp: string
  readonly account: string
}

const moved = sql<boolean>`${statusIs('t.status_no', 'SUCCESSFUL')} and t.psp_amount_minor <> 0
  and t.psp_currency is not null and (t.method in ('WITHDRAWAL', 'REFUND', 'CAPTURE', 'REVERSAL', 'CHARGEBACK',
    'CHARGEBACK_WON') or (t.method = 'DEPOSIT' and not ${statusIn('t.status_no', ...captureWaiting, ...capturedLater)}))`

/** The accounts at PSPs that moved money of these merchants, and since when. */
export async function pastAccounts(
  db: Database,
  merchants: readonly number[],
): Promise<(PastAccount & { readonly since: string })[]> {
  const { rows } = await sql<PastAccount & { since: string }>`
    select t.psp, t.psp_account as account, min(t.completed_at) as since from transaction t
    where t.merchant_id = any(${[...merchants]}::integer[]) and t.psp is not null and t.psp_account is not null and ${moved}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export async function pastMovements(
  db: Database,
  merchants: readonly number[],
  { psp, account }: PastAccount,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<PastMovement[]> {
  const { rows } = await sql<PastMovement>`
    select t.merchant_id, t.id::text, t.method, t.psp_ref_id, t.completed_at as at, t.psp_currency as currency,
      (abs(t.psp_amount_minor) * case t.method when 'DEPOSIT' then 1 when 'CAPTURE' then 1 when 'CHARGEBACK_WON' then 1
        when 'REVERSAL' then case when o.method = 'WITHDRAWAL' then 1 else -1 end else -1 end)::text as minor,
      coalesce(t.psp_fee_minor, 0)::text as fee_minor, t.psp_fee_currency as fee_currency
    from transaction t left join transaction o on o.merchant_id = t.merchant_id and o.id = t.origin_tx_id
    where t.merchant_id = any(${[...merchants]}::integer[]) and t.psp = ${psp} and t.psp_account = ${account} and ${moved}
      and t.completed_at >= ${from} and t.completed_at < ${to} and t.settled_at is null
    order by t.completed_at, t.id`.execute(db)
  return rows
}

/** What one unit of each currency was worth in euro on a day. */
export async function euroRates(db: Database, day: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ currency: string; rate: string }>`
    select distinct on (to_currency) to_currency as currency, round(2 / (buy_rate + sell_rate), 10)::text as rate
    from forex_rate where from_currency = 'EUR' and state = 'ACTIVE' and rate_date <= ${day}::date
    order by to_currency, rate_date desc`.execute(db)
  return new Map(rows.map(({ currency, rate }) => [currency, rate]))
}

export interface DemoPerson {
  readonly id: string
  readonly username: string
  readonly displayName: string
  readonly roles: readonly string[]
  readonly homeMerchantId: number
}

export async function demoPerson(db: Database | Tx, username: string): Promise<DemoPerson | undefined> {
  const { rows } = await sql<DemoPerson>`
    select id::text, username, first_name || ' ' || last_name as display_name, roles, merchant_id as home_merchant_id
    from backoffice_user where username = ${username}`.execute(db)
  return rows[0]
}

/** Somebody, or an earlier start, has imported files already. */
export async function hasSettlements(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from settlement_batch limit 1`.execute(db)
  return rows.length > 0
}
