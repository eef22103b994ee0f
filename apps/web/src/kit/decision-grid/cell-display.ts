import { currencyOf } from '@signalbox/model/reference/currencies'
import { decimalText } from '@signalbox/model/money/money-text'
import type { MoneyMap } from '@signalbox/model/money/money'
import type { Bound, Cell } from '@signalbox/model/rules/cell'
import { scheduleText } from '@signalbox/model/rules/cell-text/schedule-text'
import type { OutputDeclaration, OutputValue } from '@signalbox/model/rules/decision-table'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { formatNumber, type UserFormats } from '@signalbox/model/text/user-formats'
import type { GridValue } from './core/cell-language.ts'
import type { GridColumn } from './core/grid-column.ts'

/** What a cell looks like: a text, or chips behind an optional lead. */
export interface CellDisplay {
  readonly negated?: boolean
  /** Before the chips: `vip =`. */
  readonly lead?: string
  readonly chips?: readonly string[]
  readonly text?: string
  /** Codes and patterns, read letter by letter. */
  readonly mono?: boolean
}

/** How its reader writes numbers, and what people call the PSPs whose ids stand in cells. */
export type GridWords = Pick<UserFormats, 'decimalSeparator' | 'groupSeparator'> & {
  readonly pspName: (id: string) => string
}

type Labelled = Pick<FactDeclaration, 'options' | 'catalogue'>

function labelOf({ options, catalogue }: Labelled, value: string, { pspName }: GridWords): string {
  if (options && Object.hasOwn(options, value)) return options[value] ?? value
  return catalogue === 'psp' ? pspName(value) : value
}

const labelled = (declared: Labelled, values: readonly string[], words: GridWords): string[] =>
  values.map((value) => labelOf(declared, value, words))

function amountText(currency: string, minor: string, formats: GridWords): string {
  const digits = /^\d{1,15}$/.test(minor) && currencyOf(currency)
  const figure = digits ? decimalText({ minor: BigInt(minor), currency }).replace(/\.0+$/, '') : minor
  return `${formatNumber(figure, formats)} ${currency}`
}

const amountsText = (amounts: MoneyMap, formats: GridWords): string =>
  Object.entries(amounts)
    .map(([currency, minor]) => amountText(currency, minor, formats))
    .join(', ')

interface Ends {
  readonly min: string | undefined
  readonly max: string | undefined
  readonly minInclusive: boolean
  readonly maxInclusive: boolean
}

/** `≥ 100 EUR`, `< 30`, `100 – 200`, `= 5`. */
function rangeText({ min, max, minInclusive, maxInclusive }: Ends): string {
  if (min !== undefined && max === undefined) return `${minInclusive ? '≥' : '>'} ${min}`
  if (min === undefined) return `${maxInclusive ? '≤' : '<'} ${max ?? ''}`
  if (min === max) return `= ${min}`
  if (minInclusive && maxInclusive) return `${min} – ${max}`
  return `${minInclusive ? '≥' : '>'} ${min} and ${maxInclusive ? '≤' : '<'} ${max}`
}

const wholeMinute = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):00Z$/

function boundText(
  { shape }: FactDeclaration,
  bound: Bound | undefined,
  formats: GridWords,
): string | undefined {
  if (bound === undefined) return undefined
  const { value } = bound
  if (shape === 'INSTANT') return String(value).replace(wholeMinute, '$1 $2')
  if (shape === 'PERCENT') return `${formatNumber(Number(value) / 10_000, formats)} %`
  return typeof value === 'number' ? formatNumber(value, formats) : value
}

function conditionDisplay(fact: FactDeclaration, cell: Cell, formats: GridWords): CellDisplay {
  switch (cell.op) {
    case 'in':
    case 'notIn':
      return { negated: cell.op === 'notIn', chips: labelled(fact, cell.values, formats) }
    case 'prefix':
    case 'notPrefix':
      return { negated: cell.op === 'notPrefix', chips: cell.values.map((value) => `${value}*`), mono: true }
    case 'cidr':
    case 'notCidr':
      return { negated: cell.op === 'notCidr', chips: cell.values, mono: true }
    case 'match':
    case 'mismatch':
      return {
        lead: cell.op === 'match' ? 'same' : 'differ',
        chips: labelled(fact, cell.values, formats),
      }
    case 'mapIn':
    case 'mapNotIn':
      return { negated: cell.op === 'mapNotIn', lead: `${cell.key} =`, chips: cell.values }
    case 'regex':
    case 'notRegex':
      return { negated: cell.op === 'notRegex', text: `/${cell.pattern}/`, mono: true }
    case 'set':
    case 'notSet':
      return { negated: cell.op === 'notSet', text: cell.key === undefined ? 'set' : `${cell.key} set` }
    case 'is':
      return { text: cell.value ? 'Yes' : 'No' }
    case 'range':
      return {
        text: rangeText({
          min: boundText(fact, cell.min, formats),
          max: boundText(fact, cell.max, formats),
          minInclusive: cell.min?.inclusive ?? true,
          maxInclusive: cell.max?.inclusive ?? true,
        }),
      }
    case 'moneyRange':
      return {
        text: rangeText({
          min: cell.min && amountsText(cell.min, formats),
          max: cell.max && amountsText(cell.max, formats),
          minInclusive: cell.minInclusive,
          maxInclusive: cell.maxInclusive,
        }),
      }
    case 'schedule':
      return { text: scheduleText(cell) }
  }
}

function outputDisplay(output: OutputDeclaration, value: OutputValue, formats: GridWords): CellDisplay {
  switch (typeof value) {
    case 'boolean':
      return { text: value ? 'Yes' : 'No' }
    case 'number':
      return {
        text:
          output.type === 'PERCENT'
            ? `${formatNumber(value / 10_000, formats)} %`
            : formatNumber(value, formats),
      }
    case 'string':
      return { text: labelOf(output, value, formats) }
    default:
      if (Array.isArray(value)) return { chips: labelled(output, value as readonly string[], formats) }
      return {
        text: output.type === 'STRING_LIST_MAP' ? listsText(value) : amountsText(value as MoneyMap, formats),
      }
  }
}

const listsText = (value: object): string =>
  Object.entries(value)
    .map(([key, values]) => `${key} = ${Array.isArray(values) ? values.join(', ') : String(values)}`)
    .join('; ')

/** What a cell says, for a person with these formats. */
export function displayOf(column: GridColumn, value: GridValue, formats: GridWords): CellDisplay {
  if (column.kind === 'condition') return conditionDisplay(column.fact, value as Cell, formats)
  if (column.kind === 'output') return outputDisplay(column.output, value as OutputValue, formats)
  return { text: typeof value === 'string' ? value : '' }
}

/** All of it in one line, for tooltips, cards and screen readers. */
export const displayText = ({ negated, lead, chips, text }: CellDisplay): string =>
  [negated ? 'not' : '', lead ?? '', chips?.join(', ') ?? '', text ?? ''].filter(Boolean).join(' ')

/** Figures are compared digit by digit, so they end at the same edge. */
export const isFigure = (column: GridColumn): boolean =>
  (column.kind === 'output' && (column.output.type === 'NUMBER' || column.output.type === 'PERCENT')) ||
  (column.kind === 'condition' && column.fact.type === 'NUMBER')

const chipPx = (label: string): number => 16 + label.length * 6.6

/** How many chips fit into a cell; at least one, and room for the count of the others. */
export function chipsThatFit({ negated, lead = '', chips = [] }: CellDisplay, widthPx: number): number {
  let room = widthPx - 18 - (negated ? 26 : 0) - (lead === '' ? 0 : 6 + lead.length * 6.6)
  let fit = 0
  for (const chip of chips) {
    const rest = chips.length - fit - 1
    if (fit > 0 && room < chipPx(chip) + (rest > 0 ? 28 : 0)) break
    room -= chipPx(chip) + 4
    fit += 1
  }
  return fit
}

const wide = new Set([...'@%MWmw'].map((glyph) => glyph.charCodeAt(0)))
const [firstCapital, lastCapital, lastPlain] = [65, 90, 126]

/** Hardly any glyph is wider, at the size of the table. */
function glyphPx(code: number): number {
  if (code > lastPlain || wide.has(code)) return 14
  return code >= firstCapital && code <= lastCapital ? 10 : 8.5
}

function isWider(text: string, roomPx: number): boolean {
  let room = roomPx
  for (let at = 0; at < text.length && room >= 0; at++) room -= glyphPx(text.charCodeAt(at))
  return room < 0
}

/**
 * Whether a cell may not fit into its column, without measuring it. Only then is it cut off: to cut costs the browser more
 * than to draw, and most cells are short.
 */
export function mayBeCut(display: CellDisplay, widthPx: number): boolean {
  const { chips } = display
  const paddingPx = 20
  if (!chips) return isWider(displayText(display), widthPx - paddingPx)
  const fit = chipsThatFit(display, widthPx)
  const chipsPx = fit * 16 + (chips.length > fit ? 32 : 0)
  return isWider(displayText({ ...display, chips: chips.slice(0, fit) }), widthPx - paddingPx - chipsPx)
}
