import { currencyOf } from '../../reference/currencies.ts'
import { decimalText, parseMoney } from '../../money/money-text.ts'
import type { MoneyMap } from '../../money/money.ts'
import { texts } from '../../text/texts.ts'
import type { Cell } from '../cell.ts'
import { quoted } from '../rule-problem.ts'
import { readList } from './list-text.ts'
import { endsText, splitRange } from './range-ends.ts'
import { UnreadableText } from './unreadable-text.ts'

type MoneyRange = Extract<Cell, { op: 'moneyRange' }>

/** `20 EUR` rather than `20.00 EUR`; a currency nobody knows is shown with its smallest units, as it came. */
function amountText([currency, minor]: readonly [string, string]): string {
  if (!currencyOf(currency) || !/^\d{1,15}$/.test(minor)) return `${minor} ${currency}`
  return `${decimalText({ minor: BigInt(minor), currency }).replace(/\.0+$/, '')} ${currency}`
}

export const amountsText = (amounts: MoneyMap): string => Object.entries(amounts).map(amountText).join(', ')

const figure = '\\d[\\d ]{0,30}(?:\\.\\d{1,10})?'
const code = '[A-Za-z]{2,6}'
const figureFirst = new RegExp(`^(${figure})\\s?(${code})$`)
const codeFirst = new RegExp(`^(${code})\\s?(${figure})$`)

/** `20 EUR` or `EUR 20`, with blanks between thousands if there are any. */
function readAmount(text: string): [currency: string, minor: string] {
  const [, before, after] = figureFirst.exec(text) ?? []
  const [, first, second] = codeFirst.exec(text) ?? []
  const currency = (after ?? first ?? '').toUpperCase()
  const digits = (before ?? second ?? '').replaceAll(' ', '')
  if (currency === '') throw new UnreadableText('AMOUNT', `${quoted(text)} is not an amount such as 20 EUR`)
  if (!currencyOf(currency))
    throw new UnreadableText('CURRENCY', `${texts.unknownCurrency} ${quoted(currency)}`)
  const money = parseMoney(digits, currency)
  if (!money) throw new UnreadableText('AMOUNT', `${quoted(text)} is not an amount of ${currency}`)
  return [currency, String(money.minor)]
}

export function readAmounts(text: string): MoneyMap {
  const amounts: Record<string, string> = {}
  for (const [currency, minor] of readList(text).map(readAmount)) {
    if (Object.hasOwn(amounts, currency)) throw new UnreadableText('DUPLICATE', `${currency} is named twice`)
    amounts[currency] = minor
  }
  return amounts
}

const convertMark = '(convert)'

export function moneyRangeText({ min, max, minInclusive, maxInclusive, onMissing }: MoneyRange): string {
  const range = endsText(
    {
      minInclusive,
      maxInclusive,
      ...(min && { min: amountsText(min) }),
      ...(max && { max: amountsText(max) }),
    },
    ' ',
  )
  return onMissing === 'CONVERT' ? `${range} ${convertMark}` : range
}

export function readMoneyRange(text: string): MoneyRange {
  const converts = text.toLowerCase().endsWith(convertMark)
  const range = converts ? text.slice(0, -convertMark.length).trim() : text
  const ends = splitRange(range)
  if (!ends)
    throw new UnreadableText('AMOUNT', 'Enter amounts such as >= 20 EUR, < 20 EUR or 20 EUR .. 50 EUR')
  const { min, max, minInclusive, maxInclusive } = ends
  return {
    op: 'moneyRange',
    minInclusive,
    maxInclusive,
    onMissing: converts ? 'CONVERT' : 'NO_MATCH',
    ...(min !== undefined && { min: readAmounts(min) }),
    ...(max !== undefined && { max: readAmounts(max) }),
  }
}
