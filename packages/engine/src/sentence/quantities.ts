import { currencyOf } from '@signalbox/model/reference/currencies'
import type { Money, MoneyMap } from '@signalbox/model/money/money'
import { moneyOf } from '@signalbox/model/money/money-map'
import { decimalText } from '@signalbox/model/money/money-text'
import { formatInstant, formatNumber, type UserFormats } from '@signalbox/model/text/user-formats'
import { joined } from './lists.ts'

/** `2.5 %` from parts per million, as many decimals as it has. What is no whole number of them is shown as it is. */
export function percentText(value: number | string, formats: UserFormats): string {
  const ppm = Number(value)
  if (!Number.isSafeInteger(ppm)) return String(value)
  const digits = String(Math.abs(ppm)).padStart(5, '0')
  const decimals = digits.slice(-4).replace(/0+$/, '')
  const text = `${ppm < 0 ? '-' : ''}${digits.slice(0, -4)}${decimals ? `.${decimals}` : ''}`
  return `${formatNumber(text, formats)} %`
}

export const moneyText = (money: Money, formats: UserFormats): string =>
  `${figureOf(money, formats)} ${money.currency}`

const figureOf = (money: Money, formats: UserFormats): string =>
  currencyOf(money.currency) ? formatNumber(decimalText(money), formats) : String(money.minor)

/** One amount of a map without its currency; what is not an amount yet, because somebody is still typing, is shown as it is. */
export function figureIn(amounts: MoneyMap, currency: string, formats: UserFormats): string {
  const money = moneyOf(amounts, currency)
  return money ? figureOf(money, formats) : String(amounts[currency])
}

const shownCurrencies = 3

/** `1.00 EUR or 10.00 SEK`: the amount that holds depends on the currency of the payment. */
export function amountsText(amounts: MoneyMap, formats: UserFormats): string {
  const texts = Object.keys(amounts).map((currency) => `${figureIn(amounts, currency, formats)} ${currency}`)
  if (texts.length <= shownCurrencies) return joined(texts, 'or')
  return `${texts.slice(0, shownCurrencies).join(', ')} or what is listed for ${texts.length - shownCurrencies} more`
}

export const instantText = (iso: string, formats: UserFormats): string =>
  formatInstant(iso, { ...formats, dateFormat: 'YYYY-MM-DD HH:MM' })

const unitWords: Readonly<Record<string, string>> = {
  SECOND: 'second',
  MINUTE: 'minute',
  HOUR: 'hour',
  DAY: 'day',
  WEEK: 'week',
  MONTH: 'month',
}

/** `1 minute`, `24 hours`. */
export function durationText(length: number, unit: string, formats: UserFormats): string {
  const word = unitWords[unit] ?? unit
  return `${formatNumber(length, formats)} ${length === 1 ? word : `${word}s`}`
}

/** `every minute`, `every 5 minutes`. */
export const everyText = (length: number, unit: string, formats: UserFormats): string =>
  length === 1 ? `every ${unitWords[unit] ?? unit}` : `every ${durationText(length, unit, formats)}`

/** `3 accounts`, `1 account`. */
export const countText = (count: number, noun: string, formats: UserFormats): string =>
  `${formatNumber(count, formats)} ${count === 1 ? noun : `${noun}s`}`

export function ordinal(no: number): string {
  const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
  return `${no}${suffixes[ordinalRules.select(no)]}`
}

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })
