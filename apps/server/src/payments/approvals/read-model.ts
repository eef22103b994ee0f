import { sql } from 'kysely'
import type { Counters } from '@signalbox/model/calls/events'
import { approvalNumbers } from '@signalbox/model/reference/status-groups'
import type { Tx } from '../../kit/database.ts'
import { statusIn } from '../../kit/status-sql.ts'
import { findRows } from '../transactions/read-model.ts'
import { redSignalsOfRow } from './approval-row.ts'
import { redFactsOf } from './evidence-store.ts'
import { headOf } from './queue-store.ts'
import { userSums } from './user-money-store.ts'

export { lastDecisions } from './decision-store.ts'

/** What waits for approvers, for the badge of the menu. */
export async function countWaiting(
  tx: Tx,
  merchants: readonly number[],
): Promise<NonNullable<Counters['approve']>> {
  const { first, second, hold } = approvalNumbers
  const { rows } = await sql<NonNullable<Counters['approve']>>`
    select count(*) filter (where ${statusIn('status_no', ...first)})::integer as first,
      count(*) filter (where ${statusIn('status_no', ...second)})::integer as second,
      count(*) filter (where ${statusIn('status_no', ...hold)})::integer as "onHold"
    from transaction
    where merchant_id = any(${[...merchants]}::integer[]) and ${statusIn('status_no', ...first, ...second, ...hold)}`.execute(
    tx.withoutPlugins(),
  )
  return rows[0] ?? { first: 0, second: 0, onHold: 0 }
}

/** What speaks against a payment, as the queue of somebody who reaches these merchants shows it. */
export async function redFlagsOf(
  tx: Tx,
  reach: readonly number[],
  payment: { readonly merchantId: number; readonly id: number },
  now: Date,
): Promise<string[]> {
  const heads = await headOf(tx, payment)
  const [head] = heads
  const [row] = await findRows(tx, [payment.merchantId], [payment.id])
  const sums = (await userSums(tx, { reach, now }, heads)).get(payment.id)
  const facts = (await redFactsOf(tx, [payment])).get(payment.id)
  if (!head || !row || !sums || !facts) return []
  return redSignalsOfRow(row, head, sums, facts, now).map(({ text }) => text)
}
