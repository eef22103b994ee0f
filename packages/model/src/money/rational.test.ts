import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  divide,
  multiply,
  ofPpm,
  parseRational,
  parseRationalText,
  rational,
  rationalText,
  round,
  roundTo,
  roundings,
  type AnyRounding,
} from './rational.ts'

const anyInteger = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const notZero = anyInteger.filter((value) => value !== 0n)
const anyRational = fc.tuple(anyInteger, notZero).map(([n, d]) => rational(n, d))
const anyMode = fc.constantFrom<AnyRounding>(...roundings, 'FLOOR', 'CEILING')

test('decimal texts are read exactly', () => {
  expect(parseRational('11.6650')).toEqual({ numerator: 2333n, denominator: 200n })
  expect(parseRational('0.1')).toEqual({ numerator: 1n, denominator: 10n })
  expect(parseRational('-2.50')).toEqual({ numerator: -5n, denominator: 2n })
  expect(parseRational('162.40')).toEqual(parseRational('162.4'))
  for (const text of ['', '.5', '1.', '1e3', '+1', '1,5', ' 1', 'NaN', '1/2', '1'.repeat(41)])
    expect(parseRational(text), text).toBeUndefined()
})

test('fractions are in lowest terms, the sign above', () => {
  expect(rational(6n, -4n)).toEqual({ numerator: -3n, denominator: 2n })
  expect(rational(0n, -7n)).toEqual({ numerator: 0n, denominator: 1n })
  expect(() => rational(1n, 0n)).toThrow(RangeError)
  expect(() => divide(rational(1n), rational(0n))).toThrow(RangeError)
})

test('percentages are whole parts per million', () => {
  expect(ofPpm(25_000)).toEqual(rational(1n, 40n))
  expect(ofPpm(1)).toEqual(rational(1n, 1_000_000n))
  expect(() => ofPpm(0.5)).toThrow(RangeError)
})

describe('rounding', () => {
  const cases: [text: string, ...expected: bigint[]][] = [
    ['2.5', 3n, 2n, 2n, 3n, 2n, 3n],
    ['3.5', 4n, 4n, 3n, 4n, 3n, 4n],
    ['-2.5', -3n, -2n, -2n, -3n, -3n, -2n],
    ['2.4999', 2n, 2n, 2n, 3n, 2n, 3n],
    ['2.5001', 3n, 3n, 2n, 3n, 2n, 3n],
    ['-2.0001', -2n, -2n, -2n, -3n, -3n, -2n],
    ['0.5', 1n, 0n, 0n, 1n, 0n, 1n],
    ['-0.5', -1n, 0n, 0n, -1n, -1n, 0n],
    ['7', 7n, 7n, 7n, 7n, 7n, 7n],
    ['-7', -7n, -7n, -7n, -7n, -7n, -7n],
    ['0', 0n, 0n, 0n, 0n, 0n, 0n],
  ]
  const modes: AnyRounding[] = ['HALF_UP', 'HALF_EVEN', 'DOWN', 'UP', 'FLOOR', 'CEILING']
  test.each(cases)('%s', (text, ...expected) => {
    const value = parseRational(text) ?? rational(0n)
    expect(modes.map((mode) => round(value, mode))).toEqual(expected)
  })

  test('goes half up unless told otherwise', () => {
    expect(round(rational(-5n, 2n))).toBe(-3n)
  })

  test('to a larger unit happens in one step', () => {
    const value = rational(24_996n, 100n)
    expect(roundTo(value, 100n)).toBe(200n)
    expect(roundTo(rational(round(value)), 100n)).toBe(300n)
  })
})

test('calculating is exact', () => {
  fc.assert(
    fc.property(anyRational, anyRational, (a, b) => {
      expect(add(a, b)).toEqual(add(b, a))
      if (b.numerator !== 0n) expect(multiply(divide(a, b), b)).toEqual(a)
      expect(parseRationalText(rationalText(a))).toEqual(a)
    }),
  )
})

test('rounding is never a unit away, keeps integers and the order, and mirrors the sign', () => {
  fc.assert(
    fc.property(anyRational, anyRational, anyMode, (a, b, mode) => {
      const rounded = round(a, mode)
      const distance = add(a, rational(-rounded))
      expect(distance.numerator < distance.denominator && -distance.numerator < distance.denominator).toBe(
        true,
      )
      expect(round(rational(rounded), mode)).toBe(rounded)
      const isOrdered = a.numerator * b.denominator <= b.numerator * a.denominator
      expect(isOrdered ? rounded <= round(b, mode) : rounded >= round(b, mode)).toBe(true)
      if (mode !== 'FLOOR' && mode !== 'CEILING')
        expect(round(rational(-a.numerator, a.denominator), mode)).toBe(-rounded)
    }),
  )
})

test('only what we wrote is read back', () => {
  for (const text of ['', '1', '1/0', '1/-2', 'a/b', '1/2/3']) expect(parseRationalText(text)).toBeUndefined()
})
