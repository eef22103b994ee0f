import type { Cell } from '@signalbox/model/rules/cell'
import type { FactDeclaration, Facts, FactValue } from '@signalbox/model/rules/fact'
import fc from 'fast-check'
import type { Vocabulary } from '../vocabulary.ts'
import { testVocabulary } from './test-vocabulary.ts'

/**
 * Columns with few values, and for each of them every value that cells over those could tell apart: what holds of all
 * payments made of them holds of all payments.
 */
interface SmallColumn {
  readonly values: readonly (FactValue | undefined)[]
  readonly cell: fc.Arbitrary<Cell>
}

const some = (...from: string[]) => fc.uniqueArray(fc.constantFrom(...from), { minLength: 1, maxLength: 3 })
const presence = fc.constantFrom<Cell>({ op: 'set' }, { op: 'notSet' })
const listed = <const Op extends Cell['op']>(ops: readonly Op[], values: fc.Arbitrary<string[]>) =>
  fc.record({ op: fc.constantFrom(...ops), values }).map((cell) => cell as Cell)

const bound = <T extends number | string>(...from: T[]) =>
  fc.record({ value: fc.constantFrom(...from), inclusive: fc.boolean() })
const range = <T extends number | string>(...from: T[]): fc.Arbitrary<Cell> =>
  fc.record(
    { op: fc.constant('range' as const), min: bound(...from), max: bound(...from) },
    { requiredKeys: ['op'] },
  )

const amounts = fc.dictionary(fc.constantFrom('EUR', 'SEK'), fc.constantFrom('10', '12', '20'), {
  minKeys: 1,
})
const money = fc
  .record(
    {
      op: fc.constant('moneyRange' as const),
      min: amounts,
      max: amounts,
      minInclusive: fc.boolean(),
      maxInclusive: fc.boolean(),
      onMissing: fc.constant('NO_MATCH' as const),
    },
    { requiredKeys: ['op', 'minInclusive', 'maxInclusive', 'onMissing'] },
  )
  .filter(({ min, max }) => min !== undefined || max !== undefined)

const minors = [9n, 10n, 11n, 12n, 13n, 19n, 20n, 21n]
const lists = [[], ['x'], ['y'], ['z'], ['x', 'y'], ['x', 'z'], ['y', 'z'], ['x', 'y', 'z'], ['q', 'x'], 'y']

export const smallColumns: Readonly<Record<string, SmallColumn>> = {
  country: {
    values: [undefined, 'SWE', 'nor', 'FIN', 'ITA', 'USA'],
    cell: listed(['in', 'notIn'], some('SWE', 'NOR', 'NORTH', 'ITA')),
  },
  text: {
    values: [undefined, 'a', 'A', 'ab', 'abc', 'b', 'ac', 'abd', 'abcd', 'bz', 'z'],
    cell: fc.oneof(
      { weight: 4, arbitrary: listed(['in', 'notIn', 'prefix', 'notPrefix'], some('a', 'AB', 'abc', 'b')) },
      { weight: 1, arbitrary: presence },
    ),
  },
  kind: {
    values: [undefined, ...lists],
    cell: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('x', 'y', 'z').map((v): Cell => ({ op: 'in', values: [v] })) },
      { weight: 3, arbitrary: listed(['notIn'], some('x', 'y', 'z')) },
      { weight: 1, arbitrary: presence },
    ),
  },
  score: {
    values: [undefined, 'nonsense', -1, 0, 3, 5, 7.5, 10, 11],
    cell: fc.oneof(
      listed(['in', 'notIn'], some('0', '5', '5.0', '10')),
      range<number | string>(0, 5, '10'),
      presence,
    ),
  },
  flag: {
    values: [undefined, true, false],
    cell: fc.oneof(
      fc.boolean().map((value): Cell => ({ op: 'is', value })),
      presence,
    ),
  },
  amount: {
    values: [
      undefined,
      { minor: 10n, currency: 'JPY' },
      ...['EUR', 'SEK'].flatMap((currency) => minors.map((minor) => ({ minor, currency }))),
    ],
    cell: fc.oneof({ weight: 5, arbitrary: money as fc.Arbitrary<Cell> }, { weight: 1, arbitrary: presence }),
  },
  ip: {
    values: [
      undefined,
      'nonsense',
      '10.0.0.0',
      '10.0.0.5',
      '10.0.0.255',
      '10.0.1.0',
      '9.9.9.9',
      '2001:db8::',
      '2001:db8::1',
      '2001:db8:1::',
      '::1',
      '3000::',
    ],
    cell: listed(
      ['cidr', 'notCidr', 'in', 'notIn'],
      some('10.0.0.0/24', '10.0.0.0/25', '10.0.0.5', '0.0.0.0/0', '2001:db8::/48', '2001:db8::1', '::/0'),
    ),
  },
  bin: {
    values: [undefined, '4', '4444', '44443', '444430', '44440', '5', '50', '55', '9', '444444'],
    cell: listed(['prefix', 'notPrefix'], some('4444', '44443', '5', '55')),
  },
  validPeriod: {
    values: [
      undefined,
      'nonsense',
      ...['02-01', '03-01', '04-01', '06-01', '06-15', '07-01', '09-01'].map(
        (day) => `2026-${day}T00:00:00Z`,
      ),
    ],
    cell: range('2026-03-01T00:00:00Z', '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z'),
  },
  attributes: {
    values: [undefined, {}, { tier: 'x' }, { tier: 'Y' }, { tier: 'q' }, { other: 'x' }],
    cell: fc.constantFrom<Cell>(
      { op: 'mapIn', key: 'tier', values: ['x'] },
      { op: 'mapIn', key: 'tier', values: ['X', 'y'] },
      { op: 'mapIn', key: 'tier', values: ['y'] },
      { op: 'mapNotIn', key: 'tier', values: ['x'] },
      { op: 'set', key: 'tier' },
      { op: 'notSet', key: 'tier' },
    ),
  },
}

const declaredFacts = new Map<string, FactDeclaration | undefined>(
  Object.keys(smallColumns).map((key) => {
    const declared = testVocabulary.factOf(key)
    return [key, declared && { ...declared, ...(key === 'kind' ? { many: true } : {}) }]
  }),
)

/** The vocabulary of the engine's tests, with a fact of which payments carry several values. */
export const smallVocabulary: Vocabulary = {
  ...testVocabulary,
  factOf: (key) => declaredFacts.get(key) ?? testVocabulary.factOf(key),
}

/** Every payment that can be made of these columns. */
export function everyPayment(columns: readonly string[]): Facts[] {
  return columns.reduce<Facts[]>(
    (payments, column) =>
      payments.flatMap((facts) =>
        (smallColumns[column]?.values ?? []).map((value) => ({
          ...facts,
          [smallVocabulary.factOf(column)?.reads ?? column]: value,
        })),
      ),
    [{}],
  )
}
