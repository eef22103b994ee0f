import { moneyTextIn } from '../money/money-text.ts'
import type { Money } from '../money/money.ts'
import { errorKeys } from '../payments/payment-answer.ts'
import { statusCodeOf } from '../reference/status-codes.ts'
import { escapeHtml } from '../template-language/escape.ts'
import { messageLocales, type LocaleFallback } from './message-locale.ts'
import { fillPlaceholders } from './placeholders.ts'

/** A text somebody wrote, and for which merchant. */
export interface CatalogueText {
  readonly value: string
  readonly merchantId: number
}

/** What a merchant says under a key in a locale: its own text, or that of the nearest one above. */
export type MessageCatalogue = (key: string, locale: string) => CatalogueText | undefined

export interface ResolvedMessage extends CatalogueText {
  readonly key: string
  readonly locale: string
}

/** Keys are the same whatever the case of their letters. */
export const foldKey = (key: string): string => key.toLowerCase()

/**
 * What users read: the first key that has a text wins, and per key the asked locale, then its language, then the default
 * locale. The one place that knows the order; public API, cashier and preview all ask here.
 */
export function resolveMessage(
  catalogue: MessageCatalogue,
  keys: readonly string[],
  locale: string | null | undefined,
  fallback?: LocaleFallback,
): ResolvedMessage | undefined {
  const locales = messageLocales(locale, fallback)
  for (const key of keys.map(foldKey))
    for (const each of locales) {
      const found = catalogue(key, each)
      if (found) return { ...found, key, locale: each }
    }
  return undefined
}

/** A payment of which the user is told that and why it failed. */
export interface FailedPayment {
  readonly txType: string
  readonly statusNo: number
  readonly pspStatusCode?: string | null
  /** Of the rule that ended it. */
  readonly messageKey?: string
  /** `{0}` of the text. */
  readonly amount: Money
  /** `{1}` of the text. */
  readonly reference: string
}

export const failedPaymentKeys = ({ txType, statusNo, pspStatusCode, messageKey }: FailedPayment): string[] =>
  errorKeys(txType, statusNo, { pspStatusCode: pspStatusCode ?? null, ...(messageKey && { messageKey }) })

export interface UserText {
  readonly text: string
  /** Where the text stands; nothing where nobody wrote one and the platform's own words are used. */
  readonly source: ResolvedMessage | null
}

/** What the user of a failed payment reads. */
export function userTextOf(
  catalogue: MessageCatalogue,
  payment: FailedPayment,
  locale: string | null | undefined,
  fallback?: LocaleFallback,
): UserText {
  const source = resolveMessage(catalogue, failedPaymentKeys(payment), locale, fallback) ?? null
  if (!source) return { text: statusCodeOf(payment.statusNo)?.text ?? '', source }
  // An English text in front of a Dane has its amount in English too.
  const values = [moneyTextIn(source.locale, payment.amount), payment.reference]
  return { text: fillPlaceholders(source.value, values), source }
}

/** For a page: what stands in a message is text and never markup. */
export const messageHtml = (text: string): string => escapeHtml(text)
