import type { Cell } from '@signalbox/model/rules/cell'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { flipBit, type RowSetBuilder } from '../row-sets.ts'
import { CellError } from '../vocabulary.ts'

export interface RowCell<C extends Cell = Cell> {
  readonly row: number
  /** Which bit of a set the row has. */
  readonly bit: number
  readonly cell: C
}

/** Cells of one column that one probe answers together. */
export interface Bucket<C extends Cell = Cell> {
  readonly column: number
  readonly declaration: FactDeclaration
  /** The entry of a map, the sources compared or the time zone, where that is part of what is asked. */
  readonly detail: string | undefined
  readonly cells: readonly RowCell<C>[]
}

export type CellOf<Op extends Cell['op']> = Extract<Cell, { op: Op }>

/** The rows that ask nothing here. */
export function blankRows(builder: RowSetBuilder, everyRow: Int32Array, { cells }: Bucket): Int32Array {
  const blank = builder.emptySet()
  blank.set(everyRow)
  for (const { bit } of cells) flipBit(blank, bit)
  return blank
}

/** The given rows, and those of the cells that pass. */
export function rowsWhere<C extends Cell>(
  rows: Int32Array,
  cells: readonly RowCell<C>[],
  passes: (cell: C) => boolean,
): Int32Array {
  const set = rows.slice()
  for (const { bit, cell } of cells) if (passes(cell)) flipBit(set, bit)
  return set
}

export const refuse = ({ declaration }: Bucket, { row }: RowCell, reason: string): CellError =>
  new CellError(declaration.key, row, reason)
