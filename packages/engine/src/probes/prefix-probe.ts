import { textOf } from '../fact-readings.ts'
import type { FactValue } from '@signalbox/model/rules/fact'
import type { PrefixProbe } from '../row-index.ts'
import type { RowSetBuilder } from '../row-sets.ts'
import { probeBase, rowsWhere, type Bucket, type CellOf } from './bucket.ts'

/**
 * The longest prefix that fits decides the class. For a BIN this is the comparison in the space of eleven digits: a
 * prefix is the range of all numbers that begin with it.
 */
export function buildPrefixProbe(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<CellOf<'prefix' | 'notPrefix'>>,
): PrefixProbe {
  const { cells, declaration } = bucket
  const anyCase = !declaration.caseSensitive
  const otherRows = rowsWhere(blank, cells, ({ op }) => op === 'notPrefix')
  const other = builder.add(otherRows)
  const rowsByPrefix = new Map<string, Set<number>>()
  for (const { row, cell } of cells) {
    for (const value of cell.values) {
      const prefix = anyCase ? value.toLowerCase() : value
      const rows = rowsByPrefix.get(prefix)
      if (rows) rows.add(row)
      else rowsByPrefix.set(prefix, new Set([row]))
    }
  }
  const lengths = [...new Set([...rowsByPrefix.keys()].map((prefix) => prefix.length))].sort((a, b) => b - a)
  const classes = new Map<string, number>()
  for (const [prefix, own] of rowsByPrefix) {
    const rows = new Set(own)
    for (const length of lengths) {
      if (length >= prefix.length) continue
      for (const row of rowsByPrefix.get(prefix.slice(0, length)) ?? []) rows.add(row)
    }
    classes.set(prefix, builder.addFlipped(otherRows, other, [...rows]))
  }
  return {
    kind: 'prefix',
    ...probeBase(bucket),
    anyCase,
    lengths,
    classes,
    other,
    anyOf: builder.add(rowsWhere(builder.emptySet(), cells, ({ op }) => op === 'prefix')),
    missing: builder.add(blank),
  }
}

export function classOfPrefix({ anyCase, lengths, classes, other, missing }: PrefixProbe, value: FactValue) {
  const written = textOf(value)
  if (written === undefined) return missing
  const text = anyCase ? written.toLowerCase() : written
  for (const length of lengths) {
    if (length > text.length) continue
    const found = classes.get(text.slice(0, length))
    if (found !== undefined) return found
  }
  return other
}
