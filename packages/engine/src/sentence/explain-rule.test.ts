import fc from 'fast-check'
import { operators, type Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable, OutputDeclaration, OutputValue } from '@signalbox/model/rules/decision-table'
import { decisionTables, tableOfSlug } from '@signalbox/model/rules/tables/index'
import {
  amountAtLeast,
  atLeast,
  fits,
  inBlocks,
  noneOf,
  oneOf,
  startsWith,
  yes,
} from '@signalbox/model/rules/testing/cells'
import { defaultUserFormats } from '@signalbox/model/text/user-formats'
import { describe, expect, test } from 'vitest'
import { clauseOf } from './clauses.ts'
import { cellOf, conditionOf } from './condition.ts'
import { explainPosition, explainRule, rowOf, statementOf, writeStatement } from './explain-rule.ts'
import type { Wording } from './wording.ts'

const english: Wording = { formats: defaultUserFormats }

function tableNamed(slug: string): DecisionTable {
  const table = tableOfSlug(slug)
  if (!table) throw new Error(`${slug} is no table`)
  return table
}

const explain = (
  slug: string,
  conditions: Readonly<Record<string, Cell>>,
  outputs: Readonly<Record<string, OutputValue>>,
  wording = english,
) => explainRule(tableNamed(slug), { conditions, outputs }, wording)

const decline = { action: 'DECLINE' }

describe('a sentence', () => {
  test('is about every payment when nothing is asked', () => {
    expect(explain('general-block', {}, decline)).toBe('For every payment, decline it.')
    expect(explain('vat', {}, { mode: 'EXEMPT' })).toBe('For every taxed item, treat it as exempt from VAT.')
  })

  test('does not depend on the order in which a row was written', () => {
    const [psp, currency, method] = [oneOf('EuroCard'), oneOf('NOK', 'DKK'), oneOf('DEPOSIT')]
    const outputs = { toCurrency: 'EUR', marginPct: 10_000 }
    const text =
      'For deposits in Norwegian or Danish kroner routed to EuroCard, convert to EUR and add a 1 % margin.'
    expect(explain('forex', { psp, currency, method }, outputs)).toBe(text)
    expect(explain('forex', { method, currency, psp }, outputs)).toBe(text)
  })

  test('puts users, cards, banks and networks together', () => {
    expect(
      explain(
        'general-block',
        {
          method: oneOf('WITHDRAWAL'),
          txType: oneOf('BankIBANWithdrawal'),
          userCategory: oneOf('VIP'),
          userCountry: noneOf('EEA'),
          userAge: atLeast(18),
          userId: noneOf('u-1'),
          ipCountry: oneOf('USA'),
          ipAddress: { op: 'notCidr', values: ['192.0.2.0/24'] },
        },
        decline,
      ),
    ).toBe(
      'For withdrawals of type IBAN withdrawal by VIP users from outside the EEA aged at least 18 other than u-1 ' +
        'from IP addresses in the United States and outside 192.0.2.0/24, decline them.',
    )
    expect(
      explain(
        'bin-block',
        {
          binBrand: oneOf('VISA'),
          binType: oneOf('PREPAID', 'CHARGE'),
          binCategory: noneOf('CORPORATE'),
          binIssuer: oneOf('Nordea'),
          binIssuerCountry: oneOf('SWE'),
          bin: startsWith('4111'),
        },
        decline,
      ),
    ).toBe(
      'For payments with Visa prepaid or charge cards of any category but CORPORATE issued by Nordea issued in Sweden ' +
        'whose number begins with 4111, decline them.',
    )
  })

  test('shows where a row is not finished', () => {
    expect(explain('psp-routing', { currency: oneOf() }, {})).toBe('For payments in …, route to ….')
    expect(explain('forex', { amount: amountAtLeast({ EUR: '12x' }) }, { toCurrency: '' })).toBe(
      'For payments of at least 12x EUR, convert to ….',
    )
    expect(explain('general-block', {}, {})).toBe('For every payment, ….')
  })

  test('keeps what it does not know', () => {
    expect(explain('general-block', { shoeSize: atLeast(44) }, { ...decline, mood: 'grim' })).toBe(
      'When shoeSize is at least 44, decline the payment.',
    )
    expect(explain('general-block', { userCountry: oneOf('XYZ', 'HIGH_RISK') }, decline)).toBe(
      'For payments by users from XYZ or HIGH_RISK countries, decline them.',
    )
  })

  test('says what every table may note', () => {
    expect(explain('limit', {}, { useAttributeLimits: true, info: 'by contract', tags: ['A', 'B'] })).toBe(
      'For every payment, use the limits the merchant sent for the account, note “by contract”, and tag it A and B.',
    )
  })

  test('knows its place', () => {
    const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111]
    expect(places.map((no) => explainPosition(no, 200).split(' ')[1])).toEqual(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th'.split(' '),
    )
    expect(explainPosition(1, 3)).toBe('Checked 1st of 3.')
  })
})

describe('lists', () => {
  const from = (...countries: string[]) =>
    explain('general-block', { userCountry: oneOf(...countries) }, decline)
  const codes = ['SWE', 'NOR', 'DNK', 'FIN', 'ISL', 'EST', 'LVA', 'LTU', 'POL']

  test.each([
    [1, 'Sweden'],
    [2, 'Sweden or Norway'],
    [3, 'Sweden, Norway or Denmark'],
    [4, 'any of 4 countries (Sweden, Norway, Denmark, Finland)'],
    [9, 'any of 9 countries (Sweden, Norway, Denmark and 6 more)'],
  ])('of %i', (length, text) => {
    expect(from(...codes.slice(0, length))).toBe(`For payments by users from ${text}, decline them.`)
  })

  test.each([
    ['txType', 'of any of 4 types (A, B, C, D)'],
    ['providerType', 'with any of 4 methods (A, B, C, D)'],
    ['psp', 'routed to any of 4 PSPs (A, B, C, D)'],
    ['userId', 'by any of 4 users (A, B, C, D)'],
    ['userCategory', 'by users of any of 4 categories (A, B, C, D)'],
    ['binBrand', 'with cards of any of 4 brands (A, B, C, D)'],
    ['bic', 'with any of 4 BICs (A, B, C, D)'],
  ])('of more than three in %s keep their noun', (key, text) => {
    expect(explain('general-block', { [key]: oneOf('A', 'B', 'C', 'D') }, decline)).toBe(
      `For payments ${text}, decline them.`,
    )
  })

  test.each([
    ['txType', 'of any type but these 4 types (A, B, C, D)'],
    ['psp', 'routed to any PSP but these 4 PSPs (A, B, C, D)'],
    ['txTag', 'tagged none of 4 tags (A, B, C, D)'],
    ['binBrand', 'with cards of any brand but these 4 brands (A, B, C, D)'],
    ['ipCountry', 'from IP addresses outside these 4 countries (A, B, C, D)'],
  ])('of more than three that are left out in %s', (key, text) => {
    expect(explain('general-block', { [key]: noneOf('A', 'B', 'C', 'D') }, decline)).toBe(
      `For payments ${text}, decline them.`,
    )
  })

  test.each([
    [1, 'is anything but Verified'],
    [2, 'is neither Verified nor Not verified'],
    [3, 'is none of Verified, Not verified and Verification in progress'],
    [4, 'is none of 4 statuses (Verified, Not verified, Verification in progress, Verification failed)'],
  ])('of %i that are left out', (length, text) => {
    const statuses = ['VERIFIED', 'NOT_VERIFIED', 'VERIFICATION_IN_PROGRESS', 'VERIFICATION_FAILED'].slice(
      0,
      length,
    )
    expect(explain('general-block', { internalKycStatus: noneOf(...statuses) }, decline)).toBe(
      `When the KYC status ${text}, decline the payment.`,
    )
  })

  test.each([
    [['NOK', 'DKK'], 'Norwegian or Danish kroner'],
    [['SEK', 'NOK'], 'Swedish kronor or Norwegian kroner'],
    [['USD', 'CAD', 'NZD'], 'US, Canadian or New Zealand dollars'],
    [['EUR'], 'euros'],
    [['GBP', 'EGP'], 'British or Egyptian pounds'],
    [['XOF', 'BTC'], 'West African CFA francs or BTC'],
    [
      ['SEK', 'NOK', 'DKK', 'EUR'],
      'any of 4 currencies (Swedish kronor, Norwegian kroner, Danish kroner, euros)',
    ],
  ])('of the currencies %j', (values, text) => {
    expect(explain('forex', { currency: oneOf(...values) }, { toCurrency: 'EUR' })).toBe(
      `For payments in ${text}, convert to EUR.`,
    )
  })

  test('countries have their article, and the order of words people use', () => {
    expect(from('USA', 'PRK', 'COD')).toContain(
      'the United States, North Korea or the Democratic Republic of the Congo',
    )
    expect(from('CYM', 'ALA', 'GMB')).toContain('the Cayman Islands, Åland Islands or the Gambia')
  })

  test('amounts in many currencies are cut short', () => {
    const amounts = { EUR: '100', SEK: '1000', NOK: '1000', DKK: '750', USD: '110' }
    expect(explain('limit', { amount: amountAtLeast(amounts) }, { step: { EUR: '500' } })).toBe(
      'For payments of at least 1.00 EUR, 10.00 SEK, 10.00 NOK or what is listed for 2 more, ' +
        'take only multiples of 5.00 EUR.',
    )
  })
})

describe('ranges', () => {
  const money = (cell: Partial<Extract<Cell, { op: 'moneyRange' }>>): Cell => ({
    op: 'moneyRange',
    minInclusive: true,
    maxInclusive: true,
    onMissing: 'NO_MATCH',
    ...cell,
  })
  const [ten, hundred] = [{ EUR: '1000' }, { EUR: '10000' }]
  test.each<[string, Cell]>([
    ['between 10.00 and 100.00 EUR', money({ min: ten, max: hundred })],
    ['of at least 10.00 and below 100.00 EUR', money({ min: ten, max: hundred, maxInclusive: false })],
    ['above 10.00 and at most 100.00 EUR', money({ min: ten, max: hundred, minInclusive: false })],
    ['of exactly 10.00 EUR', money({ min: ten, max: ten })],
    ['of at least 10.00 EUR', money({ min: ten })],
    ['above 10.00 EUR', money({ min: ten, minInclusive: false })],
    ['below 100.00 EUR', money({ max: hundred, maxInclusive: false })],
    [
      'between 10.00 and 100.00 EUR or between 150 and 1,500 JPY',
      money({ min: { ...ten, JPY: '150' }, max: { ...hundred, JPY: '1500' } }),
    ],
    ['between 10.00 EUR and 100.00 EUR or 1,500 JPY', money({ min: ten, max: { ...hundred, JPY: '1500' } })],
    ['of at least 10.00 EUR (or its worth in another currency)', money({ min: ten, onMissing: 'CONVERT' })],
  ])('of amounts: %s', (text, amount) => {
    expect(explain('general-block', { amount }, decline)).toBe(`For payments ${text}, decline them.`)
  })

  test('of no amount say nothing about it', () => {
    expect(explain('general-block', { amount: money({}) }, decline)).toBe(
      'When the amount is known, decline the payment.',
    )
  })

  test.each([
    [{ min: '2026-03-01T01:00:00Z' }, 'from 2026-03-01 01:00 on'],
    [{ max: '2026-03-01T03:00:00Z' }, 'until 2026-03-01 03:00'],
  ])('of time: %j', (ends, text) => {
    const bound = (value: string | undefined) => value && { value, inclusive: true }
    const { min, max } = ends as { min?: string; max?: string }
    const validPeriod = { op: 'range', min: bound(min), max: bound(max) } as Cell
    expect(explain('general-block', { validPeriod }, decline)).toBe(`For payments ${text}, decline them.`)
  })

  test.each([
    [[1, 2, 3, 4, 5], '09:00', '17:00', 'from Monday to Friday between 09:00 and 17:00'],
    [[6, 7], '00:00', '24:00', 'on Saturday and Sunday'],
    [[5], '22:00', '06:00', 'on Friday between 22:00 and 06:00 the next day'],
    [[1, 2, 3, 6], '08:00', '12:00', 'on Monday to Wednesday and Saturday between 08:00 and 12:00'],
    [[1, 2, 3, 4, 5, 6, 7], '01:00', '02:00', 'every day between 01:00 and 02:00'],
  ])('of the week: %j %s %s', (days, from, to, text) => {
    const schedule: Cell = { op: 'schedule', timeZone: 'Europe/Stockholm', days, from, to }
    expect(explain('general-block', { schedule }, decline)).toBe(
      `For payments ${text} (Europe/Stockholm), decline them.`,
    )
  })
})

describe('patterns', () => {
  test.each([
    ['.*insufficient.*', 'contains “insufficient”'],
    ['.*@x\\.example', 'ends with “@x.example”'],
    ['card .*', 'begins with “card ”'],
    ['a.*b', 'matches the pattern a.*b'],
    ['plain', 'matches the pattern plain'],
    ['.*(a|b).*', 'matches the pattern .*(a|b).*'],
    ['.*', 'matches the pattern .*'],
    ['', 'matches the pattern '],
  ])('%s', (pattern, text) => {
    expect(explain('status-code', { info: fits(pattern) }, { messageKey: 'm' })).toBe(
      `When the PSP's text ${text}, show the message m.`,
    )
  })
})

describe('the reader', () => {
  const swedish: Wording = {
    formats: {
      ...defaultUserFormats,
      timeZone: 'Europe/Stockholm',
      decimalSeparator: ',',
      groupSeparator: ' ',
    },
    nameOf: (catalogue, key) => (catalogue === 'psp' && key === 'eurocard' ? 'EuroCard AB' : undefined),
  }

  test('gets figures, times and names of their own', () => {
    const validPeriod: Cell = { op: 'range', min: { value: '2026-07-01T10:00:00Z', inclusive: true } }
    expect(
      explain(
        'forex',
        { amount: amountAtLeast({ EUR: '123456789' }), psp: oneOf('eurocard', 'other'), validPeriod },
        { toCurrency: 'SEK', marginPct: -12_500 },
        swedish,
      ),
    ).toBe(
      'For payments of at least 1 234 567,89 EUR routed to EuroCard AB or other from 2026-07-01 12:00 on, ' +
        'convert to SEK and give away a 1,25 % margin.',
    )
  })

  test.each([
    [80_000, 'an 8 %'],
    [110_000, 'an 11 %'],
    [180_000, 'an 18 %'],
    [100, 'a 0.01 %'],
    [1, 'a 0.0001 %'],
    [100_000, 'a 10 %'],
    [115_000, 'an 11.5 %'],
  ])('is told %i parts per million as %s', (marginPct, text) => {
    expect(explain('forex', {}, { toCurrency: 'EUR', marginPct })).toContain(`add ${text} margin`)
  })
})

describe('every operator', () => {
  const cells: readonly [Cell, string][] = [
    [oneOf('x'), 'the city is x'],
    [noneOf('x'), 'the city is not x'],
    [startsWith('x'), 'the city begins with x'],
    [{ op: 'notPrefix', values: ['x'] }, 'the city does not begin with x'],
    [inBlocks('10.0.0.0/8'), 'the city is in 10.0.0.0/8'],
    [{ op: 'notCidr', values: ['10.0.0.0/8'] }, 'the city is not in 10.0.0.0/8'],
    [fits('x.*'), 'the city begins with “x”'],
    [{ op: 'notRegex', pattern: '.*x' }, 'the city does not end with “x”'],
    [{ op: 'notRegex', pattern: '.*x.*' }, 'the city does not contain “x”'],
    [{ op: 'notRegex', pattern: 'x+' }, 'the city does not match the pattern x+'],
    [atLeast(3), 'the city is at least 3'],
    [amountAtLeast({ EUR: '100' }), 'the city is at least 1.00 EUR'],
    [yes, 'the city'],
    [{ op: 'is', value: false }, 'it is not so that the city'],
    [{ op: 'set' }, 'the city is given'],
    [{ op: 'notSet', key: 'x' }, 'the city “x” is not given'],
    [{ op: 'match', values: ['a', 'b'] }, 'the city of the a and the b are the same'],
    [{ op: 'mismatch', values: ['a', 'b'] }, 'the city of the a and the b differ'],
    [{ op: 'mapIn', key: 'k', values: ['x'] }, 'the city “k” is x'],
    [{ op: 'mapNotIn', key: 'k', values: ['x'] }, 'the city “k” is not x'],
    [
      { op: 'schedule', timeZone: 'UTC', days: [1], from: '08:00', to: '09:00' },
      'it is on Monday between 08:00 and 09:00 (UTC)',
    ],
  ]
  const city = {
    key: 'city',
    label: 'City',
    type: 'STRING',
    group: 'USR',
    from: 'D0',
    operators: [],
    phrase: 'the city',
  } as const

  test.each(cells)('%j', (cell, text) => {
    expect(clauseOf(conditionOf('city', cell), city, english)).toBe(text)
    expect(cellOf(conditionOf('city', cell))).toEqual(cell)
  })

  test('is among them', () => {
    const said = new Set(cells.map(([cell]) => cell.op))
    expect(operators.filter((op) => !said.has(op) && op !== 'moneyRange')).toEqual([])
  })
})

describe('what a row says', () => {
  const values = fc.array(fc.string(), { maxLength: 5 })
  const bound = fc.option(
    fc.record({ value: fc.oneof(fc.integer(), fc.string()), inclusive: fc.boolean() }),
    { nil: undefined },
  )
  const amounts = fc.option(fc.dictionary(fc.constantFrom('EUR', 'SEK', 'JPY'), fc.nat().map(String)), {
    nil: undefined,
  })
  const oneOfThese = <Op extends string>(...ops: Op[]) => fc.constantFrom(...ops)
  const anyCell = fc.oneof(
    fc.record({
      op: oneOfThese('in', 'notIn', 'prefix', 'notPrefix', 'cidr', 'notCidr', 'match', 'mismatch'),
      values,
    }),
    fc.record({ op: oneOfThese('mapIn', 'mapNotIn'), key: fc.string(), values }),
    fc.record({ op: oneOfThese('regex', 'notRegex'), pattern: fc.string() }),
    fc.record({ op: oneOfThese('range'), min: bound, max: bound }),
    fc.record({
      op: oneOfThese('moneyRange'),
      min: amounts,
      max: amounts,
      minInclusive: fc.boolean(),
      maxInclusive: fc.boolean(),
      onMissing: oneOfThese('NO_MATCH', 'CONVERT'),
    }),
    fc.record({ op: oneOfThese('is'), value: fc.boolean() }),
    fc.record({ op: oneOfThese('set', 'notSet'), key: fc.option(fc.string(), { nil: undefined }) }),
    fc.record({
      op: oneOfThese('schedule'),
      timeZone: fc.constantFrom('UTC', 'Europe/Stockholm'),
      days: fc.array(fc.integer({ min: 1, max: 7 })),
      from: fc.string(),
      to: fc.string(),
    }),
  ) as fc.Arbitrary<Cell>
  const anyRow = fc.constantFrom(...decisionTables).chain((table) =>
    fc.record({
      table: fc.constant(table),
      conditions: fc.dictionary(fc.constantFrom(...table.conditions), anyCell, { maxKeys: 5 }),
      outputs: fc.dictionary(
        fc.constantFrom(...table.outputs.map(({ key }) => key)),
        fc.oneof(fc.string(), fc.integer(), fc.boolean(), values) as fc.Arbitrary<OutputValue>,
        { maxKeys: 4 },
      ),
    }),
  )
  /** As rows are stored: a member that is not there is not there. */
  const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

  test('can be made a row again, and is always a sentence, whatever is in the row', () => {
    fc.assert(
      fc.property(anyRow, ({ table, ...row }) => {
        const { conditions, outputs } = stored(row)
        const statement = statementOf(table, { conditions, outputs })
        expect(rowOf(statement)).toEqual({ conditions, outputs })
        const text = writeStatement(table, statement, english)
        expect(explainRule(table, { conditions, outputs }, english)).toBe(text)
        expect(text).toMatch(/^(?:For|When|Every|On) [^]*, [^]*\.$/)
        expect(text).not.toMatch(/undefined|\[object|NaN/)
      }),
      { numRuns: 500 },
    )
  })
})

describe('every output of every table', () => {
  function sampleOf({ type, options, default: usual }: OutputDeclaration): OutputValue {
    const choices = Object.keys(options ?? {}).filter((key) => key !== usual)
    switch (type) {
      case 'BOOLEAN':
        return usual !== true
      case 'NUMBER':
      case 'PERCENT':
        return 7
      case 'LIST':
        return choices.length > 0 ? choices.slice(0, 2) : ['X1', 'X2']
      case 'STRING_NUMBER_MAP':
        return { EUR: '700' }
      case 'STRING_LIST_MAP':
        return { X1: ['X2'] }
      case 'CHOICE':
        return choices[0] ?? 'X1'
      case 'CURRENCY':
        return 'SEK'
      case 'STRING':
      case 'TEXT':
        return 'X1'
    }
  }

  const all = decisionTables.flatMap((table) => table.outputs.map((output) => [table, output] as const))

  test.each(all.map(([table, output]) => [table.slug, output.key, table, output] as const))(
    '%s says its %s',
    (_slug, key, table, output) => {
      // What an output is about may only be said together with it: a unit with its number, a template with its switch.
      const company: Readonly<Record<string, OutputValue>> = {
        ...(key === 'unit' && { window: 3, time: 3, delay: 3, probeEvery: 3, setMaintenance: 'FIXED' }),
        ...(key === 'combine' && { percentageFee: 10_000, fixedFee: { EUR: '100' } }),
        ...(key === 'mode' && { percentageFee: 10_000 }),
        ...(key === 'billTo' && { percentageFee: 10_000 }),
        ...(key === 'failedStatusCode' && { action: 'DECLINE' }),
        ...(key.startsWith('reRoute') && { action: 'REROUTE' }),
        ...(key === 'kycAccount' && { kycProvider: 'X9', kycFallback: 'X9' }),
        ...((key === 'levels' || key === 'approvalAction') && { approvalMethod: 'MANUAL' }),
        ...(key === 'stop' && { pspFallback: 'X9', kycFallback: 'X9' }),
        ...(key === 'countStates' && { maxTx: 3 }),
        ...((key === 'component' || key === 'ratePct') && { mode: 'EXCLUSIVE' }),
      }
      const others = Object.fromEntries(
        Object.entries(company).filter(([other]) => table.outputs.some((declared) => declared.key === other)),
      )
      const without = explainRule(table, { conditions: {}, outputs: others }, english)
      const sample = sampleOf(output)
      const withIt = explainRule(table, { conditions: {}, outputs: { ...others, [key]: sample } }, english)
      expect(withIt).not.toBe(without)
    },
  )
})
