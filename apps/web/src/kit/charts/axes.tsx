import type { ChartColumn } from './chart-data.ts'
import type { Scale } from './scale.ts'

const axisTextPx = 12
export const axisTextStyle = { fill: 'var(--ink-muted)', fontSize: axisTextPx }

/** Room for the longest figure of the axis. */
export const axisWidth = (ticks: readonly number[], column: ChartColumn | undefined): number =>
  12 + Math.max(16, ...ticks.map((tick) => (column?.axis(tick) ?? '').length * 7))

/** Of an axis of Recharts that counts by a scale. */
export const valueAxis = ({ low, high, ticks }: Scale, column: ChartColumn | undefined) => ({
  type: 'number' as const,
  domain: [low, high],
  ticks: [...ticks],
  tickFormatter: (tick: number) => column?.axis(tick) ?? '',
  tick: axisTextStyle,
  tickLine: false,
})

interface RowTickProps {
  readonly leftPx: number
  readonly rightPx: number
  readonly x?: number
  readonly y?: number
  readonly payload?: { readonly value: number }
  readonly tickFormatter?: (index: number) => string
}

/** The first and the last label stay inside the chart. */
export function RowTick({ leftPx, rightPx, x = 0, y = 0, payload, tickFormatter }: RowTickProps) {
  const text = tickFormatter?.(payload?.value ?? 0) ?? ''
  const half = (text.length * 6.4) / 2
  const inside = Math.min(rightPx - half, Math.max(leftPx - 20 + half, x))
  return (
    <text x={inside} y={y + 8} textAnchor="middle" fill="var(--ink-muted)" fontSize={axisTextPx} dy={8}>
      {text}
    </text>
  )
}
