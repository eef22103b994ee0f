import type { Circumstances } from '@signalbox/engine/circumstances'
import type { Hit } from '@signalbox/engine/compile-ruleset'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Facts } from '@signalbox/model/rules/fact'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { Tx } from '../../kit/database.ts'

/** A payment somebody wants to know the answer for. */
export interface TriedPayment {
  readonly merchantId: number
  readonly table: DecisionTable
  readonly facts: Facts
  /** Where it is a payment that exists, what counters count it under is taken from there. */
  readonly transactionId: string
}

/** What a payment of now would find. */
export interface FoundCircumstances {
  readonly rates: RateSheet
  readonly closed: NonNullable<Circumstances['closed']>
  /** Which of these rows have their threshold exceeded, the payment counted in. */
  exceeded(hits: readonly Hit[]): Promise<ReadonlySet<Hit>>
}

/** Found by the functions that find it for live payments. */
export type CircumstanceFinder = (tx: Tx, payment: TriedPayment) => Promise<FoundCircumstances>
