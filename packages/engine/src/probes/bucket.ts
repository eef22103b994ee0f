import type { Cell } from '@signalbox/model/rules/cell'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { flipRow, type RowSetBuilder } from '../row-sets.ts'
import { CellError } from '../vocabulary.ts'

export interface RowCell<C extends Cell = Cell> {
  readonly row: number
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

export const probeBase = ({ column, declaration }: Bucket) => ({
  column,
  fact: declaration.reads ?? declaration.key,
  late: declaration.group === 'PSP',
})

/** The rows that ask nothing here. */
export function blankRows(builder: RowSetBuilder, everyRow: Int32Array, { cells }: Bucket): Int32Array {
  const blank = builder.emptySet()
  blank.set(everyRow)
  for (const { row } of cells) flipRow(blank, row)
  return blank
}

/** The given rows, and those of the cells that pass. */
export function rowsWhere<C extends Cell>(
  rows: Int32Array,
  cells: readonly RowCell<C>[],
  passes: (cell: C) => boolean,
): Int32Array {
  const set = rows.slice()
  for (const { row, cell } of cells) if (passes(cell)) flipRow(set, row)
  return set
}

export const refuse = ({ declaration }: Bucket, { row }: RowCell, reason: string): CellError =>
  new CellError(declaration.key, row, reason)
