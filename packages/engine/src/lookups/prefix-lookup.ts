import { textOf } from '../fact-readings.ts'
import type { FactValue } from '@signalbox/model/rules/fact'
import type { PrefixLookup } from '../row-index.ts'
import { unreadable, type RowSetBuilder } from '../row-sets.ts'
import { rowsWhere, type Bucket, type CellOf } from './bucket.ts'

/** The longest prefix that fits decides the class. */
export function buildPrefixLookup(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<CellOf<'prefix' | 'notPrefix'>>,
): PrefixLookup {
  const { cells, declaration } = bucket
  const anyCase = !declaration.caseSensitive
  const otherRows = rowsWhere(blank, cells, ({ op }) => op === 'notPrefix')
  const other = builder.add(otherRows)
  const bitsByPrefix = new Map<string, Set<number>>()
  for (const { bit, cell } of cells) {
    for (const value of cell.values) {
      const prefix = anyCase ? value.toLowerCase() : value
      const bits = bitsByPrefix.get(prefix)
      if (bits) bits.add(bit)
      else bitsByPrefix.set(prefix, new Set([bit]))
    }
  }
  const lengths = [...new Set([...bitsByPrefix.keys()].map((prefix) => prefix.length))].sort((a, b) => b - a)
  const classes = new Map<string, number>()
  for (const [prefix, own] of bitsByPrefix) {
    const bits = new Set(own)
    for (const length of lengths) {
      if (length >= prefix.length) continue
      for (const bit of bitsByPrefix.get(prefix.slice(0, length)) ?? []) bits.add(bit)
    }
    classes.set(prefix, builder.addFlipped(otherRows, [...bits]))
  }
  return {
    anyCase,
    lengths,
    classes,
    other,
    anyOf: builder.add(rowsWhere(builder.emptySet(), cells, ({ op }) => op === 'prefix')),
  }
}

export function classOfPrefix({ anyCase, lengths, classes, other }: PrefixLookup, value: FactValue): number {
  const written = textOf(value)
  if (written === undefined) return unreadable
  const text = anyCase ? written.toLowerCase() : written
  for (const length of lengths) {
    if (length > text.length) continue
    const found = classes.get(text.slice(0, length))
    if (found !== undefined) return found
  }
  return other
}
