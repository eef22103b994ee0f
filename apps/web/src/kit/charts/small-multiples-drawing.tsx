import { memo, useMemo, type PointerEvent } from 'react'
import {
  isFew,
  markersIn,
  shareOfAll,
  valueOf,
  type ChartColumn,
  type ChartData,
  type ChartMarker,
  type ChartRow,
  type DrawingProps,
} from './chart-data.ts'
import {
  multipleGapPx as gapPx,
  multiplesHeight,
  multiplesPerRow,
  multipleTilePx as tilePx,
  viewBoxOf,
} from './chart-sizes.ts'
import { fitText, positionIn, scaleOf, type Scale } from './scale.ts'

const titlePx = 22

interface Tile {
  readonly rows: readonly ChartRow[]
  readonly width: number
  readonly scale: Scale
}

const plotPx = tilePx - titlePx - 16
const xOf = ({ rows, width }: Tile, row: number): number => (row / Math.max(1, rows.length - 1)) * width
const yOf = ({ scale }: Tile, value: number): number => plotPx - positionIn(scale, value) * plotPx

/** The ends of the scale, and when it begins and ends; the same for all, so that they compare. */
function Frame({ tile, column }: { tile: Tile; column: ChartColumn }) {
  const { rows, width, scale } = tile
  const text = { y: plotPx + 13, fontSize: 11, fill: 'var(--ink-muted)' }
  const nameOf = (row: ChartRow | undefined) => row?.axisLabel ?? row?.label ?? ''
  return (
    <>
      {[scale.ticks[0], scale.ticks.at(-1)].map((tick, end) =>
        tick === undefined ? null : (
          <line key={end} x1={0} x2={width} y1={yOf(tile, tick)} y2={yOf(tile, tick)} stroke="var(--line)" />
        ),
      )}
      <text {...text}>{nameOf(rows[0])}</text>
      <text {...text} x={width / 2} textAnchor="middle">
        {`${column.axis(scale.low)} to ${column.axis(scale.high)}`}
      </text>
      <text {...text} x={width} textAnchor="end">
        {nameOf(rows.at(-1))}
      </text>
    </>
  )
}

const Marks = ({ tile, markers }: { tile: Tile; markers: readonly ChartMarker[] }) =>
  markersIn(tile, markers).map(({ marker, index }) => {
    const x = xOf(tile, index)
    return (
      <line
        key={`${marker.rowKey} ${marker.label}`}
        data-marker={marker.label}
        x1={x}
        x2={x}
        y1={0}
        y2={plotPx}
        stroke="var(--tone-attention)"
        strokeDasharray="2 3"
      />
    )
  })

/** Steps from point to point: grey where either is of few payments, because its height means little. */
function stepsOf(tile: Tile, column: ChartColumn): { readonly sure: string; readonly few: string } {
  const parts = { sure: '', few: '' }
  const place = (row: number, value: number) => `${xOf(tile, row).toFixed(1)} ${yOf(tile, value).toFixed(1)}`
  tile.rows.forEach((row, at) => {
    const before = tile.rows[at - 1]
    const [from, to] = [valueOf(before, column), valueOf(row, column)]
    if (from === null || to === null) return
    const few = isFew(before?.cells[column.key]) || isFew(row.cells[column.key])
    parts[few ? 'few' : 'sure'] += `M${place(at - 1, from)}L${place(at, to)}`
  })
  return parts
}

interface CourseProps {
  readonly tile: Tile
  readonly column: ChartColumn
  readonly here: number | null
}

/** Drawn anew where the pointer is, and nowhere else. */
const Course = memo(({ tile, column, here }: CourseProps) => {
  const value = here === null ? null : valueOf(tile.rows[here], column)
  const values = tile.rows.map((row) => valueOf(row, column))
  const isAlone = (row: number) => (values[row - 1] ?? null) === null && (values[row + 1] ?? null) === null
  const colorAt = (row: number) =>
    isFew(tile.rows[row]?.cells[column.key]) ? 'var(--chart-few)' : column.color
  const { sure, few } = stepsOf(tile, column)
  const line = { fill: 'none', strokeWidth: 1.75, strokeLinecap: 'round' } as const
  return (
    <>
      {values.map((each, row) =>
        each !== null && isAlone(row) ? (
          <circle key={row} cx={xOf(tile, row)} cy={yOf(tile, each)} r={2} fill={colorAt(row)} />
        ) : null,
      )}
      <path d={few} {...line} stroke="var(--chart-few)" />
      <path d={sure} {...line} stroke={column.color} />
      {here !== null && value !== null ? (
        <circle
          cx={xOf(tile, here)}
          cy={yOf(tile, value)}
          r={3.5}
          fill={colorAt(here)}
          stroke="var(--surface-card)"
          strokeWidth={1.5}
        />
      ) : null}
    </>
  )
})

interface TitleProps {
  readonly data: ChartData
  readonly width: number
  readonly column: ChartColumn
}

const letterPx = 7

/** The name, and the share of the whole period; of other figures the newest one, with its day. */
const Title = memo(({ data, width, column }: TitleProps) => {
  const newest = data.rows.findLast((row) => valueOf(row, column) !== null)
  const value = valueOf(newest, column)
  const newestText = value === null ? '–' : `${newest?.axisLabel ?? newest?.label}: ${column.axis(value)}`
  const whole = column.isShare ? shareOfAll(data, column) : null
  const text = column.isShare ? (whole?.text ?? '–') : newestText
  return (
    <>
      <text y={14} fontSize={13} fontWeight={500} fill="var(--ink)">
        {fitText(column.label, width - text.length * letterPx - 8)}
      </text>
      <text
        x={width}
        y={14}
        fontSize={whole?.few ? 12 : 13}
        textAnchor="end"
        fill={whole?.few ? 'var(--ink-muted)' : 'var(--ink)'}
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {text}
      </text>
    </>
  )
})

/** The same line for each of several, on one scale, so that the odd one out is seen at once. */
export function SmallMultiplesDrawing({ data, widthPx, cursor, onCursor, onOpen, markers }: DrawingProps) {
  const { rows, columns } = data
  const across = multiplesPerRow(widthPx)
  const width = (widthPx - gapPx * (across - 1)) / across
  const tile = useMemo(() => {
    const isShare = columns.every((column) => column.isShare)
    const values = rows.flatMap((row) => columns.flatMap((column) => valueOf(row, column) ?? []))
    return { rows, width, scale: scaleOf(values, { isShare, count: 2 }) }
  }, [rows, columns, width])
  const move = (at: number) => (event: PointerEvent<SVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / Math.max(1, box.width)
    onCursor({ row: Math.max(0, Math.round(share * (rows.length - 1))), column: at })
  }
  const heightPx = multiplesHeight(columns.length, widthPx)
  return (
    <svg width={widthPx} height={heightPx} viewBox={viewBoxOf(widthPx, heightPx)} role="presentation">
      {columns.map((column, at) => {
        const x = (at % across) * (width + gapPx)
        const y = Math.floor(at / across) * (tilePx + gapPx)
        const here = cursor?.column === at ? cursor.row : null
        return (
          <g key={column.key} transform={`translate(${x} ${y})`}>
            <Title data={data} width={width} column={column} />
            <g transform={`translate(0 ${titlePx})`}>
              <Frame tile={tile} column={column} />
              <Marks tile={tile} markers={markers} />
              <Course tile={tile} column={column} here={here} />
              <rect
                width={width}
                height={plotPx}
                fill="transparent"
                style={onOpen ? { cursor: 'pointer' } : undefined}
                onPointerMove={move(at)}
                onClick={() => {
                  const row = cursor && rows[cursor.row]
                  if (row) onOpen?.(row, column)
                }}
              />
            </g>
          </g>
        )
      })}
    </svg>
  )
}
