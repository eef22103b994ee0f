import { defaultLocale } from '@signalbox/model/messages/message-locale'
import type { Translations } from '@signalbox/model/messages/placeholders'
import type { CountingText } from './store.ts'

/** Translations in the order in which they are held against each other: the default locale decides. */
export function translationsOf(found: readonly Pick<CountingText, 'locale' | 'value'>[]): Translations {
  const rank = ({ locale }: { readonly locale: string }) => (locale === defaultLocale ? 0 : 1)
  return Object.fromEntries(
    found.toSorted((a, b) => rank(a) - rank(b)).map(({ locale, value }) => [locale, value]),
  )
}
