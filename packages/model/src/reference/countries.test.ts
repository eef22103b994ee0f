import { expect, test } from 'vitest'
import { countries, countryOf } from './countries.ts'

test('there are 249 countries of ISO 3166 and Kosovo, each with codes and a name of its own', () => {
  expect(countries).toHaveLength(250)
  for (const key of ['code', 'flag', 'name'] as const) {
    expect(new Set(countries.map((country) => country[key])).size).toBe(250)
  }
  for (const { code, flag, name } of countries) {
    expect(code).toMatch(/^[A-Z]{3}$/)
    expect(flag).toMatch(/^[a-z]{2}$/)
    expect(name).toBe(name.trim())
  }
})

test('every flag code is a region the platform knows', () => {
  const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(countries.filter(({ flag }) => regionNames.of(flag.toUpperCase()) === undefined)).toEqual([])
})

test('the list is in the order of names, so that a select needs no sorting', () => {
  const names = countries.map((country) => country.name)
  expect(names.toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual(names)
})

test('a country is found by its three-letter code only', () => {
  expect(countryOf('SWE')).toEqual({ code: 'SWE', flag: 'se', name: 'Sweden' })
  expect(countryOf('CHE')?.flag).toBe('ch')
  expect(countryOf('SVK')?.flag).toBe('sk')
  expect(countryOf('swe')).toBeUndefined()
  expect(countryOf('SE')).toBeUndefined()
  expect(countryOf('')).toBeUndefined()
})
