import { sql } from 'kysely'
import type { People } from '@signalbox/model/access/people'
import type { Database, Tx } from '../../../kit/database.ts'

export interface ApprovalRow {
  readonly level: 1 | 2
  readonly decision: 'APPROVE' | 'DENY'
  readonly userId: string
  readonly username: string
  /** The humans behind it. */
  readonly people: People
  readonly at: string
  readonly tagId: string | null
  readonly info: string | null
}

/** False when somebody else has decided at this level. */
export async function insertApproval(
  tx: Tx,
  key: { readonly merchantId: number; readonly txId: number },
  row: Omit<ApprovalRow, 'at'> & { readonly at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into approval
      (merchant_id, tx_id, level, decision, user_id, username, people, at, tag_id, info)
    values (${key.merchantId}, ${key.txId}, ${row.level}, ${row.decision}, ${row.userId}, ${row.username},
      ${[...row.people]}::text[], ${row.at}, ${row.tagId}, ${row.info})
    on conflict (merchant_id, tx_id, level) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function approvalsOf(
  db: Database | Tx,
  merchantId: number,
  txId: number,
): Promise<ApprovalRow[]> {
  const { rows } =
    await sql<ApprovalRow>`select level, decision, user_id, username, people, at, tag_id, info from approval
    where merchant_id = ${merchantId} and tx_id = ${txId} order by level`.execute(db)
  return rows
}

/** A payment that has to be approved again begins anew. */
export async function removeApprovals(tx: Tx, merchantId: number, txId: number): Promise<void> {
  await sql`delete from approval where merchant_id = ${merchantId} and tx_id = ${txId}`.execute(tx)
}
