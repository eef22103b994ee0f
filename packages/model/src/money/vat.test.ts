import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Money } from './money.ts'
import { invoiceRounding, vatModes, vatOn } from './vat.ts'

const eur = (minor: bigint): Money => ({ minor, currency: 'EUR' })

describe('25 % on 3.00', () => {
  test.each([
    ['EXCLUSIVE', 300n, 75n, 375n],
    ['INCLUSIVE', 240n, 60n, 300n],
    ['REVERSE_CHARGE', 300n, 0n, 300n],
    ['EXEMPT', 300n, 0n, 300n],
  ] as const)('%s', (mode, net, vat, total) => {
    expect(vatOn(eur(300n), [{ ratePpm: 250_000, mode }])).toEqual({
      net: eur(net),
      taxes: [eur(vat)],
      vat: eur(vat),
      total: eur(total),
    })
  })
})

test('no tax at all', () => {
  expect(vatOn(eur(300n), [])).toEqual({ net: eur(300n), taxes: [], vat: eur(0n), total: eur(300n) })
})

test('several taxes inside one price share it by their rates', () => {
  const taxed = vatOn(eur(11_498n), [
    { ratePpm: 50_000, mode: 'INCLUSIVE' },
    { ratePpm: 0, mode: 'EXEMPT' },
    { ratePpm: 99_750, mode: 'INCLUSIVE' },
  ])
  expect(taxed.net).toEqual(eur(10_000n))
  expect(taxed.taxes).toEqual([eur(500n), eur(0n), eur(998n)])
  expect(taxed.total).toEqual(eur(11_498n))
})

test('a tax on top is a share of the net when another is inside', () => {
  const taxed = vatOn(eur(12_000n), [
    { ratePpm: 200_000, mode: 'INCLUSIVE' },
    { ratePpm: 100_000, mode: 'EXCLUSIVE' },
  ])
  expect(taxed.taxes).toEqual([eur(2000n), eur(1000n)])
  expect(taxed.total).toEqual(eur(13_000n))
})

test('an invoice rounded once gets the difference as a line of its own', () => {
  const lines = [eur(102n), eur(102n), eur(102n)]
  expect(invoiceRounding(lines, 250_000, 'EUR')).toEqual(eur(-1n))
  expect(invoiceRounding([eur(101n), eur(101n)], 250_000, 'EUR')).toEqual(eur(1n))
  expect(invoiceRounding([], 250_000, 'EUR')).toEqual(eur(0n))
})

test('for any price: the parts are the whole, a tax inside keeps the price, and taking it out and adding it back is exact to a unit', () => {
  const anyTerms = fc.array(
    fc.record({ ratePpm: fc.integer({ min: 0, max: 400_000 }), mode: fc.constantFrom(...vatModes) }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), anyTerms, (minor, terms) => {
      const { net, taxes, vat, total } = vatOn(eur(minor), terms)
      expect(taxes).toHaveLength(terms.length)
      expect(taxes.reduce((sum, tax) => sum + tax.minor, 0n)).toBe(vat.minor)
      expect(net.minor + vat.minor).toBe(total.minor)
      expect(taxes.every((tax) => tax.minor >= 0n)).toBe(true)
      if (terms.every(({ mode }) => mode !== 'EXCLUSIVE')) expect(total.minor).toBe(minor)
    }),
  )
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 14n }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (minor, ratePpm) => {
        const { net } = vatOn(eur(minor), [{ ratePpm, mode: 'INCLUSIVE' }])
        const { total } = vatOn(net, [{ ratePpm, mode: 'EXCLUSIVE' }])
        const off = total.minor - minor
        expect(off >= -1n && off <= 1n).toBe(true)
      },
    ),
  )
})
