import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  absoluteMoney,
  addMoney,
  compareMoney,
  greatestMoney,
  leastMoney,
  negateMoney,
  subtractMoney,
  sumMoney,
  zeroMoney,
  type Money,
} from './money.ts'

const eur = (minor: bigint): Money => ({ minor, currency: 'EUR' })
const sek = (minor: bigint): Money => ({ minor, currency: 'SEK' })
const anyEur = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map(eur)

test('amounts of one currency add, subtract, compare and change sign', () => {
  expect(addMoney(eur(1050n), eur(-50n))).toEqual(eur(1000n))
  expect(subtractMoney(eur(100n), eur(250n))).toEqual(eur(-150n))
  expect(negateMoney(eur(7n))).toEqual(eur(-7n))
  expect(negateMoney(zeroMoney('EUR'))).toEqual(eur(0n))
  expect(absoluteMoney(eur(-7n))).toEqual(eur(7n))
  expect(absoluteMoney(eur(7n))).toEqual(eur(7n))
  expect([eur(3n), eur(-1n), eur(2n)].sort(compareMoney)).toEqual([eur(-1n), eur(2n), eur(3n)])
  expect(compareMoney(eur(2n), eur(2n))).toBe(0)
  expect(leastMoney(eur(2n), eur(3n))).toEqual(eur(2n))
  expect(greatestMoney(eur(2n), eur(3n))).toEqual(eur(3n))
})

describe('currencies do not mix', () => {
  test.each([
    ['add', addMoney],
    ['subtract', subtractMoney],
    ['compare', compareMoney],
    ['least', leastMoney],
    ['greatest', greatestMoney],
  ])('%s', (_name, operation) => {
    expect(() => operation(eur(1n), sek(1n))).toThrow(new TypeError('EUR and SEK do not mix'))
    expect(() => operation(eur(0n), sek(0n))).toThrow(TypeError)
  })

  test('sum', () => {
    expect(sumMoney([], 'EUR')).toEqual(eur(0n))
    expect(sumMoney([eur(1n), eur(2n)], 'EUR')).toEqual(eur(3n))
    expect(() => sumMoney([eur(1n)], 'SEK')).toThrow(TypeError)
  })
})

test('what is added can be taken away, beyond the precision of a number too', () => {
  fc.assert(
    fc.property(anyEur, anyEur, (a, b) => {
      expect(subtractMoney(addMoney(a, b), b)).toEqual(a)
      expect(addMoney(a, negateMoney(b))).toEqual(subtractMoney(a, b))
      expect(compareMoney(a, b) + compareMoney(b, a)).toBe(0)
    }),
  )
})
