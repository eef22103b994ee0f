import { describe, expect, it } from 'vitest'
import { checkRuleset } from './check-ruleset.ts'
import type { DecisionTable } from './decision-table.ts'
import type { Rule } from './rule.ts'
import type { RulesetContent } from './ruleset.ts'
import { decisionTables, tableOfSlug } from './tables/index.ts'
import { exampleRulesets } from './testing/example-rows.ts'
import { atLeast, oneOf, startsWith, yes } from './testing/cells.ts'

const row = (given: Partial<Rule> = {}, no = 1): Rule => ({
  id: `r${no}`,
  no,
  name: '',
  note: '',
  enabled: true,
  conditions: {},
  outputs: {},
  ...given,
})

function check(slug: string, rules: readonly Rule[], preconditions: RulesetContent['preconditions'] = {}) {
  const table = tableOfSlug(slug)
  if (!table) throw new Error(`No table ${slug}`)
  return checkRuleset(table, { preconditions, rules })
}

const route = { psp: 'NordAcq', pspAccount: 'main' }

describe('a ruleset is refused', () => {
  it('names the row and the column of a bad cell', () => {
    const rules = [
      row({ outputs: route }, 1),
      row({ conditions: { userCountry: oneOf('XYZ') }, outputs: route }, 2),
    ]
    expect(check('psp-routing', rules)).toEqual([
      {
        ruleNo: 2,
        part: 'conditions',
        column: 'userCountry',
        code: 'COUNTRY',
        message: 'Unknown country “XYZ”',
      },
    ])
  })

  it('for columns the table does not have, and for facts that come too late', () => {
    const conditions = { surprise: yes, psp: oneOf('NordAcq'), mpi: oneOf('MPI-A') }
    const problems = check('psp-routing', [row({ conditions, outputs: { ...route, action: 'DECLINE' } })])
    expect(problems.map(({ column, code, part }) => [part, column, code])).toEqual([
      ['conditions', 'surprise', 'UNKNOWN_COLUMN'],
      ['conditions', 'psp', 'UNKNOWN_COLUMN'],
      ['conditions', 'mpi', 'NOT_KNOWN_YET'],
      ['outputs', 'action', 'UNKNOWN_COLUMN'],
    ])
  })

  it('for preconditions as for conditions', () => {
    const [found] = check('general-block', [row({ outputs: { action: 'ACCEPT' } })], {
      fraudScore: atLeast(5),
    })
    expect(found).toMatchObject({
      ruleNo: null,
      part: 'preconditions',
      column: 'fraudScore',
      code: 'NOT_KNOWN_YET',
    })
    expect(found?.message).toBe('Fraud score is not known yet when General block is evaluated')
  })

  it('without rows', () => {
    expect(check('fee', [])).toMatchObject([{ column: 'rules', message: 'Please add at least one rule' }])
  })

  it('for numbers and ids that come twice or out of order', () => {
    const rules = [
      row({ outputs: route }, 2),
      row({ outputs: route }, 1),
      row({ outputs: route, id: 'r1' }, 3),
      row({ outputs: route, id: 'r4' }, 3),
    ]
    expect(check('psp-routing', rules).map(({ ruleNo, column, code }) => [ruleNo, column, code])).toEqual([
      [1, 'no', 'ORDER'],
      [3, 'id', 'DUPLICATE'],
      [3, 'no', 'DUPLICATE'],
    ])
  })

  it('with a bounded number of problems', () => {
    const rules = Array.from({ length: 2000 }, (_, index) => row({}, index + 1))
    expect(check('psp-routing', rules)).toHaveLength(500)
  })
})

describe('outputs are refused', () => {
  const outputs = (slug: string, given: Rule['outputs']) =>
    check(slug, [
      row({ outputs: given, conditions: slug === 'payment-methods' ? { method: oneOf('DEPOSIT') } : {} }),
    ])

  it.each<[string, Rule['outputs'], string, string]>([
    ['psp-routing', { psp: 'NordAcq' }, 'pspAccount', 'REQUIRED'],
    ['psp-routing', { ...route, weight: 1001 }, 'weight', 'OUT_OF_BOUNDS'],
    ['psp-routing', { ...route, weight: 1.5 }, 'weight', 'SHAPE'],
    ['psp-routing', { ...route, psp: ['NordAcq'] }, 'psp', 'SHAPE'],
    ['psp-routing', { ...route, tags: 'vip' }, 'tags', 'SHAPE'],
    ['psp-routing', { ...route, info: '' }, 'info', 'EMPTY'],
    ['psp-routing', { ...route, info: 'x'.repeat(201) }, 'info', 'TOO_LONG'],
    ['psp-fallback', { maxAttempts: 2, pspFallback: 'AcqTwo' }, 'pspFallbackAccount', 'REQUIRED'],
    ['psp-fallback', { stop: true, maxAttempts: 5 }, 'maxAttempts', 'OUT_OF_BOUNDS'],
    ['fee', { feeMin: { EUR: '500' }, feeMax: { EUR: '100' } }, 'feeMin', 'REVERSED'],
    ['fee', { percentageFee: 1_000_001 }, 'percentageFee', 'OUT_OF_BOUNDS'],
    ['fee', { fixedFee: { EUR: '1', XXX: '1' } }, 'fixedFee', 'CURRENCY'],
    ['fee', { fixedFee: {} }, 'fixedFee', 'EMPTY'],
    ['fee', { mode: 'TWICE' }, 'mode', 'OPTION'],
    ['limit', { min: { EUR: '2' }, max: { EUR: '1' } }, 'min', 'REVERSED'],
    ['limit', { min: { EUR: '2' } }, 'max', 'REQUIRED'],
    ['fraud-provider-block', { action: 'REROUTE', reRouteAccount: 'a' }, 'reRoutePsp', 'REQUIRED'],
    ['fraud-provider-block', { action: 'FORCE_3DS' }, 'action', 'OPTION'],
    ['general-block', { action: 'DECLINE', failedStatusCode: 'ERR_NOPE' }, 'failedStatusCode', 'OPTION'],
    ['velocity', { scope: 'USER', window: 1, unit: 'DAY', action: 'DECLINE' }, 'maxTx', 'REQUIRED'],
    ['period-limit', { window: 'ROLLING', maxCount: 1 }, 'rollingHours', 'REQUIRED'],
    ['forex', { toCurrency: 'XXX' }, 'toCurrency', 'CURRENCY'],
    ['approval', { approvalMethod: 'MANUAL', tags: ['vip'] }, 'tags', 'OPTION'],
    ['notification', { emailAddresses: ['nobody'] }, 'emailAddresses', 'EMAIL'],
    ['kyc-routing', { kycProvider: 'IdCheck', blocking: 'yes' }, 'blocking', 'SHAPE'],
    ['payment-methods', { depositMethods: [] }, 'depositMethods', 'EMPTY'],
    [
      'payment-methods',
      { depositMethods: ['BANK'], excludeAccounts: { BANK: [] } },
      'excludeAccounts',
      'EMPTY',
    ],
    [
      'payment-methods',
      { depositMethods: ['BANK'], excludeAccounts: { BANK: 'x' } },
      'excludeAccounts',
      'SHAPE',
    ],
  ])('%s %j', (slug, given, column, code) => {
    expect(outputs(slug, given)).toMatchObject([{ ruleNo: 1, part: 'outputs', column, code }])
  })
})

describe('a column no row may leave blank', () => {
  const methods = row({ outputs: { depositMethods: ['BANK'] } })

  it('is asked for', () => {
    expect(check('payment-methods', [methods])).toMatchObject([{ column: 'method', code: 'REQUIRED' }])
  })

  it('may stand in the preconditions', () => {
    expect(check('payment-methods', [methods], { method: oneOf('DEPOSIT') })).toEqual([])
  })
})

describe.each(decisionTables.map((table) => [table.slug, table] as const))(
  'the checks of %s',
  (slug, table: DecisionTable) => {
    const example = exampleRulesets.find((ruleset) => ruleset.table === slug)

    it('miss a required output of its examples', () => {
      for (const [index, rule] of (example?.rules ?? []).entries()) {
        for (const { key, required } of table.outputs) {
          if (!required) continue
          const { [key]: _removed, ...outputs } = rule.outputs
          expect(check(slug, [{ ...rule, no: index + 1, outputs }])).toEqual(
            expect.arrayContaining([expect.objectContaining({ column: key, code: 'REQUIRED' })]),
          )
        }
      }
    })

    it('refuse a BIN that is too short wherever BINs are asked about', () => {
      const [rule] = example?.rules ?? []
      if (!rule) throw new Error(`No example of ${slug}`)
      const found = check(slug, [{ ...rule, conditions: { ...rule.conditions, bin: startsWith('45') } }])
      const code = table.conditions.includes('bin')
        ? 'BIN'
        : expect.stringMatching(/NOT_KNOWN_YET|UNKNOWN_COLUMN/)
      expect(found).toEqual([expect.objectContaining({ column: 'bin', code })])
    })
  },
)
