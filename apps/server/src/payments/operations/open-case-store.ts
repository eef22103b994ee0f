import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { TxKey } from '../core/record/transaction-store.ts'

export interface OpenCase {
  readonly id: string
  readonly version: number
  readonly assignee: string | null
}

/** The case of a payment that somebody has to work on; of several, the one that has to be done first. */
export async function openCaseOf(tx: Tx, { merchantId, id }: TxKey): Promise<OpenCase | undefined> {
  const { rows } = await sql<OpenCase>`select id, version, assignee from investigation_case
    where merchant_id = ${merchantId} and tx_id = ${id} and state <> 'RESOLVED'
    order by due_at, id limit 1`.execute(tx)
  return rows[0]
}
