import type { Density } from '@signalbox/model/access/session'
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useFormats } from '../session/session-store.ts'
import { useStable } from '../use-stable.ts'
import { CellEditor, type FinishTyping } from './cell-editor.tsx'
import { layOut } from './column-layout.ts'
import { ColumnRules } from './column-rules.tsx'
import { rowAt } from './core/grid-document.ts'
import type { LineSizes } from './core/grid-lines.ts'
import type { GridRow } from './core/grid-row.ts'
import { documentOf, gridOf, selectionOf, withSelection } from './core/grid-state.ts'
import type { RowChange } from './core/row-changes.ts'
import { activeCell, rangeOf } from './core/selection.ts'
import styles from './decision-grid.module.css'
import type { GridEditor } from './grid-editor.ts'
import { GridHeader } from './grid-header.tsx'
import { GridMenu, type MenuPlace } from './grid-menu.tsx'
import { HeadingLine } from './heading-line.tsx'
import { LineRow } from './line-row.tsx'
import { noMarks, type RowMarks } from './row-marks.ts'
import { useCellTooltips } from './use-cell-tooltips.ts'
import { useGridClipboard } from './use-grid-clipboard.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import { useSize, useViewport } from './use-viewport.ts'

const rowPx: Readonly<Record<Density, number>> = { compact: 28, normal: 36, roomy: 48 }
const headingPx = 48
const headerPx = 58
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

/** Rows and columns like a spreadsheet: only what is in sight is drawn, and the keyboard reaches everything. */
export function DecisionGrid(props: DecisionGridProps) {
  const { editor, label, density, widths, onResize, marks = noMarks, changeOf, heading } = props
  const gridId = useId()
  const formats = useFormats()
  const state = useSyncExternalStore(editor.subscribe, editor.get)
  const scroller = useRef<HTMLDivElement>(null)
  const size = useSize(scroller)
  const narrow = size.width > 0 && size.width < narrowPx
  const { lines, columns } = state
  const layout = useMemo(() => layOut(columns, { widths, narrow }), [columns, widths, narrow])
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
  const { dropLine, handlers } = useGridPointer({
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
    editor.update((now) =>
      withSelection(now, {
        anchor: { line: 0, column },
        head: { line: now.lines.count - 1, column },
        wholeRows: false,
      }),
    )
  })

  const selection = selectionOf(state)
  const { head } = selection
  const seenHead = useRef(head)
  useEffect(() => {
    if (seenHead.current !== head) scrollTo(head.line, head.column)
    seenHead.current = head
  }, [head, scrollTo])

  const range = rangeOf(selection, columns.length)
  const document = documentOf(state)
  const active = activeCell(gridOf(state), selection)

  // Rows take over the elements of those that went out of sight: to write other words into them costs far less than to
  // make new ones. The row that is typed into keeps its own, and so does the active one when it is out of sight.
  const isTyped = (line: number): boolean => line === selection.anchor.line && state.editing !== null
  const keyOf = (line: number): string => {
    if (isTyped(line)) return 'typed'
    return line < drawn.firstLine || line >= drawn.endLine ? 'active' : `slot ${line % slots}`
  }

  const lineAt = (line: number): ReactNode => {
    const found = lines.at(line)
    if (!found) return null
    const topPx = lines.topPx(line, sizes)
    const isActiveLine = line === selection.anchor.line
    if (found.kind === 'heading') {
      return (
        <HeadingLine
          key={`heading ${document.sections[found.section]?.key}`}
          gridId={gridId}
          line={line}
          topPx={topPx}
          heightPx={headingPx}
          widthPx={size.width}
          columnCount={columns.length + 1}
          active={isActiveLine}
        >
          {heading(found.section)}
        </HeadingLine>
      )
    }
    const row = rowAt(document, found)
    const selected = line >= range.firstLine && line <= range.lastLine
    const edges = (line === range.firstLine ? 1 : 0) + (line === range.lastLine ? 2 : 0)
    const section = document.sections[found.section]
    return (
      <LineRow
        key={keyOf(line)}
        gridId={gridId}
        line={line}
        topPx={topPx}
        row={row}
        number={found.row + 1}
        editable={section?.editable ?? false}
        layout={layout}
        columns={drawn.columns}
        formats={formats}
        problems={row ? marks.problemsOf(row.id) : noMarks.problemsOf('')}
        change={row && changeOf?.(found.section, row)}
        hit={row ? (marks.isHit?.(row.id) ?? false) : false}
        selectedFrom={selected ? range.firstColumn : -1}
        selectedTo={selected ? range.lastColumn : -1}
        selectionEdge={selected ? ([undefined, 'top', 'bottom', 'both'] as const)[edges] : undefined}
        active={isActiveLine ? selection.anchor.column : -1}
        drop={dropLine === line ? 'before' : undefined}
        editor={
          isActiveLine && state.editing && active ? (
            <CellEditor
              key={`${line} ${active.column.id}`}
              editor={editor}
              column={active.column}
              finish={finishTyping}
            />
          ) : undefined
        }
      />
    )
  }

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
      lines.at(line)?.kind === 'heading' ? -1 : isTyped(line) ? -2 : line % slots
    shown.sort((a, b) => rank(a) - rank(b))
  }

  return (
    <div className={styles.frame} data-density={density}>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={lines.count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-activedescendant={`${gridId}-active`}
        tabIndex={0}
        className={styles.grid}
        {...focusHandlers}
        {...clipboard}
      >
        <div
          className={styles.sizer}
          role="presentation"
          style={{ height: lines.heightPx(sizes) + headerPx, width: layout.totalPx }}
        >
          <div
            className={styles.layer}
            role="presentation"
            style={{ height: size.height, width: layout.totalPx }}
          >
            <GridHeader layout={layout} columns={drawn.columns} onResize={onResize} onSelect={selectColumn} />
            <ColumnRules layout={layout} columns={drawn.columns} heightPx={lines.heightPx(sizes)} />
            <div className={styles.body} role="rowgroup" {...handlers} {...tooltips}>
              <div ref={canvas} className={styles.canvas} role="presentation">
                {shown.map(lineAt)}
              </div>
            </div>
          </div>
        </div>
      </div>
      <div role="status" className={styles.said}>
        {state.said === '' ? null : <span key={state.said}>{state.said}</span>}
      </div>
      {menu ? <GridMenu editor={editor} place={menu} marks={marks} onClose={closeMenu} /> : null}
    </div>
  )
}
