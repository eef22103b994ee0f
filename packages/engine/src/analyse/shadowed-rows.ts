import type { Rule } from '@signalbox/model/rules/rule'
import { flipBit, widthOf } from '../row-sets.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { comparableCell, type ComparableCell } from './cell-set.ts'
import { covers } from './compare-cells.ts'

/** Comparisons one column is worth; beyond them only equal cells count as covering, so that nothing wrong is said. */
const maxComparisons = 2_000_000

interface DistinctCell {
  readonly cell: ComparableCell
  readonly rows: number[]
}

interface Column {
  readonly blank: Int32Array
  /** By row: which of the distinct cells it has; -1 where it asks nothing. */
  readonly cellOf: Int32Array
  readonly cells: readonly DistinctCell[]
}

function columnOf(key: string, rules: readonly Rule[], vocabulary: Vocabulary): Column {
  const blank = new Int32Array(widthOf(rules.length))
  const cellOf = new Int32Array(rules.length).fill(-1)
  const cells: DistinctCell[] = []
  const byText = new Map<string, number>()
  rules.forEach((rule, row) => {
    const asked = rule.conditions[key]
    if (!asked) {
      flipBit(blank, row)
      return
    }
    const cell = comparableCell(key, asked, vocabulary)
    let number = byText.get(cell.text)
    if (number === undefined) {
      number = cells.push({ cell, rows: [] }) - 1
      byText.set(cell.text, number)
    }
    cells[number]?.rows.push(row)
    cellOf[row] = number
  })
  return { blank, cellOf, cells }
}

/** Cells that list values can cover only cells that list one of theirs; the others have to be tried one by one. */
function candidateFinder(cells: readonly DistinctCell[]): (cell: ComparableCell) => Iterable<DistinctCell> {
  const byValue = new Map<string, DistinctCell[]>()
  const others: DistinctCell[] = []
  for (const distinct of cells) {
    const { set } = distinct.cell
    if (set.kind !== 'texts' || set.negated) others.push(distinct)
    else for (const value of set.values) byValue.set(value, [...(byValue.get(value) ?? []), distinct])
  }
  if (others.length * cells.length > maxComparisons) return () => []
  return ({ set }) => {
    const [value] = set.kind === 'texts' && !set.negated ? set.values : []
    return value === undefined ? others : [...others, ...(byValue.get(value) ?? [])]
  }
}

/** The rows that accept whatever the cell accepts in this column. */
function coverersOf({ blank }: Column, { cell, rows }: DistinctCell, candidates: Iterable<DistinctCell>) {
  const set = blank.slice()
  for (const row of rows) flipBit(set, row)
  for (const other of candidates) {
    if (other.rows === rows || !covers(other.cell, cell)) continue
    for (const row of other.rows) flipBit(set, row)
  }
  return set
}

/** Leaves in the set what is in the other too; false when nothing above the row is left. */
function narrow(set: Int32Array, other: Int32Array, row: number): boolean {
  let left = 0
  const last = row >> 5
  for (let i = 0; i <= last; i++) {
    const word = (set[i] ?? 0) & (other[i] ?? 0)
    set[i] = word
    left |= i === last ? word & ((1 << (row & 31)) - 1) : word
  }
  return left !== 0
}

/** Lowest row in the set below `end` that `accept` agrees to. */
function firstIn(set: Int32Array, end: number, accept: (row: number) => boolean): number | undefined {
  for (let i = 0; i << 5 < end; i++) {
    let word = set[i] ?? 0
    while (word !== 0) {
      const row = (i << 5) + (31 - Math.clz32(word & -word))
      if (row >= end) return undefined
      if (accept(row)) return row
      word &= word - 1
    }
  }
  return undefined
}

/**
 * For each row an earlier one that takes every payment it could take, so that it never decides. Works on sets of rows,
 * column by column: what is left after all columns covers the row in each of them. Columns in which rows differ most
 * come first, because after them hardly a row has anybody left who could cover it.
 * @param mayCover whether the earlier row really ends the search for the later one
 */
export function shadowedRows(
  rules: readonly Rule[],
  vocabulary: Vocabulary,
  mayCover: (earlier: Rule, later: Rule) => boolean,
): Map<number, number> {
  const everybody = new Int32Array(widthOf(rules.length)).fill(-1)
  const keys = new Set(rules.flatMap(({ conditions }) => Object.keys(conditions)))
  const columns = [...keys]
    .map((key) => columnOf(key, rules, vocabulary))
    .sort((a, b) => b.cells.length - a.cells.length)
  /** Rows somebody may still cover, and who. */
  let open = new Map<number, Int32Array | undefined>(
    rules.flatMap(({ enabled }, row) => (enabled && row > 0 ? [[row, undefined]] : [])),
  )
  for (const column of columns) {
    const candidates = candidateFinder(column.cells)
    const coverers: (Int32Array | undefined)[] = []
    const left = new Map<number, Int32Array | undefined>()
    for (const [row, before] of open) {
      const number = column.cellOf[row] ?? -1
      const distinct = column.cells[number]
      const covering = distinct
        ? (coverers[number] ??= coverersOf(column, distinct, candidates(distinct.cell)))
        : column.blank
      const set = before ?? everybody.slice()
      if (narrow(set, covering, row)) left.set(row, set)
    }
    open = left
  }
  const shadows = new Map<number, number>()
  for (const [row, set] of open) {
    const later = rules[row]
    const by = firstIn(set ?? everybody, row, (earlier) => {
      const rule = rules[earlier]
      return rule !== undefined && later !== undefined && rule.enabled && mayCover(rule, later)
    })
    if (by !== undefined) shadows.set(row, by)
  }
  return shadows
}
