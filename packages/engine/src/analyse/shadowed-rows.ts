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

/** Keeps what was made of a cell: the same objects come again with every keystroke elsewhere in the table. */
const known = new WeakMap<object, ComparableCell>()

function comparableOf(key: string, rule: Rule, vocabulary: Vocabulary): ComparableCell | undefined {
  const cell = rule.conditions[key]
  if (!cell) return undefined
  const before = known.get(cell)
  if (before) return before
  const made = comparableCell(key, cell, vocabulary)
  known.set(cell, made)
  return made
}

function columnOf(key: string, rules: readonly Rule[], vocabulary: Vocabulary): Column {
  const blank = new Int32Array(widthOf(rules.length))
  const cellOf = new Int32Array(rules.length).fill(-1)
  const cells: DistinctCell[] = []
  const byText = new Map<string, number>()
  rules.forEach((rule, row) => {
    const cell = comparableOf(key, rule, vocabulary)
    if (!cell) {
      flipBit(blank, row)
      return
    }
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

function narrow(matrix: Int32Array, row: number, set: Int32Array): void {
  const start = row * set.length
  for (let i = 0; i < set.length; i++) matrix[start + i] = (matrix[start + i] ?? 0) & (set[i] ?? 0)
}

/** Lowest row in the set below `end` that `accept` agrees to. */
function firstIn(
  matrix: Int32Array,
  start: number,
  end: number,
  accept: (row: number) => boolean,
): number | undefined {
  for (let i = 0; i << 5 < end; i++) {
    let word = matrix[start + i] ?? 0
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
 * column by column: what is left after all columns covers the row in each of them.
 * @param mayCover whether the earlier row really ends the search for the later one
 */
export function shadowedRows(
  rules: readonly Rule[],
  vocabulary: Vocabulary,
  mayCover: (earlier: Rule, later: Rule) => boolean,
): Map<number, number> {
  const width = widthOf(rules.length)
  const matrix = new Int32Array(rules.length * width).fill(-1)
  const keys = new Set(rules.flatMap(({ conditions }) => Object.keys(conditions)))
  for (const key of keys) {
    const column = columnOf(key, rules, vocabulary)
    const candidates = candidateFinder(column.cells)
    const coverers = column.cells.map((distinct) => coverersOf(column, distinct, candidates(distinct.cell)))
    rules.forEach((_, row) => narrow(matrix, row, coverers[column.cellOf[row] ?? -1] ?? column.blank))
  }
  const shadows = new Map<number, number>()
  rules.forEach((later, row) => {
    if (!later.enabled) return
    const by = firstIn(matrix, row * width, row, (earlier) => {
      const rule = rules[earlier]
      return rule !== undefined && rule.enabled && mayCover(rule, later)
    })
    if (by !== undefined) shadows.set(row, by)
  })
  return shadows
}
