import { sql } from 'kysely'
import type { People } from '@signalbox/model/access/people'
import type { Tx } from '../../kit/database.ts'

interface WaitingBatch {
  readonly id: string
  readonly merchantId: number
  readonly psp: string
  readonly batchRef: string
  readonly payoutDate: string
  readonly updatedAt: string
  readonly importedBy: string
  readonly importer: readonly string[]
  readonly isAccepted: boolean
  readonly openCount: number
  /** Whoever asked to undo the acceptance, by every name. */
  readonly unacceptPeople: readonly string[]
  readonly unacceptRoles: readonly string[]
  /** Whoever asked for each write-off that needs a second person, by every name. */
  readonly writeOffs: readonly (readonly string[])[]
  /** The reader decided about some of its lines. */
  readonly isDecider: boolean
}

const most = 200

/** Batches that need somebody: lines to decide, an acceptance, or the second person of a write-off or an undo. */
export async function waitingBatches(
  tx: Tx,
  merchants: readonly number[],
  reader: People,
): Promise<WaitingBatch[]> {
  const { rows } = await sql<WaitingBatch>`
    select b.id::text, b.merchant_id, b.psp, b.batch_ref, b.payout_date::text, b.updated_at, b.imported_by, b.importer,
      b.state in ('ACCEPTED', 'CLOSED') as is_accepted, b.open_count, b.unaccept_people, b.unaccept_roles,
      coalesce((select jsonb_agg(to_jsonb(l.write_off_people)) from settlement_line l
        where l.merchant_id = b.merchant_id and l.batch_id = b.id and l.match_status not in ('MATCHED', 'WRITTEN_OFF')
          and l.write_off_by is not null), '[]') as write_offs,
      exists (select 1 from settlement_line l where l.merchant_id = b.merchant_id and l.batch_id = b.id
        and l.match_status in ('ACCEPTED', 'WRITTEN_OFF') and l.resolved_by = any(${[...reader]}::text[])) as is_decider
    from settlement_batch b
    where b.merchant_id = any(${[...merchants]}::integer[])
      and (b.state not in ('ACCEPTED', 'CLOSED', 'REJECTED') or b.unaccept_by is not null)
    order by b.payout_date, b.id limit ${most}`.execute(tx)
  return rows
}
