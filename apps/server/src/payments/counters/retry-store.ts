import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { clockAt } from './place-store.ts'

interface CardTry {
  readonly merchantId: number
  readonly accountHash: string
  readonly txId: number
  readonly attemptNo: number
  readonly brand: string | null
}

/** Declines of a card at a merchant over the last days, and tries of other payments that may become one. */
export async function countSchemeDeclines(
  tx: Tx,
  { merchantId, accountHash, txId }: Pick<CardTry, 'merchantId' | 'txId'> & { accountHash: string | null },
  days: number,
  travelledMs: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from scheme_decline
    where merchant_id = ${merchantId} and account_hash = ${accountHash}
      and at > ${clockAt(travelledMs)} - make_interval(days => ${days})
      and not (tx_id = ${txId} and status_no is null)`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertSchemeDecline(
  tx: Tx,
  { merchantId, accountHash, txId, attemptNo, brand, statusNo }: CardTry & { readonly statusNo: number },
  travelledMs: number,
): Promise<void> {
  await sql`insert into scheme_decline (merchant_id, account_hash, at, tx_id, attempt_no, brand, status_no)
    values (${merchantId}, ${accountHash}, ${clockAt(travelledMs)}, ${txId}, ${attemptNo}, ${brand}, ${statusNo})
    on conflict (merchant_id, account_hash, tx_id, attempt_no)
      do update set status_no = coalesce(scheme_decline.status_no, excluded.status_no)`.execute(tx)
}

/** Takes a place in the budget of the scheme for a try that may be declined, instead of any it took before. */
export async function reserveRetry(
  tx: Tx,
  { merchantId, accountHash, txId, attemptNo, brand }: CardTry,
  travelledMs: number,
): Promise<void> {
  await releaseRetries(tx, merchantId, txId, accountHash)
  await sql`insert into scheme_decline (merchant_id, account_hash, at, tx_id, attempt_no, brand, status_no)
    values (${merchantId}, ${accountHash}, ${clockAt(travelledMs)}, ${txId}, ${attemptNo}, ${brand}, null)
    on conflict do nothing`.execute(tx)
}

/** What was not declined gives its place back. */
export async function releaseRetries(
  tx: Tx,
  merchantId: number,
  txId: number,
  accountHash: string,
): Promise<void> {
  await sql`delete from scheme_decline where merchant_id = ${merchantId} and account_hash = ${accountHash}
    and tx_id = ${txId} and status_no is null`.execute(tx)
}
