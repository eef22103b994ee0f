import { addMoney, compareMoney, sumMoney, zeroMoney, type Money } from '../money/money.ts'
import { decimalText, parseMoney } from '../money/money-text.ts'
import type { BillingPeriod } from './billing-period.ts'
import { lineNet, type LineDraft } from './invoice-line.ts'
import { billedProducts, tierFee, type BilledProduct, type Prices, type ProductPrices } from './price-list.ts'

/** Payments of one month that are alike, counted. */
export interface Usage {
  readonly merchantId: number
  readonly method: string
  readonly psp: string | null
  readonly failed: boolean
  readonly withToken: boolean
  readonly count: number
  /** What they come to, in the currency of the invoice. */
  readonly volume: Money
  /** What the PSP charged for them, in the currency of the invoice. */
  readonly pspFees: Money
}

/** What the catalogue says about a PSP, as far as invoices go by it. */
export interface BilledPsp {
  readonly psp: string
  readonly name: string
  readonly transactionFees: boolean
  readonly premiumPricing: boolean
  readonly kickback: boolean
  readonly kickbackPpm: number
}

export interface UsageInput {
  readonly usage: readonly Usage[]
  readonly prices: Prices
  readonly psps: readonly BilledPsp[]
  readonly merchantNames: ReadonlyMap<number, string>
  readonly currency: string
  readonly period: BillingPeriod
}

const countOf = (rows: readonly Usage[]): number => rows.reduce((sum, { count }) => sum + count, 0)
const isFree = (price: string): boolean => !/[1-9]/.test(price)

/** The same payments in the list of transactions. */
const filterOf = (
  { period }: Pick<UsageInput, 'period'>,
  narrowed: Readonly<Record<string, string>>,
): Record<string, string> => ({
  completedAt: `${period.from.toISOString()}..${period.to.toISOString()}`,
  testUsers: 'false',
  state: 'SUCCESSFUL',
  ...narrowed,
})

const merchantsOf = (rows: readonly Usage[]): number[] =>
  [...new Set(rows.map(({ merchantId }) => merchantId))].toSorted((a, b) => a - b)
const pspsOf = (rows: readonly Usage[]): string[] =>
  [...new Set(rows.flatMap(({ psp }) => (psp === null ? [] : [psp])))].toSorted()

type Selected = (psp: string | null) => boolean

/** Which PSPs count towards the tiers, and which have a price of their own. */
function pspRules({ psps, prices }: UsageInput): {
  tiered: Selected
  premiumFee: (psp: string) => string | undefined
} {
  const known = new Map(psps.map((each) => [each.psp, each]))
  const fees = new Map(prices.premium.map(({ psp, fee }) => [psp, fee]))
  const premiumFee = (psp: string) => (known.get(psp)?.premiumPricing === true ? fees.get(psp) : undefined)
  return {
    premiumFee,
    tiered: (psp) =>
      psp !== null && known.get(psp)?.transactionFees === true && premiumFee(psp) === undefined,
  }
}

/** Payments in or out, one line a merchant, at the tier that all of them together reach. */
function productLines(input: UsageInput, prices: ProductPrices): LineDraft[] {
  const { usage, merchantNames } = input
  const { countFailed } = input.prices
  const { tiered } = pspRules(input)
  const product: BilledProduct = prices.product
  const label = billedProducts[product]
  const billed = usage.filter(
    (row) => row.method === product && tiered(row.psp) && (countFailed || !row.failed),
  )
  const fee = tierFee(prices, countOf(billed))
  const state = countFailed ? 'SUCCESSFUL,FAILED' : 'SUCCESSFUL'
  return merchantsOf(billed).flatMap((merchantId): LineDraft[] => {
    const own = billed.filter((row) => row.merchantId === merchantId)
    const name = merchantNames.get(merchantId) ?? String(merchantId)
    const found = { merchants: String(merchantId), method: product, psp: pspsOf(own).join(',') }
    const perPayment: LineDraft = {
      code: `${product}-${merchantId}`,
      description: `${label}, ${name}`,
      qty: String(countOf(own)),
      unitPrice: fee,
      count: countOf(own),
      filter: filterOf(input, { ...found, state }),
    }
    return [...(isFree(fee) ? [] : [perPayment]), ...volumeLine(input, prices, { own, name, merchantId })]
  })
}

const percentAsPrice = (percent: string): string => {
  const [whole = '0', decimals = ''] = percent.split('.')
  const digits = `${whole.padStart(3, '0')}${decimals}`
  return `${digits.slice(0, -2 - decimals.length)}.${digits.slice(-2 - decimals.length)}`.replace(
    /^0+(?=\d)/,
    '',
  )
}

interface OfMerchant {
  readonly own: readonly Usage[]
  readonly name: string
  readonly merchantId: number
}

/** A share of what successful payments come to. */
function volumeLine(
  input: UsageInput,
  prices: ProductPrices,
  { own, name, merchantId }: OfMerchant,
): LineDraft[] {
  const paid = own.filter(({ failed }) => !failed)
  if (isFree(prices.volumePct) || paid.length === 0) return []
  const volume = sumMoney(
    paid.map((row) => row.volume),
    input.currency,
  )
  const found = { merchants: String(merchantId), method: prices.product, psp: pspsOf(paid).join(',') }
  return [
    {
      code: `${prices.product}-VOLUME-${merchantId}`,
      description: `Volume of ${billedProducts[prices.product].toLowerCase()}, ${name}: ${prices.volumePct} %`,
      qty: decimalText(volume),
      unitPrice: percentAsPrice(prices.volumePct),
      count: countOf(paid),
      filter: filterOf(input, found),
    },
  ]
}

/** PSPs with a price of their own, one line each. */
function premiumLines(input: UsageInput): LineDraft[] {
  const { premiumFee } = pspRules(input)
  const { countFailed } = input.prices
  const isBilled = ({ method, failed }: Usage) => method in billedProducts && (countFailed || !failed)
  return input.psps.flatMap(({ psp, name }): LineDraft[] => {
    const fee = premiumFee(psp)
    const own = input.usage.filter((row) => row.psp === psp && isBilled(row))
    if (fee === undefined || isFree(fee) || own.length === 0) return []
    const state = countFailed ? 'SUCCESSFUL,FAILED' : 'SUCCESSFUL'
    const method = Object.keys(billedProducts).join(',')
    return [
      {
        code: `PREMIUM-${psp}`,
        description: `Payments through ${name}`,
        qty: String(countOf(own)),
        unitPrice: fee,
        count: countOf(own),
        filter: filterOf(input, { merchants: merchantsOf(own).join(','), method, psp, state }),
      },
    ]
  })
}

/** What is charged by the piece, whatever the PSP. */
function pieceLine(
  input: UsageInput,
  { code, label, price }: { readonly code: string; readonly label: string; readonly price: string },
  {
    counts,
    narrowed,
  }: { readonly counts: (row: Usage) => boolean; readonly narrowed: Record<string, string> },
): LineDraft[] {
  const own = input.usage.filter((row) => !row.failed && counts(row))
  if (isFree(price) || own.length === 0) return []
  const filter = filterOf(input, { merchants: merchantsOf(own).join(','), ...narrowed })
  return [
    { code, description: label, qty: String(countOf(own)), unitPrice: price, count: countOf(own), filter },
  ]
}

const pieceLines = (input: UsageInput): LineDraft[] => {
  const { perRefund, perChargeback, schemeTokenFee } = input.prices
  const ofMethod = (method: string) => ({
    counts: (row: Usage) => row.method === method,
    narrowed: { method },
  })
  return [
    ...pieceLine(input, { code: 'REFUND', label: 'Refunds', price: perRefund }, ofMethod('REFUND')),
    ...pieceLine(
      input,
      { code: 'CHARGEBACK', label: 'Chargebacks', price: perChargeback },
      ofMethod('CHARGEBACK'),
    ),
    ...pieceLine(
      input,
      { code: 'SCHEME-TOKEN', label: 'Payments with a network token', price: schemeTokenFee },
      {
        counts: ({ method, withToken }) => method === 'DEPOSIT' && withToken,
        narrowed: { method: 'DEPOSIT', schemeTokenUsed: 'true' },
      },
    ),
  ]
}

const shareOf = (ppm: number): string => {
  const digits = String(ppm).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** The customer's share of what a PSP pays back of its fees, as a credit. */
const kickbackLines = (input: UsageInput): LineDraft[] =>
  input.psps.flatMap(({ psp, name, kickback, kickbackPpm }): LineDraft[] => {
    const own = input.usage.filter((row) => row.psp === psp && !row.failed && row.method in billedProducts)
    const fees = own.map((row) => row.pspFees).reduce(addMoney, zeroMoney(input.currency))
    if (!kickback || kickbackPpm <= 0 || fees.minor <= 0n) return []
    return [
      {
        code: `KICKBACK-${psp}`,
        description: `Kickback of ${name}: ${Number(kickbackPpm) / 10_000} % of its fees`,
        qty: `-${decimalText(fees)}`,
        unitPrice: shareOf(kickbackPpm),
        count: countOf(own),
        filter: filterOf(input, {
          merchants: merchantsOf(own).join(','),
          method: Object.keys(billedProducts).join(','),
          psp,
        }),
      },
    ]
  })

const plainLine = (code: string, description: string, price: string): LineDraft => ({
  code,
  description,
  qty: '1',
  unitPrice: price,
  count: null,
  filter: null,
})

/** What is missing to the minimum of a month, before anything is credited. */
function minimumLine({ prices, currency }: UsageInput, charged: readonly LineDraft[]): LineDraft[] {
  const minimum =
    parseMoney(prices.minimumMonthly, currency) ??
    lineNet({ qty: '1', unitPrice: prices.minimumMonthly }, currency)
  const sum = sumMoney(
    charged.map((line) => lineNet(line, currency)),
    currency,
  )
  if (compareMoney(sum, minimum) >= 0) return []
  const missing = decimalText({ minor: minimum.minor - sum.minor, currency })
  return [
    plainLine('MINIMUM', `Minimum of the month, ${decimalText(minimum)} ${currency}: difference`, missing),
  ]
}

/** The lines of a month: what was used, at the prices of the list, and what is credited. */
export function usageLines(input: UsageInput): LineDraft[] {
  const { prices, period } = input
  const charged = [
    ...(isFree(prices.monthlyFee)
      ? []
      : [plainLine('MONTHLY', `Monthly fee, ${period.name}`, prices.monthlyFee)]),
    ...prices.products.flatMap((product) => productLines(input, product)),
    ...premiumLines(input),
    ...pieceLines(input),
  ]
  return [...charged, ...minimumLine(input, charged), ...kickbackLines(input)]
}
