import {
  isFew,
  valueOf,
  type ChartCell,
  type ChartColumn,
  type ChartData,
  type ChartRow,
  type DrawingProps,
} from './chart-data.ts'
import { barRowPx, viewBoxOf } from './chart-sizes.ts'
import { fitText, positionIn, textPx, scaleOf, type Scale } from './scale.ts'

const valuePx = 84

interface Plot {
  readonly scale: Scale
  readonly leftPx: number
  readonly plotPx: number
}

const sumOf = (row: ChartRow, columns: readonly ChartColumn[]): number =>
  columns.reduce((sum, column) => sum + (valueOf(row, column) ?? 0), 0)

function plotOf({ rows, columns }: ChartData, widthPx: number): Plot {
  const longestPx = Math.max(0, ...rows.map(({ label }) => textPx(label)))
  const leftPx = Math.min(widthPx * 0.38, Math.max(60, longestPx + 18))
  const isShare = columns.every((column) => column.isShare)
  const sums = rows.map((row) => sumOf(row, columns))
  return {
    leftPx,
    plotPx: Math.max(40, widthPx - leftPx - valuePx),
    scale: scaleOf(isShare ? [0, 1] : sums, { fromZero: true, isShare }),
  }
}

const xOf = ({ scale, leftPx, plotPx }: Plot, value: number): number =>
  leftPx + positionIn(scale, value) * plotPx

/** Where the part of each column begins and ends: what is above zero follows each other, the rest starts at zero. */
const partsOf = (row: ChartRow, columns: readonly ChartColumn[]) =>
  columns.map((column, index) => {
    const value = valueOf(row, column) ?? 0
    const before = columns.slice(0, index).map((each) => Math.max(0, valueOf(row, each) ?? 0))
    const from = value < 0 ? value : before.reduce((sum, each) => sum + each, 0)
    return { column, value, from, to: value < 0 ? 0 : from + value }
  })

/** How far a share of few payments may be from the truth. */
function Interval({ cell, y, plot }: { cell: ChartCell | undefined; y: number; plot: Plot }) {
  if (!isFew(cell) || cell?.low === undefined || cell.high === undefined) return null
  return (
    <line
      x1={xOf(plot, cell.low)}
      x2={xOf(plot, cell.high)}
      y1={y}
      y2={y}
      stroke="var(--ink-muted)"
      strokeWidth={1.5}
    />
  )
}

interface BarRowProps extends Omit<DrawingProps, 'heightPx' | 'markers'> {
  readonly row: ChartRow
  readonly index: number
  readonly plot: Plot
}

function BarRow({ row, index, plot, data, widthPx, cursor, onCursor, onOpen }: BarRowProps) {
  const { columns } = data
  const [single] = columns
  const top = index * barRowPx
  const middle = top + barRowPx / 2
  const isHere = cursor?.row === index
  const cell = single && row.cells[single.key]
  return (
    <g
      style={onOpen ? { cursor: 'pointer' } : undefined}
      onPointerMove={() => onCursor({ row: index, column: cursor?.column ?? 0 })}
      onClick={() => {
        const column = columns[cursor?.column ?? 0] ?? single
        if (column) onOpen?.(row, column)
      }}
    >
      <rect
        y={top}
        width={widthPx}
        height={barRowPx}
        rx={4}
        fill={isHere ? 'var(--surface-hover)' : 'transparent'}
      />
      <text x={4} y={middle} dominantBaseline="central" fontSize={13} fill="var(--ink)">
        {fitText(row.label, plot.leftPx - 12)}
      </text>
      {partsOf(row, columns).map(({ column, value, from, to }, at) => (
        <rect
          key={column.key}
          x={xOf(plot, from)}
          y={top + 9}
          width={Math.max(value === 0 ? 0 : 1.5, xOf(plot, to) - xOf(plot, from))}
          height={barRowPx - 18}
          rx={2}
          fill={isFew(row.cells[column.key]) ? 'var(--chart-few)' : column.color}
          opacity={columns.length > 1 && isHere && cursor.column !== at ? 0.45 : 1}
          onPointerMove={(event) => {
            event.stopPropagation()
            onCursor({ row: index, column: at })
          }}
        />
      ))}
      <Interval cell={cell} y={middle} plot={plot} />
      <text
        x={widthPx - 4}
        y={middle}
        textAnchor="end"
        dominantBaseline="central"
        fontSize={13}
        fill={isFew(cell) ? 'var(--ink-muted)' : 'var(--ink)'}
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {single?.axis(sumOf(row, columns)) ?? ''}
      </text>
    </g>
  )
}

/** Bars that lie: names have room at the left, figures stand at the right. Several columns share a bar. */
export function BarDrawing(props: DrawingProps) {
  const { data, widthPx } = props
  const plot = plotOf(data, widthPx)
  const heightPx = data.rows.length * barRowPx
  return (
    <svg width={widthPx} height={heightPx} viewBox={viewBoxOf(widthPx, heightPx)} role="presentation">
      {data.rows.map((row, index) => (
        <BarRow key={row.key} {...props} row={row} index={index} plot={plot} />
      ))}
    </svg>
  )
}
