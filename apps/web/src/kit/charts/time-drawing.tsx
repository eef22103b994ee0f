import type { PointerEvent } from 'react'
import { CartesianGrid, ComposedChart, ReferenceDot, ReferenceLine, XAxis, YAxis } from 'recharts'
import { axisWidth, RowTick, valueAxis } from './axes.tsx'
import type { ChartData, ChartMarker, DrawingProps } from './chart-data.ts'
import { labelledRows } from './scale.ts'
import { axisHeightPx, focusOf, margin, nearest, pointsOf, scaleOfRows, type Focus } from './time-plot.ts'
import { areasOf, linesOf } from './time-series.tsx'

const labelPx = 84

const markerLines = (markers: readonly ChartMarker[], { rows }: ChartData) =>
  markers.map((marker) => (
    <ReferenceLine
      key={`${marker.rowKey} ${marker.label}`}
      x={rows.findIndex(({ key }) => key === marker.rowKey)}
      stroke="var(--tone-attention)"
      strokeDasharray="2 3"
      label={{ value: '▼', position: 'top', fill: 'var(--tone-attention)', fontSize: 9 }}
    />
  ))

const focusDot = ({ row, column, level }: Focus) => (
  <ReferenceDot x={row} y={level} r={4} fill={column.color} stroke="var(--surface-card)" strokeWidth={2} />
)

function TimeDrawing(props: DrawingProps & { readonly isStacked: boolean }) {
  const { data, widthPx, heightPx, cursor, onCursor, onOpen, markers, isStacked } = props
  const scale = scaleOfRows(data, isStacked)
  const [first] = data.columns
  const leftPx = axisWidth(scale.ticks, first)
  const focus = focusOf(data, cursor, isStacked)
  const focused = data.columns.length > 1 && cursor ? cursor.column : null
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const plot = { data, widthPx, heightPx, isStacked, scale, leftPx }
    onCursor(nearest(plot, event.clientX - left, event.clientY - top))
  }
  const open = () => {
    const row = focus && data.rows[focus.row]
    if (row) onOpen?.(row, focus.column)
  }
  return (
    <div
      role="presentation"
      style={onOpen && focus ? { cursor: 'pointer' } : undefined}
      onPointerMove={onPointerMove}
      onClick={open}
    >
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
        <YAxis {...valueAxis(scale, first)} width={leftPx} axisLine={false} />
        {isStacked ? areasOf(data, focused) : linesOf(data, focused)}
        {markerLines(markers, data)}
        {cursor ? <ReferenceLine x={cursor.row} stroke="var(--line-strong)" /> : null}
        {focus ? focusDot(focus) : null}
      </ComposedChart>
    </div>
  )
}

/** Values over time, a line each. */
export const LineDrawing = (props: DrawingProps) => <TimeDrawing {...props} isStacked={false} />

/** Parts of a whole over time. */
export const AreaDrawing = (props: DrawingProps) => <TimeDrawing {...props} isStacked />
