import type { FactDeclaration, FactValue } from '@signalbox/model/rules/fact'
import { numberOf, textOf } from '../fact-readings.ts'
import type { Reading, ValueLookup } from '../row-index.ts'
import type { RowSetBuilder } from '../row-sets.ts'
import { refuse, rowsWhere, type Bucket, type CellOf, type RowCell } from './bucket.ts'

type ValueCell = CellOf<'in' | 'notIn' | 'is' | 'set' | 'notSet' | 'mapIn' | 'mapNotIn'>

const isNegated = ({ op }: ValueCell): boolean => op === 'notIn' || op === 'mapNotIn'
const isPresence = ({ op }: ValueCell): boolean => op === 'set' || op === 'notSet'

/** The rows content with a missing fact: those that ask nothing, and those that ask for that. */
export const rowsWithout = (blank: Int32Array, { cells }: Bucket): Int32Array =>
  rowsWhere(blank, cells, ({ op }) => op === 'notSet')

export function readingOf({ type, caseSensitive }: FactDeclaration): Reading {
  if (type === 'NUMBER' || type === 'BOOLEAN') return type
  return caseSensitive ? 'EXACT' : 'ANY_CASE'
}

/** Lists of values, yes or no, known or not: each value that a row names is a class. */
export function buildValueLookup(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<ValueCell>,
  expandCountries: (values: readonly string[]) => readonly string[],
): ValueLookup {
  const { cells, declaration } = bucket
  const reading = readingOf(declaration)
  const otherRows = rowsWhere(blank, cells, (cell) => isNegated(cell) || cell.op === 'set')
  const other = builder.add(otherRows)
  const bitsByValue = new Map<unknown, number[]>()
  for (const rowCell of cells) {
    const keys = new Set<unknown>()
    for (const value of namedValues(rowCell.cell, declaration, expandCountries)) {
      keys.add(keyOf(value, reading, bucket, rowCell))
    }
    for (const key of keys) {
      const bits = bitsByValue.get(key)
      if (bits) bits.push(rowCell.bit)
      else bitsByValue.set(key, [rowCell.bit])
    }
  }
  const classes = new Map<unknown, number>()
  for (const [key, bits] of bitsByValue) classes.set(key, builder.addFlipped(otherRows, bits))
  return {
    key: bucket.detail,
    reading,
    classes,
    named: classes.size,
    other,
    anyOf: builder.add(rowsWhere(builder.emptySet(), cells, (cell) => !isNegated(cell) && !isPresence(cell))),
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

export function classOfValue(lookup: ValueLookup, value: FactValue): number {
  return lookup.classes.get(value) ?? classOfStranger(lookup, value)
}

/** Spellings and values nobody named that a lookup remembers. Payments bring the same few again and again. */
const maxLearned = 1_000

function classOfStranger(lookup: ValueLookup, value: FactValue): number {
  const { classes, reading, other, unreadable } = lookup
  if (reading === 'BOOLEAN') return typeof value === 'boolean' ? other : unreadable
  if (reading === 'NUMBER') {
    const number = numberOf(value)
    return number === undefined ? unreadable : (classes.get(number) ?? other)
  }
  const text = textOf(value)
  if (text === undefined) return unreadable
  if (reading === 'EXACT') return text === value ? other : (classes.get(text) ?? other)
  const found = classes.get(text.toLowerCase()) ?? other
  if (classes.size < lookup.named + maxLearned) classes.set(text, found)
  return found
}
