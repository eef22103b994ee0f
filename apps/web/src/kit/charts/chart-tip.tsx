import { useLayoutEffect, useRef, type RefObject } from 'react'
import {
  isFew,
  valueOf,
  type ChartColumn,
  type ChartCursor,
  type ChartData,
  type ChartMarker,
} from './chart-data.ts'
import styles from './chart.module.css'

const gapPx = 14
const mostRows = 10

export interface TipPlace {
  readonly x: number
  readonly y: number
}

function Few({
  data,
  cursor,
  column,
}: {
  readonly data: ChartData
  readonly cursor: ChartCursor
  readonly column: ChartColumn
}) {
  const cell = data.rows[cursor.row]?.cells[column.key]
  if (!isFew(cell) || cell?.low === undefined || cell.high === undefined) return null
  return (
    <div className={styles.tipNote}>
      Only {cell.n} payments: between {column.format(cell.low)} and {column.format(cell.high)}
    </div>
  )
}

/** What stands under the cursor. It never leaves the chart and never catches the pointer. */
export function ChartTip({
  data,
  cursor,
  place,
  markers,
}: {
  readonly data: ChartData
  readonly cursor: ChartCursor
  /** Kept out of the state: moving within a point draws nothing anew. */
  readonly place: RefObject<TipPlace>
  readonly markers: readonly ChartMarker[]
}) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tip = ref.current
    const around = tip?.parentElement
    if (!tip || !around) return
    const { x, y } = place.current
    const goesLeft = x + gapPx + tip.offsetWidth > around.clientWidth
    const left = goesLeft ? x - gapPx - tip.offsetWidth : x + gapPx
    const most = Math.max(0, around.clientWidth - tip.offsetWidth)
    tip.style.transform = `translate(${Math.min(most, Math.max(0, left))}px, ${Math.max(0, y - tip.offsetHeight / 2)}px)`
  })
  const row = data.rows[cursor.row]
  const here = data.columns[cursor.column]
  if (!row || !here) return null
  const shown = data.columns.filter((column) => valueOf(row, column) !== null || column === here)
  const listed =
    shown.length > mostRows ? shown.filter((column, at) => column === here || at < mostRows) : shown
  return (
    <div ref={ref} className={styles.tip} aria-hidden="true">
      <div className={styles.tipTitle}>{row.label}</div>
      {listed.map((column) => {
        const value = valueOf(row, column)
        const cell = row.cells[column.key]
        const few = isFew(cell)
        return (
          <div
            key={column.key}
            className={styles.tipRow}
            data-here={(column === here && listed.length > 1) || undefined}
          >
            <span className={styles.swatch} style={{ background: column.color }} />
            <span className={styles.name}>{column.label}</span>
            <span className={styles.tipValue} data-few={few || undefined}>
              {value === null ? '–' : column.format(value)}
              {few ? ` of ${cell?.n}` : null}
            </span>
          </div>
        )
      })}
      {listed.length < shown.length ? (
        <div className={styles.tipNote}>{shown.length - listed.length} more in the table</div>
      ) : null}
      <Few data={data} cursor={cursor} column={here} />
      {markers
        .filter(({ rowKey }) => rowKey === row.key)
        .map(({ label }) => (
          <div key={label} className={styles.tipNote}>
            ▼ {label}
          </div>
        ))}
    </div>
  )
}
