import { lacksRate, quotesFor } from '@signalbox/model/money/money-map'
import type { MoneyMap } from '@signalbox/model/money/money'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { StepContext } from './step-context.ts'

interface Compared {
  readonly merchantId: number
  readonly currency: string
  readonly rates: RateSheet
}

/**
 * Whether an amount is compared with a threshold by a rate one person may have made up for it: what is much in one currency
 * would be little in another. So a rate somebody entered within the last day does not decide that one person is enough, nor
 * does one that is missing. The threshold may name an amount of the currency itself.
 */
export const isRateInDoubt = async (
  context: Pick<StepContext, 'isFreshlyTyped'>,
  threshold: MoneyMap,
  { merchantId, currency, rates }: Compared,
): Promise<boolean> =>
  lacksRate(threshold, currency, rates) ||
  context.isFreshlyTyped(merchantId, quotesFor(threshold, currency, rates))
