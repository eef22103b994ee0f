import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Passes } from '../../kit/person-words.ts'
import { named, replacedIn } from '../../kit/words-sql.ts'
import type { RulesetFields } from './ruleset-worker/draft.ts'

const texts = ['name', 'note', 'change_note', 'policy_reason', 'activation_problem'] as const
const documents = ['preconditions', 'rules', 'decisions'] as const

export interface ForgottenVersion extends RulesetFields {
  readonly merchantId: number
  readonly rulesetId: string
  readonly table: string
  readonly no: number
  readonly version: number
  readonly contentHash: string
  readonly rules: string
}

/** Replaces the words in every version that has them, and gives these as they are now. */
export async function replaceInVersions(
  tx: Tx,
  merchants: readonly number[],
  { text, json }: Passes,
): Promise<ForgottenVersion[]> {
  const changes = [
    ...(text.length > 0 ? texts : []).map((name) => ({
      column: sql.ref(name),
      isNamed: named(sql.ref(`v.${name}`), text),
      value: replacedIn(sql.ref(`v.${name}`), text),
    })),
    ...(json.length > 0 ? documents : []).map((name) => ({
      column: sql.ref(name),
      isNamed: named(sql`${sql.ref(`v.${name}`)}::text`, json),
      value: sql`${replacedIn(sql`${sql.ref(`v.${name}`)}::text`, json)}::json`,
    })),
  ]
  if (changes.length === 0 || merchants.length === 0) return []
  const { rows } = await sql<ForgottenVersion>`
    update ruleset_version v set ${sql.join(changes.map(({ column, value }) => sql`${column} = ${value}`))}
    from ruleset r
    where (r.merchant_id, r.id) = (v.merchant_id, v.ruleset_id) and v.merchant_id = any(${[...merchants]}::integer[])
      and (${sql.join(
        changes.map(({ isNamed }) => isNamed),
        sql` or `,
      )})
    returning v.merchant_id, v.ruleset_id::text as ruleset_id, r.decision_table as table, r.no, v.version,
      v.content_hash, v.name, v.note, v.priority, v.inherit, v.enabled, v.preconditions, v.rules::text as rules`.execute(
    tx,
  )
  return rows
}

/**
 * The version has another hash, and where it decides or is worked on another revision: so nodes turn to it, and whoever has
 * it open is told.
 */
export async function setForgottenHash(
  tx: Tx,
  { merchantId, rulesetId, version }: ForgottenVersion,
  contentHash: string,
): Promise<void> {
  await sql`with counted as (
      update ruleset set last_revision = last_revision + 1
      where merchant_id = ${merchantId} and id = ${rulesetId}::uuid returning last_revision)
    update ruleset_version set content_hash = ${contentHash},
      revision = case when state in ('ACTIVE', 'DRAFT', 'PENDING_APPROVAL', 'SCHEDULED', 'REJECTED')
        then (select last_revision from counted) else revision end
    where merchant_id = ${merchantId} and ruleset_id = ${rulesetId}::uuid and version = ${version}`.execute(
    tx,
  )
}

/** Rulesets in effect that name one of these addresses of the network. */
export async function countNamingAddresses(
  tx: Tx,
  merchants: readonly number[],
  addresses: readonly string[],
): Promise<number> {
  if (addresses.length === 0) return 0
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ruleset r
    join ruleset_version v on (v.merchant_id, v.ruleset_id, v.version) = (r.merchant_id, r.id, r.active_version)
    where r.merchant_id = any(${[...merchants]}::integer[])
      and exists (select 1 from unnest(${[...addresses]}::text[]) one (word)
        where position('"' || one.word || '"' in v.rules::text || v.preconditions::text) > 0)`.execute(tx)
  return rows[0]?.count ?? 0
}
