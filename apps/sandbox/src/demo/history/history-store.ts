import { sql } from 'kysely'
import type { Database, Tx } from '@signalbox/server/kit/database'
import type { HistoryPlan } from './history.ts'

/** Tables a history is written to, in an order in which nothing is missing. */
export const historyTables = [
  'transaction',
  'tx_attempt',
  'tx_event',
  'notification',
  'tx_note',
  'approval',
  'investigation_case',
  'kyc_check',
  'scheme_decline',
  'counter_event',
] as const
export type HistoryTable = (typeof historyTables)[number]

/** Columns by their names in the database. What is missing is null. */
export type Row = Readonly<Record<string, unknown>>

export async function insertRows(tx: Tx, table: HistoryTable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const target = sql.table(table)
  await sql`insert into ${target}
    select * from json_populate_recordset(null::${target}, ${JSON.stringify(rows)}::json)`.execute(tx)
}

/** One line per account that was used, with what became of it. Older and newer payments may be there already. */
export interface UsedAccount {
  readonly merchantId: number
  readonly id: string
  readonly userId: string
  readonly hash: string
  readonly txType: string
  readonly providerType: string
  readonly masked: string
  readonly holder: string
  readonly expiry: string | null
  readonly iban: string | null
  readonly bic: string | null
  readonly walletEmail: string | null
  readonly visible: boolean
  firstUsed: string
  lastUsed: string
  lastSuccess: string | null
  successes: number
  failures: number
  deposits: number
}

export async function countAccounts(tx: Tx, accounts: readonly UsedAccount[]): Promise<void> {
  if (accounts.length === 0) return
  await sql`
    insert into user_psp_account as a (merchant_id, id, merchant_user_id, hashed_account, type, provider_type,
      masked_account, holder, expiry_date, iban, bic, wallet_email, visible, status, first_used, last_used, last_success,
      no_successful_tx, no_failed_tx, no_successful_deposits, created_at, updated_at, updated_by)
    select "merchantId", id, "userId", hash, "txType", "providerType", masked, holder, expiry, iban, bic, "walletEmail",
      visible, case when successes > 0 then 'ACTIVE' else 'NEW' end, "firstUsed", "lastUsed", "lastSuccess", successes,
      failures, deposits, "firstUsed", "lastUsed", 'system'
    from json_to_recordset(${JSON.stringify(accounts)}::json) as used (
      "merchantId" integer, id uuid, "userId" text, hash text, "txType" text, "providerType" text, masked text,
      holder text, expiry text, iban text, bic text, "walletEmail" text, visible boolean, "firstUsed" timestamptz,
      "lastUsed" timestamptz, "lastSuccess" timestamptz, successes integer, failures integer, deposits integer)
    order by "merchantId", "userId", hash
    on conflict (merchant_id, merchant_user_id, hashed_account) do update set
      status = case when a.status = 'NEW' then excluded.status else a.status end,
      first_used = least(a.first_used, excluded.first_used),
      last_used = greatest(a.last_used, excluded.last_used),
      last_success = greatest(a.last_success, excluded.last_success),
      no_successful_tx = a.no_successful_tx + excluded.no_successful_tx,
      no_failed_tx = a.no_failed_tx + excluded.no_failed_tx,
      no_successful_deposits = a.no_successful_deposits + excluded.no_successful_deposits,
      created_at = least(a.created_at, excluded.created_at)`.execute(tx)
}

const plansName = 'demo-history'

/** Histories this platform has, the first one first. */
export async function readPlans(db: Database | Tx): Promise<readonly HistoryPlan[]> {
  const { rows } = await sql<{ value: { plans: readonly HistoryPlan[] } }>`
    select value from platform_setting where name = ${plansName}`.execute(db)
  return rows[0]?.value.plans ?? []
}

export async function writePlans(tx: Tx, plans: readonly HistoryPlan[]): Promise<void> {
  await sql`insert into platform_setting (name, value) values (${plansName}, ${JSON.stringify({ plans })}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(tx)
}

export async function hasPayments(db: Database | Tx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select 1 from transaction) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}

export async function isWritten(
  tx: Database | Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: number },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from transaction where merchant_id = ${merchantId} and id = ${id}) as found`.execute(
    tx,
  )
  return rows[0]?.found ?? false
}

const [payments, ...others] = [...historyTables, 'user_psp_account', 'journal_entry', 'posting'].map((name) =>
  sql.table(name),
)

/**
 * Tells the database what it holds now, so that the first searches are planned for it, and lets indexes answer for
 * payments without looking at them. Takes the owner of the tables.
 */
export async function learnSizes(owner: Database): Promise<void> {
  await sql`vacuum (analyze) ${payments}`.execute(owner)
  await sql`analyze ${sql.join(others)}`.execute(owner)
}

/** A part that is lost in a power cut is written again at the next start, so nobody waits for the disk. */
export async function doNotWaitForDisk(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx)
}
