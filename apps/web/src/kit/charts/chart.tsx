import type { ChartKind } from '@signalbox/model/analytics/widget'
import { useMemo, useState } from 'react'
import { usePrefetch } from '../../ui/loadable.tsx'
import {
  cellText,
  type ChartColumn,
  type ChartCursor,
  type ChartData,
  type ChartMarker,
  type ChartRow,
} from './chart-data.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartTip } from './chart-tip.tsx'
import styles from './chart.module.css'
import { drawings, growsWithRows, hasLegend, heightOf, rowsGoDown } from './drawings.ts'
import { useChartCursor } from './use-chart-cursor.ts'
import { useElementSize } from './use-element-size.ts'
import { useInSight } from './use-in-sight.ts'

export interface ChartProps {
  readonly kind: ChartKind
  /** What it answers; read out. */
  readonly label: string
  readonly data: ChartData
  readonly markers?: readonly ChartMarker[]
  /** As high as the room it is in, where its rows do not decide. */
  readonly fills?: boolean
  /** Opens what a figure is made of. */
  readonly onOpen?: ((row: ChartRow, column: ChartColumn) => void) | undefined
}

const none: readonly ChartMarker[] = []
/** Lower than that nothing can be read. */
const leastPx = 80

/** The columns whose names are not switched off, and the switches. */
function useShown(data: ChartData) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(
    () => ({ ...data, columns: data.columns.filter(({ key }) => !hidden.has(key)) }),
    [data, hidden],
  )
  const toggle = (key: string) =>
    setHidden((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      // One is always left: a chart of nothing answers nothing.
      return next.size === data.columns.length ? before : next
    })
  return { shown, hidden, toggle }
}

function announcement(data: ChartData, cursor: ChartCursor | null, markers: readonly ChartMarker[]): string {
  const row = cursor && data.rows[cursor.row]
  const column = cursor && data.columns[cursor.column]
  if (!row || !column) return ''
  const happened = markers.filter(({ rowKey }) => rowKey === row.key).map(({ label }) => `. ${label}`)
  const name = data.columns.length > 1 ? `, ${column.label}` : ''
  return `${row.label}${name}: ${cellText(row.cells[column.key], column)}${happened.join('')}`
}

/**
 * One chart with its legend, tooltip and keys: arrows walk through its figures, each is read out, Enter opens what it is
 * made of.
 */
export function Chart({ kind, label, data, markers = none, fills = false, onOpen }: ChartProps) {
  const { ref, widthPx, heightPx: roomPx } = useElementSize()
  const inSight = useInSight(ref)
  const { shown, hidden, toggle } = useShown(data)
  const Drawing = drawings[kind]
  // Whoever prints sees charts they never scrolled to, and their code cannot be fetched then.
  usePrefetch(
    useMemo(() => [drawings[kind]], [kind]),
    !inSight,
  )
  const isFilling = fills && !growsWithRows.has(kind)
  const height = isFilling
    ? Math.max(leastPx, roomPx)
    : heightOf(kind, { rows: shown.rows.length, columns: shown.columns.length }, widthPx)
  const { at, byKeyboard, place, move, handlers } = useChartCursor({
    data: shown,
    goesDown: rowsGoDown.has(kind),
    widthPx,
    heightPx: height,
    onOpen,
  })
  return (
    <div className={styles.chart} data-fills={isFilling || undefined}>
      {hasLegend(kind, data.columns) ? (
        <ChartLegend columns={data.columns} hidden={hidden} onToggle={toggle} />
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application has keys of its own */}
      <div
        ref={ref}
        className={styles.canvas}
        style={isFilling ? undefined : { minHeight: height }}
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}. Arrow keys read its figures.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its figures are walked through by keys
        tabIndex={0}
        {...handlers}
      >
        {widthPx > 0 && inSight ? (
          <Drawing
            data={shown}
            widthPx={widthPx}
            heightPx={height}
            cursor={at}
            onCursor={move}
            onOpen={onOpen}
            markers={markers}
          />
        ) : null}
        {at ? <ChartTip data={shown} cursor={at} place={place} markers={markers} /> : null}
      </div>
      <span role="status" className={styles.srOnly}>
        {byKeyboard ? announcement(shown, at, markers) : ''}
      </span>
    </div>
  )
}
