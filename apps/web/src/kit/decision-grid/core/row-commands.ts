import { isEditable, type GridDocument, type RowPlace } from './grid-document.ts'
import { documentOf, edited, gridOf, selectionOf, type GridDeps, type GridState } from './grid-state.ts'
import {
  duplicateRows,
  enableRows,
  insertRows,
  moveRows,
  placeAfterMove,
  removeRows,
  roomIn,
} from './row-operations.ts'
import { rangeOf, selectCell, selectLines, selectedPlaces, type Grid, type Selection } from './selection.ts'

/** Commands on whole rows: what the selection means, what is said, and where the selection is afterwards. */

const counted = (count: number): string => (count === 1 ? 'row' : `${count} rows`)

/** Existing rows of the selection that may be changed. */
function chosenRows(state: GridState): readonly RowPlace[] {
  const document = documentOf(state)
  return selectedPlaces(gridOf(state), selectionOf(state)).filter(
    ({ section, row }) =>
      isEditable(document, section) && row < (document.sections[section]?.content.rules.length ?? 0),
  )
}

/** Rows of the section in which the selection begins; a move or an insertion never crosses into another. */
function chosenInOneSection(state: GridState): { section: number; rows: readonly number[] } | null {
  const places = selectedPlaces(gridOf(state), selectionOf(state))
  const section = places[0]?.section
  if (section === undefined || !isEditable(documentOf(state), section)) return null
  const length = documentOf(state).sections[section]?.content.rules.length ?? 0
  return {
    section,
    rows: places.flatMap((place) => (place.section === section && place.row < length ? place.row : [])),
  }
}

const rowsSelected =
  (section: number, first: number, count: number, before: Selection) =>
  ({ lines }: Grid): Selection => {
    const from = lines.lineOf({ section, row: first })
    const to = lines.lineOf({ section, row: first + Math.max(0, count - 1) })
    if (before.wholeRows || count > 1) return selectLines(from, to)
    return selectCell(from, before.anchor.column)
  }

/** As many blank rows as are selected, above or below them. */
export function insert(state: GridState, where: 'above' | 'below', deps: GridDeps): GridState {
  const places = selectedPlaces(gridOf(state), selectionOf(state))
  const place = where === 'above' ? places[0] : places.at(-1)
  const document = documentOf(state)
  if (!place || !isEditable(document, place.section)) return state
  const length = document.sections[place.section]?.content.rules.length ?? 0
  const row = Math.min(where === 'above' ? place.row : place.row + 1, length)
  const count = places.filter(({ section }) => section === place.section).length
  return edited(
    state,
    {
      document: insertRows(document, { section: place.section, row }, count, deps.newId),
      select: rowsSelected(
        place.section,
        row,
        Math.min(count, roomIn(document, place.section)),
        selectionOf(state),
      ),
      label: `Insert ${counted(count)}`,
      announcement: roomIn(document, place.section) < count ? noRoom : '',
    },
    deps,
  )
}

const noRoom = 'A ruleset can have at most 10,000 rows'

export function duplicate(state: GridState, deps: GridDeps): GridState {
  const chosen = chosenInOneSection(state)
  const last = chosen?.rows.at(-1)
  if (!chosen || last === undefined) return state
  const { section, rows } = chosen
  const document = documentOf(state)
  const places = rows.map((row) => ({ section, row }))
  return edited(
    state,
    {
      document: duplicateRows(document, places, deps.newId),
      select: rowsSelected(section, last + 1, rows.length, selectionOf(state)),
      label: `Duplicate ${counted(rows.length)}`,
      announcement: roomIn(document, section) < rows.length ? noRoom : '',
    },
    deps,
  )
}

export function remove(state: GridState, deps: GridDeps): GridState {
  const rows = chosenRows(state)
  const { firstLine } = rangeOf(selectionOf(state), state.columns.length)
  const { column } = selectionOf(state).anchor
  return edited(
    state,
    {
      document: removeRows(documentOf(state), rows),
      select: () => selectCell(firstLine, column),
      label: `Delete ${counted(rows.length)}`,
      announcement: rows.length === 0 ? '' : `${rows.length === 1 ? '1 row' : counted(rows.length)} deleted`,
    },
    deps,
  )
}

export function enable(state: GridState, enabled: boolean, deps: GridDeps): GridState {
  const rows = chosenRows(state)
  return edited(
    state,
    {
      document: enableRows(documentOf(state), rows, enabled),
      label: `Switch ${counted(rows.length)} ${enabled ? 'on' : 'off'}`,
    },
    deps,
  )
}

function movedTo(
  state: GridState,
  { section, rows }: { section: number; rows: readonly number[] },
  before: number,
  deps: GridDeps,
): GridState {
  const document: GridDocument = moveRows(documentOf(state), section, rows, before)
  const first = placeAfterMove(rows, before)
  const ids = rows.map((row) => documentOf(state).sections[section]?.content.rules[row]?.id)
  return edited(
    state,
    {
      document,
      select: rowsSelected(section, first, rows.length, selectionOf(state)),
      label: `Move ${counted(rows.length)}`,
      mergeKey: `move ${ids.join(' ')}`,
      announcement: `${rows.length === 1 ? 'Row' : 'Rows'} moved to ${first + 1}`,
    },
    deps,
  )
}

/** One place up or down among the rows in sight. */
export function move(state: GridState, direction: 'up' | 'down', deps: GridDeps): GridState {
  const chosen = chosenInOneSection(state)
  if (!chosen || chosen.rows.length === 0) return state
  const edge = direction === 'up' ? Math.min(...chosen.rows) : Math.max(...chosen.rows)
  const line = state.lines.lineOf({ section: chosen.section, row: edge })
  const neighbour = state.lines.at(line + (direction === 'up' ? -1 : 1))
  if (neighbour?.kind !== 'row' || neighbour.section !== chosen.section) return state
  return movedTo(state, chosen, direction === 'up' ? neighbour.row : neighbour.row + 1, deps)
}

/** Where rows are dropped: before the row on that line, or behind the last one. */
export function moveBefore(state: GridState, line: number, deps: GridDeps): GridState {
  const chosen = chosenInOneSection(state)
  const target = state.lines.at(line)
  if (!chosen || chosen.rows.length === 0 || !target || target.kind === 'heading') return state
  return target.section === chosen.section ? movedTo(state, chosen, target.row, deps) : state
}
