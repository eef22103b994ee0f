import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumMoney } from '../money/money.ts'
import { isVatRounding, pricedLines, storedMoney, type LineDraft } from './invoice-line.ts'
import { openAmount, settledState, withCredit, withPayment, type Settlement } from './invoice-state.ts'
import { noPrices, pricesSchema, tierFee } from './price-list.ts'
import { vatNumberProblem, vatTreatment } from './vat.ts'

const decimal = (max: number) =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 999_999 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(6, '0')}`)
const line: fc.Arbitrary<LineDraft> = fc.record({
  code: fc.constant('X'),
  description: fc.constant('x'),
  qty: fc.tuple(fc.boolean(), decimal(100_000)).map(([below, text]) => (below ? `-${text}` : text)),
  unitPrice: decimal(1_000),
  count: fc.constant(null),
  filter: fc.constant(null),
})

/** A hundredth of a percent of whole units, half away from zero, by another arithmetic than that of the invoice. */
const share = (minor: bigint, hundredths: bigint): bigint => {
  const size = (minor < 0n ? -minor : minor) * hundredths
  const rounded = (size + 5_000n) / 10_000n
  return minor < 0n ? -rounded : rounded
}

describe('lines of an invoice', () => {
  it('have the VAT of their own net, and one line besides makes up for the rounding', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        fc.constantFrom('0', '19', '25', '5.5', '7.75'),
        fc.constantFrom('EUR', 'JPY'),
        (drafts, rate, currency) => {
          const { lines, net, vat } = pricedLines(drafts, rate, currency)
          const hundredths = BigInt(Math.round(Number(rate) * 100))
          const minor = (amount: string) => storedMoney({ amount, currency }).minor
          const own = lines.slice(0, drafts.length)
          const shares = own.map((each) => share(minor(each.net), hundredths))
          expect(own.map((each) => minor(each.vat))).toEqual(shares)
          const off = share(net.minor, hundredths) - shares.reduce((sum, each) => sum + each, 0n)
          expect(vat.minor).toBe(share(net.minor, hundredths))
          expect(
            lines.slice(drafts.length).map((each) => [isVatRounding(each), minor(each.net), minor(each.vat)]),
          ).toEqual(off === 0n ? [] : [[true, 0n, off]])
        },
      ),
    )
  })

  it('of three times ten cents with 25 % have three cents each, and the rounding takes one back', () => {
    const draft = (code: string): LineDraft => ({
      code,
      description: 'x',
      qty: '1',
      unitPrice: '0.1',
      count: null,
      filter: null,
    })
    const { lines, vat } = pricedLines([draft('A'), draft('B'), draft('C')], '25', 'EUR')
    expect(lines.map(({ code, net, vat: own }) => [code, net, own])).toEqual([
      ['A', '0.10', '0.03'],
      ['B', '0.10', '0.03'],
      ['C', '0.10', '0.03'],
      ['VAT-ROUNDING', '0.00', '-0.01'],
    ])
    expect(vat.minor).toBe(8n)
  })

  it('come to its totals exactly, whatever is on them', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        fc.constantFrom('0', '19', '25', '5.5', '7.75'),
        fc.constantFrom('EUR', 'JPY'),
        (drafts, rate, currency) => {
          const { lines, net, vat, gross } = pricedLines(drafts, rate, currency)
          const sum = (name: 'net' | 'vat') =>
            sumMoney(
              lines.map((each) => storedMoney({ amount: each[name], currency })),
              currency,
            ).minor
          expect(sum('net')).toBe(net.minor)
          expect(sum('vat')).toBe(vat.minor)
          expect(gross.minor).toBe(net.minor + vat.minor)
          // VAT of the whole is off by less than half a unit, worked out in whole hundredths of percent.
          const off = vat.minor * 10_000n - net.minor * BigInt(Math.round(Number(rate) * 100))
          expect(off <= 5_000n && off >= -5_000n).toBe(true)
        },
      ),
    )
  })

  it.each([
    ['1', '0.005', '0.01'],
    ['-1', '0.005', '-0.01'],
    ['3', '0.333333', '1.00'],
    ['1000', '0.0995', '99.50'],
  ])('%s times %s is %s', (qty, unitPrice, net) => {
    const draft = { code: 'X', description: 'x', qty, unitPrice, count: null, filter: null }
    expect(pricedLines([draft], '0', 'EUR').lines[0]?.net).toBe(net)
  })
})

describe('payments and credits', () => {
  const cents = fc.bigInt({ min: 1n, max: 1_000_000n })
  it('never lose a cent: what came in is used here or stands to the credit', () => {
    fc.assert(
      fc.property(cents, fc.array(fc.tuple(fc.boolean(), cents), { maxLength: 20 }), (total, steps) => {
        const eur = (minor: bigint) => ({ minor, currency: 'EUR' })
        let state: Settlement = { gross: eur(total), paid: eur(0n), credited: eur(0n) }
        let [came, balance] = [0n, 0n]
        for (const [isCredit, amount] of steps) {
          const left = total - state.credited.minor
          if (isCredit && left === 0n) continue
          const credited = amount < left ? amount : left
          const next = isCredit ? withCredit(state, eur(credited)) : withPayment(state, eur(amount))
          if (!isCredit) came += amount
          balance += next.toBalance.minor
          state = { ...state, paid: next.paid, credited: next.credited }
          expect(state.paid.minor + balance).toBe(came)
          expect(state.paid.minor + state.credited.minor + openAmount(state).minor).toBe(total)
          const word = settledState('SENT', state.gross, next)
          expect(word === 'PAID' || word === 'CREDITED').toBe(openAmount(state).minor === 0n)
        }
      }),
    )
  })
})

describe('VAT', () => {
  const seller = { country: 'SWE', vatRate: '25' }
  it.each([
    ['SWE', 'SE556677889901', 'S', '25'],
    ['SWE', null, 'S', '25'],
    ['FIN', 'FI12345678', 'AE', '0'],
    ['FIN', 'FI1234', 'O', '0'],
    ['FIN', null, 'O', '0'],
    ['NOR', 'NO123456789MVA', 'O', '0'],
  ])('of a buyer in %s with %s is %s', (country, vatNo, category, rate) => {
    expect(vatTreatment({ seller, buyer: { country, vatNo } })).toMatchObject({ category, rate })
  })

  it.each([
    ['SWE', 'SE 556677-8899 01', true],
    ['SWE', 'SE556677889902', false],
    ['DEU', 'DE123456789', true],
    ['DEU', 'FR12345678901', false],
    ['GRC', 'EL123456789', true],
    ['NLD', 'NL123456789B01', true],
    ['USA', 'x', false],
  ])('number of %s: %s is right: %s', (country, text, right) => {
    expect(vatNumberProblem(country, text) === undefined).toBe(right)
  })
})

describe('a price list', () => {
  const product = (tiers: { from: number; fee: string }[]) => ({
    product: 'DEPOSIT' as const,
    tiers,
    volumePct: '0',
  })
  it('charges all payments at the tier they reach', () => {
    const prices = product([
      { from: 0, fee: '0.10' },
      { from: 100, fee: '0.08' },
      { from: 1000, fee: '0.05' },
    ])
    expect([0, 1, 99, 100, 999, 1000, 5000].map((count) => tierFee(prices, count))).toEqual([
      '0.10',
      '0.10',
      '0.10',
      '0.08',
      '0.08',
      '0.05',
      '0.05',
    ])
  })

  it.each([
    [{ monthlyFee: '-1' }],
    [{ monthlyFee: '1.1234567' }],
    [{ products: [product([{ from: 5, fee: '1' }])] }],
    [
      {
        products: [
          product([
            { from: 0, fee: '1' },
            { from: 0, fee: '2' },
          ]),
        ],
      },
    ],
    [{ products: [product([{ from: 0, fee: '1' }]), product([{ from: 0, fee: '1' }])] }],
    [
      {
        premium: [
          { psp: 'a', fee: '1' },
          { psp: 'a', fee: '2' },
        ],
      },
    ],
    [{ surprise: 1 }],
  ])('refuses %j', (change) => {
    expect(pricesSchema.safeParse(noPrices).success).toBe(true)
    expect(pricesSchema.safeParse({ ...noPrices, ...change }).success).toBe(false)
  })
})
