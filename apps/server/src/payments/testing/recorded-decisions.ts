import { sql } from 'kysely'
import type { Facts } from '@signalbox/model/rules/fact'
import { unpackEventFacts, unpackFacts } from '../core/state/facts-json.ts'
import type { PaymentPlatform } from './payment-platform.ts'

interface StoredDecision {
  readonly table: string
  readonly step: string
  readonly outcome: string
  readonly hits: readonly string[]
  readonly draw?: { readonly roll?: number; readonly removed: readonly { readonly ref: string }[] }
  readonly also?: Record<string, unknown>
}

export interface RecordedDecision {
  readonly decision: StoredDecision
  /** What was known when it was made. */
  readonly facts: Facts
}

/** Every decision that was recorded for a payment, with what was known when it was made. */
export async function recordedDecisions(
  platform: Pick<PaymentPlatform, 'row' | 'db'>,
  payment: { readonly merchantId: number; readonly txId: number },
): Promise<RecordedDecision[]> {
  const { stepState } = await platform.row(payment)
  const { rows } = await sql<{ facts: Record<string, unknown> | null; decisions: StoredDecision[] | null }>`
    select facts, decisions from tx_event
    where merchant_id = ${payment.merchantId} and tx_id = ${payment.txId} order by seq`.execute(platform.db)
  const learnt = new Set(rows.flatMap(({ facts }) => Object.keys(facts ?? {})))
  let known: Facts = Object.fromEntries(Object.entries(stepState.facts).filter(([key]) => !learnt.has(key)))
  return rows.flatMap(({ facts, decisions }) => {
    known = { ...known, ...unpackEventFacts(facts ?? undefined, stepState.facts) } as Facts
    return (decisions ?? []).map((decision) => ({
      decision,
      facts: { ...known, ...unpackFacts(decision.also) } as Facts,
    }))
  })
}
