import { sql } from 'kysely'
import type { Counters } from '@signalbox/model/calls/events'
import type { Tx } from '../../kit/database.ts'
import { findRows } from '../transactions/read-model.ts'
import { redSignalsOfRow } from './approval-row.ts'
import { redFactsOf } from './evidence-store.ts'
import { headOf } from './queue-store.ts'
import { userSums } from './user-money-store.ts'

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

/** What speaks against a payment, as the desk of somebody who reaches these merchants shows it. */
export async function redFlagsOf(
  tx: Tx,
  reach: readonly number[],
  payment: { readonly merchantId: number; readonly id: number },
  now: Date,
): Promise<string[]> {
  const heads = await headOf(tx, payment)
  const [head] = heads
  const [row] = await findRows(tx, [payment.merchantId], [payment.id])
  const sums = (await userSums(tx, reach, heads)).get(payment.id)
  const facts = (await redFactsOf(tx, [payment])).get(payment.id)
  if (!head || !row || !sums || !facts) return []
  return redSignalsOfRow(row, head, sums, facts, now).map(({ text }) => text)
}
