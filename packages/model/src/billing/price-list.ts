import * as z from 'zod/mini'

const fee = z
  .string()
  .check(z.regex(/^\d{1,9}(?:\.\d{1,6})?$/, 'Must be an amount from zero with at most 6 decimals'))
const percent = z
  .string()
  .check(
    z.regex(/^(?:100|\d{1,2})(?:\.\d{1,4})?$/, 'Must be a percentage from 0 to 100 with at most 4 decimals'),
  )

/** From how many payments a month on each of them costs this. */
const tier = z.strictObject({ from: z.int().check(z.gte(0, 'Must be 0 or more'), z.lte(1_000_000_000)), fee })

/** What the platform charges for: payments in and payments out have prices of their own. */
export const billedProducts = { DEPOSIT: 'Deposits', WITHDRAWAL: 'Withdrawals' } as const
export type BilledProduct = keyof typeof billedProducts

const productPrices = z.strictObject({
  product: z.enum(['DEPOSIT', 'WITHDRAWAL']),
  tiers: z.array(tier).check(
    z.minLength(1, 'Please add at least one tier'),
    z.maxLength(20, 'At most 20 tiers'),
    z.refine((tiers) => tiers[0]?.from === 0, 'The first tier must begin at 0'),
    z.refine(
      (tiers) => tiers.every(({ from }, at) => at === 0 || from > (tiers[at - 1]?.from ?? 0)),
      'Each tier must begin above the one before',
    ),
  ),
  volumePct: percent,
})

/** What a price list says beside its name and its first day. */
export const pricesSchema = z.strictObject({
  monthlyFee: fee,
  minimumMonthly: fee,
  perRefund: fee,
  perChargeback: fee,
  schemeTokenFee: fee,
  /** Failed payments that a PSP was asked about cost what successful ones do. */
  countFailed: z.boolean(),
  products: z
    .array(productPrices)
    .check(
      z.refine((all) => new Set(all.map(({ product }) => product)).size === all.length, 'Each product once'),
    ),
  /** Payments through these PSPs cost this instead of their tier. */
  premium: z
    .array(z.strictObject({ psp: z.string().check(z.minLength(1, 'Choose a PSP'), z.maxLength(60)), fee }))
    .check(
      z.maxLength(50, 'At most 50 PSPs'),
      z.refine((all) => new Set(all.map(({ psp }) => psp)).size === all.length, 'Each PSP once'),
    ),
})
export type Prices = z.infer<typeof pricesSchema>
export type ProductPrices = z.infer<typeof productPrices>

export const noPrices: Prices = {
  monthlyFee: '0',
  minimumMonthly: '0',
  perRefund: '0',
  perChargeback: '0',
  schemeTokenFee: '0',
  countFailed: false,
  products: [
    { product: 'DEPOSIT', tiers: [{ from: 0, fee: '0' }], volumePct: '0' },
    { product: 'WITHDRAWAL', tiers: [{ from: 0, fee: '0' }], volumePct: '0' },
  ],
  premium: [],
}

/** The price of each payment of a month with this many: all of them cost what the tier they reach costs. */
export const tierFee = ({ tiers }: ProductPrices, count: number): string =>
  tiers.findLast(({ from }) => count >= from)?.fee ?? '0'
