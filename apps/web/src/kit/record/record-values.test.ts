import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedNames, createBody, differences, merged, updateBody, valuesOf } from './record-values.ts'

describe('record values', () => {
  it('starts a new record with the declared defaults and empty inputs', () => {
    const values = valuesOf(bankMapping, null)
    expect(values.enabled).toBe(true)
    expect(values.title).toBeNull()
    expect(Object.keys(values)).not.toContain('version')
  })

  it('sends only what was filled in, or what changed', () => {
    expect(createBody({ title: 'A', bic: null, name: '', enabled: false, tags: [] }, '  why ')).toEqual({
      title: 'A',
      enabled: false,
      note: 'why',
    })
    expect(
      updateBody(
        { version: 4 },
        { title: 'A', bic: 'X', tags: ['a'] },
        { title: 'A', bic: '', tags: ['b'] },
        '',
      ),
    ).toEqual({ version: 4, bic: null, tags: ['b'] })
  })

  it('does not count an emptied empty field as a change', () => {
    expect(changedNames({ a: null, b: [], c: undefined }, { a: '', b: [], c: null })).toEqual([])
  })

  it('tells a conflict from changes that go together', () => {
    const found = differences(
      { a: 1, b: 1, c: 1, d: 1 },
      { a: 2, b: 1, c: 2, d: 2 },
      { a: 1, b: 3, c: 3, d: 2 },
    )
    expect(found.map(({ name, conflict }) => [name, conflict])).toEqual([
      ['a', false],
      ['b', false],
      ['c', true],
      ['d', false],
    ])
  })

  it('never loses a change that only one of the two made', () => {
    const values = fc.record({ a: fc.integer({ min: 0, max: 2 }), b: fc.integer({ min: 0, max: 2 }) })
    const side = fc.constantFrom('mine' as const, 'theirs' as const)
    fc.assert(
      fc.property(values, values, values, side, (base, theirs, mine, choice) => {
        const result = merged(theirs, mine, base, { a: choice, b: choice })
        const expected = (name: 'a' | 'b') => {
          if (base[name] === theirs[name]) return mine[name]
          if (base[name] === mine[name]) return theirs[name]
          return choice === 'mine' ? mine[name] : theirs[name]
        }
        expect(result).toEqual({ a: expected('a'), b: expected('b') })
      }),
    )
  })
})
