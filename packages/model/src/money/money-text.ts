import { currencyOf, exponentOf } from '../reference/currencies.ts'
import { formatNumber, type UserFormats } from '../text/user-formats.ts'
import { maxMinor, type Money } from './money.ts'

const decimal = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/

/** A sign, the digits of the greatest amount, a point, and the zero an amount below one begins with. */
const maxLength = String(maxMinor).length + 3

/**
 * The amount a decimal text stands for, with a minus sign when it is owed rather than paid. `undefined` when it is not
 * exactly an amount of the currency: a third decimal of a euro is refused, not rounded, even if it is a zero, because
 * whoever sent it counts in another unit than we do.
 */
export function parseSignedMoney(text: string, currency: string): Money | undefined {
  const exponent = currencyOf(currency)?.exponent
  if (exponent === undefined || text.length > maxLength) return undefined
  const match = decimal.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', decimals = ''] = match
  if (decimals.length > exponent) return undefined
  const magnitude = BigInt(whole + decimals.padEnd(exponent, '0'))
  if (magnitude > maxMinor) return undefined
  return { minor: sign ? -magnitude : magnitude, currency }
}

/** As above for amounts somebody asks for, which have no sign: `-0.00` is refused with the rest. */
export const parseMoney = (text: string, currency: string): Money | undefined =>
  text.startsWith('-') ? undefined : parseSignedMoney(text, currency)

/** `12,50`, `1.234,50` and `1,234.50`, but not `1,234`, which is one and a bit to some and a thousand to others. */
const otherSigns = [/^(-?\d+|-?\d{1,3}(?:[.' ]\d{3})+),(\d+)$/, /^(-?\d{1,3}(?:[,' ]\d{3})+)\.(\d+)$/]

/** To whoever wrote a comma: which sign is meant, with the amount as it would be read where that is certain. */
export function decimalSignHint(text: string, currency: string): string | undefined {
  if (!text.includes(',')) return undefined
  for (const pattern of otherSigns) {
    const [, whole = '', decimals = ''] = pattern.exec(text.trim()) ?? []
    const meant = `${whole.replaceAll(/[.,' ]/g, '')}.${decimals}`
    if (decimals.length !== 3 && parseSignedMoney(meant, currency))
      return `Use a point as the decimal sign: ${meant}`
  }
  return 'Use a point as the decimal sign, and nothing between thousands'
}

/** Why a text is no amount of a currency. */
export const notAnAmount = (text: string, currency: string): string =>
  decimalSignHint(text, currency) ?? `Not an amount in ${currency}`

/** `12.00`: all decimals of the currency, no groups. What machines read. */
export function decimalText({ minor, currency }: Money): string {
  const exponent = exponentOf(currency)
  const sign = minor < 0n ? '-' : ''
  const digits = String(minor < 0n ? -minor : minor).padStart(exponent + 1, '0')
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** `12.00 EUR`, as it is written where nobody's own separators are known. */
export const amountText = (money: Money): string => `${decimalText(money)} ${money.currency}`

/** `1,234.50 EUR` in a person's own separators. What people read. */
export const readableMoney = (
  money: Money,
  formats: Pick<UserFormats, 'decimalSeparator' | 'groupSeparator'>,
): string => `${formatNumber(decimalText(money), formats)} ${money.currency}`

/** `1 234,50 EUR`: what people of a language read who have no formats of their own with us. */
export function moneyTextIn(locale: string, money: Money): string {
  const decimals = exponentOf(money.currency)
  const format = new Intl.NumberFormat(locale.replaceAll('_', '-'), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  // As a text, because a number would lose the digits of a large amount.
  return `${format.format(decimalText(money) as Intl.StringNumericLiteral)} ${money.currency}`
}
