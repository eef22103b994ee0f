import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMoney, negateMoney, type Money } from './money.ts'
import { roundings } from './rational.ts'
import { pspRefundOf, type RefundableOrigin } from './refund.ts'

const nok = (minor: bigint): Money => ({ minor, currency: 'NOK' })
const eur = (minor: bigint): Money => ({ minor, currency: 'EUR' })

/** 1,000.00 NOK that a PSP took as 86.58 EUR. */
const origin: RefundableOrigin = {
  captured: nok(100_000n),
  pspCaptured: eur(8658n),
  refunded: nok(0n),
  pspRefunded: eur(0n),
  rounding: 'HALF_UP',
  roundToInteger: false,
}

/** Refunds in turn, and what the PSP gave back for each. */
function refundAll(start: RefundableOrigin, refunds: readonly bigint[]): bigint[] {
  let state = start
  return refunds.map((minor) => {
    const refund: Money = { minor, currency: start.captured.currency }
    const part = pspRefundOf(state, refund)
    if (!part) throw new Error(`${minor} is more than the rest`)
    state = {
      ...state,
      refunded: addMoney(state.refunded, refund),
      pspRefunded: addMoney(state.pspRefunded, part),
    }
    return part.minor
  })
}

test('a refund is its share, and the last one the rest', () => {
  expect(refundAll(origin, [100_000n])).toEqual([8658n])
  expect(refundAll(origin, [33_333n, 33_333n, 33_334n])).toEqual([2886n, 2886n, 2886n])
  expect(refundAll(origin, [50_001n, 49_999n])).toEqual([4329n, 4329n])
})

test('small refunds do not pile up roundings', () => {
  const tiny = { ...origin, captured: nok(4n), pspCaptured: eur(2n) }
  expect(refundAll(tiny, [1n, 1n, 1n, 1n])).toEqual([1n, 0n, 1n, 0n])
})

test('whole units are kept where the payment was in whole units', () => {
  const whole = {
    ...origin,
    pspCaptured: { minor: 220_700n, currency: 'SEK' },
    pspRefunded: { minor: 0n, currency: 'SEK' },
    roundToInteger: true,
  }
  expect(refundAll(whole, [50_000n, 50_000n])).toEqual([110_400n, 110_300n])
})

describe('refused', () => {
  test.each([
    ['nothing', 0n],
    ['less than nothing', -1n],
    ['more than was taken', 100_001n],
  ])('%s', (_what, minor) => {
    expect(pspRefundOf(origin, nok(minor))).toBeUndefined()
  })

  test('more than is left', () => {
    const half = { ...origin, refunded: nok(60_000n), pspRefunded: eur(5195n) }
    expect(pspRefundOf(half, nok(40_001n))).toBeUndefined()
    expect(pspRefundOf(half, nok(40_000n))).toEqual(eur(3463n))
  })

  test('another currency', () => {
    expect(() => pspRefundOf(origin, eur(1n))).toThrow(TypeError)
  })
})

test('however it is split, and whichever refunds fail while others are open, nothing is left and nothing is owed', () => {
  const anyParts = fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.boolean()), {
    minLength: 1,
    maxLength: 15,
  })
  const anyOrigin = fc.record({
    pspCaptured: fc.bigInt({ min: 0n, max: 10n ** 12n }).map(eur),
    rounding: fc.constantFrom(...roundings),
    roundToInteger: fc.boolean(),
  })
  fc.assert(
    fc.property(anyParts, anyOrigin, (parts, any) => {
      const captured = nok(parts.reduce((sum, [minor]) => sum + minor, 0n))
      let state: RefundableOrigin = { ...origin, ...any, captured }
      const book = (refund: Money, part: Money) => {
        const refunded = addMoney(state.refunded, refund)
        state = { ...state, refunded, pspRefunded: addMoney(state.pspRefunded, part) }
      }
      const open = (refund: Money): Money => {
        const part = pspRefundOf(state, refund)
        if (!part) throw new Error('the rest is enough for every refund')
        expect(part.minor >= 0n).toBe(true)
        book(refund, part)
        expect(state.pspRefunded.minor <= any.pspCaptured.minor).toBe(true)
        return part
      }
      const opened = parts.map(([minor, fails]) => ({ refund: nok(minor), part: open(nok(minor)), fails }))
      for (const { refund, part, fails } of opened) {
        if (!fails) continue
        book(negateMoney(refund), negateMoney(part))
        open(nok((refund.minor + 1n) / 2n))
      }
      const rest = captured.minor - state.refunded.minor
      if (rest > 0n) open(nok(rest))
      expect(state.refunded).toEqual(captured)
      expect(state.pspRefunded).toEqual(any.pspCaptured)
    }),
    { numRuns: 300 },
  )
})
