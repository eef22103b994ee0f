import type { LocationLookup } from '../row-index.ts'
import type { RowSetBuilder } from '../row-sets.ts'
import { rowsWhere, type Bucket, type CellOf } from './bucket.ts'

/** Rows that compare the same sources, be it that they want them to agree or to differ. */
export function buildLocationLookup(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<CellOf<'match' | 'mismatch'>>,
): LocationLookup {
  return {
    sources: [...new Set(bucket.cells[0]?.cell.values)],
    agree: builder.add(rowsWhere(blank, bucket.cells, ({ op }) => op === 'match')),
    differ: builder.add(rowsWhere(blank, bucket.cells, ({ op }) => op === 'mismatch')),
  }
}
