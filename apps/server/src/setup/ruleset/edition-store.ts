import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { VersionRef } from './active-rules-store.ts'

/** Which rules a merchant is decided by. */
export interface RulesEdition {
  readonly merchantId: number
  readonly id: string
  /** The merchant, its parent, and so on up to the root. */
  readonly lineage: readonly number[]
  /** `rulesetId@version` */
  readonly versions: readonly string[]
}

/** Another node may have written the same one already. */
export async function insertEdition(
  tx: Tx,
  { merchantId, id, lineage, versions }: RulesEdition,
): Promise<void> {
  await sql`insert into rules_edition (merchant_id, id, lineage, versions, created_at)
    values (${merchantId}, ${id}, ${[...lineage]}::integer[], ${[...versions]}::text[], now())
    on conflict do nothing`.execute(tx)
}

export async function findEdition(tx: Tx, merchantId: number, id: string): Promise<RulesEdition | undefined> {
  const { rows } = await sql<RulesEdition>`select merchant_id, id, lineage, versions from rules_edition
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
  return rows[0]
}

/** The versions of an edition; those that are gone are left out. */
export async function versionsIn(tx: Tx, { lineage, versions }: RulesEdition): Promise<VersionRef[]> {
  const { rows } = await sql<VersionRef>`
    select r.merchant_id, r.id::text as ruleset_id, r.decision_table as table, v.version, v.revision, v.content_hash
    from unnest(${[...versions]}::text[]) as named (name)
    join ruleset_version v on v.merchant_id = any(${[...lineage]}::integer[])
      and v.ruleset_id = split_part(named.name, '@', 1)::uuid
      and v.version = split_part(named.name, '@', 2)::integer
    join ruleset r on (r.merchant_id, r.id) = (v.merchant_id, v.ruleset_id)`.execute(tx)
  return rows
}
