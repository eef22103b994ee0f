import { beginBulk, beginTyping, clear, fill, toggleEnabled } from './core/cell-commands.ts'
import {
  gridOf,
  redone,
  selectionOf,
  toggleSection,
  documentOf,
  undone,
  withSelection,
  type GridDeps,
  type GridState,
} from './core/grid-state.ts'
import { insert, move, remove } from './core/row-commands.ts'
import {
  activeCell,
  edgeOfData,
  goTo,
  isSingleCell,
  moveBy,
  nextCell,
  selectLines,
  type CellPosition,
} from './core/selection.ts'

export type GridChange = (state: GridState, deps: GridDeps) => GridState

/** What a key press looks like to the grid. */
export interface GridKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

type Meaning = (state: GridState, pageLines: number) => GridChange | null

const arrows: Readonly<Record<string, { readonly lines: number; readonly columns: number }>> = {
  ArrowUp: { lines: -1, columns: 0 },
  ArrowDown: { lines: 1, columns: 0 },
  ArrowLeft: { lines: 0, columns: -1 },
  ArrowRight: { lines: 0, columns: 1 },
}

const going =
  (to: (state: GridState) => CellPosition, extend: boolean): GridChange =>
  (state) =>
    withSelection(state, goTo(gridOf(state), selectionOf(state), to(state), extend))

const headOf = (state: GridState, extend: boolean): CellPosition =>
  extend ? selectionOf(state).head : selectionOf(state).anchor

function arrow({ key, shiftKey, altKey }: GridKey, commanded: boolean): GridChange | null {
  const step = arrows[key]
  if (!step) return null
  if (altKey) {
    if (step.lines === 0) return null
    return (state, deps) => move(state, step.lines < 0 ? 'up' : 'down', deps)
  }
  if (commanded) return going((state) => edgeOfData(gridOf(state), headOf(state, shiftKey), step), shiftKey)
  return (state) => withSelection(state, moveBy(gridOf(state), selectionOf(state), step, shiftKey))
}

const lastLine = ({ lines }: GridState): number => lines.count - 1
const lastColumn = ({ columns }: GridState): number => columns.length - 1

function jump({ key, shiftKey }: GridKey, commanded: boolean, pageLines: number): GridChange | null {
  switch (key) {
    case 'Home':
      return going(
        (state) => ({ line: commanded ? 0 : headOf(state, shiftKey).line, column: commanded ? 1 : 0 }),
        shiftKey,
      )
    case 'End':
      return going(
        (state) => ({
          line: commanded ? lastLine(state) : headOf(state, shiftKey).line,
          column: lastColumn(state),
        }),
        shiftKey,
      )
    case 'PageUp':
    case 'PageDown':
      return (state) => {
        const lines = key === 'PageUp' ? -pageLines : pageLines
        return withSelection(state, moveBy(gridOf(state), selectionOf(state), { lines }, shiftKey))
      }
    default:
      return null
  }
}

const selectAll: GridChange = (state) => withSelection(state, selectLines(0, lastLine(state)))

const selectColumn: GridChange = (state) => {
  const { column } = selectionOf(state).anchor
  return withSelection(state, {
    anchor: { line: 0, column },
    head: { line: lastLine(state), column },
    wholeRows: false,
  })
}

const commands: Readonly<Record<string, GridChange>> = {
  z: undone,
  'shift+z': redone,
  y: redone,
  d: fill,
  a: selectAll,
  ' ': selectColumn,
  Enter: beginBulk,
}

/** Space presses the switch of a row and opens every other cell. */
const press: GridChange = (state, deps) => {
  const active = activeCell(gridOf(state), selectionOf(state))
  if (active?.column.kind !== 'enabled') return beginTyping(state)
  return toggleEnabled(state, active.place, active.column, deps)
}

const headingAt = (state: GridState): string | undefined => {
  const line = state.lines.at(selectionOf(state).anchor.line)
  return line?.kind === 'heading' ? documentOf(state).sections[line.section]?.key : undefined
}

/** On a heading, left closes and right opens what is under it. */
const foldHeading: (key: string) => Meaning = (key) => (state) => {
  const section = headingAt(state)
  if (section === undefined) return null
  const closes = key === 'ArrowLeft'
  return state.collapsed.has(section) === closes ? (same) => same : (open) => toggleSection(open, section)
}

function plain(event: GridKey): Meaning | null {
  const { key, shiftKey } = event
  switch (key) {
    case 'Enter':
      return () => (state) =>
        withSelection(state, moveBy(gridOf(state), selectionOf(state), { lines: shiftKey ? -1 : 1 }))
    case 'Tab':
      return (state) => {
        const next = nextCell(gridOf(state), selectionOf(state), shiftKey)
        return next === selectionOf(state) ? null : (open) => withSelection(open, next)
      }
    case 'F2':
      return () => (state) => beginTyping(state)
    case ' ':
      return () =>
        shiftKey ? (state) => withSelection(state, { ...selectionOf(state), wholeRows: true }) : press
    case 'Delete':
    case 'Backspace':
      return () => (state, deps) => (selectionOf(state).wholeRows ? remove(state, deps) : clear(state, deps))
    case 'Insert':
      return shiftKey ? null : () => (state, deps) => insert(state, 'above', deps)
    default:
      return null
  }
}

/** A letter typed on a cell begins its text. On the switch of a row there is nothing to type. */
const typing =
  (letter: string): Meaning =>
  (state) => {
    const active = activeCell(gridOf(state), selectionOf(state))
    if (!active || active.column.kind === 'enabled') return null
    return (open) => beginTyping(open, letter)
  }

/** What a key does; null when the grid leaves it to others. */
export function keyMeaning(event: GridKey, state: GridState, pageLines: number): GridChange | null {
  const { key, shiftKey, altKey } = event
  const commanded = event.ctrlKey || event.metaKey
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  if (isSideways && !commanded && !altKey && headingAt(state) !== undefined)
    return foldHeading(key)(state, pageLines)
  const moving = arrow(event, commanded) ?? (altKey ? null : jump(event, commanded, pageLines))
  if (moving) return moving
  if (altKey) return null
  if (commanded) {
    const name = key.length === 1 ? key.toLowerCase() : key
    const command = commands[shiftKey ? `shift+${name}` : name]
    return name === 'Enter' && isSingleCell(selectionOf(state)) ? null : (command ?? null)
  }
  const meaning = plain(event)
  if (meaning) return meaning(state, pageLines)
  return key.length === 1 ? typing(key)(state, pageLines) : null
}
