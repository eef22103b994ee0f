import type { Field, Kind } from '@signalbox/model/field/field'
import type { PageState } from '@signalbox/model/access/session'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { isFilterable } from '../filter/filter-from-cell.ts'
import type { Listing, Row } from './listing.ts'

export interface Column {
  readonly name: string
  readonly label: string
  readonly field: Field
  readonly widthPx: number
  readonly sortable: boolean
  /** A double click on a cell filters the list by its value. */
  readonly filterable: boolean
}

export const minColumnPx = 60
export const maxColumnPx = 800

const widthByKind: Record<Kind, number> = {
  string: 160,
  text: 240,
  number: 100,
  decimal: 120,
  boolean: 90,
  choice: 120,
  choices: 200,
  strings: 200,
  country: 140,
  countries: 180,
  currency: 90,
  currencies: 160,
  merchant: 160,
  merchants: 180,
  instant: 134,
  day: 110,
  pattern: 160,
  json: 200,
  money: 130,
}

/** Figures are compared digit by digit, so they end at the same edge. Numbers that name something are no figures. */
export const isFigure = ({ kind, mono }: Field): boolean =>
  (kind === 'number' && !mono) || kind === 'decimal' || kind === 'money'

const widthOf = (name: string, field: Field, widths: PageState['widths']): number =>
  Math.min(Math.max(widths?.[name] ?? field.width ?? widthByKind[field.kind], minColumnPx), maxColumnPx)

/** Of the figures of a table, which are all as wide, and of what stands between and behind them. */
const [digitPx, separatorPx, unitPx, besidePx] = [8, 4, 34, 16]

/** How wide an amount is drawn, with its groups of three and its currency. */
function moneyPx(value: unknown): number {
  const { amount } = (value ?? {}) as Partial<WireMoney>
  if (amount === undefined) return 0
  const [whole = '', part = ''] = amount.replace('-', '').split('.')
  const separators =
    Math.floor(Math.max(whole.length - 1, 0) / 3) + (part === '' ? 0 : 1) + Number(amount.startsWith('-'))
  return (whole.length + part.length) * digitPx + separators * separatorPx + unitPx + besidePx
}

/** An amount that is cut off is another amount: such columns are at least as wide as the widest there is. */
export const fitMoney = (columns: readonly Column[], rows: readonly Row[]): Column[] =>
  columns.map((column) => {
    if (column.field.kind !== 'money') return column
    const widest = rows.reduce((most, row) => Math.max(most, moneyPx(row[column.name])), column.widthPx)
    return widest === column.widthPx ? column : { ...column, widthPx: widest }
  })

/** Every column a list can show, in declared order. */
export function allColumns(listing: Listing, widths?: PageState['widths']): Column[] {
  return Object.entries(listing.fields).flatMap(([name, field]) =>
    field.column === 'never'
      ? []
      : [
          {
            name,
            label: field.label,
            field,
            widthPx: widthOf(name, field, widths),
            sortable: listing.sortable.includes(name),
            filterable: isFilterable(listing, name),
          },
        ],
  )
}

/** The columns a list shows when nobody chose: the screen's, else what the fields declare. */
export const defaultColumnNames = ({ fields }: Listing, chosen?: readonly string[]): string[] =>
  chosen
    ? [...chosen]
    : Object.entries(fields).flatMap(([name, { column = 'shown' }]) => (column === 'shown' ? [name] : []))

/** Named columns in their order. Names that no longer exist are skipped; a list never ends up without a column. */
export function pickColumns(columns: readonly Column[], names: readonly string[]): Column[] {
  const picked = [...new Set(names)].flatMap((name) => columns.find((column) => column.name === name) ?? [])
  return picked.length > 0 ? picked : columns.slice(0, 1)
}

export function move<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = [...items]
  const [item] = moved.splice(from, 1)
  if (item !== undefined) moved.splice(Math.min(Math.max(to, 0), moved.length), 0, item)
  return moved
}
