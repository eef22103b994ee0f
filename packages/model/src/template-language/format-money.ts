import { currencyOf } from '../reference/currencies.ts'
import type { Money } from './values.ts'

/**
 * `1,234.50 EUR` in the reader's grouping. The decimals are the currency's own, never fewer than the amount carries, so
 * no figure is rounded on its way to a customer. The code stands after the number in every language: one form to recognise.
 */
export function formatMoney(money: Money, languageTag: string): string {
  const written = money.amount.split('.')[1]?.length ?? 0
  const digits = Math.max(currencyOf(money.currency)?.exponent ?? 0, written)
  const format = new Intl.NumberFormat(languageTag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // The string form keeps every digit of an amount that a number could not hold.
  const number = format.format(money.amount as `${number}`)
  return `${number.replace(/[\u00a0\u202f]/g, ' ')} ${money.currency}`
}
