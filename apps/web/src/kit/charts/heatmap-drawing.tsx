import { memo } from 'react'
import { isFew, valueOf, type ChartColumn, type ChartData, type DrawingProps } from './chart-data.ts'
import { heatHeadPx as headPx, viewBoxOf } from './chart-sizes.ts'
import { fitText } from './scale.ts'

/** A cell smaller than that has no room for its figure. */
const figureWidthPx = 46
const figureHeightPx = 18
/** From there on a figure is read better in the other colour, in both themes. */
const strongShade = 0.78

/** Darker is more. Shares spread between their lowest and highest, or a good month would be all one colour. */
function shadeOf({ rows, columns }: ChartData): (value: number) => number {
  const values = rows.flatMap((row) => columns.flatMap((column) => valueOf(row, column) ?? []))
  const isShare = columns.every((column) => column.isShare)
  const low = Math.min(...values, isShare ? Number.MAX_VALUE : 0)
  const high = Math.max(...values)
  return (value) => (high === low ? 0.6 : 0.08 + (0.92 * (value - low)) / (high - low))
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface CellProps {
  readonly box: Box
  readonly column: ChartColumn
  readonly value: number
  readonly shade: number
  readonly few: boolean
  readonly isBest: boolean
}

function Cell({ box: { x, y, width, height }, column, value, shade, few, isBest }: CellProps) {
  return (
    <>
      <rect
        x={x + 1}
        y={y + 1}
        width={Math.max(1, width - 2)}
        height={Math.max(1, height - 2)}
        rx={2}
        fill={few ? 'var(--chart-few)' : 'var(--chart-1)'}
        fillOpacity={few ? 0.15 + 0.55 * shade : shade}
      />
      {width > figureWidthPx && height > figureHeightPx ? (
        <text
          x={x + width / 2}
          y={y + height / 2}
          textAnchor="middle"
          dominantBaseline="central"
          fontSize={12}
          fill={few || shade < strongShade ? 'var(--ink)' : 'var(--chart-on-strong)'}
          style={{ fontVariantNumeric: 'tabular-nums', pointerEvents: 'none' }}
        >
          {isBest ? '★ ' : ''}
          {column.axis(value)}
        </text>
      ) : null}
    </>
  )
}

const EmptyCell = ({ box: { x, y, width, height } }: Pick<CellProps, 'box'>) => (
  <rect
    x={x + 1}
    y={y + 1}
    width={Math.max(1, width - 2)}
    height={Math.max(1, height - 2)}
    rx={2}
    fill="var(--surface-sunken)"
  />
)

/** As many names of columns as there is room for. */
function Head({
  columns,
  leftPx,
  cellPx,
}: {
  columns: readonly ChartColumn[]
  leftPx: number
  cellPx: number
}) {
  const every = Math.max(1, Math.ceil(26 / cellPx))
  return columns.map((column, at) =>
    at % every === 0 ? (
      <text
        key={column.key}
        x={leftPx + (at + 0.5) * cellPx}
        y={headPx - 8}
        textAnchor="middle"
        fontSize={12}
        fill="var(--ink-muted)"
      >
        {fitText(column.label, cellPx * every)}
      </text>
    ) : null,
  )
}

type GridProps = Pick<DrawingProps, 'data' | 'onCursor' | 'onOpen'> & {
  readonly leftPx: number
  readonly widthPx: number
  readonly heightPx: number
}

/** All cells, which do not follow the pointer: there may be hundreds. */
const StillGrid = memo(({ data, onCursor, onOpen, leftPx, widthPx, heightPx }: GridProps) => {
  const { rows, columns } = data
  const shade = shadeOf(data)
  return rows.map((row, index) => (
    <g key={row.key}>
      <text
        y={headPx + (index + 0.5) * heightPx}
        dominantBaseline="central"
        fontSize={12}
        fill="var(--ink-muted)"
      >
        {fitText(row.label, leftPx - 8)}
      </text>
      {columns.map((column, at) => {
        const value = valueOf(row, column)
        const box = {
          x: leftPx + at * widthPx,
          y: headPx + index * heightPx,
          width: widthPx,
          height: heightPx,
        }
        return (
          <g
            key={column.key}
            style={onOpen && value !== null ? { cursor: 'pointer' } : undefined}
            onPointerMove={() => onCursor({ row: index, column: at })}
            onClick={() => (value === null ? undefined : onOpen?.(row, column))}
          >
            {value === null ? (
              <EmptyCell box={box} />
            ) : (
              <Cell
                box={box}
                column={column}
                value={value}
                shade={shade(value)}
                few={isFew(row.cells[column.key])}
                isBest={row.cells[column.key]?.isBest === true}
              />
            )}
          </g>
        )
      })}
    </g>
  ))
})

/** Rows by columns, the figure as a shade. */
export function HeatmapDrawing({ data, widthPx, heightPx, cursor, onCursor, onOpen }: DrawingProps) {
  const { rows, columns } = data
  const longest = Math.max(0, ...rows.map(({ label }) => label.length))
  const leftPx = Math.min(widthPx * 0.3, longest * 7 + 10)
  const width = (widthPx - leftPx) / Math.max(1, columns.length)
  const height = (heightPx - headPx) / Math.max(1, rows.length)
  return (
    <svg width={widthPx} height={heightPx} viewBox={viewBoxOf(widthPx, heightPx)} role="presentation">
      <Head columns={columns} leftPx={leftPx} cellPx={width} />
      <StillGrid
        data={data}
        onCursor={onCursor}
        onOpen={onOpen}
        leftPx={leftPx}
        widthPx={width}
        heightPx={height}
      />
      {cursor ? (
        <rect
          x={leftPx + cursor.column * width + 1}
          y={headPx + cursor.row * height + 1}
          width={Math.max(1, width - 2)}
          height={Math.max(1, height - 2)}
          rx={2}
          fill="none"
          stroke="var(--ink)"
          strokeWidth={2}
          pointerEvents="none"
        />
      ) : null}
    </svg>
  )
}
