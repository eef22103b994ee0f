import { sql, type Insertable, type Updateable } from 'kysely'
import { openStates } from '@signalbox/model/rules/ruleset'
import { isUuid } from '@signalbox/model/field/validators'
import type { Tx } from '../../kit/database.ts'
import type {
  RulesetKey,
  RulesetRow,
  RulesetTable,
  RulesetTables,
  RulesetVersionTable,
  VersionHead,
  VersionRow,
} from './ruleset-tables.ts'

const tables = (tx: Tx) => tx.withTables<RulesetTables>()

const headColumns = [
  'merchantId',
  'rulesetId',
  'version',
  'state',
  'revision',
  'name',
  'note',
  'priority',
  'inherit',
  'enabled',
  'preconditions',
  'ruleCount',
  'enabledRuleCount',
  'contentHash',
  'changeNote',
  'basedOn',
  'archives',
  'editorIds',
  'editors',
  'editedBy',
  'editedAt',
  'submittedBy',
  'submittedAt',
  'decisions',
  'effectiveFrom',
  'activatedAt',
  'endedAt',
  'activationProblem',
  'direction',
  'policy',
  'policyReason',
  'approverIds',
  'approvers',
  'emergency',
  'confirmUntil',
  'changeSetId',
] as const satisfies readonly (keyof VersionHead)[]

const rulesText = sql<string>`rules::text`.as('rules')

/** The next number on the merchant. The counter's row makes others wait, so no number is given twice. */
export async function takeNumber(tx: Tx, merchantId: number, decisionTable: string): Promise<number> {
  const { lastNo } = await tables(tx)
    .insertInto('rulesetNumber')
    .values({ merchantId, decisionTable, lastNo: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['merchantId', 'decisionTable'])
        .doUpdateSet({ lastNo: sql<number>`ruleset_number.last_no + 1` }),
    )
    .returning('lastNo')
    .executeTakeFirstOrThrow()
  return lastNo
}

export async function insertRulesets(tx: Tx, rows: readonly Insertable<RulesetTable>[]): Promise<void> {
  await tables(tx)
    .insertInto('ruleset')
    .values([...rows])
    .execute()
}

export async function insertVersions(
  tx: Tx,
  rows: readonly Insertable<RulesetVersionTable>[],
): Promise<void> {
  await tables(tx)
    .insertInto('rulesetVersion')
    .values([...rows])
    .execute()
}

/** A ruleset of one of the merchants. An id of another form is nobody's. */
export async function findRuleset(
  tx: Tx,
  id: string,
  merchants: readonly number[],
): Promise<RulesetRow | undefined> {
  if (!isUuid(id) || merchants.length === 0) return undefined
  return tables(tx)
    .selectFrom('ruleset')
    .selectAll()
    .where('id', '=', id)
    .where('merchantId', 'in', [...merchants])
    .executeTakeFirst()
}

/** The same, with everybody else waiting. */
export async function lockRulesetRow(
  tx: Tx,
  id: string,
  merchants: readonly number[],
): Promise<RulesetRow | undefined> {
  if (!isUuid(id) || merchants.length === 0) return undefined
  return tables(tx)
    .selectFrom('ruleset')
    .selectAll()
    .where('id', '=', id)
    .where('merchantId', 'in', [...merchants])
    .forUpdate()
    .executeTakeFirst()
}

/** Large rulesets are worked on longer than a connection may otherwise sit in a transaction doing nothing. */
export async function allowLongWork(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx)
}

export async function updateRuleset(
  tx: Tx,
  { merchantId, id }: RulesetKey,
  values: Updateable<RulesetTable>,
): Promise<void> {
  await tables(tx)
    .updateTable('ruleset')
    .set(values)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()
}

/** With all its versions. */
export async function removeRuleset(tx: Tx, { merchantId, id }: RulesetKey): Promise<void> {
  await tables(tx).deleteFrom('ruleset').where('merchantId', '=', merchantId).where('id', '=', id).execute()
}

export async function updateVersion(
  tx: Tx,
  { merchantId, id }: RulesetKey,
  version: number,
  values: Updateable<RulesetVersionTable>,
): Promise<void> {
  await tables(tx)
    .updateTable('rulesetVersion')
    .set(values)
    .where('merchantId', '=', merchantId)
    .where('rulesetId', '=', id)
    .where('version', '=', version)
    .execute()
}

export async function removeVersion(tx: Tx, { merchantId, id }: RulesetKey, version: number): Promise<void> {
  await tables(tx)
    .deleteFrom('rulesetVersion')
    .where('merchantId', '=', merchantId)
    .where('rulesetId', '=', id)
    .where('version', '=', version)
    .execute()
}

export async function findVersion(
  tx: Tx,
  { merchantId, id }: RulesetKey,
  version: number | null,
): Promise<VersionRow | undefined> {
  if (version === null) return undefined
  return tables(tx)
    .selectFrom('rulesetVersion')
    .select(headColumns)
    .select(rulesText)
    .where('merchantId', '=', merchantId)
    .where('rulesetId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** The version that counts and the one on its way, without their rows. */
export async function currentHeads(
  tx: Tx,
  { merchantId, id, activeVersion }: Pick<RulesetRow, 'merchantId' | 'id' | 'activeVersion'>,
): Promise<{ readonly active: VersionHead | undefined; readonly open: VersionHead | undefined }> {
  const heads = await tables(tx)
    .selectFrom('rulesetVersion')
    .select(headColumns)
    .where('merchantId', '=', merchantId)
    .where('rulesetId', '=', id)
    .where((where) => where.or([where('version', '=', activeVersion), where('state', 'in', [...openStates])]))
    .execute()
  return {
    active: heads.find(({ version }) => version === activeVersion),
    open: heads.find(({ version }) => version !== activeVersion),
  }
}

/** The one version that is still on its way. */
export async function findOpenVersion(
  tx: Tx,
  { merchantId, id }: RulesetKey,
): Promise<VersionRow | undefined> {
  return tables(tx)
    .selectFrom('rulesetVersion')
    .select(headColumns)
    .select(rulesText)
    .where('merchantId', '=', merchantId)
    .where('rulesetId', '=', id)
    .where('state', 'in', [...openStates])
    .executeTakeFirst()
}

/** Newest first. */
export async function listVersions(
  tx: Tx,
  { merchantId, id }: RulesetKey,
  {
    limit,
    before,
    activatedOnly,
  }: { readonly limit: number; readonly before?: number; readonly activatedOnly: boolean },
): Promise<VersionHead[]> {
  let versions = tables(tx)
    .selectFrom('rulesetVersion')
    .select(headColumns)
    .where('merchantId', '=', merchantId)
    .where('rulesetId', '=', id)
    .orderBy('version', 'desc')
    .limit(limit)
  if (before !== undefined) versions = versions.where('version', '<', before)
  if (activatedOnly) versions = versions.where('activatedAt', 'is not', null)
  return versions.execute()
}

/** Scheduled versions whose time has come, the earliest first. */
export async function dueVersions(
  tx: Tx,
  now: Date,
): Promise<{ merchantId: number; rulesetId: string; version: number }[]> {
  return (
    tables(tx)
      .selectFrom('rulesetVersion')
      .select(['merchantId', 'rulesetId', 'version'])
      .where('state', '=', 'SCHEDULED')
      .where('effectiveFrom', '<=', now.toISOString())
      // A change set becomes active as a whole: `change-sets/release-due.ts`.
      .where('changeSetId', 'is', null)
      .orderBy('effectiveFrom')
      .limit(100)
      .execute()
  )
}

/** Versions activated in an emergency that nobody confirmed in time. */
export async function unconfirmedVersions(
  tx: Tx,
  now: Date,
): Promise<{ merchantId: number; rulesetId: string; version: number }[]> {
  return tables(tx)
    .selectFrom('rulesetVersion')
    .select(['merchantId', 'rulesetId', 'version'])
    .where('emergency', '=', 'UNCONFIRMED')
    .where('confirmUntil', '<=', now.toISOString())
    .orderBy('confirmUntil')
    .limit(100)
    .execute()
}

/** Versions in effect or on their way in whose rows a text stands as a whole value. */
export async function versionsContaining(tx: Tx, text: string, merchants: readonly number[] | undefined) {
  let versions = tables(tx)
    .selectFrom('rulesetVersion')
    .innerJoin('ruleset', (join) =>
      join
        .onRef('ruleset.merchantId', '=', 'rulesetVersion.merchantId')
        .onRef('ruleset.id', '=', 'rulesetVersion.rulesetId'),
    )
    .select([
      'rulesetVersion.merchantId',
      'rulesetVersion.rulesetId',
      'rulesetVersion.version',
      'rulesetVersion.name',
      'rulesetVersion.state',
      'rulesetVersion.preconditions',
      'ruleset.decisionTable',
      'ruleset.no',
    ])
    .select(sql<string>`ruleset_version.rules::text`.as('rules'))
    .where('rulesetVersion.state', 'in', ['ACTIVE', ...openStates])
    .where(
      sql<boolean>`strpos(ruleset_version.rules::text || ruleset_version.preconditions::text, ${JSON.stringify(text)}) > 0`,
    )
    .orderBy('rulesetVersion.merchantId')
    .orderBy('ruleset.decisionTable')
    .orderBy('ruleset.no')
  if (merchants) versions = versions.where('rulesetVersion.merchantId', 'in', [...merchants])
  return versions.execute()
}

/** The ruleset of a table that has one per merchant, with everybody else waiting. */
export async function rulesetOfTable(
  tx: Tx,
  merchantId: number,
  decisionTable: string,
): Promise<RulesetRow | undefined> {
  return tables(tx)
    .selectFrom('ruleset')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('decisionTable', '=', decisionTable)
    .orderBy('no')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}
