import type { Bound } from '@signalbox/model/rules/cell'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { binPointOf, binSpanOf, instantOf, lastPointOf, numberOf } from '../fact-readings.ts'
import type { RangeLookup } from '../row-index.ts'
import type { RowSetBuilder } from '../row-sets.ts'
import { refuse, type Bucket, type CellOf, type RowCell } from './bucket.ts'
import { buildAxis, type Interval } from './intervals.ts'

type RangeCell = CellOf<'range'>
type Scale = Exclude<RangeLookup['scale'], 'BIN_PREFIX'>

const scaleOf = ({ shape }: FactDeclaration): Scale =>
  shape === 'INSTANT' || shape === 'BIN' ? shape : 'NUMBER'

export function buildRangeLookup(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<RangeCell>,
): RangeLookup {
  const scale = scaleOf(bucket.declaration)
  const rows = bucket.cells.map((rowCell) => ({
    bit: rowCell.bit,
    negated: false,
    intervals: [intervalOf(bucket, rowCell, scale)],
  }))
  return {
    scale,
    axis: buildAxis(builder, blank, rows),
  }
}

function intervalOf(bucket: Bucket, rowCell: RowCell<RangeCell>, scale: Scale): Interval<number> {
  const { min, max } = rowCell.cell
  const read = (bound: Bound | undefined, end: 'from' | 'to') => {
    if (!bound) return undefined
    const point = pointOf(bound, end, scale)
    if (point === undefined) throw refuse(bucket, rowCell, `${bound.value} cannot be compared`)
    return point
  }
  return {
    from: read(min, 'from'),
    fromInclusive: min?.inclusive ?? true,
    to: read(max, 'to'),
    toInclusive: max?.inclusive ?? true,
  }
}

function pointOf({ value, inclusive }: Bound, end: 'from' | 'to', scale: Scale): number | undefined {
  switch (scale) {
    case 'NUMBER':
      return numberOf(value)
    case 'INSTANT':
      return instantOf(value)
    case 'BIN': {
      // A short bound stands for all numbers that begin with it: excluding it excludes all of them.
      const span = binSpanOf(String(value))
      return span?.[(end === 'from') === inclusive ? 0 : 1]
    }
  }
}

/** Beginnings of card numbers. */
export function buildBinPrefixLookup(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<CellOf<'prefix' | 'notPrefix'>>,
): RangeLookup {
  const rows = bucket.cells.map((rowCell) => ({
    bit: rowCell.bit,
    negated: rowCell.cell.op === 'notPrefix',
    intervals: rowCell.cell.values.map((prefix) => {
      const from = binPointOf(prefix)
      const span = binSpanOf(prefix)
      if (from === undefined || !span)
        throw refuse(bucket, rowCell, `${prefix} is not the beginning of a card number`)
      return { from, fromInclusive: true, to: lastPointOf(span[1]), toInclusive: true }
    }),
  }))
  return { scale: 'BIN_PREFIX', axis: buildAxis(builder, blank, rows) }
}
