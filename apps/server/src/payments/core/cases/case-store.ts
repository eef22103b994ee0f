import { sql } from 'kysely'
import type {
  CaseEntryKind,
  CaseResolution,
  CaseSeverity,
  CaseState,
  CaseType,
} from '@signalbox/model/investigation/case'
import type { Database, Tx } from '../../../kit/database.ts'
import { statusIs } from '../../../kit/status-sql.ts'

export interface CaseRecord {
  readonly merchantId: number
  readonly id: string
  readonly txId: number | null
  readonly callbackId: string | null
  readonly type: CaseType
  readonly state: CaseState
  readonly severity: CaseSeverity
  readonly cause: string | null
  readonly assigneeId: string | null
  readonly assignee: string | null
  readonly dueAt: string
  readonly resolution: CaseResolution | null
  readonly openedAt: string
  readonly resolvedAt: string | null
  readonly version: number
}

const columns = sql`merchant_id, id, tx_id, callback_id, type, state, severity, cause, assignee_id, assignee, due_at,
  resolution, opened_at, resolved_at, version`

export interface CaseDraft {
  readonly merchantId: number
  readonly id: string
  readonly txId: number | null
  readonly callbackId?: string
  readonly type: CaseType
  readonly severity: CaseSeverity
  readonly cause: string
  readonly dueAt: Date
  readonly now: Date
  readonly by?: string
}

/** What lists and open sheets hear about. */
export interface CaseChange {
  readonly id: string
  readonly version: number
  readonly isNew: boolean
}

/**
 * One open case per transaction and type, or per callback; a second reason takes the place of the first. The same reason
 * again changes nothing: whoever has the case open can go on with it.
 */
export async function upsertCase(tx: Tx, draft: CaseDraft): Promise<CaseChange> {
  const { rows } = await sql<CaseChange>`insert into investigation_case
      (merchant_id, id, tx_id, callback_id, type, state, severity, cause, due_at, opened_at, updated_at, updated_by)
    values (${draft.merchantId}, ${draft.id}, ${draft.txId}, ${draft.callbackId ?? null}, ${draft.type}, 'OPEN',
      ${draft.severity}, ${draft.cause}, ${draft.dueAt}, ${draft.now}, ${draft.now}, ${draft.by ?? 'system'})
    on conflict (merchant_id, tx_id, type, coalesce(callback_id, '00000000-0000-0000-0000-000000000000'::uuid))
    where state <> 'RESOLVED' and tx_id is not null
    do update set cause = excluded.cause,
      version = investigation_case.version + (investigation_case.cause is distinct from excluded.cause)::integer,
      updated_at = case when investigation_case.cause is distinct from excluded.cause then excluded.updated_at
        else investigation_case.updated_at end
    returning id, version, id = ${draft.id} as is_new`.execute(tx)
  return rows[0] as CaseChange
}

/** What a case is about. */
export interface CaseKey {
  readonly merchantId: number
  readonly txId: number
  readonly type: CaseType
  readonly callbackId?: string
}

/** A case that was closed, and how it stood before. */
export interface ClosedCase extends CaseChange {
  readonly before: Pick<CaseRecord, 'state' | 'assignee'>
}

export async function resolveOpenCase(
  tx: Tx,
  key: CaseKey,
  resolution: CaseResolution,
  { now, by }: { readonly now: Date; readonly by: string },
): Promise<ClosedCase | undefined> {
  const { rows } = await sql<CaseChange & ClosedCase['before']>`with held as (
      select merchant_id, id, state, assignee from investigation_case
      where merchant_id = ${key.merchantId} and tx_id = ${key.txId} and type = ${key.type}
        and callback_id is not distinct from ${key.callbackId ?? null}::uuid and state <> 'RESOLVED' for update)
    update investigation_case as c set state = 'RESOLVED', resolution = ${resolution},
      resolved_at = ${now}, updated_at = ${now}, updated_by = ${by}, version = c.version + 1
    from held where c.merchant_id = held.merchant_id and c.id = held.id
    returning c.id, c.version, false as is_new, held.state, held.assignee`.execute(tx)
  const [closed] = rows
  if (!closed) return undefined
  const { state, assignee, ...change } = closed
  return { ...change, before: { state, assignee } }
}

/** Disputes somebody still has to look at although nothing of their payment is charged back. */
export async function settledDisputes(tx: Tx, merchantId: number, originTxId: number): Promise<number[]> {
  const { rows } = await sql<{ txId: number }>`select c.tx_id from investigation_case c
    join transaction dispute on dispute.merchant_id = c.merchant_id and dispute.id = c.tx_id
    join transaction origin on origin.merchant_id = c.merchant_id and origin.id = dispute.origin_tx_id
    where c.merchant_id = ${merchantId} and c.type = 'DISPUTE' and c.state <> 'RESOLVED'
      and origin.id = ${originTxId} and origin.chargeback_minor = 0
      -- Of a fee alone nothing is in the wallet: it is open until the PSP has returned what it took.
      and coalesce((select sum(case back.method when 'CHARGEBACK' then 1 else -1 end * abs(back.psp_amount_minor))
        from transaction back where back.merchant_id = origin.merchant_id and back.origin_tx_id = origin.id
          and back.method in ('CHARGEBACK', 'CHARGEBACK_WON') and ${statusIs('back.status_no', 'SUCCESSFUL')}), 0) <= 0`.execute(
    tx,
  )
  return rows.map(({ txId }) => txId)
}

export async function findCase(
  tx: Database | Tx,
  id: string,
  merchants: readonly number[],
): Promise<CaseRecord | undefined> {
  const { rows } = await sql<CaseRecord>`select ${columns} from investigation_case
    where merchant_id = any(${[...merchants]}::integer[]) and id = ${id}`.execute(tx)
  return rows[0]
}

/** Whoever holds it decides about the case alone until the end of the transaction. */
export async function lockCaseRow(
  tx: Tx,
  { merchantId, id }: Pick<CaseRecord, 'merchantId' | 'id'>,
): Promise<CaseRecord | undefined> {
  const { rows } = await sql<CaseRecord>`select ${columns} from investigation_case
    where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx)
  return rows[0]
}

type CaseFields = Pick<
  CaseRecord,
  'state' | 'assigneeId' | 'assignee' | 'resolution' | 'txId' | 'merchantId'
> & {
  readonly resolvedAt: Date | string | null
}

/** Changes a case its caller has locked. */
export async function updateCase(
  tx: Tx,
  record: CaseRecord,
  changes: Partial<CaseFields>,
  { now, by }: { readonly now: Date; readonly by: string },
): Promise<CaseChange> {
  const next: CaseFields = { ...record, ...changes }
  await sql`update investigation_case set merchant_id = ${next.merchantId}, tx_id = ${next.txId}, state = ${next.state},
      assignee_id = ${next.assigneeId}, assignee = ${next.assignee}, resolution = ${next.resolution},
      resolved_at = ${next.resolvedAt}, updated_at = ${now}, updated_by = ${by}, version = version + 1
    where merchant_id = ${record.merchantId} and id = ${record.id}`.execute(tx)
  if (next.merchantId !== record.merchantId)
    for (const table of ['case_entry', 'case_file', 'case_mention'])
      await sql`update ${sql.table(table)} set merchant_id = ${next.merchantId}
        where merchant_id = ${record.merchantId} and case_id = ${record.id}`.execute(tx)
  return { id: record.id, version: record.version + 1, isNew: false }
}

/** Whether the transaction has another case of this kind that is not resolved. */
export async function hasOtherOpen(
  tx: Tx,
  { merchantId, id, txId, type, callbackId }: CaseRecord,
): Promise<boolean> {
  if (txId === null) return false
  const { rows } = await sql`select 1 from investigation_case
    where merchant_id = ${merchantId} and tx_id = ${txId} and type = ${type} and id <> ${id}
      and callback_id is not distinct from ${callbackId}::uuid and state <> 'RESOLVED' limit 1`.execute(tx)
  return rows.length > 0
}

/** Who proposed last to book a difference, and how much. */
export async function lastProposal(
  tx: Tx,
  { merchantId, id }: Pick<CaseRecord, 'merchantId' | 'id'>,
): Promise<{ authorId: string; author: string; subject: string | null } | undefined> {
  const { rows } = await sql<{
    authorId: string
    author: string
    subject: string | null
  }>`select author_id, author, subject from case_entry
    where merchant_id = ${merchantId} and case_id = ${id} and kind = 'PROPOSED' order by at desc, id desc limit 1`.execute(
    tx,
  )
  return rows[0]
}

export interface EntryDraft {
  readonly merchantId: number
  readonly id: string
  readonly caseId: string
  readonly kind: CaseEntryKind
  readonly authorId: string
  readonly author: string
  readonly at: Date
  readonly text?: string | null
  readonly subject?: string | null
  readonly reference?: string | null
}

export async function insertEntry(tx: Tx, entry: EntryDraft): Promise<void> {
  await sql`insert into case_entry (merchant_id, id, case_id, kind, author_id, author, at, text, subject, reference)
    values (${entry.merchantId}, ${entry.id}, ${entry.caseId}, ${entry.kind}, ${entry.authorId}, ${entry.author},
      ${entry.at}, ${entry.text ?? null}, ${entry.subject ?? null}, ${entry.reference ?? null})`.execute(tx)
}
