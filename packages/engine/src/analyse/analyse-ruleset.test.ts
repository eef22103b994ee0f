import type { Cell } from '@signalbox/model/rules/cell'
import type { FindingCode } from '@signalbox/model/rules/finding'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { describe, expect, it } from 'vitest'
import { platformVocabulary } from '../vocabulary.ts'
import { analyseRuleset, type AnalysisContext } from './analyse-ruleset.ts'
import { convertedCurrencies } from './converted-currencies.ts'

const context: AnalysisContext = {
  vocabulary: platformVocabulary,
  nowMs: Date.parse('2026-06-01T00:00:00Z'),
  catalogues: { psp: new Set(['EuroCard', 'NordAcq']) },
}

type Row = Partial<Pick<Rule, 'conditions' | 'outputs' | 'enabled'>>

function findings(
  slug: string,
  rows: readonly Row[],
  {
    psps = {},
    traffic = [],
    others = [],
    ...more
  }: Partial<RulesetContent> & Pick<AnalysisContext, 'psps' | 'traffic' | 'others'> = {},
) {
  const table = tableOfSlug(slug)
  if (!table) throw new Error(`No table ${slug}`)
  const rules = rows.map((row, index): Rule => ({
    id: `r${index + 1}`,
    no: index + 1,
    name: '',
    note: '',
    enabled: true,
    conditions: {},
    outputs: {},
    ...row,
  }))
  const content: RulesetContent = {
    name: 'Test',
    note: '',
    priority: 1,
    inherit: 'OVERRIDABLE',
    enabled: true,
    preconditions: {},
    rules,
    ...more,
  }
  return analyseRuleset(table, content, { ...context, psps, traffic, others })
}

const oneOf = (...values: string[]): Cell => ({ op: 'in', values })
const decline = { action: 'DECLINE' }
const accept = { action: 'ACCEPT' }
const route = { psp: 'EuroCard', pspAccount: '3DS2' }
const codesOf = (found: readonly { code: FindingCode; ruleId: string }[]) =>
  found.map(({ code, ruleId }) => `${ruleId} ${code}`)

describe('analysis of a ruleset', () => {
  it('finds a row whose period is over, and not one whose period comes', () => {
    const until = (value: string): Cell => ({ op: 'range', max: { value, inclusive: true } })
    const found = findings('general-block', [
      { conditions: { validPeriod: until('2026-05-01T00:00:00Z') }, outputs: decline },
      { conditions: { validPeriod: until('2026-07-01T00:00:00Z') }, outputs: decline },
    ])
    expect(codesOf(found)).toEqual(['r1 SA01'])
    expect(found[0]).toMatchObject({ column: 'validPeriod', fix: { kind: 'clear', column: 'validPeriod' } })
  })

  it('finds a row that contradicts the preconditions', () => {
    const found = findings(
      'general-block',
      [
        { conditions: { userCountry: oneOf('USA') }, outputs: decline },
        { conditions: { userCountry: oneOf('NOR') }, outputs: decline },
      ],
      { preconditions: { userCountry: oneOf('EEA') } },
    )
    expect(codesOf(found)).toEqual(['r1 SA01'])
  })

  it('finds a row that says what another said, however it is written', () => {
    const found = findings('general-block', [
      { conditions: { userCountry: oneOf('NOR', 'SWE') }, outputs: decline },
      { conditions: { userCountry: oneOf('SWE', 'NOR') }, outputs: decline },
      { conditions: { userCountry: oneOf('SWE', 'NOR') }, outputs: decline, enabled: false },
    ])
    expect(codesOf(found)).toEqual(['r2 SA02'])
    expect(found[0]?.otherRuleIds).toEqual(['r1'])
  })

  it('finds a row behind one that takes all of its payments, and offers to move it', () => {
    const found = findings('general-block', [
      { conditions: { userCountry: oneOf('EEA') }, outputs: decline },
      { conditions: { userCountry: oneOf('NOR'), userId: oneOf('vip') }, outputs: accept },
      { conditions: { userCountry: oneOf('USA') }, outputs: decline },
    ])
    expect(codesOf(found)).toEqual(['r2 SA03'])
    expect(found[0]?.fix).toMatchObject({ kind: 'move', ruleId: 'r2', beforeRuleId: 'r1' })
  })

  it('says nothing where the order is right, the first row is off, or every row has its say', () => {
    const narrow: Row = { conditions: { userCountry: oneOf('NOR') }, outputs: accept }
    const broad: Row = { conditions: { userCountry: oneOf('EEA') }, outputs: decline }
    expect(findings('general-block', [narrow, broad])).toEqual([])
    expect(findings('general-block', [{ ...broad, enabled: false }, narrow])).toEqual([])
    const mail = { sendUserEmail: true, emailTemplate: 'x' }
    const notifications = [{ outputs: mail }, { conditions: { userCountry: oneOf('NOR') }, outputs: mail }]
    expect(codesOf(findings('notification', notifications)).filter((code) => code.includes('SA03'))).toEqual(
      [],
    )
  })

  it('warns of notifications that name no status: they are sent at every change of it', () => {
    const mail = { sendUserEmail: true, emailTemplate: 'x' }
    const rows: Row[] = [
      { conditions: { userCountry: oneOf('NOR') }, outputs: mail },
      { conditions: { userCountry: oneOf('NOR'), txState: oneOf('FAILED') }, outputs: mail },
      { conditions: { txStatusCode: oneOf('ERR_DECLINED_NO_FUNDS') }, outputs: mail },
      { conditions: { userCountry: oneOf('SWE') }, outputs: mail, enabled: false },
    ]
    const found = findings('notification', rows).filter(({ code }) => code === 'SA19')
    expect(codesOf(found)).toEqual(['r1 SA19'])
    const preconditions = { txState: oneOf('SUCCESSFUL') }
    expect(codesOf(findings('notification', rows, { preconditions }))).not.toContain('r1 SA19')
    expect(codesOf(findings('general-block', [{ outputs: accept }]))).toEqual([])
  })

  it('lets rows that share a draw stand beside each other', () => {
    const conditions = { userCountry: oneOf('NOR') }
    const found = findings('psp-routing', [
      { conditions, outputs: { ...route, weight: 70 } },
      { conditions, outputs: { ...route, psp: 'NordAcq', weight: 30 } },
      { conditions, outputs: { ...route, psp: 'NordAcq' } },
    ])
    expect(codesOf(found)).toEqual(['r3 SA03'])
    expect(found[0]?.fix).toBeUndefined()
  })

  it('counts rows of one draw as one row, whatever stands between them', () => {
    const rows = (weights: readonly (number | undefined)[]): Row[] => [
      { conditions: { userCountry: oneOf('SWE') }, outputs: { ...route, weight: weights[0] ?? 70 } },
      { outputs: { ...route, psp: 'NordAcq' } },
      { conditions: { userCountry: oneOf('SWE') }, outputs: { ...route, psp: 'NordAcq', weight: 30 } },
    ]
    expect(findings('psp-routing', rows([70]))).toEqual([])
    expect(codesOf(findings('psp-routing', rows([60])))).toEqual(['r1 SA09'])
    // Without the first of them the last one is behind a row that takes everything.
    expect(codesOf(findings('psp-routing', rows([70]).slice(1)))).toEqual(['r2 SA03', 'r2 SA09'])
  })

  it('finds a row that several rows before it leave nothing for, and shows a payment', () => {
    const found = findings('general-block', [
      { conditions: { method: oneOf('DEPOSIT'), userCountry: oneOf('NOR') }, outputs: decline },
      { conditions: { method: oneOf('WITHDRAWAL'), userCountry: oneOf('NOR', 'SWE') }, outputs: decline },
      { conditions: { method: oneOf('DEPOSIT', 'WITHDRAWAL'), userCountry: oneOf('NOR') }, outputs: accept },
    ])
    expect(codesOf(found)).toEqual(['r3 SA04'])
    expect(found[0]).toMatchObject({
      otherRuleIds: ['r1', 'r2'],
      witness: { userCountry: 'NOR' },
      fix: { kind: 'move', beforeRuleId: 'r1' },
    })
  })

  it('finds amounts in other currencies than the row asks for', () => {
    const amount: Cell = {
      op: 'moneyRange',
      min: { EUR: '1000' },
      minInclusive: true,
      maxInclusive: false,
      onMissing: 'NO_MATCH',
    }
    const rows = (...currencies: string[]): Row[] => [
      { conditions: { amount, currency: oneOf(...currencies) }, outputs: decline },
    ]
    expect(codesOf(findings('general-block', rows('SEK')))).toEqual(['r1 SA01'])
    expect(findings('general-block', rows('SEK', 'EUR'))).toEqual([])
  })

  it('says of a row without which nothing changes that it can go', () => {
    const norway: Row = { conditions: { userCountry: oneOf('NOR') }, outputs: decline }
    const all: Row = { outputs: decline }
    expect(codesOf(findings('general-block', [norway, all]))).toEqual(['r1 SA07'])
    const between: Row = { conditions: { userId: oneOf('vip') }, outputs: accept }
    expect(findings('general-block', [norway, between, all])).toEqual([])
  })

  it('finds rows that rulesets asked before leave nothing for, and those it leaves nothing for', () => {
    const other = (place: 'before' | 'after', conditions: Row['conditions'] = {}) => ({
      name: 'Group',
      place,
      content: {
        enabled: true,
        preconditions: {},
        rules: [
          {
            id: 'x',
            no: 1,
            name: '',
            note: '',
            enabled: true,
            conditions: conditions ?? {},
            outputs: accept,
          },
        ],
      },
    })
    const rows: Row[] = [{ conditions: { userCountry: oneOf('NOR') }, outputs: decline }]
    const europe = { userCountry: oneOf('EEA') }
    const before = findings('general-block', rows, { others: [other('before', europe)] })
    expect(codesOf(before)).toEqual(['r1 SA16'])
    expect(before[0]).toMatchObject({ witness: { userCountry: 'NOR' } })
    const norway = { userCountry: oneOf('NOR'), userId: oneOf('a') }
    expect(codesOf(findings('general-block', rows, { others: [other('after', norway)] }))).toEqual([
      'r1 SA16',
    ])
    expect(findings('general-block', rows, { others: [other('after', europe)] })).toEqual([])
  })

  it('finds a fallback to the account a payment failed at, and none between two that stand in for each other', () => {
    const back = { pspFallback: 'EuroCard', pspFallbackAccount: 'EU' }
    const at = (psp: string, account: string) => ({ psp: oneOf(psp), pspAccount: oneOf(account) })
    const found = findings('psp-fallback', [
      { conditions: at('EuroCard', 'EU'), outputs: back },
      { conditions: at('EuroCard', 'UK'), outputs: back },
      { conditions: at('NordAcq', 'EU'), outputs: back },
    ])
    expect(codesOf(found)).toEqual(['r1 SA13'])
  })

  it('finds currencies neither the PSP takes nor a forex row converts', () => {
    const rows: Row[] = [
      { conditions: { currency: oneOf('SEK', 'EUR') }, outputs: route },
      { conditions: { currency: oneOf('NOK') }, outputs: { ...route, psp: 'NordAcq' } },
    ]
    const codes = (converts?: readonly string[]) =>
      codesOf(
        findings('psp-routing', rows, {
          psps: {
            EuroCard: { currencies: ['EUR'], ...(converts && { converts }) },
            NordAcq: { currencies: [] },
          },
        }),
      )
    expect(codes()).toEqual([])
    expect(codes([])).toEqual(['r1 SA14'])
    expect(codes(['NOK'])).toEqual(['r1 SA14'])
    expect(codes(['SEK'])).toEqual([])
  })

  it('tells which currencies forex rows may convert on the way to which PSP', () => {
    const not = (...values: string[]): Cell => ({ op: 'notIn', values })
    const converted = convertedCurrencies(
      [
        { psp: [null, oneOf('EuroCard')], currency: [null, oneOf('SEK', 'NOK')] },
        { psp: [oneOf('EuroCard', 'NordAcq'), not('EuroCard')], currency: [oneOf('DKK', 'USD'), not('USD')] },
      ],
      ['EuroCard', 'NordAcq', 'Other'],
      platformVocabulary,
    )
    expect([...(converted.get('EuroCard') ?? [])].sort()).toEqual(['NOK', 'SEK'])
    expect(converted.get('NordAcq')).toEqual(['DKK'])
    expect(converted.get('Other')).toEqual([])
    const all = convertedCurrencies(
      [{ psp: [null, null], currency: [null, null] }],
      ['Other'],
      platformVocabulary,
    )
    expect(all.get('Other')?.length).toBeGreaterThan(100)
  })

  it('finds exemptions for low values without the bounds they have by law', () => {
    const bounded: Row['conditions'] = {
      amount: {
        op: 'moneyRange',
        max: { EUR: '3000' },
        minInclusive: true,
        maxInclusive: true,
        onMissing: 'NO_MATCH',
      },
      exemptInRow: { op: 'range', max: { value: 5, inclusive: false } },
      exemptSumInRow: {
        op: 'moneyRange',
        max: { EUR: '10000' },
        minInclusive: true,
        maxInclusive: true,
        onMissing: 'NO_MATCH',
      },
    }
    const outputs = { exemption: 'LOW_VALUE' }
    expect(findings('3ds2-routing', [{ conditions: bounded, outputs }])).toEqual([])
    const more = { ...bounded, exemptInRow: { op: 'range', max: { value: 5, inclusive: true } } as const }
    const found = findings('3ds2-routing', [{ conditions: more, outputs }])
    expect(codesOf(found)).toEqual(['r1 SA17'])
    expect(found[0]?.message).toContain('5 payments in a row')
  })

  it('shows what seen payments show: gaps, contests, missing currencies, rows that accept most', () => {
    const paid = (userCountry: string, minor: bigint, currency = 'EUR') => ({
      userCountry,
      currency,
      amount: { minor, currency },
      method: 'DEPOSIT',
    })
    const traffic = [paid('NOR', 5_000n), paid('NOR', 500n), paid('SWE', 500n, 'SEK')]
    const large: Cell = {
      op: 'moneyRange',
      min: { EUR: '1000' },
      minInclusive: true,
      maxInclusive: true,
      onMissing: 'NO_MATCH',
    }
    const routed: Row[] = [
      { conditions: { amount: large }, outputs: route },
      { conditions: { userCountry: oneOf('NOR') }, outputs: { ...route, psp: 'NordAcq' } },
    ]
    const found = findings('psp-routing', routed, { traffic })
    expect(codesOf(found)).toEqual(['r1 SA11', 'r2 SA06', 'r2 SA05'])
    expect(found.map(({ witness }) => witness?.userCountry)).toEqual(['SWE', 'SWE', 'NOR'])
    expect(found[1]?.message).toContain('No row matches 1 payment of the last 3')
    expect(codesOf(findings('psp-routing', routed))).toEqual([])
    const open: Row[] = [{ conditions: { userCountry: oneOf('NOR') }, outputs: accept }]
    expect(codesOf(findings('general-block', open, { traffic }))).toEqual(['r1 SA18'])
    expect(findings('general-block', open, { traffic: traffic.slice(1) })).toEqual([])
  })

  it('finds a PSP nobody has', () => {
    const found = findings('psp-routing', [{ outputs: { ...route, psp: 'Nobody' } }])
    expect(codesOf(found)).toEqual(['r1 SA08'])
    expect(found[0]).toMatchObject({ column: 'psp' })
    expect(found[0]?.message).toContain('Nobody')
  })

  describe('of rows that send payments to a PSP which does not take them', () => {
    const psps = {
      EuroCard: { txTypes: ['CreditcardDeposit'] },
      NordAcq: { txTypes: ['CreditcardDeposit', 'CreditcardWithdrawal'] },
      Wallet: { txTypes: ['SkrillDeposit', 'SkrillWithdrawal'] },
    }
    const routed = (psp: string, conditions: Row['conditions'], preconditions = {}) =>
      findings('psp-routing', [{ conditions, outputs: { ...route, psp } }], { preconditions, psps })
        .filter(({ message }) => message.includes('does not support'))
        .map(({ code, column, message }) => [code, column, message])

    it.each<[string, Row['conditions'], Row['conditions'] | undefined, string]>([
      ['Wallet', { txType: oneOf('CreditcardDeposit') }, undefined, 'CreditcardDeposit'],
      ['Wallet', { txType: oneOf('SkrillDeposit', 'CreditcardDeposit') }, undefined, 'CreditcardDeposit'],
      ['Wallet', { providerType: oneOf('CREDITCARD', 'SKRILL') }, undefined, 'CREDITCARD'],
      ['EuroCard', { method: oneOf('WITHDRAWAL') }, undefined, 'any payment'],
      ['EuroCard', { providerType: oneOf('CREDITCARD') }, { method: oneOf('WITHDRAWAL') }, 'any payment'],
    ])('%s for %j', (psp, conditions, preconditions, what) => {
      const found = routed(psp, conditions, preconditions)
      expect(found).toEqual([['SA08', 'psp', expect.stringContaining(`${psp} does not support ${what}`)]])
    })

    it.each<[string, Row['conditions']]>([
      ['Wallet', {}],
      ['Wallet', { providerType: { op: 'notIn', values: ['CREDITCARD'] } }],
      ['NordAcq', { providerType: oneOf('CREDITCARD') }],
      ['NordAcq', { method: oneOf('DEPOSIT') }],
      ['Elsewhere', { txType: oneOf('CreditcardDeposit') }],
    ])('says nothing of %s for %j', (psp, conditions) => {
      expect(routed(psp, conditions)).toEqual([])
    })
  })

  it('finds an account the PSP does not have, and offers the one it has', () => {
    const psps = { EuroCard: { accounts: ['EU', 'UK'] }, NordAcq: { accounts: ['EU'] }, Wallet: {} }
    const routes = [
      { psp: 'EuroCard', pspAccount: 'EU' },
      { psp: 'EuroCard', pspAccount: '3DS2' },
      { psp: 'NordAcq', pspAccount: 'UK' },
      { psp: 'Wallet', pspAccount: 'UK' },
    ]
    const rows = routes.map((outputs, n): Row => ({ conditions: { userId: oneOf(`u${n}`) }, outputs }))
    const found = findings('psp-routing', rows, { psps }).filter(({ column }) => column === 'pspAccount')
    expect(found.map(({ ruleId, code, message }) => [ruleId, code, message])).toEqual([
      ['r2', 'SA08', 'EuroCard has no account 3DS2. It has EU, UK.'],
      ['r3', 'SA08', 'NordAcq has no account UK. It has EU.'],
    ])
    expect(found.map(({ fix }) => fix && 'text' in fix && fix.text)).toEqual([undefined, 'EU'])
    const fallback = { pspFallback: 'NordAcq', pspFallbackAccount: 'UK' }
    expect(codesOf(findings('psp-fallback', [{ outputs: fallback }], { psps }))).toEqual(['r1 SA08'])
    const rerouted = { action: 'REROUTE', reRoutePsp: 'NordAcq', reRouteAccount: 'UK' }
    expect(codesOf(findings('fraud-provider-block', [{ outputs: rerouted }], { psps }))).toEqual(['r1 SA08'])
  })

  it('finds a fact that is not known yet, and offers to clear it', () => {
    const found = findings('general-block', [
      { conditions: { fraudScore: { op: 'range', min: { value: 5, inclusive: true } } }, outputs: decline },
    ])
    expect(codesOf(found)).toEqual(['r1 SA10'])
    expect(found[0]?.fix).toMatchObject({ kind: 'clear', column: 'fraudScore' })
  })

  it('finds patterns that mean something else, and those a list says better', () => {
    const like = (pattern: string): Row => ({
      conditions: { email: { op: 'regex', pattern } },
      outputs: decline,
    })
    const found = findings('general-block', [
      like('.*@brand.example'),
      like('.*@brand\\.example'),
      like('a@b\\.se|c@d\\.se'),
    ])
    expect(codesOf(found)).toEqual(['r1 SA12', 'r3 SA12'])
    expect(found[0]?.fix).toMatchObject({ kind: 'rewrite' })
    expect(found[1]?.fix).toMatchObject({ kind: 'rewrite', text: 'a@b.se, c@d.se' })
  })

  it('finds ends that are the wrong way round', () => {
    const found = findings('limit', [{ outputs: { min: { EUR: '5000' }, max: { EUR: '1000' } } }])
    expect(codesOf(found)).toEqual(['r1 SA15'])
    expect(found[0]?.fix).toMatchObject({ kind: 'swap', columns: ['min', 'max'] })
    const backwards: Cell = {
      op: 'range',
      min: { value: 60, inclusive: true },
      max: { value: 18, inclusive: true },
    }
    const inCell = findings('general-block', [{ conditions: { userAge: backwards }, outputs: decline }])
    expect(inCell[0]).toMatchObject({ code: 'SA15', fix: { kind: 'swapEnds', column: 'userAge' } })
  })

  it('looks through ten thousand rows in one go', () => {
    const rows = Array.from({ length: 10_000 }, (_, n): Row => ({
      conditions: {
        userId: oneOf(`user-${n}`),
        userCountry: oneOf(['NOR', 'SWE', 'FIN'][n % 3] ?? 'NOR'),
      },
      outputs: decline,
    }))
    const hidden: Row = {
      conditions: { userId: oneOf('user-77'), userCountry: oneOf('FIN') },
      outputs: accept,
    }
    expect(codesOf(findings('general-block', [...rows.slice(0, 9_999), hidden]))).toEqual(['r10000 SA03'])
  })
})
