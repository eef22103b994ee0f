import { sql } from 'kysely'
import type { Database } from '../apps/server/src/kit/database.ts'

/** What one account of a PSP owes because of one transaction, by our ledger. */
export interface ReceivableLine {
  readonly txId: number
  /** `acmecards/3DS` */
  readonly account: string
  readonly currency: string
  readonly minor: string
}

/**
 * What our ledger says PSPs owe because of some transactions. Differences that somebody accepted count: they are booked
 * under the callback that told of more money than there was, and the PSP has moved that money as well.
 */
export async function receivablesOf(db: Database, txIds: readonly number[]): Promise<ReceivableLine[]> {
  const { rows } = await sql<ReceivableLine>`
    with source as (
      select merchant_id, id as tx_id, 'TRANSACTION' as source_type, id::text as source_id
      from transaction where id = any(${txIds}::bigint[])
      union all
      select merchant_id, tx_id, 'ADJUSTMENT', id::text from callback where tx_id = any(${txIds}::bigint[])
    )
    select s.tx_id, split_part(p.account, ':', 3) as account, split_part(p.account, ':', 4) as currency,
      sum(p.debit - p.credit)::text as minor
    from source s
      join journal_entry e on e.merchant_id = s.merchant_id and e.source_type = s.source_type
        and e.source_id = s.source_id
      join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
    where p.account like 'PSP\\_RECEIVABLE:%'
    group by 1, 2, 3`.execute(db)
  return rows
}
