import { valueOf, type ChartColumn, type ChartRow, type DrawingProps } from './chart-data.ts'
import { viewBoxOf } from './chart-sizes.ts'
import { fitText, positionIn, scaleOf } from './scale.ts'

const labelsPx = 52
const topPx = 22

interface Step {
  readonly row: ChartRow
  readonly value: number
  readonly isTotal: boolean
  readonly from: number
  readonly to: number
}

/** Rows marked as totals in their path stand on the ground, each other one begins where the one before it ends. */
function stepsOf(rows: readonly ChartRow[], column: ChartColumn): Step[] {
  const steps: Step[] = []
  for (const row of rows) {
    const value = valueOf(row, column) ?? 0
    const isTotal = row.path?.[0] === 'total'
    const from = isTotal ? 0 : (steps.at(-1)?.to ?? 0)
    steps.push({ row, value, isTotal, from, to: from + value })
  }
  return steps
}

const colorOf = ({ isTotal, value }: Step): string =>
  isTotal ? 'var(--chart-1)' : value < 0 ? 'var(--chart-4)' : 'var(--chart-2)'

interface BarProps {
  readonly step: Step
  readonly column: ChartColumn
  readonly left: number
  readonly stepPx: number
  readonly yOf: (value: number) => number
  /** A dashed line carries its end over to the next. */
  readonly isLast: boolean
}

function Bar({ step, column, left, stepPx, yOf, isLast }: BarProps) {
  const { from, to, value } = step
  const [x, width] = [left + stepPx * 0.18, stepPx * 0.64]
  const top = Math.min(yOf(from), yOf(to))
  return (
    <>
      <rect
        x={x}
        y={top}
        width={width}
        height={Math.max(1.5, Math.abs(yOf(from) - yOf(to)))}
        rx={2}
        fill={colorOf(step)}
      />
      {isLast ? null : (
        <line
          x1={x + width}
          x2={x + stepPx}
          y1={yOf(to)}
          y2={yOf(to)}
          stroke="var(--line-strong)"
          strokeDasharray="2 2"
        />
      )}
      <text
        x={x + width / 2}
        y={value < 0 ? Math.max(yOf(from), yOf(to)) + 15 : top - 6}
        textAnchor="middle"
        fontSize={12}
        fill="var(--ink)"
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {column.axis(value)}
      </text>
    </>
  )
}

/** From a whole to what is left of it. */
export function WaterfallDrawing({ data, widthPx, heightPx, cursor, onCursor, onOpen }: DrawingProps) {
  const [column] = data.columns
  if (!column) return null
  const steps = stepsOf(data.rows, column)
  const levels = steps.flatMap(({ from, to }) => [from, to])
  const scale = scaleOf(levels, { fromZero: true })
  const plotPx = heightPx - labelsPx - topPx
  const stepPx = widthPx / Math.max(1, steps.length)
  const yOf = (value: number) => topPx + plotPx - positionIn(scale, value) * plotPx
  return (
    <svg width={widthPx} height={heightPx} viewBox={viewBoxOf(widthPx, heightPx)} role="presentation">
      <line x1={0} x2={widthPx} y1={yOf(0)} y2={yOf(0)} stroke="var(--line-strong)" />
      {steps.map((step, index) => {
        const left = index * stepPx
        return (
          <g
            key={step.row.key}
            style={onOpen ? { cursor: 'pointer' } : undefined}
            onPointerMove={() => onCursor({ row: index, column: 0 })}
            onClick={() => onOpen?.(step.row, column)}
          >
            <rect
              x={left}
              width={stepPx}
              height={heightPx}
              rx={4}
              fill={cursor?.row === index ? 'var(--surface-hover)' : 'transparent'}
            />
            <Bar
              step={step}
              column={column}
              left={left}
              stepPx={stepPx}
              yOf={yOf}
              isLast={index === steps.length - 1}
            />
            <text
              x={left + stepPx / 2}
              y={heightPx - 14}
              textAnchor="middle"
              fontSize={12}
              fill="var(--ink-muted)"
            >
              {fitText(step.row.label, stepPx - 2)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
