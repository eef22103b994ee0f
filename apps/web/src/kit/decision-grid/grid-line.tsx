import type { ReactNode } from 'react'
import { CellEditor } from './cell-editor.tsx'
import { rowAt } from './core/grid-document.ts'
import { documentOf, gridOf } from './core/grid-state.ts'
import { activeCell, rangeOf } from './core/selection.ts'
import type { GridEditor } from './grid-editor.ts'
import { HeadingLine } from './heading-line.tsx'
import { LineRow } from './line-row.tsx'
import { noMarks } from './row-marks.ts'
import { headingPx, type DecisionGridModel, type DecisionGridProps } from './use-decision-grid.ts'

const isTyped = ({ state, selection }: DecisionGridModel, line: number): boolean =>
  line === selection.anchor.line && state.editing !== null

// Rows take over the elements of those that went out of sight: to write other words into them costs far less than to
// make new ones. The row that is typed into keeps its own, and so does the active one when it is out of sight.
function keyOf(grid: DecisionGridModel, line: number): string {
  const { drawn, slots } = grid
  if (isTyped(grid, line)) return 'typed'
  return line < drawn.firstLine || line >= drawn.endLine ? 'active' : `slot ${line % slots}`
}

/** The lines to draw, in the order of their elements. */
export function drawnLines(grid: DecisionGridModel): readonly number[] {
  const { state, selection, drawn, slots, moving } = grid
  const { lines } = state
  const shown: number[] = []
  const anchorLine = selection.anchor.line
  // The active cell must not vanish, or what is being typed would go with it.
  if (anchorLine < drawn.firstLine) shown.push(anchorLine)
  for (let line = drawn.firstLine; line < drawn.endLine; line++) shown.push(line)
  if (anchorLine >= drawn.endLine && anchorLine < lines.count) shown.push(anchorLine)
  // Screen readers go by the order of the elements. While it moves nothing is moved among them, which costs as much as making
  // them anew; whatever may have the focus comes first, so that it is never moved at all.
  if (moving) {
    const rank = (line: number) =>
      lines.at(line)?.kind === 'heading' ? -1 : isTyped(grid, line) ? -2 : line % slots
    shown.sort((a, b) => rank(a) - rank(b))
  }
  return shown
}

function headingLine(
  grid: DecisionGridModel,
  { heading }: DecisionGridProps,
  line: number,
  section: number,
): ReactNode {
  const { gridId, state, selection, size, sizes } = grid
  return (
    <HeadingLine
      key={`heading ${documentOf(state).sections[section]?.key}`}
      gridId={gridId}
      line={line}
      topPx={state.lines.topPx(line, sizes)}
      heightPx={headingPx}
      widthPx={size.width}
      columnCount={state.columns.length + 1}
      active={line === selection.anchor.line}
    >
      {heading(section)}
    </HeadingLine>
  )
}

/** Which columns of a line are selected, and whether it is the first or the last of the selected ones. */
function selectedIn({ state, selection }: DecisionGridModel, line: number) {
  const range = rangeOf(selection, state.columns.length)
  const selected = line >= range.firstLine && line <= range.lastLine
  const edges = (line === range.firstLine ? 1 : 0) + (line === range.lastLine ? 2 : 0)
  return {
    selectedFrom: selected ? range.firstColumn : -1,
    selectedTo: selected ? range.lastColumn : -1,
    selectionEdge: selected ? ([undefined, 'top', 'bottom', 'both'] as const)[edges] : undefined,
  }
}

function cellEditor({ state, selection, finishTyping }: DecisionGridModel, editor: GridEditor): ReactNode {
  const active = activeCell(gridOf(state), selection)
  if (!state.editing || !active) return undefined
  const { line } = selection.anchor
  return (
    <CellEditor
      key={`${line} ${active.column.id}`}
      editor={editor}
      column={active.column}
      finish={finishTyping}
    />
  )
}

/** A line of the grid as an element: the heading of a section or a row. */
export function gridLine(grid: DecisionGridModel, props: DecisionGridProps, line: number): ReactNode {
  const { gridId, state, selection, layout, sizes, drawn, dropLine, formats } = grid
  const { editor, marks = noMarks, changeOf } = props
  const { lines } = state
  const found = lines.at(line)
  if (!found) return null
  if (found.kind === 'heading') return headingLine(grid, props, line, found.section)
  const document = documentOf(state)
  const isActiveLine = line === selection.anchor.line
  const row = rowAt(document, found)
  return (
    <LineRow
      key={keyOf(grid, line)}
      gridId={gridId}
      line={line}
      topPx={lines.topPx(line, sizes)}
      row={row}
      number={found.row + 1}
      editable={document.sections[found.section]?.editable ?? false}
      layout={layout}
      columns={drawn.columns}
      formats={formats}
      problems={row ? marks.problemsOf(row.id) : noMarks.problemsOf('')}
      change={row && changeOf?.(found.section, row)}
      figures={row && marks.figures?.of(row.id)}
      hit={row ? (marks.isHit?.(row.id) ?? false) : false}
      {...selectedIn(grid, line)}
      active={isActiveLine ? selection.anchor.column : -1}
      drop={dropLine === line ? 'before' : undefined}
      editor={isActiveLine ? cellEditor(grid, editor) : undefined}
    />
  )
}
