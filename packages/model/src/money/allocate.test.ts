import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate } from './allocate.ts'

const parts = (minor: bigint, ...weights: bigint[]) =>
  allocate({ minor, currency: 'EUR' }, weights).map((part) => part.minor)

test('the last takes what is left', () => {
  expect(parts(100n, 1n, 1n, 1n)).toEqual([33n, 33n, 34n])
  expect(parts(-100n, 1n, 1n, 1n)).toEqual([-33n, -33n, -34n])
  expect(parts(10_000n, 50n, 30n, 20n)).toEqual([5000n, 3000n, 2000n])
  expect(parts(0n, 1n, 2n)).toEqual([0n, 0n])
  expect(parts(7n, 5n)).toEqual([7n])
})

test('nobody without a weight gets anything', () => {
  expect(parts(1n, 1n, 1n, 0n)).toEqual([0n, 1n, 0n])
})

test('weights that say nothing are refused', () => {
  for (const weights of [[], [0n], [0n, 0n], [2n, -1n]])
    expect(() => parts(1n, ...weights)).toThrow(RangeError)
})

test('parts add up to the whole, have its sign, and all but the last are within a unit of their share', () => {
  const anyWeights = fc
    .array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 12 })
    .filter((weights) => weights.some((weight) => weight > 0n))
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), anyWeights, (minor, weights) => {
      const allocated = parts(minor, ...weights)
      const total = weights.reduce((sum, weight) => sum + weight, 0n)
      const last = weights.findLastIndex((weight) => weight > 0n)
      expect(allocated.reduce((sum, part) => sum + part, 0n)).toBe(minor)
      for (const [index, part] of allocated.entries()) {
        expect(part * minor >= 0n).toBe(true)
        const off = part * total - minor * (weights[index] ?? 0n)
        if (index !== last) expect(off < total && off > -total).toBe(true)
      }
    }),
  )
})
