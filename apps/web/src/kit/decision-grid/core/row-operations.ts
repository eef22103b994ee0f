import { maxRules } from '@signalbox/model/rules/rule'
import {
  editableRows,
  isEditable,
  mapRows,
  withRules,
  type GridDocument,
  type RowPlace,
} from './grid-document.ts'
import { emptyRow, type GridRow } from './grid-row.ts'

export type NewId = () => string

/** How many more rows a section can take; none where it already has more than it may. */
export const roomIn = (document: GridDocument, section: number): number =>
  Math.max(0, maxRules - (document.sections[section]?.content.rules.length ?? maxRules))

function spliced(rules: readonly GridRow[], at: number, rows: readonly GridRow[]): readonly GridRow[] {
  return rows.length === 0 ? rules : [...rules.slice(0, at), ...rows, ...rules.slice(at)]
}

/** Blank rows before the place, as many as there is room for. */
export function insertRows(document: GridDocument, at: RowPlace, count: number, newId: NewId): GridDocument {
  if (!isEditable(document, at.section)) return document
  const added = Math.min(count, roomIn(document, at.section))
  const rows = Array.from({ length: Math.max(0, added) }, () => emptyRow(newId()))
  return withRules(document, at.section, (rules) => spliced(rules, at.row, rows))
}

/** Copies of the rows behind the last of them, section by section. */
export function duplicateRows(
  document: GridDocument,
  places: readonly RowPlace[],
  newId: NewId,
): GridDocument {
  let result = document
  for (const [section, rows] of editableRows(document, places)) {
    const last = rows.at(-1)
    if (last === undefined || rows.length > roomIn(document, section)) continue
    result = withRules(result, section, (rules) => {
      const copies = rows.flatMap((row) => (rules[row] ? [{ ...rules[row], id: newId() }] : []))
      return spliced(rules, last + 1, copies)
    })
  }
  return result
}

export function removeRows(document: GridDocument, places: readonly RowPlace[]): GridDocument {
  let result = document
  for (const [section, rows] of editableRows(document, places)) {
    const gone = new Set(rows)
    result = withRules(result, section, (rules) => rules.filter((_, row) => !gone.has(row)))
  }
  return result
}

export const enableRows = (
  document: GridDocument,
  places: readonly RowPlace[],
  enabled: boolean,
): GridDocument => mapRows(document, places, (row) => (row.enabled === enabled ? row : { ...row, enabled }))

/**
 * Puts rows of a section, in their order, before the row that now stands at `before`. Rows keep their ids, so what
 * happened is a move and not a deletion and an addition.
 */
export function moveRows(
  document: GridDocument,
  section: number,
  rows: readonly number[],
  before: number,
): GridDocument {
  if (!isEditable(document, section)) return document
  return withRules(document, section, (rules) => {
    const moving = new Set(rows.filter((row) => row >= 0 && row < rules.length))
    const order = [...moving].sort((a, b) => a - b)
    const stays = (row: number) => !moving.has(row)
    const above = rules.filter((_, row) => row < before && stays(row))
    const below = rules.filter((_, row) => row >= before && stays(row))
    const moved = order.flatMap((row) => rules[row] ?? [])
    const next = [...above, ...moved, ...below]
    return next.every((row, index) => row === rules[index]) ? rules : next
  })
}

/** Where the first of the moved rows stands after `moveRows`. */
export const placeAfterMove = (rows: readonly number[], before: number): number =>
  before - rows.filter((row) => row < before).length
