import { CartesianGrid, Scatter, ScatterChart, XAxis, YAxis } from 'recharts'
import { axisTextStyle, axisWidth, valueAxis } from './axes.tsx'
import {
  isFew,
  valueOf,
  type ChartColumn,
  type ChartData,
  type ChartRow,
  type DrawingProps,
} from './chart-data.ts'
import { fitText, positionIn, scaleOf } from './scale.ts'

const margin = { top: 34, right: 28, bottom: 22, left: 0 }
const namePx = 110
const axisPx = 30

interface Point {
  readonly x: number
  readonly y: number
  readonly row: number
}

function pointsOf({ rows, columns: [x, y] }: ChartData): Point[] {
  return rows.flatMap((row, index) => {
    const [across, up] = [valueOf(row, x), valueOf(row, y)]
    return across === null || up === null ? [] : [{ x: across, y: up, row: index }]
  })
}

/** By area: twice as many payments are a dot twice as large. */
function radiusOf({ rows, columns: [, , size] }: ChartData): (row: ChartRow) => number {
  if (!size) return () => 6
  const largest = Math.max(1, ...rows.map((row) => valueOf(row, size) ?? 0))
  return (row) => 5 + 15 * Math.sqrt((valueOf(row, size) ?? 0) / largest)
}

interface Place {
  readonly x: number
  readonly y: number
}

interface DotProps {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly name: string
  readonly few: boolean
  readonly isHere: boolean
  /** The name, where there is no room at the right. */
  readonly goesLeft: boolean
  readonly isNamed: boolean
}

function Dot({ x, y, radius, name, few, isHere, goesLeft, isNamed }: DotProps) {
  const color = few ? 'var(--chart-few)' : 'var(--chart-1)'
  return (
    <>
      <circle
        cx={x}
        cy={y}
        r={radius}
        fill={color}
        fillOpacity={isHere ? 0.8 : 0.45}
        stroke={isHere ? 'var(--ink)' : color}
      />
      <text
        x={goesLeft ? x - radius - 4 : x + radius + 4}
        y={y}
        textAnchor={goesLeft ? 'end' : 'start'}
        dominantBaseline="central"
        fontSize={12}
        fill="var(--ink)"
      >
        {isNamed || isHere ? fitText(name, namePx) : ''}
      </text>
    </>
  )
}

/** The larger dots are named first; a name that would cover another is left to the tooltip. */
function namedOf(points: readonly Point[], data: ChartData, place: (point: Point) => Place): Set<number> {
  const radius = radiusOf(data)
  const sizeOf = ({ row }: Point) => radius(data.rows[row] as ChartRow)
  const taken: Place[] = []
  const named = new Set<number>()
  for (const point of points.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    const here = place(point)
    const isCovered = taken.some(({ x, y }) => Math.abs(x - here.x) < namePx && Math.abs(y - here.y) < 14)
    if (isCovered) continue
    taken.push(here)
    named.add(point.row)
  }
  return named
}

const axisTitle = ({ label }: ChartColumn) =>
  ({ value: label, position: 'insideBottom', offset: -14, ...axisTextStyle }) as const

const upTitle = ({ label }: ChartColumn) =>
  ({ value: label, position: 'top', offset: 14, textAnchor: 'start', ...axisTextStyle }) as const

interface Placed {
  readonly cx?: number
  readonly cy?: number
  readonly payload?: Point
}

/** Two measures against each other, a dot each; the third is its size. */
export function ScatterDrawing({ data, widthPx, heightPx, cursor, onCursor, onOpen }: DrawingProps) {
  const [across, up] = data.columns
  if (!across || !up) return null
  const points = pointsOf(data)
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const scaleX = scaleOf(xs, { isShare: across.isShare ?? false, fromZero: true })
  const scaleY = scaleOf(ys, { isShare: up.isShare ?? false })
  const radius = radiusOf(data)
  const leftPx = axisWidth(scaleY.ticks, up)
  const named = namedOf(points, data, ({ x, y }) => ({
    x: positionIn(scaleX, x) * (widthPx - leftPx - margin.right),
    y: positionIn(scaleY, y) * (heightPx - margin.top - margin.bottom - axisPx),
  }))
  const dot = ({ cx = 0, cy = 0, payload }: Placed) => {
    const row = payload && data.rows[payload.row]
    if (!row || !payload) return <g />
    return (
      <g
        style={onOpen ? { cursor: 'pointer' } : undefined}
        onPointerMove={() => onCursor({ row: payload.row, column: 1 })}
        onClick={() => onOpen?.(row, up)}
      >
        <Dot
          x={cx}
          y={cy}
          radius={radius(row)}
          name={row.label}
          few={isFew(row.cells[up.key])}
          isHere={cursor?.row === payload.row}
          isNamed={named.has(payload.row)}
          goesLeft={cx > widthPx - namePx - 10}
        />
      </g>
    )
  }
  return (
    <ScatterChart width={widthPx} height={heightPx} margin={margin} accessibilityLayer={false}>
      <CartesianGrid stroke="var(--line)" />
      <XAxis
        {...valueAxis(scaleX, across)}
        dataKey="x"
        axisLine={{ stroke: 'var(--line-strong)' }}
        label={axisTitle(across)}
      />
      <YAxis {...valueAxis(scaleY, up)} dataKey="y" width={leftPx} axisLine={false} label={upTitle(up)} />
      <Scatter data={points} shape={dot} isAnimationActive={false} />
    </ScatterChart>
  )
}
