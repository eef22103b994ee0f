import type { PointerEvent } from 'react'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  Rectangle,
  ReferenceLine,
  XAxis,
  YAxis,
  type BarShapeProps,
} from 'recharts'
import { axisTextStyle, axisWidth, valueAxis } from './axes.tsx'
import { valueOf, type DrawingProps } from './chart-data.ts'
import { fitText, scaleOf } from './scale.ts'

const margin = { top: 12, right: 0, bottom: 0, left: 0 }
const labelsPx = 92
const sharePx = 48
/** Few causes make most of the whole: where the line crosses it, they end. */
const most = 0.8

interface NameTickProps {
  readonly names: readonly string[]
  readonly stepPx: number
  readonly x?: number
  readonly y?: number
  readonly payload?: { readonly value: number }
}

/** Names lean, so that a dozen of them fit side by side. */
function NameTick({ names, stepPx, x = 0, y = 0, payload }: NameTickProps) {
  const text = names[payload?.value ?? 0] ?? ''
  const isUpright = stepPx > text.length * 6.6
  return (
    <text
      x={x}
      y={y + 10}
      textAnchor={isUpright ? 'middle' : 'end'}
      fontSize={12}
      fill="var(--ink-muted)"
      transform={isUpright ? undefined : `rotate(-40 ${x} ${y + 6})`}
    >
      {isUpright ? text : fitText(text, 116)}
    </text>
  )
}

interface Point {
  readonly index: number
  readonly value: number
  /** Of the whole, with everything larger. */
  readonly share: number
}

function pointsOf(values: readonly number[]): Point[] {
  const whole = values.reduce((sum, value) => sum + value, 0) || 1
  const upTo = (index: number) => values.slice(0, index + 1).reduce((sum, value) => sum + value, 0)
  return values.map((value, index) => ({ index, value, share: upTo(index) / whole }))
}

const shareAxis = (
  <YAxis
    yAxisId="share"
    orientation="right"
    width={sharePx}
    domain={[0, 1]}
    ticks={[0, 0.2, 0.4, 0.6, 0.8, 1]}
    tickFormatter={(tick: number) => `${Math.round(tick * 100)} %`}
    tick={axisTextStyle}
    tickLine={false}
    axisLine={false}
  />
)

const shareLine = (
  <Line
    yAxisId="share"
    dataKey="share"
    type="linear"
    stroke="var(--chart-3)"
    strokeWidth={2}
    dot={{ r: 2.5, fill: 'var(--chart-3)', strokeWidth: 0 }}
    activeDot={false}
    isAnimationActive={false}
  />
)

/** Causes by size, and how much of the whole the largest of them make together. */
export function ParetoDrawing({ data, widthPx, heightPx, cursor, onCursor, onOpen }: DrawingProps) {
  const [column] = data.columns
  if (!column) return null
  const values = data.rows.map((row) => valueOf(row, column) ?? 0)
  const scale = scaleOf(values, { fromZero: true })
  const leftPx = axisWidth(scale.ticks, column)
  const stepPx = (widthPx - leftPx - sharePx) / Math.max(1, values.length)
  const rowAt = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - leftPx
    return Math.min(values.length - 1, Math.max(0, Math.floor(x / stepPx)))
  }
  const bar = (props: BarShapeProps) => (
    <Rectangle {...props} fillOpacity={cursor === null || cursor.row === props.index ? 0.9 : 0.5} />
  )
  return (
    <div
      role="presentation"
      style={onOpen && cursor ? { cursor: 'pointer' } : undefined}
      onPointerMove={(event) => onCursor({ row: rowAt(event), column: 0 })}
      onClick={() => {
        const row = cursor && data.rows[cursor.row]
        if (row) onOpen?.(row, column)
      }}
    >
      <ComposedChart
        width={widthPx}
        height={heightPx}
        data={pointsOf(values)}
        margin={margin}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="index"
          type="number"
          domain={[-0.5, values.length - 0.5]}
          ticks={values.map((_, index) => index)}
          interval={0}
          height={labelsPx}
          tick={<NameTick names={data.rows.map(({ label }) => label)} stepPx={stepPx} />}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
        />
        <YAxis {...valueAxis(scale, column)} yAxisId="value" width={leftPx} axisLine={false} />
        {shareAxis}
        <ReferenceLine yAxisId="share" y={most} stroke="var(--line-strong)" strokeDasharray="4 4" />
        <Bar
          yAxisId="value"
          dataKey="value"
          barSize={Math.max(4, stepPx * 0.6)}
          fill={column.color}
          shape={bar}
          isAnimationActive={false}
        />
        {shareLine}
      </ComposedChart>
    </div>
  )
}
