import { currencyOf } from '../reference/currencies.ts'

/** What an amount is between, as decimal texts; an open end is null. Without a currency, every currency counts. */
export interface AmountRange {
  readonly from: string | null
  readonly to: string | null
  readonly currency: string | null
}

const decimal = String.raw`\d{1,15}(?:\.\d{1,8})?`
const form = new RegExp(`^(?:(${decimal})?\\s*\\.\\.\\s*(${decimal})?|(${decimal}))(?:\\s+([A-Za-z]{3,5}))?$`)

/** `100..500 EUR`, `100..`, `..500` or `100`; `undefined` when the text is none of them. */
export function parseAmountRange(text: string): AmountRange | undefined {
  const match = form.exec(text.trim())
  if (!match) return undefined
  const [, from, to, exactly, code] = match
  const currency = code === undefined ? null : code.toUpperCase()
  if (currency !== null && !currencyOf(currency)) return undefined
  if (exactly !== undefined) return { from: exactly, to: exactly, currency }
  if (from === undefined && to === undefined) return undefined
  if (from !== undefined && to !== undefined && Number(from) > Number(to)) return undefined
  return { from: from ?? null, to: to ?? null, currency }
}

/** The smallest unit of a decimal text, cut upwards or downwards where it names parts of that unit. */
export function minorUnits(text: string, exponent: number, cut: 'up' | 'down'): bigint {
  const [whole = '0', decimals = ''] = text.split('.')
  const kept = BigInt(whole + decimals.slice(0, exponent).padEnd(exponent, '0'))
  const hasRest = /[1-9]/.test(decimals.slice(exponent))
  return hasRest && cut === 'up' ? kept + 1n : kept
}
