import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges } from './apply-changes.ts'
import { changesBetween } from './changes-between.ts'
import type { Cell } from './cell.ts'
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
    fields: fc.record({
      name: fc.constantFrom('Cards', 'Banks'),
      priority: fc.constantFrom(1, 2, 3),
      enabled: fc.boolean(),
      preconditions: fc.dictionary(
        fc.constantFrom('currency', 'userCountry'),
        fc.constantFrom<Cell>({ op: 'in', values: ['EUR'] }, { op: 'in', values: ['SEK'] }),
      ),
    }),
  })
  .map(({ rules, fields }) => content(rules, fields))

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

  it('tells of a changed row whether it was moved as well', () => {
    const before = content([rule('a'), rule('b'), rule('c')])
    const { rows } = diffRulesets(before, content([rule('c', { note: 'Why' }), rule('a'), rule('b')]))
    expect(rows).toMatchObject([{ id: 'c', change: 'changed', fromNo: 3, toNo: 1, moved: true }])
    const pushed = diffRulesets(
      before,
      content([rule('n'), rule('a'), rule('b', { note: 'Why' }), rule('c')]),
    )
    expect(pushed.rows[1]).toMatchObject({ id: 'b', change: 'changed', fromNo: 2, toNo: 3 })
    expect(pushed.rows[1]?.moved).toBeUndefined()
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
    // Each of the two is looked at: which of them counts as moved is a matter of the fewest moves.
    for (const renamed of ['a', 'b']) {
      const swapped = ['b', 'a'].map((id) => rule(id, id === renamed ? { name: 'Renamed' } : {}))
      expect(isCosmetic(diffRulesets(before, content(swapped))), `${renamed} renamed and moved`).toBe(false)
    }
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

  it('asks about a cell both changed, keeps theirs meanwhile, and joins the rest of the row', () => {
    const mine = content([rule('a', { outputs: { weight: 2 }, note: 'Mine' }), rule('b'), rule('c')])
    const theirs = content([rule('a', { outputs: { weight: 3 }, name: 'Theirs' }), rule('b'), rule('c')])
    const { merged, conflicts } = mergeRulesets(base, mine, theirs)
    expect(conflicts).toMatchObject([{ what: 'cell', ruleId: 'a', mine: { to: 2 }, theirs: { to: 3 } }])
    expect(merged.rules[0]).toMatchObject({ name: 'Theirs', note: 'Mine', outputs: { weight: 3 } })
    const chosen = mergeRulesets(base, mine, theirs, { [conflicts[0]?.key ?? '']: 'mine' }).merged
    expect(chosen.rules[0]).toMatchObject({ name: 'Theirs', note: 'Mine', outputs: { weight: 2 } })
  })

  it('keeps the preconditions and the priority of both', () => {
    const euro: Cell = { op: 'in', values: ['EUR'] }
    const mine = { ...base, priority: 5, preconditions: { currency: euro } }
    const theirs = { ...base, note: 'Theirs', preconditions: { userCountry: euro } }
    const { merged, conflicts } = mergeRulesets(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(merged).toEqual({
      ...base,
      priority: 5,
      note: 'Theirs',
      preconditions: { currency: euro, userCountry: euro },
    })
    const both = mergeRulesets(base, { ...base, priority: 5 }, { ...base, priority: 7 })
    expect(both.merged.priority).toBe(7)
    expect(both.conflicts).toMatchObject([{ what: 'cell', ruleId: null, mine: { key: 'priority', to: 5 } }])
  })

  it('asks whose order holds when both moved rows, and only then', () => {
    const mine = content([base.rules[1], base.rules[0], base.rules[2]].flatMap((row) => row ?? []))
    const theirs = content([base.rules[2], base.rules[0], base.rules[1]].flatMap((row) => row ?? []))
    const asked = mergeRulesets(base, mine, theirs)
    expect(asked.conflicts).toEqual([{ what: 'order', key: 'order', ruleId: null }])
    expect(ids(asked.merged)).toBe('cab')
    expect(ids(mergeRulesets(base, mine, theirs, { order: 'mine' }).merged)).toBe('bac')
    const added = content([rule('x'), ...base.rules])
    expect(ids(mergeRulesets(base, mine, added).merged)).toBe('xbac')
    expect(mergeRulesets(base, mine, added).conflicts).toEqual([])
  })

  it('does not ask when both did the same', () => {
    const both = content([rule('a', { outputs: { weight: 2 } }), rule('b'), rule('c')], { priority: 4 })
    expect(mergeRulesets(base, both, both)).toEqual({ merged: both, conflicts: [] })
  })

  it('asks about a row one removed and the other changed, either way round', () => {
    const without = content([rule('b'), rule('c')])
    const changed = content([rule('a', { name: 'Kept' }), rule('b'), rule('c')])
    const removedByMe = mergeRulesets(base, without, changed)
    expect(removedByMe.conflicts).toMatchObject([{ what: 'row', ruleId: 'a', mine: null }])
    expect(ids(removedByMe.merged)).toBe('abc')
    expect(ids(mergeRulesets(base, without, changed, { 'a row': 'mine' }).merged)).toBe('bc')
    const removedByThem = mergeRulesets(base, changed, without)
    expect(removedByThem.conflicts).toMatchObject([{ what: 'row', ruleId: 'a', theirs: null }])
    expect(ids(mergeRulesets(base, changed, without, { 'a row': 'mine' }).merged)).toBe('abc')
  })

  /** Everything a content says, a line for each thing: what may be asked of two edits without any code of the merge. */
  function facts({ rules, preconditions, name, note, priority, inherit, enabled }: RulesetContent) {
    const said = new Map<string, string>(
      Object.entries({ name, note, priority, inherit, enabled }).map(([key, value]) => [
        `set ${key}`,
        String(value),
      ]),
    )
    for (const [key, cell] of Object.entries(preconditions)) said.set(`pre ${key}`, JSON.stringify(cell))
    for (const row of rules) {
      said.set(`row ${row.id}`, 'there')
      said.set(`row ${row.id} name`, row.name)
      for (const [key, cell] of Object.entries(row.conditions))
        said.set(`row ${row.id} c ${key}`, JSON.stringify(cell))
      for (const [key, value] of Object.entries(row.outputs))
        said.set(`row ${row.id} o ${key}`, JSON.stringify(value))
    }
    return said
  }

  it('takes what only one changed and asks about what both did, thing by thing', () => {
    let asked = 0
    fc.assert(
      fc.property(someContent, someContent, someContent, (start, mine, theirs) => {
        const { merged, conflicts } = mergeRulesets(start, mine, theirs)
        const [o, a, b, m] = [facts(start), facts(mine), facts(theirs), facts(merged)]
        const disputed = new Set(conflicts.map(({ ruleId }) => ruleId ?? ''))
        for (const thing of new Set([...o.keys(), ...a.keys(), ...b.keys(), ...m.keys()])) {
          const [was, my, their] = [o.get(thing), a.get(thing), b.get(thing)]
          const id = thing.startsWith('row ') ? (thing.split(' ')[1] ?? '') : ''
          const gone = id !== '' && (!a.has(`row ${id}`) || !b.has(`row ${id}`)) && o.has(`row ${id}`)
          if (gone) {
            // One removed the row: it is gone unless the other did something to it, and then somebody is asked.
            const left = a.has(`row ${id}`) ? mine : b.has(`row ${id}`) ? theirs : null
            const rowNow = left?.rules.find((row) => row.id === id)
            const rowWas = start.rules.find((row) => row.id === id)
            const touched =
              rowNow !== undefined &&
              JSON.stringify({ ...rowNow, no: 0 }) !== JSON.stringify({ ...rowWas, no: 0 })
            expect(disputed.has(id)).toBe(touched)
            expect(m.get(thing)).toBe(touched ? their : undefined)
          } else if (my === their || their === was) expect(m.get(thing)).toBe(my)
          else if (my === was) expect(m.get(thing)).toBe(their)
          else {
            asked++
            expect(disputed.has(id)).toBe(true)
            expect(m.get(thing)).toBe(their)
          }
        }
        // Whatever is asked about can be had either way.
        const all = Object.fromEntries(conflicts.map(({ key }) => [key, 'mine' as const]))
        expect(mergeRulesets(start, mine, theirs, all).merged.name).toBe(
          mine.name === start.name ? theirs.name : mine.name,
        )
        expect(merged.rules.map(({ no }) => no)).toEqual(merged.rules.map((_, index) => index + 1))
      }),
      { numRuns: 600 },
    )
    expect(asked).toBeGreaterThan(200)
  })

  it('keeps an order that only one of them changed', () => {
    const order = fc.shuffledSubarray([...'abcdef'], { minLength: 6 })
    fc.assert(
      fc.property(order, order, (first, second) => {
        const start = content([...'abcdef'].map((id) => rule(id)))
        const mine = content(first.map((id) => rule(id)))
        const theirs = content(second.map((id) => rule(id)))
        const { merged, conflicts } = mergeRulesets(start, mine, theirs)
        const [o, a, b] = [ids(start), ids(mine), ids(theirs)]
        expect(conflicts.length).toBe(a !== o && b !== o && a !== b ? 1 : 0)
        expect(ids(merged)).toBe(b === o ? a : b)
      }),
    )
  })
})
