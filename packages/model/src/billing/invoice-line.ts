import * as z from 'zod/mini'
import { exponentOf } from '../reference/currencies.ts'
import { decimalText, parseSignedMoney } from '../money/money-text.ts'
import type { Money } from '../money/money.ts'
import { multiply, parseRational, rational, round } from '../money/rational.ts'

const signedDecimal = /^-?\d{1,12}(?:\.\d{1,6})?$/
const plainDecimal = /^\d{1,9}(?:\.\d{1,6})?$/

/** What somebody writes on a line. Credits have a quantity below zero: a price never is (EN 16931, BR-27). */
export const lineInputSchema = z.object({
  code: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,40}$/, 'Letters, digits, dots and dashes, at most 40')),
  description: z.string().check(z.minLength(1, 'This field is required'), z.maxLength(200, 'Too long')),
  qty: z.string().check(z.regex(signedDecimal, 'Must be a number with at most 6 decimals')),
  unitPrice: z.string().check(z.regex(plainDecimal, 'Must be a number from zero with at most 6 decimals')),
})
export type LineInput = z.infer<typeof lineInputSchema>

export const maxLines = 500

/** One line as it is stored. Which payments it counts, `filter` says in the words of the list of transactions. */
const invoiceLineSchema = z.object({
  ...lineInputSchema.shape,
  net: z.string(),
  /** Percent. */
  vatRate: z.string(),
  vat: z.string(),
  count: z.nullable(z.number()),
  filter: z.nullable(z.record(z.string(), z.string())),
})
export type InvoiceLine = z.infer<typeof invoiceLineSchema>

export type LineDraft = LineInput & Pick<InvoiceLine, 'count' | 'filter'>

export interface PricedLines {
  readonly lines: readonly InvoiceLine[]
  readonly net: Money
  readonly vat: Money
  readonly gross: Money
}

const exact = (text: string) => {
  const value = parseRational(text)
  if (!value) throw new RangeError(`${text} is not a number`)
  return value
}

/** The amount of a line: quantity times price, rounded once, half away from zero. */
export const lineNet = (
  { qty, unitPrice }: Pick<LineInput, 'qty' | 'unitPrice'>,
  currency: string,
): Money => {
  const scale = rational(10n ** BigInt(exponentOf(currency)))
  return { minor: round(multiply(multiply(exact(qty), exact(unitPrice)), scale)), currency }
}

/** VAT in percent of an amount, rounded once. */
export const vatOf = (net: Money, rate: string): Money => ({
  minor: round(multiply(rational(net.minor, 100n), exact(rate))),
  currency: net.currency,
})

/**
 * Lines with their amounts, and what they come to. The rules of rounding:
 * 1. A line is quantity times price, rounded once to the smallest unit, half away from zero.
 * 2. The net of the invoice is the sum of its lines.
 * 3. VAT is worked out once, on that sum (EN 16931, BR-CO-17). A line shows the step by which the VAT of all lines up to
 *    it grew, so that the VAT of the lines comes to exactly the VAT of the invoice.
 * 4. Gross is net and VAT.
 */
export function pricedLines(drafts: readonly LineDraft[], rate: string, currency: string): PricedLines {
  let net = 0n
  let vat = 0n
  const text = (minor: bigint) => decimalText({ minor, currency })
  const lines = drafts.map(({ code, description, qty, unitPrice, count, filter }): InvoiceLine => {
    const amount = lineNet({ qty, unitPrice }, currency).minor
    net += amount
    const grown = vatOf({ minor: net, currency }, rate).minor
    const step = grown - vat
    vat = grown
    return {
      code,
      description,
      qty,
      unitPrice,
      net: text(amount),
      vatRate: rate,
      vat: text(step),
      count,
      filter,
    }
  })
  const money = (minor: bigint): Money => ({ minor, currency })
  return { lines, net: money(net), vat: money(vat), gross: money(net + vat) }
}

/** Reads an amount the platform wrote itself. */
export function storedMoney({
  amount,
  currency,
}: {
  readonly amount: string
  readonly currency: string
}): Money {
  const money = parseSignedMoney(amount, currency)
  if (!money) throw new RangeError(`${amount} is no amount of ${currency}`)
  return money
}

/** A price with at least the decimals of its currency, as prices are written. */
export function priceText(price: string, currency: string): string {
  const [whole = '', decimals = ''] = price.split('.')
  const shown = decimals.padEnd(exponentOf(currency), '0')
  return shown === '' ? whole : `${whole}.${shown}`
}
