import { useGridWords } from './use-grid-words.ts'
import type { Density } from '@signalbox/model/access/session'
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useStable } from '../use-stable.ts'
import { layOut } from './column-layout.ts'
import type { LineSizes } from './core/grid-lines.ts'
import type { GridRow } from './core/grid-row.ts'
import { selectionOf, withSelection, type GridState } from './core/grid-state.ts'
import type { RowChange } from './core/row-changes.ts'
import type { CellPosition } from './core/selection.ts'
import type { GridEditor } from './grid-editor.ts'
import type { MenuPlace } from './grid-menu.tsx'
import { noMarks, type RowMarks } from './row-marks.ts'
import type { FinishTyping } from './use-cell-text.ts'
import { useCellTooltips } from './use-cell-tooltips.ts'
import { useGridClipboard } from './use-grid-clipboard.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import { useSize, useViewport } from './use-viewport.ts'

const rowPx: Readonly<Record<Density, number>> = { compact: 28, normal: 36, roomy: 48 }
export const headingPx = 48
export const headerPx = 58
/** Below this the names are cut short, for the rest to have room beside them. */
const narrowPx = 760

export interface DecisionGridProps {
  readonly editor: GridEditor
  /** Read aloud when the grid is entered. */
  readonly label: string
  readonly density: Density
  readonly widths?: Readonly<Record<string, number>>
  readonly onResize: (columnId: string, widthPx: number) => void
  readonly marks?: RowMarks
  readonly changeOf?: (section: number, row: GridRow) => RowChange | undefined
  /** What stands on the line above the rows of a section. */
  readonly heading: (section: number) => ReactNode
}

/** Brings the end of the selection into sight whenever it moves. */
function useScrollToHead(head: CellPosition, scrollTo: (line: number, column: number) => void): void {
  const seenHead = useRef(head)
  useEffect(() => {
    if (seenHead.current !== head) scrollTo(head.line, head.column)
    seenHead.current = head
  }, [head, scrollTo])
}

const withColumnSelected = (state: GridState, column: number): GridState =>
  withSelection(state, {
    anchor: { line: 0, column },
    head: { line: state.lines.count - 1, column },
    wholeRows: false,
  })

function useColumnLayout(
  columns: GridState['columns'],
  widthPx: number,
  { widths, marks }: { readonly widths: DecisionGridProps['widths']; readonly marks: RowMarks },
) {
  const narrow = widthPx > 0 && widthPx < narrowPx
  const figures = marks.figures !== undefined
  return useMemo(() => layOut(columns, { widths, narrow, figures }), [columns, widths, narrow, figures])
}

/** What the grid shows and what its handlers do: selection, window, typing, clipboard, menu. */
export function useDecisionGrid({ editor, density, widths, marks = noMarks }: DecisionGridProps) {
  const gridId = useId()
  const formats = useGridWords()
  const state = useSyncExternalStore(editor.subscribe, editor.get)
  const scroller = useRef<HTMLDivElement>(null)
  const size = useSize(scroller)
  const { lines, columns } = state
  const layout = useColumnLayout(columns, size.width, { widths, marks })
  const sizes: LineSizes = useMemo(() => ({ headingPx, rowPx: rowPx[density] }), [density])
  const { canvas, drawn, slots, moving, scrollTo, scrollBy, boxOf, pageLines } = useViewport(scroller, {
    size,
    lines,
    sizes,
    layout,
    headerPx,
  })
  const finishTyping = useRef<FinishTyping | null>(null)
  const finish = useStable(() => finishTyping.current?.('stay') ?? true)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const { dropLine, handlers: pointer } = useGridPointer({
    editor,
    boxOf,
    scrollBy,
    layout,
    sizes,
    headerPx,
    finishTyping: finish,
  })
  const tooltips = useCellTooltips(editor, marks)
  const clipboard = useGridClipboard(editor)
  const focusHandlers = useGridFocus({ root: scroller, editor, pageLines, onMenu: setMenu })

  const closeMenu = () => {
    setMenu(null)
    scroller.current?.focus({ preventScroll: true })
  }

  const selectColumn = useStable((column: number) => {
    if (!finish()) return
    scroller.current?.focus({ preventScroll: true })
    editor.update((now) => withColumnSelected(now, column))
  })

  const selection = selectionOf(state)
  useScrollToHead(selection.head, scrollTo)

  return {
    gridId,
    state,
    selection,
    size,
    layout,
    sizes,
    scroller,
    canvas,
    drawn,
    slots,
    moving,
    finishTyping,
    dropLine,
    pointer,
    tooltips,
    clipboard,
    focusHandlers,
    menu,
    closeMenu,
    selectColumn,
    formats,
  }
}

export type DecisionGridModel = ReturnType<typeof useDecisionGrid>
