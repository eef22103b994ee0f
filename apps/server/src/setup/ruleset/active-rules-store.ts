import { sql } from 'kysely'
import type { Rule } from '@signalbox/model/rules/rule'
import type { Tx } from '../../kit/database.ts'
import type { VersionToIndex } from './ruleset-worker/index-version.ts'
import { contentText, type RulesetFields } from './ruleset-worker/draft.ts'

/** Which content: a draft has many states under one version, each with its own revision. */
export interface VersionRef {
  readonly merchantId: number
  readonly rulesetId: string
  readonly table: string
  readonly version: number
  readonly revision: number
  /** The same for the same content, whatever was decided about it; empty while it is not fit to be decided by. */
  readonly contentHash: string
}

/** The active versions of all merchants, or of some, or of one table. */
export async function activeVersions(
  tx: Tx,
  where: { readonly merchants?: readonly number[]; readonly table?: string } = {},
): Promise<VersionRef[]> {
  const merchants = where.merchants ? [...where.merchants] : null
  const { rows } = await sql<VersionRef>`
    select r.merchant_id, r.id::text as ruleset_id, r.decision_table as table, v.version, v.revision,
      v.content_hash
    from ruleset r
    join ruleset_version v on (v.merchant_id, v.ruleset_id, v.version) = (r.merchant_id, r.id, r.active_version)
    where (${merchants}::integer[] is null or r.merchant_id = any(${merchants}::integer[]))
      and (${where.table ?? null}::text is null or r.decision_table = ${where.table ?? null}::text)
    order by r.merchant_id, r.decision_table, r.no`.execute(tx)
  return rows
}

const mostAwaited = 50

/** Versions that will be active as soon as somebody agrees or their time has come, the latest first. */
export async function awaitedVersions(tx: Tx): Promise<VersionRef[]> {
  const { rows } = await sql<VersionRef>`
    select v.merchant_id, v.ruleset_id::text as ruleset_id, r.decision_table as table, v.version, v.revision,
      v.content_hash
    from ruleset_version v join ruleset r on (r.merchant_id, r.id) = (v.merchant_id, v.ruleset_id)
    where v.state in ('PENDING_APPROVAL', 'SCHEDULED') and not v.archives
    order by v.submitted_at desc limit ${mostAwaited}`.execute(tx)
  return rows
}

/** Content as it is stored now; undefined when that revision is no more. */
export async function loadVersion(
  tx: Tx,
  ref: Pick<VersionRef, 'merchantId' | 'rulesetId' | 'version' | 'revision'>,
): Promise<VersionToIndex | undefined> {
  const { rows } = await sql<RulesetFields & { no: number; table: string; rules: string }>`
    select r.no, r.decision_table as table, v.name, v.note, v.priority, v.inherit, v.enabled, v.preconditions,
      v.rules::text as rules
    from ruleset r
    join ruleset_version v on (v.merchant_id, v.ruleset_id) = (r.merchant_id, r.id)
    where r.merchant_id = ${ref.merchantId} and r.id = ${ref.rulesetId}::uuid
      and v.version = ${ref.version} and v.revision = ${ref.revision}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { no, table, rules, ...fields } = row
  const { merchantId, rulesetId, version } = ref
  return {
    identity: { rulesetId, merchantId, table, no, version },
    content: contentText(fields, rules),
  }
}

/** Every merchant with those above it, nearest first. */
export async function lineages(tx: Tx): Promise<Map<number, readonly number[]>> {
  const rows = await tx.selectFrom('merchant').select(['id', 'path']).execute()
  return new Map(rows.map(({ id, path }) => [id, path.split('/').filter(Boolean).map(Number).reverse()]))
}

const versionName = /^(\d{1,9})_[A-Z0-9]+_(\d{1,4})@(\d{1,7})$/

/** Versions of one table as payments remember them, `1000_RO_01@3`; those that are gone are left out. */
export async function versionRefs(tx: Tx, table: string, names: readonly string[]): Promise<VersionRef[]> {
  const asked = names.flatMap((name) => {
    const [, merchantId, no, version] = versionName.exec(name) ?? []
    return merchantId === undefined ? [] : [[Number(merchantId), Number(no), Number(version)] as const]
  })
  const { rows } = await sql<VersionRef>`
    select r.merchant_id, r.id::text as ruleset_id, r.decision_table as table, v.version, v.revision,
      v.content_hash
    from unnest(${asked.map(([merchantId]) => merchantId)}::integer[], ${asked.map(([, no]) => no)}::integer[],
      ${asked.map(([, , version]) => version)}::integer[]) with ordinality as asked (merchant_id, no, version, place)
    join ruleset r on (r.merchant_id, r.decision_table, r.no) = (asked.merchant_id, ${table}, asked.no)
    join ruleset_version v on (v.merchant_id, v.ruleset_id, v.version) = (r.merchant_id, r.id, asked.version)
    order by asked.place`.execute(tx)
  return rows
}

/** The rows of one table that are in effect for these merchants, whatever they ask about. */
export async function activeRulesOf(tx: Tx, table: string, merchants: readonly number[]): Promise<Rule[]> {
  const { rows } = await sql<{ rules: string }>`
    select v.rules::text as rules
    from ruleset r
    join ruleset_version v on (v.merchant_id, v.ruleset_id, v.version) = (r.merchant_id, r.id, r.active_version)
    where r.merchant_id = any(${[...merchants]}::integer[]) and r.decision_table = ${table}`.execute(tx)
  return rows.flatMap(({ rules }) => JSON.parse(rules) as Rule[])
}
