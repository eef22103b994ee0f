import { describe, expect, it } from 'vitest'
import { readRuleset } from './read-ruleset.ts'
import { maxRules } from './rule.ts'
import { tableOfSlug } from './tables/index.ts'

const table = tableOfSlug('psp-routing')
if (!table) throw new Error('No routing table')

const rule = (given: object = {}) => ({
  id: 'r1',
  no: 1,
  name: '',
  note: '',
  enabled: true,
  conditions: {},
  outputs: { psp: 'NordAcq', pspAccount: 'main' },
  ...given,
})
const ruleset = (given: object = {}) => ({
  name: 'Cards',
  priority: 1,
  inherit: 'OVERRIDABLE',
  enabled: true,
  preconditions: {},
  rules: [rule()],
  ...given,
})
const read = (given: unknown) => {
  const result = readRuleset(table, given)
  return result.ok ? [] : result.problems
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = { level: value }
  return value
}

describe('reading a ruleset', () => {
  it('takes a sound one', () => {
    expect(readRuleset(table, ruleset())).toMatchObject({ ok: true, content: { name: 'Cards' } })
  })

  it.each<[string, unknown, object]>([
    ['nothing', null, { ruleNo: null, part: 'ruleset', column: null }],
    ['a list', [], { part: 'ruleset', column: null }],
    ['an unknown member', ruleset({ surprise: 1 }), { part: 'ruleset', message: 'Unknown: surprise' }],
    ['a short name', ruleset({ name: 'ab ' }), { column: 'name', message: 'Too short' }],
    ['a long name', ruleset({ name: 'x'.repeat(501) }), { column: 'name', message: 'Too long' }],
    ['an odd priority', ruleset({ priority: 1.5 }), { column: 'priority' }],
    ['rows that are no list', ruleset({ rules: {} }), { column: 'rules' }],
    ['a row that is none', ruleset({ rules: [7] }), { ruleNo: 1, part: 'rule', column: null }],
    ['a row without a number', ruleset({ rules: [rule({ no: 'one' })] }), { ruleNo: 1, column: 'no' }],
    [
      'an unknown member of a row',
      ruleset({ rules: [rule({ no: 9, colour: 'red' })] }),
      { ruleNo: 9, part: 'rule', message: 'Unknown: colour' },
    ],
    ['a short note', ruleset({ rules: [rule({ note: 'x' })] }), { ruleNo: 1, part: 'rule', column: 'note' }],
    [
      'an unknown operator',
      ruleset({ rules: [rule({ conditions: { amount: { op: 'like' } } })] }),
      { ruleNo: 1, part: 'conditions', column: 'amount', message: 'Unknown operator (op)' },
    ],
    [
      'a cell with too much in it',
      ruleset({ rules: [rule({ conditions: { amount: { op: 'is', value: true, more: 1 } } })] }),
      { column: 'amount', message: 'Unknown: more' },
    ],
    [
      'an amount that is a number',
      ruleset({
        preconditions: {
          amount: {
            op: 'moneyRange',
            min: { EUR: 5 },
            minInclusive: true,
            maxInclusive: true,
            onMissing: 'CONVERT',
          },
        },
      }),
      {
        ruleNo: null,
        part: 'preconditions',
        column: 'amount',
        message: 'An amount is a text of digits (min.EUR)',
      },
    ],
    [
      'a long pattern',
      ruleset({ rules: [rule({ conditions: { email: { op: 'regex', pattern: 'x'.repeat(257) } } })] }),
      { column: 'email', message: 'Longer than 256 characters (pattern)' },
    ],
    [
      'too many values',
      ruleset({ rules: [rule({ conditions: { userId: { op: 'in', values: Array(1001).fill('x') } } })] }),
      { column: 'userId', message: 'A list can have at most 1000 values (values)' },
    ],
    [
      'a cell 33 levels deep',
      ruleset({ rules: [rule({ conditions: { amount: nested(33) } })] }),
      { ruleNo: 1, part: 'conditions', column: 'amount' },
    ],
    [
      'an output 33 levels deep',
      ruleset({ rules: [rule({ no: 4, outputs: { psp: nested(33) } })] }),
      { ruleNo: 4, part: 'outputs', column: 'psp' },
    ],
  ])('refuses %s', (_what, given, where) => {
    expect(read(given)).toEqual([expect.objectContaining({ code: 'SHAPE', ...where })])
  })

  it('refuses more rows than a ruleset holds before looking at any', () => {
    expect(read(ruleset({ rules: Array(maxRules + 1).fill(null) }))).toMatchObject([
      { ruleNo: null, column: 'rules', code: 'TOO_MANY' },
    ])
  })

  it('goes on to what the table says', () => {
    expect(read(ruleset({ rules: [rule({ outputs: {} })] }))).toMatchObject([
      { ruleNo: 1, part: 'outputs', column: 'psp', code: 'REQUIRED' },
      { ruleNo: 1, part: 'outputs', column: 'pspAccount', code: 'REQUIRED' },
    ])
  })
})
