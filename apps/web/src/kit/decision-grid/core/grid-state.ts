import type { CellLanguage } from './cell-language.ts'
import type { GridColumn } from './grid-column.ts'
import type { GridDocument } from './grid-document.ts'
import { GridLines } from './grid-lines.ts'
import { historyOf, record, redo, redoLabel, undo, undoLabel, type History } from './history.ts'
import type { NewId } from './row-operations.ts'
import { clampSelection, selectCell, type Grid, type Selection } from './selection.ts'

/** A cell that is being typed into. */
interface Editing {
  /** What stands in the editor when it opens; undefined: the text of the cell. */
  readonly typed?: string
  /** What is typed goes into every selected row. */
  readonly bulk?: boolean
}

interface Snapshot {
  readonly document: GridDocument
  readonly selection: Selection
}

export interface GridState {
  readonly history: History<Snapshot>
  readonly lines: GridLines
  /** Shown columns from left to right. */
  readonly columns: readonly GridColumn[]
  readonly hidden: ReadonlySet<string>
  readonly collapsed: ReadonlySet<string>
  readonly editing: Editing | null
  /** What the last command has to say: rows that did not fit, what was undone. */
  readonly announcement: string
  /** What the last command pasted over rows that said something; the same text can be inserted instead. */
  readonly overwrote: Overwrote | null
}

interface Overwrote {
  readonly rows: number
  readonly text: string
}

/** What commands need from around them. */
export interface GridDeps {
  readonly language: CellLanguage
  readonly newId: NewId
  readonly nowMs: () => number
}

const nothing: ReadonlySet<string> = new Set()

export function gridState(document: GridDocument, columns: readonly GridColumn[]): GridState {
  const lines = new GridLines(document)
  // Where there is something to edit, that is where people begin.
  const section = Math.max(
    document.sections.findIndex(({ editable }) => editable),
    0,
  )
  const line = Math.min(lines.headingOf(section) + 1, lines.count - 1)
  return {
    history: historyOf({ document, selection: selectCell(line, Math.min(1, columns.length - 1)) }),
    lines,
    columns,
    hidden: nothing,
    collapsed: nothing,
    editing: null,
    announcement: '',
    overwrote: null,
  }
}

export const documentOf = ({ history }: GridState): GridDocument => history.present.document
export const selectionOf = ({ history }: GridState): Selection => history.present.selection
export const gridOf = (state: GridState): Grid => ({
  document: documentOf(state),
  lines: state.lines,
  columns: state.columns,
})

function withLines(
  state: GridState,
  parts: Partial<Pick<GridState, 'hidden' | 'collapsed' | 'columns'>>,
): GridState {
  const next = { ...state, ...parts }
  const lines = new GridLines(documentOf(next), next)
  return settled({ ...next, lines })
}

/** After anything that moved lines or columns: the selection stays inside. */
function settled(state: GridState): GridState {
  const selection = clampSelection(gridOf(state), selectionOf(state))
  return selection === selectionOf(state) ? state : withSelection(state, selection)
}

export function withSelection(state: GridState, selection: Selection): GridState {
  const { document } = state.history.present
  return { ...state, history: { ...state.history, present: { document, selection } } }
}

export interface Edit {
  readonly document: GridDocument
  /** Where the selection goes, by the lines of the new document; stays where it is when absent. */
  readonly select?: (grid: Grid) => Selection
  readonly label: string
  readonly mergeKey?: string
  readonly announcement?: string
  readonly overwrote?: Overwrote | null
}

/** Makes a change that can be taken back. */
export function edited(state: GridState, edit: Edit, { nowMs }: Pick<GridDeps, 'nowMs'>): GridState {
  const { announcement = '', overwrote = null } = edit
  if (edit.document === documentOf(state)) return { ...state, editing: null, announcement, overwrote }
  const lines = new GridLines(edit.document, state)
  const grid: Grid = { document: edit.document, lines, columns: state.columns }
  const selection = clampSelection(grid, edit.select?.(grid) ?? selectionOf(state))
  const history = record(
    state.history,
    { document: edit.document, selection },
    { label: edit.label, mergeKey: edit.mergeKey, atMs: nowMs() },
  )
  return { ...state, history, lines, editing: null, announcement, overwrote }
}

function travelled(state: GridState, history: History<Snapshot>, announcement: string): GridState {
  if (history === state.history) return state
  const { document, selection } = history.present
  const lines = new GridLines(document, state)
  const next = { ...state, history, lines, editing: null, announcement, overwrote: null }
  return withSelection(next, clampSelection(gridOf(next), selection))
}

export const undone = (state: GridState): GridState =>
  travelled(state, undo(state.history), `Undone: ${undoLabel(state.history)}`)

export const redone = (state: GridState): GridState =>
  travelled(state, redo(state.history), `Redone: ${redoLabel(state.history)}`)

/** Another document from outside, such as after a load. What was done before can no longer be taken back. */
export function replaced(state: GridState, document: GridDocument): GridState {
  const history = historyOf({ document, selection: selectionOf(state) })
  return settled({ ...state, history, lines: new GridLines(document, state), editing: null, overwrote: null })
}

/** The row that was active stays active when lines come and go around it. */
function keepingRow(state: GridState, change: (state: GridState) => GridState): GridState {
  const { anchor } = selectionOf(state)
  const before = state.lines.at(anchor.line)
  const next = change(state)
  if (!before) return next
  const line = before.kind === 'heading' ? next.lines.headingOf(before.section) : next.lines.lineOf(before)
  return withSelection(next, selectCell(line, anchor.column))
}

export const withHidden = (state: GridState, hidden: ReadonlySet<string>): GridState =>
  keepingRow(state, (before) => withLines(before, { hidden }))

export function toggleSection(state: GridState, key: string): GridState {
  const collapsed = new Set(state.collapsed)
  if (!collapsed.delete(key)) collapsed.add(key)
  return keepingRow(state, (before) => withLines(before, { collapsed }))
}

export function withColumns(state: GridState, columns: readonly GridColumn[]): GridState {
  const { anchor } = selectionOf(state)
  const active = state.columns[anchor.column]
  const column = Math.max(
    0,
    columns.findIndex(({ id }) => id === active?.id),
  )
  const next = withLines(state, { columns })
  return withSelection(next, selectCell(anchor.line, column))
}
