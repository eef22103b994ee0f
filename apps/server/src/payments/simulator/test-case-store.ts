import { sql } from 'kysely'
import type { RulesetTestCase } from '@signalbox/model/calls/simulator'
import type { Tx } from '../../kit/database.ts'

const columns = sql`id, ruleset_id::text as ruleset_id, merchant_id, name, input, expected, created_by, created_at`

interface RulesetName {
  readonly merchantId: number
  readonly id: string
}

export async function listTestCases(tx: Tx, { merchantId, id }: RulesetName): Promise<RulesetTestCase[]> {
  const { rows } = await sql<RulesetTestCase>`select ${columns} from ruleset_test_case
    where merchant_id = ${merchantId} and ruleset_id = ${id}::uuid order by name, id`.execute(tx)
  return rows
}

/** Held until the end of the transaction, so that it is deleted once. */
export async function lockTestCase(
  tx: Tx,
  merchants: readonly number[],
  id: string,
): Promise<RulesetTestCase | undefined> {
  const { rows } = await sql<RulesetTestCase>`select ${columns} from ruleset_test_case
    where merchant_id = any(${[...merchants]}::integer[]) and id = ${id}::uuid for update`.execute(tx)
  return rows[0]
}

/** False when the ruleset has a test case of this name. */
export async function insertTestCase(tx: Tx, row: RulesetTestCase): Promise<boolean> {
  const { rows } = await sql`
    insert into ruleset_test_case (merchant_id, id, ruleset_id, name, input, expected, created_by, created_at)
    values (${row.merchantId}, ${row.id}::uuid, ${row.rulesetId}::uuid, ${row.name}, ${JSON.stringify(row.input)}::jsonb,
      ${JSON.stringify(row.expected)}::jsonb, ${row.createdBy}, ${row.createdAt})
    on conflict (merchant_id, ruleset_id, name) do nothing returning id`.execute(tx)
  return rows.length > 0
}

export async function deleteTestCase(tx: Tx, { merchantId, id }: RulesetName): Promise<void> {
  await sql`delete from ruleset_test_case where merchant_id = ${merchantId} and id = ${id}::uuid`.execute(tx)
}
