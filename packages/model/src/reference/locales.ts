/** `all` is the fallback every locale ends in; it belongs to content, and nobody reads the console in it. */
export const locales = [
  'all',
  'en',
  'en_GB',
  'en_US',
  'sv_SE',
  'da_DK',
  'de',
  'de_DE',
  'fi_FI',
  'no_NO',
  'pt_PT',
] as const

export type Locale = (typeof locales)[number]
export type UiLocale = Exclude<Locale, 'all'>

export const uiLocales: readonly UiLocale[] = locales.filter((locale) => locale !== 'all')

export const localeNames: Readonly<Record<Locale, string>> = {
  all: 'All locales',
  en: 'English',
  en_GB: 'English (United Kingdom)',
  en_US: 'English (United States)',
  sv_SE: 'Swedish (Sweden)',
  da_DK: 'Danish (Denmark)',
  de: 'German',
  de_DE: 'German (Germany)',
  fi_FI: 'Finnish (Finland)',
  no_NO: 'Norwegian (Norway)',
  pt_PT: 'Portuguese (Portugal)',
}

export const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text)

/** The language tag browsers and `Intl` understand. `no` is a group of languages to them; what people write is Bokmål. */
export function bcp47(locale: Locale): string {
  if (locale === 'all') return 'en'
  return locale.replace('_', '-').replace(/^no\b/, 'nb')
}

/**
 * Where to look for content in a locale, nearest first: the locale, its language, then `all`. Never another country's
 * variant of the language, whose prices, laws and support numbers would be wrong.
 */
export function localeChain(locale: string): string[] {
  const [language = locale] = locale.split('_')
  return [...new Set([locale, language, 'all'])]
}
