import type { LocationProbe } from '../row-index.ts'
import type { RowSetBuilder } from '../row-sets.ts'
import { probeBase, rowsWhere, type Bucket, type CellOf } from './bucket.ts'

/** Rows that compare the same sources, be it that they want them to agree or to differ. */
export function buildLocationProbe(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<CellOf<'match' | 'mismatch'>>,
): LocationProbe {
  return {
    kind: 'location',
    ...probeBase(bucket),
    sources: [...new Set(bucket.cells[0]?.cell.values)],
    agree: builder.add(rowsWhere(blank, bucket.cells, ({ op }) => op === 'match')),
    differ: builder.add(rowsWhere(blank, bucket.cells, ({ op }) => op === 'mismatch')),
    missing: builder.add(blank),
  }
}
