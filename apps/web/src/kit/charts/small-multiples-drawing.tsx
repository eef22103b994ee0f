import type { PointerEvent } from 'react'
import {
  valueOf,
  type ChartColumn,
  type ChartMarker,
  type ChartRow,
  type DrawingProps,
} from './chart-data.ts'
import {
  multipleGapPx as gapPx,
  multiplesHeight,
  multiplesPerRow,
  multipleTilePx as tilePx,
} from './chart-sizes.ts'
import { fitText, positionIn, scaleOf, type Scale } from './scale.ts'

const titlePx = 22

function pathOf(values: readonly (number | null)[], scale: Scale, width: number, height: number): string {
  let isOpen = false
  return values
    .map((value, index) => {
      if (value === null) {
        isOpen = false
        return ''
      }
      const x = (index / Math.max(1, values.length - 1)) * width
      const y = height - positionIn(scale, value) * height
      const step = `${isOpen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
      isOpen = true
      return step
    })
    .join('')
}

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
  markers.map(({ rowKey, label }) => {
    const x = xOf(
      tile,
      tile.rows.findIndex(({ key }) => key === rowKey),
    )
    return (
      <line
        key={`${rowKey} ${label}`}
        x1={x}
        x2={x}
        y1={0}
        y2={plotPx}
        stroke="var(--tone-attention)"
        strokeDasharray="2 3"
      />
    )
  })

function Course({ tile, column, here }: { tile: Tile; column: ChartColumn; here: number | null }) {
  const value = here === null ? null : valueOf(tile.rows[here], column)
  const values = tile.rows.map((row) => valueOf(row, column))
  const isAlone = (row: number) => (values[row - 1] ?? null) === null && (values[row + 1] ?? null) === null
  return (
    <>
      {values.map((each, row) =>
        each !== null && isAlone(row) ? (
          <circle key={row} cx={xOf(tile, row)} cy={yOf(tile, each)} r={2} fill={column.color} />
        ) : null,
      )}
      <path
        d={pathOf(values, tile.scale, tile.width, plotPx)}
        fill="none"
        stroke={column.color}
        strokeWidth={1.75}
        strokeLinejoin="round"
      />
      {here !== null && value !== null ? (
        <circle
          cx={xOf(tile, here)}
          cy={yOf(tile, value)}
          r={3.5}
          fill={column.color}
          stroke="var(--surface-card)"
          strokeWidth={1.5}
        />
      ) : null}
    </>
  )
}

interface TitleProps {
  readonly tile: Tile
  readonly column: ChartColumn
  readonly here: number | null
}

/** The name, and the figure under the cursor or else the newest one. */
function Title({ tile: { rows, width }, column, here }: TitleProps) {
  const newest = rows.findLast((row) => valueOf(row, column) !== null)
  const shown = (here === null ? null : valueOf(rows[here], column)) ?? valueOf(newest, column)
  return (
    <>
      <text y={14} fontSize={13} fontWeight={500} fill="var(--ink)">
        {fitText(column.label, width - 64)}
      </text>
      <text x={width} y={14} fontSize={13} textAnchor="end" fill="var(--ink-muted)">
        {shown === null ? '–' : column.axis(shown)}
      </text>
    </>
  )
}

/** The same line for each of several, on one scale, so that the odd one out is seen at once. */
export function SmallMultiplesDrawing({ data, widthPx, cursor, onCursor, onOpen, markers }: DrawingProps) {
  const { rows, columns } = data
  const across = multiplesPerRow(widthPx)
  const width = (widthPx - gapPx * (across - 1)) / across
  const isShare = columns.every((column) => column.isShare)
  const values = rows.flatMap((row) => columns.flatMap((column) => valueOf(row, column) ?? []))
  const tile = { rows, width, scale: scaleOf(values, { isShare, count: 2 }) }
  const move = (at: number) => (event: PointerEvent<SVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / Math.max(1, box.width)
    onCursor({ row: Math.max(0, Math.round(share * (rows.length - 1))), column: at })
  }
  return (
    <svg width={widthPx} height={multiplesHeight(columns.length, widthPx)} role="presentation">
      {columns.map((column, at) => {
        const x = (at % across) * (width + gapPx)
        const y = Math.floor(at / across) * (tilePx + gapPx)
        const here = cursor?.column === at ? cursor.row : null
        return (
          <g key={column.key} transform={`translate(${x} ${y})`}>
            <Title tile={tile} column={column} here={here} />
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
