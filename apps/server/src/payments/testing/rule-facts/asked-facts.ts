import { sql } from 'kysely'
import type { Facts, Step } from '@signalbox/model/rules/fact'
import type { Database } from '../../../kit/database.ts'
import { unpackEventFacts, unpackFacts } from '../../core/state/facts-json.ts'
import type { Decision } from '../../core/state/payment.ts'

/** A table that was asked about a payment, and all that was known of the payment in that moment. */
export interface AskedFacts {
  readonly table: string
  readonly step: Step
  readonly facts: Facts
}

interface StoredEvent {
  readonly txId: number
  readonly facts: Record<string, unknown> | null
  readonly decisions: readonly Decision[] | null
  readonly last: Record<string, unknown>
}

/** What a payment came with is stored with it; what it learnt is stored with the event before which it learnt it. */
function askedOf(events: readonly StoredEvent[]): AskedFacts[] {
  const learnt = new Set(events.flatMap(({ facts }) => Object.keys(facts ?? {})))
  const given = Object.entries(events[0]?.last ?? {}).filter(([name]) => !learnt.has(name))
  let known = unpackFacts(Object.fromEntries(given))
  return events.flatMap(({ facts, decisions, last }) => {
    known = { ...known, ...unpackEventFacts(facts ?? undefined, last) }
    const now = known
    return (decisions ?? []).map(({ table, step, also }) => ({
      table,
      step,
      facts: { ...now, ...unpackFacts(also) },
    }))
  })
}

/** Every question the rules were asked about payments of these users, as the payments recorded it. */
export async function readAskedFacts(db: Database, userIds: readonly string[]): Promise<AskedFacts[]> {
  const { rows } = await sql<StoredEvent>`
    select e.tx_id, e.facts, e.decisions, t.step_state -> 'facts' as last
    from tx_event e join transaction t on t.merchant_id = e.merchant_id and t.id = e.tx_id
    where t.user_id = any(${[...userIds]}::text[]) order by e.tx_id, e.seq`.execute(db)
  const payments = [...new Set(rows.map(({ txId }) => txId))]
  return payments.flatMap((id) => askedOf(rows.filter(({ txId }) => txId === id)))
}
