import { canonicalJson } from '@signalbox/model/text/canonical-json'
import type { Cell } from '@signalbox/model/rules/cell'
import type { OutputDeclaration, OutputValue } from '@signalbox/model/rules/decision-table'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { texts } from '@signalbox/model/text/texts'
import type { GridColumn } from './grid-column.ts'
import type { GridRow, WrongText } from './grid-row.ts'

type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: { readonly message: string } }

/** How cells are written and read. It takes all checks along, so it is fetched apart from what only shows rows. */
export interface CellLanguage {
  readonly formatCell: (fact: FactDeclaration, cell: Cell | undefined) => string
  readonly parseCell: (fact: FactDeclaration, text: string) => Reading<Cell | undefined>
  readonly formatOutput: (output: OutputDeclaration, value: OutputValue | undefined) => string
  readonly parseOutput: (output: OutputDeclaration, text: string) => Reading<OutputValue | undefined>
}

export type GridValue = Cell | OutputValue

/** What stands in a cell; undefined where the row says nothing. */
export function valueAt(column: GridColumn, row: GridRow): GridValue | undefined {
  switch (column.kind) {
    case 'condition':
      return row.conditions[column.key]
    case 'output':
      return row.outputs[column.key]
    case 'enabled':
      return row.enabled
    case 'name':
      return row.name === '' ? undefined : row.name
    case 'note':
      return row.note === '' ? undefined : row.note
  }
}

export const wrongAt = (column: GridColumn, row: GridRow): WrongText | undefined => row.wrong?.[column.id]

export const isBlankAt = (column: GridColumn, row: GridRow): boolean =>
  valueAt(column, row) === undefined && wrongAt(column, row) === undefined

const yes = new Set(['', 'yes', 'y', 'true', 'on', '1'])
const no = new Set(['no', 'n', 'false', 'off', '0'])

const writeYesNo = (value: boolean): string => (value ? 'yes' : 'no')

export function textOfValue(
  language: CellLanguage,
  column: GridColumn,
  value: GridValue | undefined,
): string {
  if (column.kind === 'enabled') return writeYesNo(value !== false)
  if (value === undefined) return ''
  if (column.kind === 'condition') return language.formatCell(column.fact, value as Cell)
  if (column.kind === 'output') return language.formatOutput(column.output, value as OutputValue)
  return typeof value === 'string' ? value : ''
}

/** The text of a cell as it would be typed. */
export const textAt = (language: CellLanguage, column: GridColumn, row: GridRow): string =>
  wrongAt(column, row)?.text ?? textOfValue(language, column, valueAt(column, row))

const refused = (message: string): Reading<never> => ({ ok: false, problem: { message } })

const maxTextLength = 500

function readText(text: string): Reading<string> {
  const value = text.trim()
  return value.length > maxTextLength ? refused(texts.tooLong) : { ok: true, value }
}

const shortestNote = 3

/** What a text means in a column. Blank is no mistake: the cell then says nothing. */
export function readValue(
  language: CellLanguage,
  column: GridColumn,
  text: string,
): Reading<GridValue | undefined> {
  const typed = text.trim()
  if (column.kind === 'enabled') {
    const word = typed.toLowerCase()
    if (!yes.has(word) && !no.has(word)) return refused('Must be yes or no')
    return { ok: true, value: yes.has(word) }
  }
  if (typed === '') return { ok: true, value: undefined }
  if (column.kind === 'condition') return language.parseCell(column.fact, typed)
  if (column.kind === 'output') return language.parseOutput(column.output, typed)
  if (column.kind === 'note' && typed.length < shortestNote) return refused(texts.tooShort)
  return readText(typed)
}

const same = (a: GridValue | undefined, b: GridValue | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b))

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!Object.hasOwn(record, key)) return record
  const { [key]: _, ...rest } = record
  return rest
}

function withMember<T>(
  record: Readonly<Record<string, T>>,
  key: string,
  value: T | undefined,
): Readonly<Record<string, T>> {
  return value === undefined ? without(record, key) : { ...record, [key]: value }
}

function withoutWrong(row: GridRow, column: GridColumn): GridRow {
  if (row.wrong?.[column.id] === undefined) return row
  const wrong = without(row.wrong, column.id)
  const { wrong: _, ...rest } = row
  return Object.keys(wrong).length === 0 ? rest : { ...rest, wrong }
}

/** The row with another value in a cell; the same row when nothing is different. */
export function withValue(column: GridColumn, row: GridRow, value: GridValue | undefined): GridRow {
  const clean = withoutWrong(row, column)
  if (same(valueAt(column, clean), value)) return clean
  switch (column.kind) {
    case 'condition':
      return { ...clean, conditions: withMember(clean.conditions, column.key, value as Cell | undefined) }
    case 'output':
      return { ...clean, outputs: withMember(clean.outputs, column.key, value as OutputValue | undefined) }
    case 'enabled':
      return { ...clean, enabled: value !== false }
    case 'name':
    case 'note':
      return { ...clean, [column.kind]: typeof value === 'string' ? value : '' }
  }
}

/** The row with a text in a cell that means nothing there. What the cell said before is gone. */
function withWrong(column: GridColumn, row: GridRow, wrong: WrongText): GridRow {
  const before = wrongAt(column, row)
  if (before?.text === wrong.text && before.message === wrong.message) return row
  const cleared = column.kind === 'enabled' ? row : withValue(column, row, undefined)
  return { ...cleared, wrong: { ...cleared.wrong, [column.id]: wrong } }
}

/** The row with what the text means, or with the text itself marked as wrong. */
export function withText(language: CellLanguage, column: GridColumn, row: GridRow, text: string): GridRow {
  const read = readValue(language, column, text)
  if (read.ok) return withValue(column, row, read.value)
  return withWrong(column, row, { text: text.trim(), message: read.problem.message })
}

/** Takes what stands in a cell of one row into another, wrong texts included. */
export function copyCell(column: GridColumn, from: GridRow, to: GridRow): GridRow {
  const wrong = wrongAt(column, from)
  return wrong ? withWrong(column, to, wrong) : withValue(column, to, valueAt(column, from))
}
