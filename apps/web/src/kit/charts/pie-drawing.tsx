import { colorAt, valueOf, type ChartRow, type DrawingProps } from './chart-data.ts'
import { viewBoxOf } from './chart-sizes.ts'
import { fitText } from './scale.ts'

const rowPx = 22
const gapPx = 24

interface Slice {
  readonly from: number
  readonly to: number
}

function slicesOf(values: readonly number[]): Slice[] {
  const whole = values.reduce((sum, value) => sum + value, 0) || 1
  const slices: Slice[] = []
  for (const value of values) {
    const from = slices.at(-1)?.to ?? 0
    slices.push({ from, to: from + value / whole })
  }
  return slices
}

/** A ring sector; the whole ring is two halves, because an arc cannot end where it begins. */
function sectorPath({ from, to }: Slice, outer: number, inner: number): string {
  const point = (share: number, radius: number) => {
    const angle = share * 2 * Math.PI - Math.PI / 2
    return `${(outer + radius * Math.cos(angle)).toFixed(2)} ${(outer + radius * Math.sin(angle)).toFixed(2)}`
  }
  if (to - from > 0.9999)
    return `${sectorPath({ from: 0, to: 0.5 }, outer, inner)}${sectorPath({ from: 0.5, to: 0.9998 }, outer, inner)}`
  const large = to - from > 0.5 ? 1 : 0
  return [
    `M${point(from, outer)}`,
    `A${outer} ${outer} 0 ${large} 1 ${point(to, outer)}`,
    `L${point(to, inner)}`,
    `A${inner} ${inner} 0 ${large} 0 ${point(from, inner)}Z`,
  ].join('')
}

const colorOf = ({ colors }: ChartRow, index: number): string => colors?.[0] ?? colorAt(index)

/** Parts of a whole as a ring, named beside it. */
export function PieDrawing({ data, widthPx, heightPx, cursor, onCursor, onOpen }: DrawingProps) {
  const [column] = data.columns
  if (!column) return null
  const values = data.rows.map((row) => Math.max(0, valueOf(row, column) ?? 0))
  const slices = slicesOf(values)
  const outer = Math.max(40, Math.min(heightPx, widthPx * 0.45) / 2)
  const left = outer * 2 + gapPx
  const top = Math.max(0, heightPx / 2 - (data.rows.length * rowPx) / 2)
  return (
    <svg width={widthPx} height={heightPx} viewBox={viewBoxOf(widthPx, heightPx)} role="presentation">
      {data.rows.map((row, index) => (
        <g
          key={row.key}
          style={onOpen ? { cursor: 'pointer' } : undefined}
          opacity={cursor === null || cursor.row === index ? 1 : 0.5}
          onPointerMove={() => onCursor({ row: index, column: 0 })}
          onClick={() => onOpen?.(row, column)}
        >
          <path
            d={sectorPath(slices[index] ?? { from: 0, to: 0 }, outer, outer * 0.58)}
            transform={`translate(0 ${heightPx / 2 - outer})`}
            fill={colorOf(row, index)}
            stroke="var(--surface-card)"
            strokeWidth={1.5}
          />
          <rect x={left} y={top + index * rowPx} width={widthPx - left} height={rowPx} fill="transparent" />
          <rect
            x={left}
            y={top + index * rowPx + 6}
            width={10}
            height={10}
            rx={3}
            fill={colorOf(row, index)}
          />
          <text
            x={left + 16}
            y={top + index * rowPx + 11}
            dominantBaseline="central"
            fontSize={12}
            fill="var(--ink)"
          >
            {fitText(row.label, widthPx - left - 76)}
          </text>
          <text
            x={widthPx - 4}
            y={top + index * rowPx + 11}
            dominantBaseline="central"
            textAnchor="end"
            fontSize={12}
            fill="var(--ink)"
            style={{ fontVariantNumeric: 'tabular-nums' }}
          >
            {column.axis(values[index] ?? 0)}
          </text>
        </g>
      ))}
    </svg>
  )
}
