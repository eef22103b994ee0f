import type { Money } from '@signalbox/model/money/money'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { parseMoney } from '@signalbox/model/money/money-text'
import { invalid } from '@signalbox/model/text/refusal'

/** The amount somebody named, if they did. */
export function amountOf({ amount }: { readonly amount?: WireMoney | undefined }): Money | undefined {
  if (!amount) return undefined
  const money = parseMoney(amount.amount, amount.currency)
  if (!money) throw invalid({ field: 'amount', code: 'INVALID', message: 'Invalid amount' })
  return money
}
