import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

type PackedFacts = Readonly<Record<string, unknown>>

export interface Sample {
  readonly merchants: readonly number[]
  /** Ends of the slots, as ids of payments; from each slot the same number is taken. */
  readonly ends: readonly number[]
  readonly perSlot: number
  readonly table: string
}

/**
 * What was known of payments a table was asked about. Few from each slot of time and each merchant, so that what it costs
 * does not depend on how many there are.
 */
export async function sampleFacts(
  tx: Tx,
  { merchants, ends, perSlot, table }: Sample,
): Promise<PackedFacts[]> {
  const asked = JSON.stringify([{ table }])
  const { rows } = await sql<{ facts: PackedFacts }>`
    select t.facts
    from unnest(${ends.slice(0, -1)}::bigint[], ${ends.slice(1)}::bigint[]) as slot (since, until)
    cross join unnest(${[...merchants]}::integer[]) as merchant (id)
    cross join lateral (
      select p.merchant_id, p.id, p.step_state->'facts' as facts from transaction p
      where p.merchant_id = merchant.id and p.id >= slot.since and p.id < slot.until
      order by p.id desc limit ${perSlot}) as t
    where t.facts is not null and exists (select from tx_event e
      where e.merchant_id = t.merchant_id and e.tx_id = t.id and e.decisions::jsonb @> ${asked}::jsonb)`.execute(
    tx,
  )
  return rows.map(({ facts }) => facts)
}
