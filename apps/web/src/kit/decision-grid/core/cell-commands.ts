import { isBlankAt, textAt, withText, withValue, type GridValue } from './cell-language.ts'
import type { GridColumn } from './grid-column.ts'
import { isEditable, rowAt, withRules, type GridDocument, type RowPlace } from './grid-document.ts'
import {
  documentOf,
  edited,
  gridOf,
  selectionOf,
  undone,
  withSelection,
  type GridDeps,
  type GridState,
} from './grid-state.ts'
import { emptyRow } from './grid-row.ts'
import {
  clearBlock,
  copyBlock,
  fillDown,
  pasteRows,
  repeated,
  setBlock,
  type Pasted,
} from './range-operations.ts'
import { insertRows, roomIn } from './row-operations.ts'
import {
  activeCell,
  isSingleCell,
  moveBy,
  nextCell,
  rangeOf,
  selectedBlock,
  type Selection,
} from './selection.ts'
import { readTabSeparated } from './tab-separated.ts'

/** Commands on cells. */

export type AfterTyping = 'stay' | 'down' | 'up' | 'right' | 'left'

function selectionAfter(state: GridState, after: AfterTyping): Selection {
  const grid = gridOf(state)
  const selection = selectionOf(state)
  if (after === 'stay') return selection
  if (after === 'right' || after === 'left') return nextCell(grid, selection, after === 'left')
  return moveBy(grid, selection, { lines: after === 'down' ? 1 : -1 })
}

/** The document with a changed row; on the line of a new row there is one afterwards. */
function withRow(
  document: GridDocument,
  { section, row }: RowPlace,
  change: (row: ReturnType<typeof emptyRow>) => ReturnType<typeof emptyRow>,
  newId: () => string,
): GridDocument {
  if (!isEditable(document, section)) return document
  return withRules(document, section, (rules) => {
    const before = rules[row]
    if (before) {
      const after = change(before)
      return after === before ? rules : rules.with(row, after)
    }
    const blank = emptyRow('')
    const added = change(blank)
    return added === blank || roomIn(document, section) < 1 ? rules : [...rules, { ...added, id: newId() }]
  })
}

export const mayEditActive = (state: GridState): boolean => {
  const active = activeCell(gridOf(state), selectionOf(state))
  return active !== undefined && isEditable(documentOf(state), active.place.section)
}

const notHere = (state: GridState): GridState =>
  activeCell(gridOf(state), selectionOf(state)) === undefined
    ? state
    : { ...state, announcement: 'These rows cannot be changed here' }

/** Opens the active cell. Given a text, that replaces what stands there. */
export function beginTyping(state: GridState, typed?: string): GridState {
  return mayEditActive(state) ? { ...state, editing: { typed }, announcement: '' } : notHere(state)
}

/** Opens one cell for all selected rows: what is typed goes into each. */
export function beginBulk(state: GridState): GridState {
  return mayEditActive(state) ? { ...state, editing: { bulk: true }, announcement: '' } : notHere(state)
}

export const stopTyping = (state: GridState): GridState =>
  state.editing ? { ...state, editing: null } : state

/** Puts what was typed into the cell, or into all selected cells of its column. */
export function typeText(state: GridState, text: string, after: AfterTyping, deps: GridDeps): GridState {
  const active = activeCell(gridOf(state), selectionOf(state))
  if (!active) return stopTyping(state)
  const { place, column } = active
  if (state.editing?.bulk) {
    const { places } = selectedBlock(gridOf(state), selectionOf(state))
    return edited(
      state,
      {
        document: setBlock(documentOf(state), { places, columns: [column] }, text, deps.language),
        label: `Set ${column.label} in ${counted(places.length)}`,
        announcement: `${column.label} set in ${counted(places.length)}`,
      },
      deps,
    )
  }
  const document = withRow(
    documentOf(state),
    place,
    (row) => withText(deps.language, column, row, text),
    deps.newId,
  )
  const next = edited(state, { document, label: `Type in ${column.label}` }, deps)
  return withSelection(next, selectionAfter(next, after))
}

/** Puts a value into a cell anywhere, as a fix or a picker does. */
function setValueAt(
  state: GridState,
  place: RowPlace,
  column: GridColumn,
  value: GridValue | undefined,
  label: string,
  deps: GridDeps,
): GridState {
  const document = withRow(documentOf(state), place, (row) => withValue(column, row, value), deps.newId)
  return edited(state, { document, label }, deps)
}

/** Switches the row of the active cell on or off. */
export function toggleEnabled(
  state: GridState,
  place: RowPlace,
  column: GridColumn,
  deps: GridDeps,
): GridState {
  const row = rowAt(documentOf(state), place)
  if (!row) return state
  return setValueAt(
    state,
    place,
    column,
    !row.enabled,
    row.enabled ? 'Switch row off' : 'Switch row on',
    deps,
  )
}

export const copy = (state: GridState, { language }: Pick<GridDeps, 'language'>): string =>
  copyBlock(documentOf(state), selectedBlock(gridOf(state), selectionOf(state)), language)

export function clear(state: GridState, deps: GridDeps, label = 'Clear cells'): GridState {
  const block = selectedBlock(gridOf(state), selectionOf(state))
  return edited(state, { document: clearBlock(documentOf(state), block), label }, deps)
}

export const cut = (state: GridState, deps: GridDeps): GridState => clear(state, deps, 'Cut cells')

/** The topmost selected row into those below; with one row selected, the row above into it. */
export function fill(state: GridState, deps: GridDeps): GridState {
  const grid = gridOf(state)
  const selection = selectionOf(state)
  const block = selectedBlock(grid, selection)
  const { firstLine } = rangeOf(selection, grid.columns.length)
  const above = block.places.length === 1 ? grid.lines.at(firstLine - 1) : undefined
  const places =
    above?.kind === 'row' && above.section === block.places[0]?.section
      ? [above, ...block.places]
      : block.places
  const document = fillDown(documentOf(state), { ...block, places })
  return edited(state, { document, label: 'Fill down' }, deps)
}

const counted = (rows: number): string => `${rows} ${rows === 1 ? 'row' : 'rows'}`

function pasteReport(
  { rows, overwritten, leftOutRows, leftOutColumns }: Pasted,
  wrong: number,
  verb: 'pasted' | 'inserted' = 'pasted',
): string {
  const parts = [`${counted(rows)} ${verb}`]
  if (overwritten > 0) parts.push(`${counted(overwritten)} overwritten`)
  if (wrong > 0) parts.push(`${wrong} ${wrong === 1 ? 'cell needs' : 'cells need'} correcting`)
  if (leftOutRows > 0) parts.push(`${counted(leftOutRows)} did not fit: a ruleset can have at most 10,000`)
  if (leftOutColumns > 0)
    parts.push(
      `${leftOutColumns} ${leftOutColumns === 1 ? 'column' : 'columns'} beyond the last one left out`,
    )
  return parts.join('; ')
}

const wrongCells = (document: GridDocument): number =>
  document.sections.reduce(
    (sum, { content }) =>
      sum + content.rules.reduce((count, { wrong }) => count + (wrong ? Object.keys(wrong).length : 0), 0),
    0,
  )

/** From the upper left cell of the selection on; over a larger selection a small text is repeated. */
export function paste(state: GridState, text: string, deps: GridDeps): GridState {
  const grid = gridOf(state)
  const selection = selectionOf(state)
  const { firstLine, firstColumn, lastLine, lastColumn } = rangeOf(selection, grid.columns.length)
  const start = grid.lines.at(firstLine)
  if (text === '' || !start || start.kind === 'heading') return state
  if (!isEditable(documentOf(state), start.section)) return notHere(state)
  const read = readTabSeparated(text)
  const texts = isSingleCell(selection)
    ? read
    : repeated(read, lastLine - firstLine + 1, lastColumn - firstColumn + 1)
  const places: RowPlace[] = []
  for (let line = firstLine; places.length < texts.length; line++) {
    const found = grid.lines.at(line)
    if (!found || found.kind === 'heading') break
    places.push({ section: found.section, row: found.row })
  }
  const pasted = pasteRows(
    documentOf(state),
    { places, columns: grid.columns.slice(firstColumn) },
    texts,
    deps.language,
    deps.newId,
  )
  const wrong = wrongCells(pasted.document) - wrongCells(documentOf(state))
  return edited(
    state,
    {
      document: pasted.document,
      select: () => ({
        anchor: { line: firstLine, column: firstColumn },
        head: {
          line: firstLine + Math.max(0, pasted.rows - 1),
          column: firstColumn + Math.max(0, pasted.columns - 1),
        },
        wholeRows: selection.wholeRows,
      }),
      label: texts.length === 1 ? 'Paste' : `Paste ${texts.length} rows`,
      announcement: pasteReport(pasted, wrong),
      overwrote: pasted.overwritten > 0 ? { rows: pasted.overwritten, text } : null,
    },
    deps,
  )
}

/** Takes back what was pasted over rows, and puts it into new rows above them. */
export function insertInstead(state: GridState, deps: GridDeps): GridState {
  if (state.overwrote === null) return state
  const { text } = state.overwrote
  const before = undone(state)
  const { firstLine, firstColumn } = rangeOf(selectionOf(before), before.columns.length)
  const start = before.lines.at(firstLine)
  if (start?.kind !== 'row') return state
  const { section, row } = start
  const room = roomIn(documentOf(before), section)
  const texts = readTabSeparated(text)
  const fitting = texts.slice(0, room)
  const pasted = pasteRows(
    insertRows(documentOf(before), { section, row }, fitting.length, deps.newId),
    {
      places: fitting.map((_, index) => ({ section, row: row + index })),
      columns: before.columns.slice(firstColumn),
    },
    fitting,
    deps.language,
    deps.newId,
  )
  const wrong = wrongCells(pasted.document) - wrongCells(documentOf(before))
  return edited(
    before,
    {
      document: pasted.document,
      select: ({ lines }) => {
        const from = lines.lineOf({ section, row })
        return {
          anchor: { line: from, column: firstColumn },
          head: {
            line: from + Math.max(0, fitting.length - 1),
            column: firstColumn + Math.max(0, pasted.columns - 1),
          },
          wholeRows: false,
        }
      },
      label: `Insert ${counted(fitting.length)}`,
      announcement: pasteReport({ ...pasted, leftOutRows: texts.length - fitting.length }, wrong, 'inserted'),
    },
    deps,
  )
}

/** What stands in the active cell when it is opened. */
export function textToEdit(state: GridState, { language }: Pick<GridDeps, 'language'>): string {
  const active = activeCell(gridOf(state), selectionOf(state))
  const row = active && rowAt(documentOf(state), active.place)
  return row && !isBlankAt(active.column, row) ? textAt(language, active.column, row) : ''
}
