import { sql } from 'kysely'
import type { Database } from '../../kit/database.ts'

export interface RulesetToCheck {
  readonly merchantId: number
  readonly rulesetId: string
  readonly version: number
  readonly revision: number
}

const mostAtOnce = 200

/** The version lists show of each ruleset, where it was not checked as it is now, or not within the hour. */
export async function rulesetsToCheck(db: Database, now: Date): Promise<RulesetToCheck[]> {
  const { rows } = await sql<RulesetToCheck>`
    select r.merchant_id, r.id::text as ruleset_id, s.version, s.revision
    from ruleset r
    join ruleset_version s on (s.merchant_id, s.ruleset_id, s.version) = (r.merchant_id, r.id, r.shown_version)
    left join ruleset_lint l on (l.merchant_id, l.ruleset_id) = (r.merchant_id, r.id)
    where l.version is distinct from s.version or l.revision is distinct from s.revision
      or l.checked_at < ${now}::timestamptz - interval '1 hour'
    order by l.checked_at nulls first limit ${mostAtOnce}`.execute(db)
  return rows
}

interface FoundCounts {
  readonly errors: number
  readonly warnings: number
  readonly unreachable: readonly string[]
  readonly now: Date
}

export async function saveFindings(
  db: Database,
  { merchantId, rulesetId, version, revision }: RulesetToCheck,
  { errors, warnings, unreachable, now }: FoundCounts,
): Promise<void> {
  await sql`insert into ruleset_lint
      (merchant_id, ruleset_id, version, revision, errors, warnings, unreachable, checked_at)
    select ${merchantId}, id, ${version}, ${revision}, ${errors}, ${warnings}, ${[...unreachable]}::text[], ${now}
    from ruleset where merchant_id = ${merchantId} and id = ${rulesetId}::uuid
    on conflict (merchant_id, ruleset_id) do update set version = excluded.version, revision = excluded.revision,
      errors = excluded.errors, warnings = excluded.warnings, unreachable = excluded.unreachable,
      checked_at = excluded.checked_at`.execute(db)
}
