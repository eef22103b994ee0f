import { expect, test } from 'vitest'
import { bcp47, localeChain, localeNames, locales, uiLocales } from './locales.ts'

test('content is looked up in the locale, its language and then all, never sideways', () => {
  expect(localeChain('sv_SE')).toEqual(['sv_SE', 'sv', 'all'])
  expect(localeChain('en_GB')).toEqual(['en_GB', 'en', 'all'])
  expect(localeChain('de')).toEqual(['de', 'all'])
  expect(localeChain('all')).toEqual(['all'])
})

test('every locale has a language tag that Intl supports and a name of its own', () => {
  for (const locale of locales) expect(Intl.DateTimeFormat.supportedLocalesOf(bcp47(locale))).toHaveLength(1)
  expect(new Set(Object.values(localeNames)).size).toBe(locales.length)
  expect(bcp47('no_NO')).toBe('nb-NO')
})

test('nobody can choose to read the console in "all"', () => {
  expect(uiLocales).not.toContain('all')
  expect(uiLocales).toHaveLength(locales.length - 1)
})
