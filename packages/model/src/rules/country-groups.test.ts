import { describe, expect, it } from 'vitest'
import { countryOf } from '../reference/countries.ts'
import { countryGroupOf, countryGroups, expandCountries } from './country-groups.ts'

describe.each(countryGroups.map((group) => [group.code, group] as const))('group %s', (_code, group) => {
  it('holds countries, each once, and cannot be taken for one', () => {
    expect(new Set(group.countries).size).toBe(group.countries.length)
    for (const country of group.countries) expect(countryOf(country), country).toBeDefined()
    expect(countryOf(group.code)).toBeUndefined()
    expect(group.version).toMatch(/^\d{4}-\d{2}$/)
  })
})

describe('country groups', () => {
  it('have as many members as the treaties', () => {
    const size = (code: string) => countryGroupOf(code)?.countries.length
    expect(size('EU')).toBe(27)
    expect(size('EEA')).toBe(30)
    expect(countryGroupOf('SEPA')?.countries).toEqual(expect.arrayContaining(['CHE', 'GBR', 'SRB']))
    expect(countryGroupOf('EEA')?.countries).not.toContain('GBR')
  })

  it('expand among countries without repeating any', () => {
    const expanded = expandCountries(['NOR', 'EEA', 'GBR', 'EU'])
    expect(expanded).toHaveLength(31)
    expect(expanded[0]).toBe('NOR')
    expect(expandCountries(['XXX'])).toEqual(['XXX'])
  })
})
