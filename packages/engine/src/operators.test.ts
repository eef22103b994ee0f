import { rational } from '@signalbox/model/money/rational'
import type { RateSheet } from '@signalbox/model/money/rates'
import { rateRow } from '@signalbox/model/money/testing/rates'
import type { Cell, Operator } from '@signalbox/model/rules/cell'
import { operators } from '@signalbox/model/rules/cell'
import type { FactValue } from '@signalbox/model/rules/fact'
import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import { testFacts, testTable } from './testing/test-vocabulary.ts'
import { effectiveOf, testVersion } from './testing/try-rows.ts'

const table = testTable('FIRST')
const mid = rational(11_205n, 1000n)
const row = rateRow({ quote: 'SEK', buy: '1', sell: '1' })
const rates: RateSheet = {
  base: 'EUR',
  quotes: new Map([['SEK', { rateId: '1', buy: mid, mid, sell: mid, row, importedAtMs: undefined }]]),
}

function holds(column: string, cell: Cell, value: FactValue | undefined): boolean {
  const effective = effectiveOf(table, testVersion([{ when: { [column]: cell } }]))
  const key = testFacts.find((fact) => fact.key === column)?.reads ?? column
  return evaluate(effective, { [key]: value }, { step: 'D7', rates }).outcome === 'DECIDED'
}

const oneOf = (...values: string[]): Cell => ({ op: 'in', values })
const noneOf = (...values: string[]): Cell => ({ op: 'notIn', values })
const eur = (minor: bigint) => ({ minor, currency: 'EUR' })
const sek = (minor: bigint) => ({ minor, currency: 'SEK' })
const inclusive = (value: number | string) => ({ value, inclusive: true })
const exclusive = (value: number | string) => ({ value, inclusive: false })
const money = { op: 'moneyRange', minInclusive: true, maxInclusive: false } as const
const tier: Cell = { ...money, min: { EUR: '1000' }, max: { EUR: '30000' }, onMissing: 'NO_MATCH' }
const converted: Cell = { ...money, min: { EUR: '1001' }, maxInclusive: true, onMissing: 'CONVERT' }
const night: Cell = { op: 'schedule', timeZone: 'Europe/Berlin', days: [5, 7], from: '22:00', to: '02:30' }

type Example = readonly [column: string, cell: Cell, accepted: FactValue[], refused: FactValue[]]

const examples: Record<Operator, readonly Example[]> = {
  in: [
    [
      'text',
      oneOf('Alpha', 'beta'),
      ['alpha', 'ALPHA', 'Beta', ['x', 'beta']],
      ['gamma', '', 'alph', ['x'], []],
    ],
    ['userId', oneOf('Alpha'), ['Alpha'], ['alpha', 'ALPHA']],
    ['country', oneOf('NORTH', 'DEU'), ['SWE', 'FIN', 'DEU'], ['ITA', 'NORTH']],
    ['score', oneOf('5', '10.50'), [5, 10.5, '5'], [5.1, 50, Number.NaN, 'five']],
    ['ip', oneOf('2001:db8::1'), ['2001:0DB8:0::0:1'], ['2001:db8::2', 'nonsense']],
  ],
  notIn: [
    ['text', noneOf('alpha'), ['beta', ['x', 'y'], []], ['Alpha', ['x', 'ALPHA']]],
    ['country', noneOf('NORTH'), ['DEU'], ['NOR']],
    ['score', noneOf('5'), [6], [5, 'five']],
  ],
  prefix: [
    ['text', { op: 'prefix', values: ['test', 'x'] }, ['TESTSE22', 'xyz', 'x'], ['tes', 'atest', '']],
    ['userId', { op: 'prefix', values: ['qa-'] }, ['qa-1'], ['QA-1']],
    [
      'bin',
      { op: 'prefix', values: ['444433', '40005610'] },
      ['444433', '44443399', '40005610123'],
      ['444434', '4000561', '44443', '44443x'],
    ],
  ],
  notPrefix: [
    ['text', { op: 'notPrefix', values: ['test'] }, ['tes', 'other'], ['testing', 'TEST']],
    [
      'bin',
      { op: 'notPrefix', values: ['44443300'] },
      ['444433', '44443301', '5'],
      ['44443300', '44443300999', 'card'],
    ],
  ],
  range: [
    ['score', { op: 'range', min: inclusive(60), max: exclusive(85) }, [60, 84.999], [59.999, 85, 'many']],
    ['score', { op: 'range', min: exclusive(60) }, [60.001], [60]],
    [
      'bin',
      { op: 'range', min: inclusive('444433'), max: inclusive('444435') },
      ['444433', '44443599999', '444434'],
      ['444436', '44443'],
    ],
    [
      'bin',
      { op: 'range', min: exclusive('444433'), max: exclusive('444435') },
      ['444434'],
      ['44443399', '444435'],
    ],
    [
      'validPeriod',
      { op: 'range', min: inclusive('2026-03-01T01:00:00Z'), max: exclusive('2026-03-01T04:00:00+01:00') },
      ['2026-03-01T01:00:00Z', '2026-03-01T02:59:59.999Z'],
      ['2026-03-01T00:59:59Z', '2026-03-01T03:00:00Z', 'soon'],
    ],
  ],
  moneyRange: [
    ['amount', tier, [eur(1000n), eur(29_999n)], [eur(999n), eur(30_000n), sek(2000n), 1000]],
    // 10.01 EUR are 112.16205 SEK: a least amount is rounded up, never down.
    [
      'amount',
      converted,
      [eur(1001n), sek(11_217n)],
      [eur(1000n), sek(11_216n), { minor: 9_999_999n, currency: 'NOK' }],
    ],
    ['amount', { ...money, onMissing: 'NO_MATCH' }, [sek(1n)], []],
  ],
  cidr: [
    [
      'ip',
      { op: 'cidr', values: ['192.0.2.0/28', '2001:db8:bad::/48'] },
      ['192.0.2.15', '::ffff:192.0.2.1', '2001:db8:bad:ffff::1', ['10.0.0.1', '192.0.2.1']],
      ['192.0.2.16', '2001:db8:bae::', '192.0.2', '192.0.2.01'],
    ],
  ],
  notCidr: [
    [
      'ip',
      { op: 'notCidr', values: ['10.0.0.0/8'] },
      ['11.0.0.0', '::1'],
      ['10.255.255.255', 'x', ['1.1.1.1', '10.0.0.1']],
    ],
  ],
  regex: [
    [
      'text',
      { op: 'regex', pattern: '.*insufficient.*' },
      ['Insufficient\nfunds', 'insufficient'],
      ['in sufficient'],
    ],
    ['text', { op: 'regex', pattern: '4' }, ['4'], ['44', '']],
    ['userId', { op: 'regex', pattern: 'a.' }, ['ab'], ['AB', 'abc']],
  ],
  notRegex: [['text', { op: 'notRegex', pattern: 'a.*' }, ['ba'], ['A1', ['x', 'a']]]],
  is: [
    ['flag', { op: 'is', value: true }, [true], [false, 'true']],
    ['flag', { op: 'is', value: false }, [false], [true]],
  ],
  set: [
    ['text', { op: 'set' }, ['', 'x', []], []],
    ['attributes', { op: 'set', key: 'limits' }, [{ limits: '' }], [{ tier: 'x' }, {}]],
  ],
  notSet: [
    ['text', { op: 'notSet' }, [], ['', []]],
    ['attributes', { op: 'notSet', key: 'constructor' }, [{}], [{ constructor: 'x' }]],
  ],
  match: [
    [
      'location',
      { op: 'match', values: ['ip', 'registration', 'bin'] },
      [
        { ip: 'FIN', registration: 'fin' },
        { ip: 'FIN', registration: 'FIN', bin: 'FIN', bank: 'SWE' },
      ],
      [{ ip: 'FIN' }, { ip: 'FIN', bank: 'FIN' }, { ip: 'FIN', bin: 'SWE' }],
    ],
  ],
  mismatch: [
    [
      'location',
      { op: 'mismatch', values: ['ip', 'bin'] },
      [{ ip: 'FIN', bin: 'SWE' }],
      [{ ip: 'FIN', bin: 'FIN' }, { ip: 'FIN' }, { bank: 'FIN', registration: 'SWE' }],
    ],
  ],
  mapIn: [
    [
      'attributes',
      { op: 'mapIn', key: 'tier', values: ['Gold'] },
      [{ tier: 'gold' }],
      [{ tier: 'silver' }, { Tier: 'gold' }, {}],
    ],
    [
      'accounts',
      { op: 'mapIn', key: 'psp', values: ['a', 'b'] },
      [{ psp: ['x', 'b'] }],
      [{ psp: [] }, { psp: ['x'] }],
    ],
  ],
  mapNotIn: [
    [
      'attributes',
      { op: 'mapNotIn', key: 'tier', values: ['Gold'] },
      [{ tier: 'silver' }],
      [{ tier: 'gold' }, {}],
    ],
    [
      'accounts',
      { op: 'mapNotIn', key: 'psp', values: ['a'] },
      [{ psp: ['x', 'y'] }, { psp: [] }],
      [{ psp: ['x', 'a'] }],
    ],
  ],
  schedule: [
    // Friday the 27th of March 2026; on Sunday the 29th clocks in Berlin go from 02:00 to 03:00.
    [
      'schedule',
      night,
      ['2026-03-27T21:00:00Z', '2026-03-28T01:29:59Z', '2026-03-29T20:00:00Z', '2026-03-30T00:29:00Z'],
      [
        '2026-03-27T20:59:59Z',
        '2026-03-28T01:30:00Z',
        '2026-03-28T22:00:00Z',
        '2026-03-29T19:59:00Z',
        '2026-03-30T00:30:00Z',
        'now',
      ],
    ],
    [
      'schedule',
      { ...night, days: [6], from: '00:00', to: '24:00' },
      ['2026-03-27T23:00:00Z', '2026-03-28T22:59:59Z'],
      ['2026-03-27T22:59:59Z', '2026-03-28T23:00:00Z'],
    ],
  ],
}

const all = Object.entries(examples).flatMap(([op, list]) =>
  list.map(([column, cell, accepted, refused]) => ({ op, column, cell, accepted, refused })),
)

describe('every operator', () => {
  it('has an example', () => {
    expect(Object.keys(examples).sort()).toEqual(operators.toSorted())
  })

  it.each(all)('$op on $column accepts what it should', ({ column, cell, accepted }) => {
    expect(accepted.filter((value) => !holds(column, cell, value))).toEqual([])
  })

  it.each(all)('$op on $column refuses what it should', ({ column, cell, refused }) => {
    expect(refused.filter((value) => holds(column, cell, value))).toEqual([])
  })

  it.each(all)(
    '$op on $column says nothing about a missing fact, unless it asks for that',
    ({ op, column, cell }) => {
      expect(holds(column, cell, undefined)).toBe(op === 'notSet')
      expect(holds(column, cell, null as never)).toBe(op === 'notSet')
    },
  )
})
