import { sql } from 'kysely'
import type { Counters } from '@signalbox/model/calls/events'
import type { Tx } from '../../kit/database.ts'

/** What waits for approvers, for the badge of the menu. */
export async function countWaiting(
  tx: Tx,
  merchants: readonly number[],
): Promise<NonNullable<Counters['approve']>> {
  const { rows } = await sql<NonNullable<Counters['approve']>>`
    select count(*) filter (where status_no in (350, 351))::integer as first,
      count(*) filter (where status_no = 356)::integer as second,
      count(*) filter (where status_no in (354, 355))::integer as "onHold"
    from transaction
    where merchant_id = any(${[...merchants]}::integer[]) and status_no = any('{350,351,354,355,356}'::smallint[])`.execute(
    tx.withoutPlugins(),
  )
  return rows[0] ?? { first: 0, second: 0, onHold: 0 }
}
