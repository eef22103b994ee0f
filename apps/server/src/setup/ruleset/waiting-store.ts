import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

export interface WaitingVersion {
  readonly id: string
  readonly merchantId: number
  readonly decisionTable: string
  readonly version: number
  readonly name: string
  readonly archives: boolean
  readonly changeNote: string
  readonly editorIds: readonly string[]
  readonly editors: readonly string[]
  readonly submittedBy: string | null
  readonly submittedAt: string
  readonly approverIds: readonly string[]
  readonly approvers: readonly string[]
  readonly policy: string | null
  /** By when somebody has to confirm what is active already; null for what waits for its approval. */
  readonly confirmUntil: string | null
}

/** Versions sent for approval, and versions active without one, the newest first. Change sets are decided as a whole. */
export async function waitingVersions(
  tx: Tx,
  merchants: readonly number[],
  tables: readonly string[],
): Promise<WaitingVersion[]> {
  const { rows } = await sql<WaitingVersion>`
    select r.id::text, r.merchant_id, r.decision_table, v.version, v.name, v.archives, v.change_note, v.editor_ids, v.editors,
      v.submitted_by, coalesce(v.submitted_at, v.edited_at) as submitted_at, v.approver_ids, v.approvers, v.policy,
      case when v.emergency = 'UNCONFIRMED' then v.confirm_until end as confirm_until
    from ruleset r
    join ruleset_version v on v.merchant_id = r.merchant_id and v.ruleset_id = r.id 
      and (v.state = 'PENDING_APPROVAL' and v.change_set_id is null or v.emergency = 'UNCONFIRMED')
    where r.merchant_id = any(${[...merchants]}::integer[]) and r.decision_table = any(${[...tables]}::text[])
    order by submitted_at desc, r.id`.execute(tx)
  return rows
}
