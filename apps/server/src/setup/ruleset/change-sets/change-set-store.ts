import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import type {
  ChangeSetHistory,
  ChangeSetMember,
  ChangeSetState,
  ChangeSetSummary,
} from '@signalbox/model/calls/change-set'
import { totalCap } from '@signalbox/model/field/paging'
import { isUuid } from '@signalbox/model/field/validators'
import { openStates } from '@signalbox/model/rules/ruleset'
import type { Tx } from '../../../kit/database.ts'
import type { RulesetKey } from '../ruleset-tables.ts'
import type { ChangeSetRow, ChangeSetTable, ChangeSetTables } from './change-set-tables.ts'

type SetKey = Pick<ChangeSetRow, 'merchantId' | 'id'>

const tables = (tx: Tx) => tx.withTables<ChangeSetTables>()

export async function insertSet(tx: Tx, row: Insertable<ChangeSetTable>): Promise<void> {
  await tables(tx).insertInto('changeSet').values(row).execute()
}

export async function updateSet(
  tx: Tx,
  { merchantId, id }: SetKey,
  values: Updateable<ChangeSetTable>,
): Promise<void> {
  await tables(tx)
    .updateTable('changeSet')
    .set(values)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()
}

/** A change set of one of the merchants. An id of another form is nobody's. */
export async function findSet(
  tx: Tx,
  id: string,
  merchants: readonly number[],
): Promise<ChangeSetRow | undefined> {
  if (!isUuid(id) || merchants.length === 0) return undefined
  return tables(tx)
    .selectFrom('changeSet')
    .selectAll()
    .where('id', '=', id)
    .where('merchantId', 'in', [...merchants])
    .executeTakeFirst()
}

/** The same, with everybody else waiting. */
export async function lockSetRow(
  tx: Tx,
  id: string,
  merchants: readonly number[],
): Promise<ChangeSetRow | undefined> {
  if (!isUuid(id) || merchants.length === 0) return undefined
  return tables(tx)
    .selectFrom('changeSet')
    .selectAll()
    .where('id', '=', id)
    .where('merchantId', 'in', [...merchants])
    .forUpdate()
    .executeTakeFirst()
}

export interface MemberRef {
  readonly rulesetMerchantId: number
  readonly rulesetId: string
  readonly version: number
}

/** By their ids: whoever locks several takes them in this order. */
export async function memberRefs(tx: Tx, { merchantId, id }: SetKey): Promise<MemberRef[]> {
  return tables(tx)
    .selectFrom('changeSetMember')
    .select(['rulesetMerchantId', 'rulesetId', 'version'])
    .where('merchantId', '=', merchantId)
    .where('changeSetId', '=', id)
    .orderBy('rulesetId')
    .execute()
}

export async function insertMember(
  tx: Tx,
  { merchantId, id }: SetKey,
  ruleset: RulesetKey,
  version: number,
): Promise<void> {
  await tables(tx)
    .insertInto('changeSetMember')
    .values({
      merchantId,
      changeSetId: id,
      rulesetMerchantId: ruleset.merchantId,
      rulesetId: ruleset.id,
      version,
    })
    .execute()
}

export async function deleteMember(tx: Tx, { merchantId, id }: SetKey, rulesetId: string): Promise<void> {
  await tables(tx)
    .deleteFrom('changeSetMember')
    .where('merchantId', '=', merchantId)
    .where('changeSetId', '=', id)
    .where('rulesetId', '=', rulesetId)
    .execute()
}

/** As they are shown, in the order of their tables' names. */
export async function membersOf(tx: Tx, { merchantId, id }: SetKey): Promise<ChangeSetMember[]> {
  const { rows } = await sql<ChangeSetMember>`
    select r.id::text as ruleset_id, r.merchant_id, r.decision_table as table, r.no, v.name, v.version, v.revision,
      v.state, r.active_version, v.rule_count as rules, v.change_note, v.editors,
      v.state = any(${[...openStates]}::text[]) and r.active_version is not null
        and v.based_on is distinct from r.active_version as outdated
    from change_set_member m
    join ruleset r on (r.merchant_id, r.id) = (m.ruleset_merchant_id, m.ruleset_id)
    join ruleset_version v on (v.merchant_id, v.ruleset_id, v.version) = (r.merchant_id, r.id, m.version)
    where m.merchant_id = ${merchantId} and m.change_set_id = ${id}::uuid
    order by r.decision_table, r.merchant_id, r.no`.execute(tx)
  return rows
}

export async function insertStep(
  tx: Tx,
  { merchantId, id }: SetKey,
  step: {
    readonly id: string
    readonly at: Date
    readonly username: string
    readonly action: string
    readonly note: string | null
  },
): Promise<void> {
  await tables(tx)
    .insertInto('changeSetStep')
    .values({ merchantId, changeSetId: id, ...step })
    .execute()
}

export async function stepsOf(
  tx: Tx,
  { merchantId, id }: SetKey,
  limit: number,
): Promise<ChangeSetHistory['items']> {
  return tables(tx)
    .selectFrom('changeSetStep')
    .select(['at', 'username as user', 'action', 'note'])
    .where('merchantId', '=', merchantId)
    .where('changeSetId', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

interface SetFilter {
  readonly merchants: readonly number[]
  /** Sets with a member of another table are not shown. */
  readonly tables: readonly string[]
  readonly state?: ChangeSetState | undefined
}

const shown = ({ merchants, tables: visible, state }: SetFilter): RawBuilder<unknown> => sql`
  s.merchant_id = any(${[...merchants]}::integer[]) and (${state ?? null}::text is null or s.state = ${state ?? null}::text)
  and not exists (select from change_set_member m
    join ruleset r on (r.merchant_id, r.id) = (m.ruleset_merchant_id, m.ruleset_id)
    where (m.merchant_id, m.change_set_id) = (s.merchant_id, s.id)
      and r.decision_table <> all(${[...visible]}::text[]))`

export async function listSets(
  tx: Tx,
  filter: SetFilter,
  { start, limit }: { readonly start: number; readonly limit: number },
): Promise<{ items: ChangeSetSummary[]; total: number }> {
  const { rows } = await sql<ChangeSetSummary>`
    select s.id::text, s.merchant_id, s.title, s.note, s.state, s.version, s.created_by, s.created_at, s.updated_at,
      s.submitted_by, s.submitted_at, s.activate_at, s.activated_at, s.problem,
      (select count(*)::integer from change_set_member m where (m.merchant_id, m.change_set_id) = (s.merchant_id, s.id))
        as member_count
    from change_set s where ${shown(filter)}
    order by s.updated_at desc, s.id desc limit ${limit} offset ${start}`.execute(tx)
  const counted = await sql<{ total: number }>`select count(*) as total from
    (select 1 from change_set s where ${shown(filter)} limit ${totalCap + 1}) as counted`.execute(tx)
  return { items: rows, total: counted.rows[0]?.total ?? 0 }
}

/** Scheduled change sets whose time has come, the earliest first. */
export async function dueSets(tx: Tx, now: Date): Promise<SetKey[]> {
  return tables(tx)
    .selectFrom('changeSet')
    .select(['merchantId', 'id'])
    .where('state', '=', 'SCHEDULED')
    .where('activateAt', '<=', now.toISOString())
    .orderBy('activateAt')
    .limit(100)
    .execute()
}

export interface WaitingSet extends Pick<
  ChangeSetRow,
  | 'id'
  | 'merchantId'
  | 'title'
  | 'note'
  | 'submittedBy'
  | 'editorIds'
  | 'editors'
  | 'approverIds'
  | 'approvers'
> {
  readonly submittedAt: string
  /** Whoever worked on its members. */
  readonly memberEditors: readonly string[]
  readonly tables: readonly string[]
}

/** Change sets sent for approval, the newest first. */
export async function waitingSets(tx: Tx, merchants: readonly number[]): Promise<WaitingSet[]> {
  const { rows } = await sql<WaitingSet>`
    select s.id::text, s.merchant_id, s.title, s.note, s.submitted_by, s.submitted_at, s.editor_ids, s.editors,
      s.approver_ids, s.approvers,
      (select coalesce(array_agg(distinct person), '{}') from change_set_member m
        join ruleset_version v on (v.merchant_id, v.ruleset_id, v.version) = (m.ruleset_merchant_id, m.ruleset_id, m.version)
        cross join lateral unnest(v.editor_ids || v.editors) as person
        where (m.merchant_id, m.change_set_id) = (s.merchant_id, s.id)) as member_editors,
      (select coalesce(array_agg(distinct r.decision_table), '{}') from change_set_member m
        join ruleset r on (r.merchant_id, r.id) = (m.ruleset_merchant_id, m.ruleset_id)
        where (m.merchant_id, m.change_set_id) = (s.merchant_id, s.id)) as tables
    from change_set s
    where s.state = 'PENDING_APPROVAL' and s.merchant_id = any(${[...merchants]}::integer[])
    order by s.submitted_at desc, s.id limit 1000`.execute(tx)
  return rows
}
