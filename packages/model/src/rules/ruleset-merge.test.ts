import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges } from './apply-changes.ts'
import { changesBetween } from './changes-between.ts'
import type { Rule } from './rule.ts'
import { diffRulesets, isCosmetic } from './ruleset-diff.ts'
import { mergeRulesets } from './ruleset-merge.ts'
import type { RulesetContent } from './ruleset.ts'

const rule = (id: string, change: Partial<Rule> = {}): Rule => ({
  id,
  no: 1,
  name: `Row ${id}`,
  note: '',
  enabled: true,
  conditions: {},
  outputs: {},
  ...change,
})

const content = (rules: readonly Rule[], change: Partial<RulesetContent> = {}): RulesetContent => ({
  name: 'Cards',
  note: '',
  priority: 1,
  inherit: 'OVERRIDABLE',
  enabled: true,
  preconditions: {},
  rules: rules.map((row, index) => ({ ...row, no: index + 1 })),
  ...change,
})

const ids = ({ rules }: RulesetContent) => rules.map(({ id }) => id).join('')

const someRule = fc
  .record({
    id: fc.constantFrom(...'abcdefgh'),
    name: fc.constantFrom('One', 'Two'),
    country: fc.constantFrom('NOR', 'SWE', null),
    weight: fc.constantFrom(1, 2),
  })
  .map(({ id, name, country, weight }) =>
    rule(id, {
      name,
      conditions: country === null ? {} : { userCountry: { op: 'in', values: [country] } },
      outputs: { weight },
    }),
  )
const someContent = fc
  .record({
    rules: fc.uniqueArray(someRule, { selector: ({ id }) => id, maxLength: 8 }),
    name: fc.constantFrom('Cards', 'Banks'),
  })
  .map(({ rules, name }) => content(rules, { name }))

describe('changes between two contents', () => {
  it('lead from the one to the other, whatever they are', () => {
    fc.assert(
      fc.property(someContent, someContent, (before, after) => {
        expect(applyChanges(before, changesBetween(before, after))).toEqual(after)
      }),
      { numRuns: 2000 },
    )
  })

  it('send only what changed', () => {
    const before = content([rule('a'), rule('b'), rule('c')])
    const after = content([rule('a'), rule('b', { name: 'Other' }), rule('c'), rule('d')])
    const { upsert, remove, order } = changesBetween(before, after)
    expect(upsert?.map(({ id }) => id)).toEqual(['b', 'd'])
    expect(remove).toBeUndefined()
    expect(order).toBeUndefined()
    expect(changesBetween(before, before)).toEqual({})
  })

  it('leave a row that somebody added meanwhile behind the row it followed', () => {
    const theirs = content([rule('a'), rule('x'), rule('b'), rule('c')])
    expect(ids(applyChanges(theirs, { order: ['c', 'b', 'a'] }))).toBe('cbax')
  })
})

describe('the difference of two contents', () => {
  it('tells added, removed, changed and moved rows apart, with the fewest moves', () => {
    const before = content([rule('a'), rule('b'), rule('c'), rule('d'), rule('e')])
    const after = content([rule('e'), rule('a'), rule('b', { enabled: false }), rule('n'), rule('d')])
    const { rows } = diffRulesets(before, after)
    expect(rows.map(({ id, change, fromNo, toNo }) => `${id} ${change} ${fromNo} ${toNo}`)).toEqual([
      'e moved 5 1',
      'b changed 2 3',
      'n added null 4',
      'c removed 3 null',
    ])
    expect(rows[1]?.cells).toEqual([{ kind: 'attribute', key: 'enabled', from: true, to: false }])
  })

  it('is empty exactly when nothing changed', () => {
    fc.assert(
      fc.property(someContent, someContent, (before, after) => {
        const { fields, rows } = diffRulesets(before, after)
        const equal = Object.keys(changesBetween(before, after)).length === 0
        expect(fields.length + rows.length === 0).toBe(equal)
      }),
    )
  })

  it('knows names and notes from what payments notice', () => {
    const before = content([rule('a'), rule('b')])
    expect(isCosmetic(diffRulesets(before, content([rule('a', { note: 'Why' }), rule('b')])))).toBe(true)
    expect(isCosmetic(diffRulesets(before, content([rule('b'), rule('a')])))).toBe(false)
    expect(isCosmetic(diffRulesets(before, content([rule('a')])))).toBe(false)
    expect(isCosmetic(diffRulesets(before, content([rule('a'), rule('b')], { enabled: false })))).toBe(false)
  })
})

describe('bringing two edits together', () => {
  const base = content([rule('a', { outputs: { weight: 1 } }), rule('b'), rule('c')])

  it('joins different cells of one row', () => {
    const mine = content([rule('a', { outputs: { weight: 2 } }), rule('b'), rule('c')])
    const theirs = content([rule('a', { outputs: { weight: 1 }, name: 'Theirs' }), rule('b'), rule('c')])
    const { merged, conflicts } = mergeRulesets(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(merged.rules[0]).toMatchObject({ name: 'Theirs', outputs: { weight: 2 } })
  })

  it('asks about a cell both changed, and keeps theirs meanwhile', () => {
    const mine = content([rule('a', { outputs: { weight: 2 } }), rule('b'), rule('c')])
    const theirs = content([rule('a', { outputs: { weight: 3 } }), rule('b'), rule('c')])
    const { merged, conflicts } = mergeRulesets(base, mine, theirs)
    expect(conflicts.map(({ id }) => id)).toEqual(['a'])
    expect(merged.rules[0]?.outputs).toEqual({ weight: 3 })
  })

  it('does not ask when both did the same', () => {
    const both = content([rule('a', { outputs: { weight: 2 } }), rule('b'), rule('c')])
    expect(mergeRulesets(base, both, both)).toEqual({ merged: both, conflicts: [] })
  })

  it('asks about a row one removed and the other changed, either way round', () => {
    const without = content([rule('b'), rule('c')])
    const changed = content([rule('a', { name: 'Kept' }), rule('b'), rule('c')])
    expect(mergeRulesets(base, without, changed).conflicts).toMatchObject([{ id: 'a', mine: null }])
    expect(mergeRulesets(base, changed, without).conflicts).toMatchObject([{ id: 'a', theirs: null }])
  })

  it('loses no row and no change of either side', () => {
    fc.assert(
      fc.property(someContent, someContent, someContent, (start, mine, theirs) => {
        const { merged, conflicts } = mergeRulesets(start, mine, theirs)
        const result = new Map(merged.rules.map((row) => [row.id, row]))
        const asked = new Set(conflicts.map(({ id }) => id))
        const before = new Set(start.rules.map(({ id }) => id))
        for (const { id } of mine.rules) {
          const dropped = before.has(id) && !theirs.rules.some((row) => row.id === id)
          if (!dropped) expect(result.has(id) || asked.has(id)).toBe(true)
        }
        for (const { id } of theirs.rules) {
          const removedByMe = before.has(id) && !mine.rules.some((row) => row.id === id)
          if (!removedByMe) expect(result.has(id)).toBe(true)
        }
        expect(merged.rules.map(({ no }) => no)).toEqual(merged.rules.map((_, index) => index + 1))
      }),
      { numRuns: 2000 },
    )
  })
})
