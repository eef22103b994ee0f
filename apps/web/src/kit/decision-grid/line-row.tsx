import type { GridWords } from './cell-display.ts'
import { memo, type ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { cellView } from './cell-view.tsx'
import type { ColumnLayout, ColumnWindow } from './column-layout.ts'
import type { GridRow } from './core/grid-row.ts'
import type { RowChange } from './core/row-changes.ts'
import styles from './decision-grid.module.css'
import { severityIcons, worstOf, type RowProblem } from './row-marks.ts'

export interface LineRowProps {
  readonly gridId: string
  readonly line: number
  readonly topPx: number
  /** Undefined on the line of the next row. */
  readonly row: GridRow | undefined
  readonly number: number
  readonly editable: boolean
  readonly layout: ColumnLayout
  readonly columns: ColumnWindow
  readonly formats: GridWords
  readonly problems: readonly RowProblem[]
  readonly change: RowChange | undefined
  readonly hit: boolean
  /** What the row did, in the order of the words above. */
  readonly figures: readonly string[] | undefined
  /** Selected columns, first and last; -1 when none is. */
  readonly selectedFrom: number
  readonly selectedTo: number
  readonly selectionEdge: 'top' | 'bottom' | 'both' | undefined
  /** The active column, or -1. */
  readonly active: number
  readonly drop: 'before' | undefined
  /** Stands in the active cell while it is typed into. */
  readonly editor?: ReactNode
}

/** One cell. A function and not a component, as what stands in it is. */
function gridCell(props: LineRowProps, at: number, gapPx = 0) {
  const { gridId, row, layout, formats, editable, problems, editor } = props
  const { selectedFrom, selectedTo, active } = props
  const column = layout.columns[at]
  if (!column) return null
  const widthPx = layout.widthsPx[at] ?? 0
  const selected = at >= selectedFrom && at <= selectedTo
  const isActive = at === active
  const problem = row?.wrong?.[column.id] ?? problems.find(({ columnId }) => columnId === column.id)
  const hasProblems = column.kind === 'name' && row !== undefined && problems.length > 0
  const view = row && column.kind !== 'enabled' ? cellView(column, row, widthPx, formats) : undefined
  return (
    <div
      key={at}
      id={isActive ? `${gridId}-active` : undefined}
      role="gridcell"
      aria-colindex={at + 2}
      aria-selected={selected || undefined}
      aria-invalid={problem ? true : undefined}
      className={layout.cellClasses[at]}
      data-left={(selected && at === selectedFrom) || undefined}
      data-right={(selected && at === selectedTo) || undefined}
      data-active={isActive || undefined}
      data-problem={problem ? true : undefined}
      data-told={hasProblems || undefined}
      data-chips={view?.chips || undefined}
      data-cut={hasProblems || view?.mayBeCut || undefined}
      style={gapPx === 0 ? { width: widthPx } : { width: widthPx, marginLeft: gapPx }}
    >
      {column.kind === 'enabled' ? enabledMark(row, editable) : view?.content}
      {hasProblems ? <Sentence problems={problems} /> : null}
      {isActive ? editor : null}
    </div>
  )
}

/** What is wrong with the row, under its name. */
function Sentence({ problems }: { readonly problems: readonly RowProblem[] }) {
  const worst = worstOf(problems)
  return worst ? (
    <span className={styles.sentence} data-severity={worst.severity} data-sentence>
      {worst.message}
    </span>
  ) : null
}

const enabledMark = (row: GridRow | undefined, editable: boolean) =>
  row ? (
    <span
      role="img"
      aria-label={row.enabled ? 'On' : 'Off'}
      className={styles.switch}
      data-on={row.enabled || undefined}
      data-switch={editable || undefined}
    />
  ) : null

function RowHeader({ row, number, editable, problems, change, layout, figures }: LineRowProps) {
  const worst = worstOf(problems)
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      className={styles.rowHeader}
      style={{ width: layout.rowHeaderPx }}
    >
      {row && editable ? (
        <span className={styles.grip} data-grip>
          <Icon name="grip" size={14} />
        </span>
      ) : null}
      {row ? (
        <span className={styles.number}>{number}</span>
      ) : (
        <span className={styles.number} data-new>
          <Icon name="plus" size={14} />
          <span className={styles.hidden}>New row</span>
        </span>
      )}
      {worst ? (
        <span className={styles.mark} data-severity={worst.severity} data-mark>
          <Icon name={severityIcons[worst.severity]} size={15} />
          <span className={styles.hidden}>{problems.map(({ message }) => message).join(' ')}</span>
        </span>
      ) : null}
      {change ? (
        <span className={styles.change} data-change={change}>
          <span className={styles.hidden}>{change === 'added' ? 'New' : 'Changed'}</span>
        </span>
      ) : null}
      {figures ? (
        <span className={styles.figures}>
          {figures.map((text, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- figures have no name but their place
            <span key={place}>{text}</span>
          ))}
        </span>
      ) : null}
    </div>
  )
}

/** From the end of one drawn column to the beginning of the next. */
const gapPx = (
  { leftsPx, widthsPx, frozenPx }: ColumnLayout,
  before: number | undefined,
  at: number,
): number =>
  (leftsPx[at] ?? 0) - (before === undefined ? frozenPx : (leftsPx[before] ?? 0) + (widthsPx[before] ?? 0))

const indexes = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)

/** One row, with only the columns in sight, and the active one wherever it is. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, topPx, row, layout, columns, active, editable, hit, drop, selectionEdge } = props
  const scrolled = indexes(columns.first, columns.end)
  if (active >= columns.end) scrolled.push(active)
  else if (active >= layout.frozen && active < columns.first) scrolled.unshift(active)
  return (
    <div
      role="row"
      aria-rowindex={line + 2}
      className={styles.row}
      data-line={line}
      data-off={(row && !row.enabled) || undefined}
      data-inherited={!editable || undefined}
      data-hit={hit || undefined}
      data-drop={drop}
      data-edge={selectionEdge}
      data-editing={props.editor !== undefined || undefined}
      style={{ top: topPx, width: layout.totalPx }}
    >
      <div className={styles.frozen} style={{ width: layout.frozenPx }}>
        <RowHeader {...props} />
        {indexes(0, layout.frozen).map((at) => gridCell(props, at))}
      </div>
      {scrolled.map((at, place) => gridCell(props, at, gapPx(layout, scrolled[place - 1], at)))}
    </div>
  )
})
