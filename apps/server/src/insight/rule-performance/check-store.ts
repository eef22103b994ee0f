import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { HourRange } from './rollup-store.ts'

/** A figure of rules that is not what payments recorded. */
export interface WrongCount {
  readonly table: string
  /** Empty: how often the table was asked; else how often this row hit. */
  readonly ref: string
  readonly kept: number
  readonly recorded: number
}

/** Counts the decisions of these hours once more, and says where the sums differ from them. */
export async function wrongCounts(
  tx: Tx,
  merchantId: number,
  { from, to }: HourRange,
): Promise<WrongCount[]> {
  const kept = sql`merchant_id = ${merchantId} and hour >= ${from} and hour < ${to}`
  const { rows } = await sql<WrongCount>`
    with asked as materialized (
      select d->>'table' as decision_table, coalesce(d->'hits', '[]') as hits
      from tx_event e cross join lateral jsonb_array_elements(e.decisions) d
      where e.merchant_id = ${merchantId} and e.at >= ${from} and e.at < ${to} and e.decisions is not null
        and d->>'outcome' <> 'DEFERRED'),
    recorded as (
      select decision_table, '' as ref, count(*) as n from asked group by 1
      union all
      select decision_table, hit.ref, count(*) from asked
        cross join lateral (select distinct jsonb_array_elements_text(hits) as ref) hit group by 1, 2),
    kept as (
      select decision_table, '' as ref, sum(evaluations) as n from rule_evaluation_hour where ${kept} group by 1
      union all
      select decision_table, ref, sum(hits) from rule_hit_hour where ${kept} and level = 'ROW' group by 1, 2)
    select decision_table as table, ref, coalesce(kept.n, 0)::float8 as kept, coalesce(recorded.n, 0)::float8 as recorded
    from recorded full join kept using (decision_table, ref)
    where coalesce(kept.n, 0) <> coalesce(recorded.n, 0) order by 1, 2 limit 20`.execute(tx)
  return rows
}
