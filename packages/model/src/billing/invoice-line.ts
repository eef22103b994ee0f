import * as z from 'zod/mini'
import { exponentOf } from '../reference/currencies.ts'
import { decimalText, parseSignedMoney } from '../money/money-text.ts'
import { addMoney, subtractMoney, zeroMoney, type Money } from '../money/money.ts'
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

/** The code of the line that makes up for the rounding of VAT; nobody writes that line. */
const vatRoundingCode = 'VAT-ROUNDING'
export const isVatRounding = ({ code }: Pick<LineInput, 'code'>): boolean => code === vatRoundingCode

/** The line by which what the VAT of lines comes to becomes the VAT of the invoice; none where it is that already. */
export function vatRounding(ofLines: Money, vat: Money, rate: string): readonly InvoiceLine[] {
  const { currency } = vat
  const off = subtractMoney(vat, ofLines)
  if (off.minor === 0n) return []
  return [
    {
      code: vatRoundingCode,
      description: 'Rounding of VAT',
      qty: '1',
      unitPrice: '0',
      net: decimalText(zeroMoney(currency)),
      vatRate: rate,
      vat: decimalText(off),
      count: null,
      filter: null,
    },
  ]
}

/**
 * Lines with their amounts, and what they come to. The rules of rounding:
 * 1. A line is quantity times price, rounded once to the smallest unit, half away from zero.
 * 2. The net of the invoice is the sum of its lines.
 * 3. The VAT of a line is its rate of its net, rounded once.
 * 4. The VAT of the invoice is worked out once, on its net (EN 16931, BR-CO-17). Where the VAT of the lines comes to
 *    something else, a line of its own says by how much.
 * 5. Gross is net and VAT.
 */
export function pricedLines(drafts: readonly LineDraft[], rate: string, currency: string): PricedLines {
  let [net, ofLines] = [zeroMoney(currency), zeroMoney(currency)]
  const lines = drafts.map(({ code, description, qty, unitPrice, count, filter }): InvoiceLine => {
    const own = lineNet({ qty, unitPrice }, currency)
    const ownVat = vatOf(own, rate)
    net = addMoney(net, own)
    ofLines = addMoney(ofLines, ownVat)
    const amounts = { net: decimalText(own), vatRate: rate, vat: decimalText(ownVat) }
    return { code, description, qty, unitPrice, ...amounts, count, filter }
  })
  const vat = vatOf(net, rate)
  return { lines: [...lines, ...vatRounding(ofLines, vat, rate)], net, vat, gross: addMoney(net, vat) }
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
