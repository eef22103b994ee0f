import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargeFee, feeOn, grossUp, isFree, percentageOf, type FeeTerms } from './fee.ts'
import type { Money } from './money.ts'
import { parseMoney } from './money-text.ts'
import { providerCost } from './provider-cost.ts'
import { vatOn } from './vat.ts'

function eur(text: string): Money {
  const money = parseMoney(text, 'EUR')
  if (!money) throw new Error(`${text} is no amount`)
  return money
}

const cardFee: FeeTerms = {
  percentagePpm: 25_000,
  min: eur('1.00'),
  max: eur('5.00'),
  combine: 'HIGHEST',
}
const added = { mode: 'ADDED', billTo: 'USER' } as const
const deducted = { mode: 'DEDUCTED', billTo: 'USER' } as const

describe('worked cases', () => {
  test.each([
    ['30.00', '1.00'],
    ['120.00', '3.00'],
    ['260.00', '5.00'],
  ])('2.5 %% of %s between 1 and 5 is %s', (amount, fee) => {
    expect(feeOn(eur(amount), cardFee)).toEqual(eur(fee))
  })

  test('the PSP moves 123.00 for 120.00 and a fee of 3.00 on top', () => {
    expect(chargeFee(eur('120.00'), eur('3.00'), 'DEPOSIT', added)?.psp).toEqual(eur('123.00'))
  })

  test('1.9 % or 0.35 on 80.00: the higher, or both', () => {
    const terms = { percentagePpm: 19_000, fixed: eur('0.35') }
    expect(feeOn(eur('80.00'), { ...terms, combine: 'HIGHEST' })).toEqual(eur('1.52'))
    expect(feeOn(eur('80.00'), { ...terms, combine: 'SUM' })).toEqual(eur('1.87'))
  })

  test('25 % VAT on top of the fee makes 123.75', () => {
    const { total } = vatOn(eur('3.00'), [{ ratePpm: 250_000, mode: 'EXCLUSIVE' }])
    expect(chargeFee(eur('120.00'), total, 'DEPOSIT', added)?.paid).toEqual(eur('123.75'))
  })

  test('a provider costs 1.85 and 0.12 on 123.00', () => {
    const acquirer = {
      component: 'ACQUIRER',
      percentagePpm: 15_000,
      combine: 'HIGHEST',
      chargeOn: 'SUCCESS',
    } as const
    const gateway = {
      component: 'GATEWAY',
      percentagePpm: 0,
      fixed: eur('0.12'),
      combine: 'HIGHEST',
      chargeOn: 'ATTEMPT',
    } as const
    const kickback = { ...acquirer, component: 'KICKBACK', percentagePpm: 1_000 } as const
    expect(providerCost(eur('123.00'), [acquirer, gateway], true)).toEqual(eur('1.97'))
    expect(providerCost(eur('123.00'), [acquirer, gateway], false)).toEqual(eur('0.12'))
    expect(providerCost(eur('123.00'), [acquirer, gateway, kickback], true)).toEqual(eur('1.85'))
    expect(providerCost(eur('123.00'), [kickback], true).minor).toBe(-12n)
    expect(providerCost(eur('123.00'), [], true)).toEqual(eur('0.00'))
  })

  test('to be left with 100.00 after 2.9 % and 0.30 one asks for 103.30', () => {
    const terms = { percentagePpm: 29_000, fixed: eur('0.30') }
    expect(grossUp(eur('100.00'), terms)).toEqual(eur('103.30'))
    expect(feeOn(eur('103.30'), { ...terms, combine: 'SUM' })).toEqual(eur('3.30'))
  })
})

describe('a fee', () => {
  test('is nothing without terms, and never negative', () => {
    expect(feeOn(eur('80.00'), { percentagePpm: 0, combine: 'HIGHEST' })).toEqual(eur('0.00'))
    expect(feeOn(eur('80.00'), { percentagePpm: -10_000, combine: 'SUM' })).toEqual(eur('0.00'))
  })

  test('keeps a ten-thousandth of a percent exact', () => {
    expect(percentageOf(eur('1000000.00'), 1)).toEqual(eur('1.00'))
    expect(() => percentageOf(eur('1.00'), 0.1)).toThrow(RangeError)
  })

  test('keeps to the greatest where the least is above it', () => {
    expect(feeOn(eur('80.00'), { ...cardFee, min: eur('9.00') })).toEqual(eur('5.00'))
  })

  test('in another currency is refused', () => {
    const fixed = { minor: 10n, currency: 'SEK' }
    expect(() => feeOn(eur('80.00'), { percentagePpm: 0, fixed, combine: 'SUM' })).toThrow(TypeError)
  })

  test('is waived for the first ones of the period', () => {
    const after = (successfulCount: number) => ({ successfulCount, lastWasCharged: true })
    expect([0, 2, 3, 4].map((count) => isFree({ freeCount: 3 }, after(count)))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(isFree({ freeCount: 0 }, after(0))).toBe(false)
    expect(isFree({}, after(0))).toBe(false)
  })

  test('is waived every other time where the rule says so', () => {
    const terms = { nextFree: true }
    expect(isFree(terms, { successfulCount: 1, lastWasCharged: true })).toBe(true)
    expect(isFree(terms, { successfulCount: 2, lastWasCharged: false })).toBe(false)
    expect(isFree(terms, { successfulCount: 0, lastWasCharged: false })).toBe(false)
  })
})

describe('who pays it', () => {
  const [amount, total] = [eur('100.00'), eur('3.00')]
  test.each([
    ['DEPOSIT', added, '103.00', '100.00', '100.00', '103.00'],
    ['DEPOSIT', deducted, '100.00', '97.00', '97.00', '100.00'],
    ['WITHDRAWAL', added, '103.00', '100.00', '103.00', '100.00'],
    ['WITHDRAWAL', deducted, '100.00', '97.00', '100.00', '97.00'],
  ] as const)('%s %o', (direction, placement, paid, received, wallet, psp) => {
    expect(chargeFee(amount, total, direction, placement)).toEqual({
      paid: eur(paid),
      received: eur(received),
      wallet: eur(wallet),
      psp: eur(psp),
      billedToMerchant: eur('0.00'),
    })
  })

  test.each(['DEPOSIT', 'WITHDRAWAL'] as const)('the merchant, on a %s', (direction) => {
    for (const mode of ['ADDED', 'DEDUCTED'] as const)
      expect(chargeFee(amount, total, direction, { mode, billTo: 'MERCHANT' })).toEqual({
        paid: amount,
        received: amount,
        wallet: amount,
        psp: amount,
        billedToMerchant: total,
      })
  })

  test('nobody pays a fee as large as the payment, unless it is the merchant', () => {
    for (const placement of [added, deducted]) {
      expect(chargeFee(eur('3.00'), eur('3.00'), 'DEPOSIT', placement)).toBeUndefined()
      expect(chargeFee(eur('3.01'), eur('3.00'), 'DEPOSIT', placement)).toBeDefined()
      expect(chargeFee(eur('0.00'), eur('0.00'), 'DEPOSIT', placement)).toBeDefined()
    }
    expect(
      chargeFee(eur('1.00'), eur('3.00'), 'DEPOSIT', { mode: 'ADDED', billTo: 'MERCHANT' }),
    ).toBeDefined()
  })
})

describe('for any amounts', () => {
  const anyEur = fc.bigInt({ min: 0n, max: 10n ** 14n }).map((minor): Money => ({ minor, currency: 'EUR' }))
  const anyTerms = fc.record({
    percentagePpm: fc.integer({ min: 0, max: 1_000_000 }),
    fixed: fc.option(anyEur, { nil: undefined }),
    min: fc.option(anyEur, { nil: undefined }),
    max: fc.option(anyEur, { nil: undefined }),
    combine: fc.constantFrom('HIGHEST' as const, 'SUM' as const),
  })

  test('a fee stays between its bounds and never falls when the amount grows', () => {
    fc.assert(
      fc.property(anyEur, anyEur, anyTerms, (a, b, terms) => {
        const fee = feeOn(a, terms)
        const least = terms.min?.minor ?? 0n
        const greatest = terms.max?.minor ?? fee.minor
        expect(fee.minor <= greatest && (fee.minor >= least || fee.minor === greatest)).toBe(true)
        const [small, large] = a.minor <= b.minor ? [a, b] : [b, a]
        expect(feeOn(small, terms).minor <= feeOn(large, terms).minor).toBe(true)
      }),
    )
  })

  test('what one side pays the other receives or the platform keeps', () => {
    const anyDirection = fc.constantFrom('DEPOSIT' as const, 'WITHDRAWAL' as const)
    fc.assert(
      fc.property(
        anyEur,
        anyEur,
        anyDirection,
        fc.constantFrom(added, deducted),
        (amount, total, direction, placement) => {
          const charged = chargeFee(amount, total, direction, placement)
          if (!charged) return
          expect(charged.paid.minor - charged.received.minor).toBe(total.minor)
          const [wallet, moved] = [charged.wallet.minor, charged.psp.minor]
          expect(direction === 'DEPOSIT' ? moved - wallet : wallet - moved).toBe(total.minor)
        },
      ),
    )
  })

  test('a grossed-up amount leaves at least what was wanted, and a unit less would not by more than its rounding', () => {
    const anyFee = fc.record({ percentagePpm: fc.integer({ min: 0, max: 900_000 }), fixed: anyEur })
    fc.assert(
      fc.property(anyEur, anyFee, (net, terms) => {
        const left = (gross: bigint) => {
          const asked: Money = { minor: gross, currency: 'EUR' }
          return gross - feeOn(asked, { ...terms, combine: 'SUM' }).minor
        }
        const gross = grossUp(net, terms).minor
        expect(left(gross) >= net.minor).toBe(true)
        expect(left(gross - 1n) <= net.minor).toBe(true)
      }),
    )
    expect(() => grossUp(eur('1.00'), { percentagePpm: 1_000_000 })).toThrow(RangeError)
  })
})
