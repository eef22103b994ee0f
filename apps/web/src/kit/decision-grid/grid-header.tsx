import { memo, useRef, type CSSProperties, type PointerEvent } from 'react'
import { Tooltip } from '../../ui/tooltip.tsx'
import { maxColumnPx, minColumnPx, type ColumnLayout, type ColumnWindow } from './column-layout.ts'
import type { GridColumn } from './core/grid-column.ts'
import { isFigure } from './cell-display.ts'
import styles from './decision-grid.module.css'

export interface GridHeaderProps {
  readonly layout: ColumnLayout
  readonly columns: ColumnWindow
  /** What the figures beside the row numbers are. */
  readonly figures?: readonly string[] | undefined
  readonly onSelect: (column: number) => void
  readonly onResize: (id: string, widthPx: number) => void
}

function Resizer({
  column,
  widthPx,
  onResize,
}: {
  readonly column: GridColumn
  readonly widthPx: number
  readonly onResize: GridHeaderProps['onResize']
}) {
  const start = useRef<{ x: number; widthPx: number } | null>(null)
  const down = (event: PointerEvent<HTMLSpanElement>) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, widthPx }
  }
  const move = (event: PointerEvent<HTMLSpanElement>) => {
    if (!start.current) return
    const wanted = start.current.widthPx + event.clientX - start.current.x
    onResize(column.id, Math.round(Math.min(Math.max(wanted, minColumnPx), maxColumnPx)))
  }
  return (
    <span
      className={styles.resizer}
      aria-hidden="true"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = null
      }}
      onClick={(event) => event.stopPropagation()}
    />
  )
}

function HeaderCell({ at, layout, onSelect, onResize }: GridHeaderProps & { readonly at: number }) {
  const column = layout.columns[at]
  if (!column) return null
  const widthPx = layout.widthsPx[at] ?? 0
  return (
    <div
      role="columnheader"
      aria-colindex={at + 2}
      tabIndex={-1}
      className={styles.headerCell}
      data-kind={column.kind}
      data-align={isFigure(column) ? 'figure' : undefined}
      data-first-output={at === layout.firstOutput || undefined}
      style={{ left: layout.leftsPx[at], width: widthPx }}
      onClick={() => onSelect(at)}
      onKeyDown={undefined}
    >
      <Tooltip content={column.help ?? null}>
        <span className={styles.headerLabel}>
          {column.label}
          {column.required ? <span className={styles.required}> *</span> : null}
        </span>
      </Tooltip>
      {column.kind === 'enabled' ? null : <Resizer column={column} widthPx={widthPx} onResize={onResize} />}
    </div>
  )
}

/** The words over the two halves of a rule, moving with their columns. */
function Bands({ layout }: { readonly layout: ColumnLayout }) {
  const { frozenPx, firstOutput, endOutput, leftsPx, totalPx, columns } = layout
  // Where there is little room the names scroll with the rest, and belong to neither half.
  const conditionsPx = leftsPx[columns.findIndex(({ kind }) => kind === 'condition')] ?? frozenPx
  const outputsPx = leftsPx[firstOutput] ?? totalPx
  const endPx = leftsPx[endOutput] ?? totalPx
  return (
    <div
      className={styles.bands}
      aria-hidden="true"
      style={{ '--frozen-px': `${frozenPx}px` } as CSSProperties}
    >
      <span
        className={styles.band}
        style={{ left: conditionsPx, width: Math.max(0, outputsPx - conditionsPx) }}
      >
        <span className={styles.bandText}>When</span>
      </span>
      <span
        className={styles.band}
        data-outcome
        style={{ left: outputsPx, width: Math.max(0, endPx - outputsPx) }}
      >
        <span className={styles.bandText}>Then</span>
      </span>
      <span className={styles.bandCorner} style={{ width: frozenPx }} />
    </div>
  )
}

/** Names of the columns; a click selects one from top to bottom. */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { layout, columns, figures } = props
  const frozen = Array.from({ length: layout.frozen }, (_, at) => at)
  const scrolled = Array.from(
    { length: Math.max(0, columns.end - columns.first) },
    (_, at) => columns.first + at,
  )
  return (
    <div role="rowgroup" className={styles.header} style={{ width: layout.totalPx }}>
      <Bands layout={layout} />
      <div role="row" aria-rowindex={1} className={styles.headerRow}>
        <div className={styles.frozen} style={{ width: layout.frozenPx }}>
          <div
            role="columnheader"
            aria-colindex={1}
            className={styles.headerCorner}
            style={{ width: layout.rowHeaderPx }}
          >
            <span className={styles.hidden}>Row</span>
            {figures ? (
              <span className={styles.figures}>
                {figures.map((word) => (
                  <span key={word}>{word}</span>
                ))}
              </span>
            ) : null}
          </div>
          {frozen.map((at) => (
            <HeaderCell key={at} {...props} at={at} />
          ))}
        </div>
        {scrolled.map((at) => (
          <HeaderCell key={at} {...props} at={at} />
        ))}
      </div>
    </div>
  )
})
