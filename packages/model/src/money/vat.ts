import { allocate } from './allocate.ts'
import { percentageOf } from './fee.ts'
import { addMoney, subtractMoney, sumMoney, zeroMoney, type Money } from './money.ts'
import { rational, round } from './rational.ts'

export const vatModes = ['INCLUSIVE', 'EXCLUSIVE', 'REVERSE_CHARGE', 'EXEMPT'] as const
type VatMode = (typeof vatModes)[number]

/** One tax a rule puts on something: most countries have one, some a federal and a regional one. */
export interface VatTerms {
  readonly ratePpm: number
  readonly mode: VatMode
}

export interface Taxed {
  /** Without any tax. */
  readonly net: Money
  /** One per term, in their order; zero where the buyer accounts for it or nobody does. */
  readonly taxes: readonly Money[]
  readonly vat: Money
  /** What is charged in the end. */
  readonly total: Money
}

const million = 1_000_000n

/**
 * Taxes inside a price are taken out of it together, since each of them is a share of the same net; taxes on top are
 * added to the net.
 */
export function vatOn(price: Money, terms: readonly VatTerms[]): Taxed {
  const included = terms.filter((term) => term.mode === 'INCLUSIVE')
  const weights = included.map((term) => BigInt(term.ratePpm))
  const includedPpm = weights.reduce((sum, ppm) => sum + ppm, 0n)
  const net: Money = {
    minor: round(rational(price.minor * million, million + includedPpm)),
    currency: price.currency,
  }
  const inside = includedPpm > 0n ? allocate(subtractMoney(price, net), weights) : []
  const none = zeroMoney(price.currency)
  const taxes = terms.map((term) => {
    if (term.mode === 'INCLUSIVE') return inside.shift() ?? none
    return term.mode === 'EXCLUSIVE' ? percentageOf(net, term.ratePpm) : none
  })
  const vat = sumMoney(taxes, price.currency)
  return { net, taxes, vat, total: addMoney(net, vat) }
}

/**
 * The line that makes an invoice right where the law rounds once per invoice: the tax on the sum of its lines less the
 * sum of the taxes of its lines.
 */
export function invoiceRounding(nets: readonly Money[], ratePpm: number, currency: string): Money {
  const perInvoice = percentageOf(sumMoney(nets, currency), ratePpm)
  const perLine = sumMoney(
    nets.map((net) => percentageOf(net, ratePpm)),
    currency,
  )
  return subtractMoney(perInvoice, perLine)
}
