import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

/** The job that looks through the books. */
export const checkBooksName = 'ledger-check'

/** Findings about the books of these merchants that nobody has put right yet. */
export async function countOpenFindings(tx: Tx, merchantIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ledger_finding
    where merchant_id = any(${[...merchantIds]}::integer[]) and cleared_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface AccountBalance {
  readonly account: string
  readonly debit: bigint
  readonly credit: bigint
}

/** What every account of a merchant holds now. */
export async function balancesOf(tx: Tx, merchantId: number): Promise<AccountBalance[]> {
  const { rows } = await sql<{ account: string; debit: string; credit: string }>`
    select account, sum(debit_total)::text as debit, sum(credit_total)::text as credit
    from account_balance where merchant_id = ${merchantId} group by account order by account`.execute(tx)
  return rows.map(({ account, debit, credit }) => ({ account, debit: BigInt(debit), credit: BigInt(credit) }))
}

export interface CurrencyBalance {
  readonly currency: string
  readonly debit: bigint
  readonly credit: bigint
}

/** Balances of these merchants by the side they are on, per currency: equal while the books are consistent. */
export async function trialBalance(tx: Tx, merchantIds: readonly number[]): Promise<CurrencyBalance[]> {
  const { rows } = await sql<{ currency: string; debit: string; credit: string }>`
    select split_part(account, ':', 4) as currency, sum(greatest(minor, 0))::text as debit,
      sum(greatest(-minor, 0))::text as credit
    from (select account, sum(debit_total - credit_total) as minor from account_balance
      where merchant_id = any(${[...merchantIds]}::integer[]) group by merchant_id, account) b
    group by 1 order by 1`.execute(tx)
  return rows.map(({ currency, debit, credit }) => ({
    currency,
    debit: BigInt(debit),
    credit: BigInt(credit),
  }))
}
