import type { FactDeclaration, FactValue } from '@signalbox/model/rules/fact'
import { numberOf, textOf } from '../fact-readings.ts'
import type { Reading, ValueProbe } from '../row-index.ts'
import type { RowSetBuilder } from '../row-sets.ts'
import { probeBase, refuse, rowsWhere, type Bucket, type CellOf, type RowCell } from './bucket.ts'

type ValueCell = CellOf<'in' | 'notIn' | 'is' | 'set' | 'notSet' | 'mapIn' | 'mapNotIn'>

const isNegated = ({ op }: ValueCell): boolean => op === 'notIn' || op === 'mapNotIn'
const isPresence = ({ op }: ValueCell): boolean => op === 'set' || op === 'notSet'

export function readingOf({ type, caseSensitive }: FactDeclaration): Reading {
  if (type === 'NUMBER' || type === 'BOOLEAN') return type
  return caseSensitive ? 'EXACT' : 'ANY_CASE'
}

/** Lists of values, yes or no, known or not: each value that a row names is a class. */
export function buildValueProbe(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<ValueCell>,
  expandCountries: (values: readonly string[]) => readonly string[],
): ValueProbe {
  const { cells, declaration } = bucket
  const reading = readingOf(declaration)
  const otherRows = rowsWhere(blank, cells, (cell) => isNegated(cell) || cell.op === 'set')
  const other = builder.add(otherRows)
  const rowsByValue = new Map<unknown, number[]>()
  const spellings = new Map<string, string>()
  for (const rowCell of cells) {
    const keys = new Set<unknown>()
    for (const value of namedValues(rowCell.cell, declaration, expandCountries)) {
      keys.add(keyOf(value, reading, bucket, rowCell))
      if (reading === 'ANY_CASE' && typeof value === 'string') spellings.set(value, value.toLowerCase())
    }
    for (const key of keys) {
      const rows = rowsByValue.get(key)
      if (rows) rows.push(rowCell.row)
      else rowsByValue.set(key, [rowCell.row])
    }
  }
  const classes = new Map<unknown, number>()
  for (const [key, rows] of rowsByValue) classes.set(key, builder.addFlipped(otherRows, other, rows))
  // A payment usually writes a value the way the rules do, which spares it a second look.
  for (const [spelling, key] of spellings) classes.set(spelling, classes.get(key) ?? other)
  return {
    kind: 'value',
    ...probeBase(bucket),
    key: bucket.detail,
    reading,
    classes,
    other,
    anyOf: builder.add(rowsWhere(builder.emptySet(), cells, (cell) => !isNegated(cell) && !isPresence(cell))),
    missing: builder.add(rowsWhere(blank, cells, ({ op }) => op === 'notSet')),
    unreadable: builder.add(rowsWhere(blank, cells, ({ op }) => op === 'set')),
  }
}

function namedValues(
  cell: ValueCell,
  { type }: FactDeclaration,
  expandCountries: (values: readonly string[]) => readonly string[],
): readonly (string | boolean)[] {
  if ('values' in cell) return type === 'COUNTRY' ? expandCountries(cell.values) : cell.values
  return 'value' in cell ? [cell.value] : []
}

function keyOf(value: string | boolean, reading: Reading, bucket: Bucket, rowCell: RowCell): unknown {
  switch (reading) {
    case 'ANY_CASE':
      return String(value).toLowerCase()
    case 'EXACT':
      return String(value)
    case 'BOOLEAN':
      return value
    case 'NUMBER': {
      const number = numberOf(value)
      if (number === undefined) throw refuse(bucket, rowCell, `${value} is not a number`)
      return number
    }
  }
}

export function classOfValue(probe: ValueProbe, value: FactValue): number {
  return probe.classes.get(value) ?? classOfReading(probe, value)
}

function classOfReading(probe: ValueProbe, value: FactValue): number {
  const { classes, reading, other, unreadable } = probe
  if (reading === 'BOOLEAN') return typeof value === 'boolean' ? other : unreadable
  if (reading === 'NUMBER') {
    const number = numberOf(value)
    return number === undefined ? unreadable : (classes.get(number) ?? other)
  }
  const text = textOf(value)
  if (text === undefined) return unreadable
  return classes.get(reading === 'ANY_CASE' ? text.toLowerCase() : text) ?? other
}
