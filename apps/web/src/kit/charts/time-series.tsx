import { Area, Line } from 'recharts'
import { isFew, valueOf, type ChartColumn, type ChartData } from './chart-data.ts'

interface DotProps {
  readonly cx?: number | undefined
  readonly cy?: number | undefined
  readonly index?: number | undefined
}

/** Points of few payments are marked, because their height means little; a point between two gaps has no line to show it. */
function dotOf(data: ChartData, column: ChartColumn) {
  return ({ cx, cy, index = 0 }: DotProps) => {
    const few = isFew(data.rows[index]?.cells[column.key])
    const alone =
      valueOf(data.rows[index - 1], column) === null && valueOf(data.rows[index + 1], column) === null
    if (cx === undefined || cy === undefined || Number.isNaN(cy) || (!few && !alone)) return <g key={index} />
    return few ? (
      <circle
        key={index}
        cx={cx}
        cy={cy}
        r={3}
        fill="var(--surface-card)"
        stroke="var(--chart-few)"
        strokeWidth={1.5}
      />
    ) : (
      <circle key={index} cx={cx} cy={cy} r={2.5} fill={column.color} />
    )
  }
}

const still = { type: 'linear', isAnimationActive: false, activeDot: false } as const

/** Of the layer of each series, by which it is found when the pointer is on another. */
export const seriesClass = 'chart-series'

/** An area for each column. */
export const areasOf = ({ columns }: ChartData) =>
  columns.map((column) => (
    <Area
      key={column.key}
      {...still}
      className={seriesClass}
      dataKey={column.key}
      stackId="all"
      stroke={column.color}
      strokeWidth={1}
      fill={column.color}
      fillOpacity={0.75}
    />
  ))

/** A line for each column; what the others are compared with is dashed. */
export const linesOf = (data: ChartData) =>
  data.columns.map((column) => (
    <Line
      key={column.key}
      {...still}
      {...(column.isCompared
        ? { strokeDasharray: '4 4', strokeOpacity: 0.7, strokeWidth: 1.5 }
        : { strokeWidth: 2 })}
      className={seriesClass}
      dataKey={column.key}
      stroke={column.color}
      dot={dotOf(data, column)}
    />
  ))
