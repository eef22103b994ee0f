import { sql, type RawBuilder } from 'kysely'
import { totalCap } from '@signalbox/model/field/paging'
import { openStates, type RulesetSummary, type VersionState } from '@signalbox/model/rules/ruleset'
import type { Tx } from '../../kit/database.ts'

export interface RulesetFilter {
  /** The selected merchant and those above it, nearest first. */
  readonly chain: readonly number[]
  readonly tables: readonly string[]
  readonly state?: VersionState
  readonly keyword?: string
}

export interface RulesetPage {
  readonly start: number
  readonly limit: number
  readonly sort: RulesetSort
}

/** By these names of a column; `table` follows the numbers of the tables, not their spelling. */
export const rulesetSorts = ['table', 'no', 'name', 'priority', 'merchantId', 'lastUpdatedAt'] as const
export interface RulesetSort {
  readonly by: (typeof rulesetSorts)[number]
  readonly descending: boolean
}

type Row = Omit<RulesetSummary, 'inherited' | 'open'> & {
  readonly openVersion: number | null
  readonly openRevision: number
  readonly openState: VersionState
  readonly openEditedBy: string
  readonly openEditedAt: string
  readonly openSubmittedBy: string | null
  readonly openChangeNote: string
  readonly openEffectiveFrom: string | null
}

const columns = sql`
  r.id::text, r.merchant_id, r.decision_table as table, r.no, s.name, s.note, s.priority, s.inherit, s.enabled,
  s.rule_count as rules, s.enabled_rule_count as rules_enabled, r.active_version, r.archived, r.updated_by,
  r.updated_at as last_updated_at,
  o.version as open_version, o.revision as open_revision, o.state as open_state, o.edited_by as open_edited_by,
  o.edited_at as open_edited_at, o.submitted_by as open_submitted_by, o.change_note as open_change_note,
  o.effective_from as open_effective_from`

/** With the version on its way where that may be seen: from below a ruleset is what it decides by, not what is planned. */
const from = (isOwn: RawBuilder<boolean>) => sql`
  from ruleset r
  join ruleset_version s
    on (s.merchant_id, s.ruleset_id, s.version) = (r.merchant_id, r.id, r.shown_version)
  left join ruleset_version o
    on (o.merchant_id, o.ruleset_id) = (r.merchant_id, r.id)
    and o.state in (${sql.join(openStates.map((state) => sql.lit(state)))})
    and ${isOwn}`

const ownOf = ({ chain }: RulesetFilter): RawBuilder<boolean> => sql<boolean>`r.merchant_id = ${chain[0]}`

const states: Partial<Record<VersionState, RawBuilder<boolean>>> = {
  ACTIVE: sql<boolean>`r.active_version is not null`,
  ARCHIVED: sql<boolean>`r.archived`,
  SUPERSEDED: sql<boolean>`false`,
}

function conditionsOf(filter: RulesetFilter): RawBuilder<boolean> {
  const { chain, tables, state, keyword } = filter
  const conditions = [
    sql<boolean>`r.merchant_id = any(${[...chain]}::integer[])`,
    sql<boolean>`(${ownOf(filter)} or r.active_version is not null)`,
    sql<boolean>`r.decision_table = any(${[...tables]}::text[])`,
  ]
  if (state) conditions.push(states[state] ?? sql<boolean>`o.state = ${state}`)
  const wanted = keyword?.trim().toLowerCase()
  if (wanted) {
    const holds = (text: RawBuilder<unknown>) => sql<boolean>`strpos(lower(${text}), ${wanted}) > 0`
    const inRows = holds(sql`s.rules::text`)
    conditions.push(
      sql<boolean>`(${holds(sql`s.name`)} or ${holds(sql`s.note`)} or ${holds(sql`o.name`)} or ${inRows})`,
    )
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

function orderOf({ by, descending }: RulesetSort, { tables, chain }: RulesetFilter): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const place = sql`array_position(${[...tables]}::text[], r.decision_table)`
  const keys = {
    table: place,
    no: sql`r.no`,
    name: sql`lower(s.name)`,
    priority: sql`s.priority`,
    merchantId: sql`r.merchant_id`,
    lastUpdatedAt: sql`r.updated_at`,
  }
  return sql`${keys[by]} ${direction}, ${place}, array_position(${[...chain]}::integer[], r.merchant_id),
    s.priority, r.no, r.id`
}

function summaryOf(row: Row, selected: number | undefined): RulesetSummary {
  const { openVersion, openRevision, openState, openEditedBy, openEditedAt, ...rest } = row
  const { openSubmittedBy, openChangeNote, openEffectiveFrom, ...summary } = rest
  return {
    ...summary,
    inherited: summary.merchantId !== selected,
    open:
      openVersion === null
        ? null
        : {
            version: openVersion,
            revision: openRevision,
            state: openState,
            editedBy: openEditedBy,
            editedAt: openEditedAt,
            submittedBy: openSubmittedBy,
            changeNote: openChangeNote,
            effectiveFrom: openEffectiveFrom,
          },
  }
}

export async function listRulesets(
  tx: Tx,
  filter: RulesetFilter,
  { start, limit, sort }: RulesetPage,
): Promise<{ items: RulesetSummary[]; total: number }> {
  const where = conditionsOf(filter)
  const rulesets = from(ownOf(filter))
  const [found, counted] = await Promise.all([
    sql<Row>`select ${columns} ${rulesets} where ${where} order by ${orderOf(sort, filter)}
      limit ${limit} offset ${start}`.execute(tx),
    sql<{ total: number }>`select count(*) as total from
      (select 1 ${rulesets} where ${where} limit ${totalCap + 1}) as counted`.execute(tx),
  ])
  return {
    items: found.rows.map((row) => summaryOf(row, filter.chain[0])),
    total: counted.rows[0]?.total ?? 0,
  }
}

/** One line of the list, as the selected merchant sees it. */
export async function summaryById(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
  { selected, isOwn }: { readonly selected: number; readonly isOwn: boolean },
): Promise<RulesetSummary | undefined> {
  const { rows } = await sql<Row>`select ${columns} ${from(sql<boolean>`${isOwn}::boolean`)}
    where r.merchant_id = ${merchantId} and r.id = ${id}::uuid`.execute(tx)
  return rows[0] && summaryOf(rows[0], selected)
}
