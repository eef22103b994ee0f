import { boundIn, moneyOf } from '@signalbox/model/money/money-map'
import type { Money, MoneyMap } from '@signalbox/model/money/money'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { FactValue } from '@signalbox/model/rules/fact'
import type { ConvertedMoneyLookup, MoneyLookup, MoneyRange } from '../row-index.ts'
import { RowSetBuilder, type RowSets } from '../row-sets.ts'
import { refuse, type Bucket, type RowCell } from './bucket.ts'
import { buildAxis, type Axis, type RowIntervals } from './intervals.ts'

/** `undefined` where the bounds have no amount in the currency. */
type BoundOf = (bounds: MoneyMap, side: 'min' | 'max') => Money | undefined

/** Amounts of each currency on an axis of its own. Amounts have at most fifteen digits, so a number holds them exactly. */
export function buildMoneyLookup(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<MoneyRange>,
): MoneyLookup {
  const axes = new Map<string, Axis>()
  checkBounds(bucket)
  for (const currency of new Set(bucket.cells.flatMap(({ cell }) => currenciesOf(cell)))) {
    const rows = rowsIn(bucket.cells, (bounds) => moneyOf(bounds, currency))
    axes.set(currency, buildAxis(builder, blank, rows))
  }
  const unnamed = rowsIn(bucket.cells, () => undefined)
  return {
    axes,
    other: buildAxis(builder, blank, unnamed).first,
  }
}

export function buildConvertedMoneyLookup(
  blank: Int32Array,
  bucket: Bucket<MoneyRange>,
  rowCount: number,
): ConvertedMoneyLookup {
  checkBounds(bucket)
  return { rowCount, blank, cells: bucket.cells }
}

const currenciesOf = ({ min, max }: MoneyRange): string[] => [
  ...Object.keys(min ?? {}),
  ...Object.keys(max ?? {}),
]

function checkBounds(bucket: Bucket<MoneyRange>): void {
  for (const rowCell of bucket.cells) {
    for (const bounds of [rowCell.cell.min, rowCell.cell.max]) {
      for (const currency of Object.keys(bounds ?? {})) {
        if (bounds && !moneyOf(bounds, currency))
          throw refuse(bucket, rowCell, `${bounds[currency]} is not an amount in ${currency}`)
      }
    }
  }
}

/** A row with a bound that has no amount in the currency accepts none. */
function rowsIn(cells: readonly RowCell<MoneyRange>[], boundOf: BoundOf): RowIntervals<number>[] {
  return cells.map(({ bit, cell }) => {
    const from = cell.min && boundOf(cell.min, 'min')
    const to = cell.max && boundOf(cell.max, 'max')
    const named = (from || !cell.min) && (to || !cell.max)
    const interval = {
      from: from && Number(from.minor),
      fromInclusive: cell.minInclusive,
      to: to && Number(to.minor),
      toInclusive: cell.maxInclusive,
    }
    return { bit, negated: false, intervals: named ? [interval] : [] }
  })
}

export const isMoney = (value: FactValue): value is Money =>
  typeof value === 'object' && typeof (value as Money).minor === 'bigint'

export interface ConvertedAxis {
  readonly axis: Axis
  readonly sets: RowSets
}

const noRates: RateSheet = { base: '', quotes: new Map() }
const maxCurrencies = 500

// Rates change a few times a day and a payment brings one currency, so an axis lasts for many payments.
const convertedAxes = new WeakMap<ConvertedMoneyLookup, WeakMap<RateSheet, Map<string, ConvertedAxis>>>()

export function convertedAxis(
  lookup: ConvertedMoneyLookup,
  currency: string,
  rates: RateSheet = noRates,
): ConvertedAxis {
  let bySheet = convertedAxes.get(lookup)
  if (!bySheet) convertedAxes.set(lookup, (bySheet = new WeakMap()))
  let byCurrency = bySheet.get(rates)
  if (!byCurrency) bySheet.set(rates, (byCurrency = new Map<string, ConvertedAxis>()))
  const known = byCurrency.get(currency)
  if (known) return known
  const builder = new RowSetBuilder(lookup.rowCount)
  const rows = rowsIn(lookup.cells, (bounds, side) => boundIn(bounds, side, currency, rates))
  const axis = buildAxis(builder, lookup.blank, rows)
  const converted = { axis, sets: builder.finish(1) }
  if (byCurrency.size >= maxCurrencies) byCurrency.clear()
  byCurrency.set(currency, converted)
  return converted
}
