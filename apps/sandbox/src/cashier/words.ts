import { fillPlaceholders } from '@signalbox/model/messages/placeholders'
import { foldKey } from '@signalbox/model/messages/resolve-message'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { languageTag } from './visit.ts'

/** What the merchant says to its customers. A key without a text is shown as it is, where somebody will notice it. */
export type Words = (key: string, ...values: readonly string[]) => string

export const wordsOf =
  (messages: Readonly<Record<string, string>>): Words =>
  (key, ...values) =>
    fillPlaceholders(messages[foldKey(key)] ?? key, values)

/** `€1,234.50` or `1 234,50 kr`: as people of that language write it. */
export function moneyIn(locale: string, { amount, currency }: WireMoney): string {
  // Coins have longer names than the currencies the runtime knows.
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount} ${currency}`
  const format = new Intl.NumberFormat(languageTag(locale), { style: 'currency', currency })
  return format.format(amount as Intl.StringNumericLiteral)
}

export const dayIn = (locale: string, iso: string): string =>
  new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(iso),
  )
