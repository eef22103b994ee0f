import type { RateSheet } from '@signalbox/model/money/rates'
import { rateRow } from '@signalbox/model/money/testing/rates'
import { rational } from '@signalbox/model/money/rational'
import type { Bound, Cell, Operator } from '@signalbox/model/rules/cell'
import { hitPolicies, type HitPolicy } from '@signalbox/model/rules/decision-table'
import type { Facts, FactValue } from '@signalbox/model/rules/fact'
import type { Rule, RulesetVersion } from '@signalbox/model/rules/rule'
import fc from 'fast-check'
import { testFacts } from './test-vocabulary.ts'

/** Few values, so that rows and facts meet; awkward ones among them. */
const texts = ['alpha', 'Alpha', 'ALPHABET', 'alp', 'beta', 'Be', 'b', 'line\nbreak', 'constructor', 'İz', '']
const values = texts.filter((text) => text !== '')
const patterns = ['al.*', 'A[lL]p\\w+', '.*break', 'beta|be', 'b', '[^a]*', 'x?', '(?:a|b).+']
const countries = ['SWE', 'NOR', 'FIN', 'ITA', 'MLT', 'DEU', 'usa']
/** Bounds, their neighbours, and those of what they are in other currencies. */
const minors = [
  0n,
  500n,
  999n,
  1000n,
  1001n,
  1625n,
  1626n,
  3333n,
  3334n,
  4999n,
  5000n,
  11_205n,
  11_216n,
  11_217n,
  56_025n,
]
const currencies = ['EUR', 'SEK', 'JPY', 'KWD', 'XYZ']
const attributes = ['tier', 'limits', '__proto__', 'constructor']
const instants = [
  '2026-03-29T00:59:00Z',
  '2026-03-29T01:00:00Z',
  '2026-03-29T01:30:00.500Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:30:00Z',
  '2026-11-01T22:10:00Z',
  '2026-11-02T03:15:59Z',
  '2026-11-04T12:00:00Z',
]
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
const sources = ['bin', 'ip', 'registration', 'bank']
const bins = ['4', '444433', '4444330', '44443300', '44443399', '444434', '44443300000', '44443350000', '5']
const addresses = [
  '192.0.2.1',
  '192.0.2.200',
  '10.0.0.1',
  '::ffff:192.0.2.7',
  '2001:db8::1',
  '2001:DB8:0:1::',
  '::',
]
const blocks = [
  '192.0.2.0/24',
  '192.0.2.129/25',
  '10.0.0.1',
  '0.0.0.0/0',
  '2001:db8::/32',
  '2001:db8::1',
  '::ffff:192.0.2.0/120',
  '::/0',
]
const times = ['00:00', '01:30', '03:00', '12:00', '22:00', '23:15']

const some = <T>(from: readonly T[], most = 3) =>
  fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: most })
const digits = fc.constantFrom('0', '999', '1000', '1001', '5000')

const bound = (value: fc.Arbitrary<number | string>): fc.Arbitrary<Bound> =>
  fc.record({ value, inclusive: fc.boolean() })

const rangeOver = (value: fc.Arbitrary<number | string>): fc.Arbitrary<Cell> =>
  fc.record(
    { op: fc.constant('range' as const), min: bound(value), max: bound(value) },
    { requiredKeys: ['op'] },
  )

const moneyMap = fc.dictionary(fc.constantFrom('EUR', 'SEK', 'JPY', 'KWD'), digits, {
  minKeys: 1,
  maxKeys: 3,
})

const valuesOf: Record<string, readonly string[]> = {
  country: [...countries.map((code) => code.toUpperCase()), 'NORTH', 'SOUTH'],
  score: ['0', '5', '10', '10.5', '-3'],
  ip: blocks,
  bin: bins,
}

function cellWith(op: Operator, key: string): fc.Arbitrary<Cell> {
  const named = some(valuesOf[key] ?? values)
  switch (op) {
    case 'in':
    case 'notIn':
    case 'prefix':
    case 'notPrefix':
    case 'cidr':
    case 'notCidr':
      return named.map((values) => ({ op, values }))
    case 'mapIn':
    case 'mapNotIn':
      return fc.record({ op: fc.constant(op), key: fc.constantFrom(...attributes), values: named })
    case 'match':
    case 'mismatch':
      return some(sources, 4).map((values) => ({ op, values }))
    case 'range': {
      if (key === 'bin') return rangeOver(fc.constantFrom(...bins))
      return rangeOver(key === 'score' ? fc.constantFrom(0, 5, 10, 10.5, '7') : fc.constantFrom(...instants))
    }
    case 'moneyRange':
      return fc.record(
        {
          op: fc.constant(op),
          min: moneyMap,
          max: moneyMap,
          minInclusive: fc.boolean(),
          maxInclusive: fc.boolean(),
          onMissing: fc.constantFrom('NO_MATCH', 'CONVERT'),
        },
        { requiredKeys: ['op', 'minInclusive', 'maxInclusive', 'onMissing'] },
      )
    case 'regex':
    case 'notRegex':
      return fc.constantFrom(...patterns).map((pattern) => ({ op, pattern }))
    case 'is':
      return fc.boolean().map((value) => ({ op, value }))
    case 'set':
    case 'notSet':
      return key === 'attributes'
        ? fc.record({ op: fc.constant(op), key: fc.constantFrom(...attributes) }, { requiredKeys: ['op'] })
        : fc.constant({ op })
    case 'schedule':
      return fc.record({
        op: fc.constant(op),
        timeZone: fc.constantFrom(...zones),
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
        from: fc.constantFrom(...times),
        to: fc.constantFrom(...times, '24:00'),
      })
  }
}

const cellOf = new Map(
  testFacts.map(({ key, operators }) => [key, fc.oneof(...operators.map((op) => cellWith(op, key)))]),
)

const column = fc
  .constantFrom(...testFacts.map(({ key }) => key))
  .chain((key) => fc.tuple(fc.constant(key), cellOf.get(key) ?? fc.constant({ op: 'set' as const })))

const conditions = (most: number): fc.Arbitrary<Readonly<Record<string, Cell>>> =>
  fc.array(column, { maxLength: most }).map((cells) => Object.fromEntries(cells))

const outputs = fc.record(
  {
    psp: fc.constantFrom('NordAcq', 'EuroCard', 'AcqTwo'),
    weight: fc.integer({ min: 1, max: 5 }),
    component: fc.constantFrom('ACQUIRER', 'SCHEME'),
    stop: fc.boolean(),
  },
  { requiredKeys: [] },
)

const row = fc.record({
  enabled: fc.integer({ max: 6, min: 0 }).map((n) => n > 0),
  conditions: conditions(3),
  outputs,
})

/** Rows sometimes come in pairs that ask for the same, as weights need; sometimes there are more than fit in a word. */
export const rows = fc
  .tuple(fc.array(row, { maxLength: 6 }), fc.nat({ max: 9 }), fc.array(outputs, { maxLength: 3 }))
  .map(([own, size, twins]) => {
    const first = own[0]
    const all = first ? [...own, ...twins.map((outputs) => ({ ...first, outputs, enabled: true }))] : own
    return size === 0 ? Array.from({ length: 6 }, () => all).flat() : all
  })

const rulesOf = rows.map((all): readonly Rule[] =>
  // Numbers need not be in the order in which the rows are stored.
  all.map((each, i) => ({ ...each, id: `r${i}`, no: ((i * 7) % 1000) + 1, name: '', note: '' })),
)

export const lineage = [30, 20, 10]

const version = fc.record({
  merchantId: fc.constantFrom(10, 20, 30, 30, 40),
  priority: fc.integer({ min: 1, max: 3 }),
  version: fc.integer({ min: 1, max: 9 }),
  inherit: fc.constantFrom('OVERRIDABLE', 'ENFORCED'),
  enabled: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  preconditions: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: conditions(2) }),
  rules: rulesOf,
})

export const versions: fc.Arbitrary<readonly RulesetVersion[]> = fc
  .array(version, { minLength: 1, maxLength: 4 })
  .map((all) =>
    all.map((each, i) => ({ ...each, rulesetId: `set-${i}`, table: 'test-table', no: i + 1, name: '' })),
  )

export const policy: fc.Arbitrary<HitPolicy> = fc.constantFrom(...hitPolicies)

const entries = <T>(keys: readonly string[], value: fc.Arbitrary<T>) =>
  // Through JSON, because `__proto__` in a literal would not be a key.
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...keys), value), { maxLength: 4, selector: ([key]) => key })
    .map((pairs) => Object.fromEntries(pairs) as Record<string, T>)

const text = fc.constantFrom(...texts)
const odd = fc.constantFrom<FactValue>(7, true, 'nonsense', '10', {})

const factValue: Record<string, fc.Arbitrary<FactValue>> = {
  country: fc.oneof(fc.constantFrom(...countries), some(countries)),
  kind: fc.oneof(text, fc.array(text, { maxLength: 3 })),
  text: fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: fc.array(text, { maxLength: 3 }) }),
  userId: text,
  score: fc.constantFrom(-3, 0, 4.9, 5, 7, 10, 10.5, 11, Number.NaN),
  flag: fc.boolean(),
  amount: fc.record({
    minor: fc.constantFrom(...minors),
    currency: fc.constantFrom(...currencies),
  }),
  attributes: entries(attributes, text),
  accounts: entries(attributes, fc.oneof(text, fc.array(text, { maxLength: 3 }))),
  bin: fc.constantFrom(...bins, '444433501', '444433000001'),
  ip: fc.oneof(fc.constantFrom(...addresses, '192.0.2', '1:2'), some(addresses)),
  location: entries(sources, fc.constantFrom(...countries)),
  now: fc.constantFrom(...instants),
  psp: fc.constantFrom('alpha', 'BETA'),
}

export const facts: fc.Arbitrary<Facts> = fc.record(
  Object.fromEntries(
    Object.entries(factValue).map(([key, value]) => [
      key,
      fc.oneof(
        { weight: 12, arbitrary: value },
        { weight: 1, arbitrary: odd },
        { weight: 2, arbitrary: fc.constant(undefined) },
      ),
    ]),
  ),
)

const quote = (numerator: bigint, denominator: bigint) => {
  const mid = rational(numerator, denominator)
  const row = rateRow({ quote: 'SEK', buy: '1', sell: '1' })
  return { rateId: 'r', buy: mid, mid, sell: mid, row, importedAtMs: undefined }
}

export const rates: fc.Arbitrary<RateSheet | undefined> = fc.constantFrom<RateSheet | undefined>(
  undefined,
  {
    base: 'EUR',
    quotes: new Map([
      ['SEK', quote(11_205n, 1000n)],
      ['JPY', quote(16_240n, 100n)],
      ['KWD', quote(1n, 3n)],
    ]),
  },
  { base: 'SEK', quotes: new Map([['EUR', quote(100n, 1120n)]]) },
)
