import fc from 'fast-check'
import { countries } from '../../reference/countries.ts'
import { currencies } from '../../reference/currencies.ts'
import type { MoneyMap } from '../../money/money.ts'
import type { Cell, Operator } from '../cell.ts'
import { countryGroups } from '../country-groups.ts'
import type { FactDeclaration } from '../fact.ts'
import { compileRulePattern } from '../rule-pattern.ts'

/** Texts as hostile as a check lets pass: signs, words and quotations the grammar gives a meaning to. */
const awkward = fc.constantFrom(
  'not',
  'not set',
  'set',
  'any',
  'a, b',
  'say "x"',
  '"',
  '/a/',
  '>= 5',
  '5..7',
  'a*',
  '*a',
  'a = b',
  'k != v',
  'a; b',
  'not /x/',
  'yes',
  '(convert)',
  'limits set',
  'å ö',
  "'",
  '=1+1',
)
const printable = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replace(/\p{Cc}/gu, '').trim())
  .filter((text) => text !== '')
export const texts = fc.oneof(awkward, printable, fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/))

export const listOf = (item: fc.Arbitrary<string>) => fc.array(item, { minLength: 1, maxLength: 6 })
const digits = (least: number, most: number) => fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`))

const valueShapes: Readonly<Record<string, fc.Arbitrary<string>>> = {
  CRON: fc.constantFrom('*/5 * * * *', '0 8-18/2 * * 1-5', '0,30 * 1 1,6 *'),
  BIC: fc.stringMatching(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/),
}

function valueOf({
  type,
  options,
  shape,
  catalogue,
  min = 0,
  max = 999,
}: FactDeclaration): fc.Arbitrary<string> {
  if (type === 'COUNTRY')
    return fc.constantFrom(
      ...countries.map((country) => country.code),
      ...countryGroups.map((group) => group.code),
    )
  if (type === 'CURRENCY') return fc.constantFrom(...currencies.map((currency) => currency.code))
  if (type === 'NUMBER') return fc.integer({ min, max }).map(String)
  if (options) return fc.constantFrom(...Object.keys(options))
  if (catalogue === 'merchant') return fc.integer({ min: 1, max: 999_999_999 }).map(String)
  return valueShapes[shape ?? ''] ?? texts
}

const prefixShapes: Readonly<Record<string, fc.Arbitrary<string>>> = {
  BIN: digits(6, 11),
  BIC: fc.stringMatching(/^[A-Z0-9]{1,11}$/),
  IBAN: fc.stringMatching(/^[A-Z]{2}[A-Z0-9]{0,20}$/),
}

const blocks = fc.oneof(
  fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([address, length]) => `${address}/${length}`),
  fc.ipV4(),
  fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })).map(([address, length]) => `${address}/${length}`),
)

const instants = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .chain((date) => {
    const iso = date.toISOString()
    return fc.constantFrom(iso, `${iso.slice(0, 19)}Z`, `${iso.slice(0, 16)}:00Z`)
  })

function boundOf({ shape, min = -1000, max = 1_000_000 }: FactDeclaration): fc.Arbitrary<number | string> {
  if (shape === 'INSTANT') return instants
  if (shape === 'BIN') return digits(11, 11)
  const whole = fc.integer({ min, max })
  if (shape === 'PERCENT') return whole
  const decimals = fc.integer({ min: Math.max(min, -1000) * 100, max: Math.min(max, 1000) * 100 })
  return fc.oneof(
    whole,
    decimals.map((hundredths) => hundredths / 100),
  )
}

function rangeOf(fact: FactDeclaration): fc.Arbitrary<Cell> {
  const place = (value: number | string) =>
    fact.shape === 'INSTANT' ? Date.parse(String(value)) : Number(value)
  return fc
    .record({
      ends: fc.tuple(boundOf(fact), boundOf(fact)),
      which: fc.constantFrom('min', 'max', 'both'),
      minInclusive: fc.boolean(),
      maxInclusive: fc.boolean(),
    })
    .map(({ ends, which, minInclusive, maxInclusive }): Cell => {
      const [low, high] = [...ends].sort((a, b) => place(a) - place(b))
      const isPoint = place(ends[0]) === place(ends[1])
      const min = { value: low ?? 0, inclusive: minInclusive || (isPoint && which === 'both') }
      const max = { value: high ?? 0, inclusive: maxInclusive || (isPoint && which === 'both') }
      if (which === 'min') return { op: 'range', min }
      return which === 'max' ? { op: 'range', max } : { op: 'range', min, max }
    })
}

export const amounts = fc.dictionary(
  fc.constantFrom('EUR', 'SEK', 'JPY', 'KWD', 'CLF', 'BTC', 'USDT'),
  fc.bigInt({ min: 0n, max: 999_999_999_999_999n }).map(String),
  { minKeys: 1, maxKeys: 4, noNullPrototype: true },
)

const raised = (map: MoneyMap, by: bigint): MoneyMap =>
  Object.fromEntries(
    Object.entries(map).map(([currency, minor]) => {
      const sum = BigInt(minor) + by
      return [currency, String(sum > 999_999_999_999_999n ? 999_999_999_999_999n : sum)]
    }),
  )

const moneyRanges: fc.Arbitrary<Cell> = fc
  .record({
    low: amounts,
    by: fc.bigInt({ min: 1n, max: 1_000_000n }),
    which: fc.constantFrom('min', 'max', 'both'),
    minInclusive: fc.boolean(),
    maxInclusive: fc.boolean(),
    onMissing: fc.constantFrom('NO_MATCH' as const, 'CONVERT' as const),
  })
  .map(({ low, by, which, minInclusive, maxInclusive, onMissing }): Cell => {
    const high = raised(low, by)
    const isPoint = Object.keys(low).some((currency) => low[currency] === high[currency])
    const cell = { op: 'moneyRange', onMissing } as const
    // An end that is not there is said to be inclusive.
    if (which === 'min') return { ...cell, min: low, minInclusive, maxInclusive: true }
    if (which === 'max') return { ...cell, max: high, minInclusive: true, maxInclusive }
    return {
      ...cell,
      min: low,
      max: high,
      minInclusive: minInclusive || isPoint,
      maxInclusive: maxInclusive || isPoint,
    }
  })

const patterns = fc
  .oneof(
    fc.constantFrom('.*insufficient.*', 'a/b', '/', '//', ' x ', 'not', '4.*', '[",;]+', '\\d{2}', 'a|b|'),
    fc.stringMatching(/^[a-z0-9 .*|/"-]{1,20}$/),
  )
  .filter((pattern) => compileRulePattern(pattern) !== null)

const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

const schedules: fc.Arbitrary<Cell> = fc.record({
  op: fc.constant('schedule' as const),
  timeZone: fc.constantFrom('Europe/Stockholm', 'UTC', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'),
  days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  from: times,
  to: times,
})

/** Sound cells of one operator on one fact, in the form in which they are stored. */
export function cellOf(fact: FactDeclaration, op: Operator): fc.Arbitrary<Cell> {
  switch (op) {
    case 'in':
    case 'notIn':
      return listOf(valueOf(fact)).map((values) => ({ op, values }))
    case 'prefix':
    case 'notPrefix':
      return listOf(prefixShapes[fact.shape ?? ''] ?? texts).map((values) => ({ op, values }))
    case 'cidr':
    case 'notCidr':
      return listOf(blocks).map((values) => ({ op, values }))
    case 'range':
      return rangeOf(fact)
    case 'moneyRange':
      return moneyRanges
    case 'regex':
    case 'notRegex':
      return patterns.map((pattern) => ({ op, pattern }))
    case 'is':
      return fc.boolean().map((value) => ({ op, value }))
    case 'set':
    case 'notSet':
      return fact.type.endsWith('_MAP') ? texts.map((key) => ({ op, key })) : fc.constant({ op })
    case 'match':
    case 'mismatch':
      return fc.subarray(Object.keys(fact.options ?? {}), { minLength: 2 }).map((values) => ({ op, values }))
    case 'mapIn':
    case 'mapNotIn':
      return fc.record({ op: fc.constant(op), key: texts, values: listOf(texts) })
    case 'schedule':
      return schedules
  }
}
