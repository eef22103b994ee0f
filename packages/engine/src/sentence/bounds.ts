import type { Bound } from '@signalbox/model/rules/cell'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import type { MoneyMap } from '@signalbox/model/money/money'
import { formatNumber, type UserFormats } from '@signalbox/model/text/user-formats'
import type { ConditionOf } from './condition.ts'
import { joined, words } from './lists.ts'
import { amountsText, figureIn, instantText, percentText } from './quantities.ts'

/** The ends of a range in words. */
interface Ends {
  readonly least?: string
  readonly leastInclusive: boolean
  readonly greatest?: string
  readonly greatestInclusive: boolean
  /** Said once, at the end. */
  readonly unit?: string
}

/** `at least 10 and below 300`, `between 60 and 84`, `exactly 5`. Empty when both ends are open. */
function endsText({ least, leastInclusive, greatest, greatestInclusive, unit }: Ends): string {
  const isClosed = leastInclusive && greatestInclusive
  if (isClosed && least !== undefined && greatest !== undefined)
    return words(least === greatest ? `exactly ${least}` : `between ${least} and ${greatest}`, unit)
  const ends = [
    ...(least === undefined ? [] : [`${leastInclusive ? 'at least' : 'above'} ${least}`]),
    ...(greatest === undefined ? [] : [`${greatestInclusive ? 'at most' : 'below'} ${greatest}`]),
  ]
  return ends.length === 0 ? '' : words(ends.join(' and '), unit)
}

function boundText({ value }: Bound, { shape }: FactDeclaration, formats: UserFormats): string {
  if (shape === 'INSTANT') return instantText(String(value), formats)
  if (shape === 'PERCENT') return percentText(value, formats)
  return typeof value === 'number' ? formatNumber(value, formats) : value
}

export function rangeText(
  { least, greatest }: ConditionOf<'range'>,
  fact: FactDeclaration,
  formats: UserFormats,
): string {
  return endsText({
    least: least && boundText(least, fact, formats),
    leastInclusive: least?.inclusive ?? true,
    greatest: greatest && boundText(greatest, fact, formats),
    greatestInclusive: greatest?.inclusive ?? true,
  })
}

/** `from 2026-03-01 01:00 until 2026-03-01 03:00`. */
export function periodText({ least, greatest }: ConditionOf<'range'>, formats: UserFormats): string {
  const from = least && instantText(String(least.value), formats)
  const until = greatest && instantText(String(greatest.value), formats)
  if (from && until) return `from ${from} until ${until}`
  return from ? `from ${from} on` : until ? `until ${until}` : ''
}

const sameCurrencies = (a: MoneyMap, b: MoneyMap): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.keys(a).every((currency) => Object.hasOwn(b, currency))

/**
 * `at least 5,000.00 EUR or 50,000.00 SEK`. Where both ends name the same currencies each currency has its own range;
 * otherwise the ends are told apart, since a currency needs both to be let through.
 */
export function amountRangeText(condition: ConditionOf<'amounts'>, formats: UserFormats): string {
  const { least, leastInclusive, greatest, greatestInclusive, converts } = condition
  const inclusive = { leastInclusive, greatestInclusive }
  const text =
    least && greatest && sameCurrencies(least, greatest)
      ? joined(
          Object.keys(least).map((currency) =>
            endsText({
              least: figureIn(least, currency, formats),
              greatest: figureIn(greatest, currency, formats),
              unit: currency,
              ...inclusive,
            }),
          ),
          'or',
        )
      : endsText({
          least: least && amountsText(least, formats),
          greatest: greatest && amountsText(greatest, formats),
          ...inclusive,
        })
  return converts && text !== '' ? `${text} (or its worth in another currency)` : text
}
