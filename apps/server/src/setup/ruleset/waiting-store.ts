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
}

/** Versions sent for approval, the newest first. */
export async function waitingVersions(
  tx: Tx,
  merchants: readonly number[],
  tables: readonly string[],
): Promise<WaitingVersion[]> {
  const { rows } = await sql<WaitingVersion>`
    select r.id::text, r.merchant_id, r.decision_table, v.version, v.name, v.archives, v.change_note, v.editor_ids, v.editors,
      v.submitted_by, coalesce(v.submitted_at, v.edited_at) as submitted_at
    from ruleset r
    join ruleset_version v on v.merchant_id = r.merchant_id and v.ruleset_id = r.id and v.state = 'PENDING_APPROVAL'
    where r.merchant_id = any(${[...merchants]}::integer[]) and r.decision_table = any(${[...tables]}::text[])
    order by submitted_at desc, r.id`.execute(tx)
  return rows
}
