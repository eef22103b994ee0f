import type { Bound } from '@signalbox/model/rules/cell'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { binSpanOf, instantOf, numberOf } from '../fact-readings.ts'
import type { RangeProbe } from '../row-index.ts'
import type { RowSetBuilder } from '../row-sets.ts'
import { probeBase, refuse, type Bucket, type CellOf, type RowCell } from './bucket.ts'
import { buildAxis, type Interval } from './intervals.ts'

type RangeCell = CellOf<'range'>
type Scale = RangeProbe['scale']

const scaleOf = ({ shape }: FactDeclaration): Scale =>
  shape === 'INSTANT' || shape === 'BIN' ? shape : 'NUMBER'

export function buildRangeProbe(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<RangeCell>,
): RangeProbe {
  const scale = scaleOf(bucket.declaration)
  const rows = bucket.cells.map((rowCell) => ({
    row: rowCell.row,
    negated: false,
    intervals: [intervalOf(bucket, rowCell, scale)],
  }))
  return {
    kind: 'range',
    ...probeBase(bucket),
    scale,
    axis: buildAxis(builder, blank, rows),
    missing: builder.add(blank),
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
