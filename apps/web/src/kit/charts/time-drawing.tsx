import { memo, useLayoutEffect, useMemo, useRef, type PointerEvent, type RefObject } from 'react'
import { CartesianGrid, ComposedChart, ReferenceLine, XAxis, YAxis } from 'recharts'
import { axisWidth, RowTick, valueAxis } from './axes.tsx'
import {
  markersIn,
  type ChartCursor,
  type ChartData,
  type ChartMarker,
  type DrawingProps,
} from './chart-data.ts'
import styles from './chart.module.css'
import { labelledRows, type Scale } from './scale.ts'
import { axisHeightPx, focusOf, margin, nearest, placeOf, pointsOf, scaleOfRows } from './time-plot.ts'
import { areasOf, linesOf, seriesClass } from './time-series.tsx'

const labelPx = 84

const markerLines = (markers: readonly ChartMarker[], data: ChartData) =>
  markersIn(data, markers).map(({ marker, index }) => (
    <ReferenceLine
      key={`${marker.rowKey} ${marker.label}`}
      x={index}
      stroke="var(--tone-attention)"
      strokeDasharray="2 3"
      label={{ value: '▼', position: 'top', fill: 'var(--tone-attention)', fontSize: 9 }}
    />
  ))

interface PlotProps extends Pick<DrawingProps, 'data' | 'widthPx' | 'heightPx' | 'markers'> {
  readonly isStacked: boolean
  readonly scale: Scale
  readonly leftPx: number
}

/** All that does not follow the pointer: drawing it anew for every move would take longer than a frame. */
const StillPlot = memo(({ data, widthPx, heightPx, markers, isStacked, scale, leftPx }: PlotProps) => (
  <ComposedChart
    width={widthPx}
    height={heightPx}
    data={pointsOf(data)}
    margin={margin}
    accessibilityLayer={false}
  >
    <CartesianGrid vertical={false} stroke="var(--line)" />
    <XAxis
      dataKey="index"
      type="number"
      domain={[0, Math.max(1, data.rows.length - 1)]}
      ticks={labelledRows(data.rows.length, widthPx - leftPx, labelPx)}
      interval={0}
      height={axisHeightPx}
      tickFormatter={(index: number) => data.rows[index]?.axisLabel ?? data.rows[index]?.label ?? ''}
      tick={<RowTick leftPx={leftPx} rightPx={widthPx - margin.right} />}
      tickLine={false}
      axisLine={{ stroke: 'var(--line-strong)' }}
    />
    <YAxis {...valueAxis(scale, data.columns[0])} width={leftPx} axisLine={false} />
    {isStacked ? areasOf(data) : linesOf(data)}
    {markerLines(markers, data)}
  </ComposedChart>
))

interface CursorProps extends Omit<PlotProps, 'markers'> {
  readonly cursor: ChartCursor
}

/** A line through the row under the pointer, and a dot on its point. */
function CursorOverlay({ cursor, ...plot }: CursorProps) {
  const { data, widthPx, heightPx, isStacked } = plot
  const focus = focusOf(data, cursor, isStacked)
  const { x, y } = placeOf(plot, cursor.row, focus?.level ?? null)
  return (
    <svg width={widthPx} height={heightPx} className={styles.overlay} aria-hidden="true">
      <line x1={x} x2={x} y1={margin.top} y2={heightPx - axisHeightPx} stroke="var(--line-strong)" />
      {focus && y !== null ? (
        <circle cx={x} cy={y} r={4} fill={focus.column.color} stroke="var(--surface-card)" strokeWidth={2} />
      ) : null}
    </svg>
  )
}

/** Those the pointer is not on step back. Only their opacity is touched. */
function useFocused(ref: RefObject<HTMLDivElement | null>, { columns }: ChartData, focused: number | null) {
  useLayoutEffect(() => {
    const layers = ref.current?.querySelectorAll<SVGGElement>(`.${seriesClass}`) ?? []
    layers.forEach((layer, index) => {
      const isBack = focused !== null && focused !== index && !columns[index]?.isCompared
      layer.style.opacity = isBack ? '0.4' : ''
    })
  }, [ref, columns, focused])
}

function TimeDrawing(props: DrawingProps & { readonly isStacked: boolean }) {
  const { data, widthPx, heightPx, cursor, onCursor, onOpen, markers, isStacked } = props
  const ref = useRef<HTMLDivElement>(null)
  const scale = useMemo(() => scaleOfRows(data, isStacked), [data, isStacked])
  const leftPx = axisWidth(scale.ticks, data.columns[0])
  const plot = { data, widthPx, heightPx, isStacked, scale, leftPx }
  const focus = focusOf(data, cursor, isStacked)
  useFocused(ref, data, data.columns.length > 1 && cursor ? cursor.column : null)
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    onCursor(nearest(plot, event.clientX - left, event.clientY - top))
  }
  const open = () => {
    const row = focus && data.rows[focus.row]
    if (row) onOpen?.(row, focus.column)
  }
  return (
    <div
      ref={ref}
      role="presentation"
      style={onOpen && focus ? { cursor: 'pointer' } : undefined}
      onPointerMove={onPointerMove}
      onClick={open}
    >
      <StillPlot {...plot} markers={markers} />
      {cursor ? <CursorOverlay {...plot} cursor={cursor} /> : null}
    </div>
  )
}

/** Values over time, a line each. */
export const LineDrawing = (props: DrawingProps) => <TimeDrawing {...props} isStacked={false} />

/** Parts of a whole over time. */
export const AreaDrawing = (props: DrawingProps) => <TimeDrawing {...props} isStacked />
