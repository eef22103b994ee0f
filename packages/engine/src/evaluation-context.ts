import type { RateSheet } from '@signalbox/model/money/rates'
import type { Step } from '@signalbox/model/rules/fact'
import type { Hit, Outputs } from './compile-ruleset.ts'

/** All that a decision depends on besides table and facts. Evaluation itself looks at no clock and calls nobody. */
export interface EvaluationContext {
  readonly step: Step
  /** Decides draws. A payment gets the same answer however often it is asked. */
  readonly transactionId?: string
  /** `USER` gives a user the same draw in all payments. */
  readonly drawBy?: 'TRANSACTION' | 'USER'
  readonly rates?: RateSheet
  /** Hears of every currency that bounds were converted into. */
  readonly converted?: (currency: string) => void
  /** Why a row's PSP cannot be used now. */
  readonly unavailable?: (outputs: Outputs) => string | undefined
  /** Whether a row's threshold is exceeded, by counters as they were when the payment came. */
  readonly exceeded?: (hit: Hit) => boolean
}
