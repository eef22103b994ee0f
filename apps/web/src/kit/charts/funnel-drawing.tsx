import { valueOf, type ChartColumn, type ChartRow, type DrawingProps } from './chart-data.ts'
import { funnelRowPx, viewBoxOf } from './chart-sizes.ts'
import { fitText } from './scale.ts'

const narrowPx = 500

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** Names stand beside the bars, or above them where there is little room. */
function layoutOf(widthPx: number) {
  const isNarrow = widthPx < narrowPx
  const [namePx, figurePx] = isNarrow ? [0, 112] : [150, 168]
  return {
    widthPx,
    isNarrow,
    namePx,
    figurePx,
    plotPx: widthPx - namePx - figurePx,
    barTop: isNarrow ? 18 : 8,
    barPx: isNarrow ? 18 : 26,
  }
}

interface StepProps {
  readonly row: ChartRow
  readonly column: ChartColumn
  readonly top: number
  readonly value: number
  /** Of the step before. */
  readonly before: number | undefined
  readonly first: number
  readonly layout: ReturnType<typeof layoutOf>
}

function StepFigures({ column, top, value, before, first, layout }: StepProps) {
  const { widthPx, isNarrow } = layout
  const lost = before === undefined ? 0 : before - value
  const figure = {
    x: widthPx - 4,
    textAnchor: 'end',
    style: { fontVariantNumeric: 'tabular-nums' },
  } as const
  return (
    <>
      <text {...figure} y={top + (isNarrow ? 12 : 18)} fontSize={13} fill="var(--ink)">
        {`${column.axis(value)} · ${percent(value / first)}`}
      </text>
      <text {...figure} y={top + (isNarrow ? 31 : 34)} fontSize={12} fill="var(--ink-muted)">
        {before !== undefined && lost > 0 ? `−${column.axis(lost)} (${percent(lost / before)})` : ''}
      </text>
    </>
  )
}

/** One bar, with what was lost since the step before as its shadow. */
function StepBar({ row, column, top, value, before, first, layout }: StepProps) {
  const { widthPx, isNarrow, namePx, figurePx, plotPx, barTop, barPx } = layout
  const bar = { x: namePx, y: top + barTop, height: barPx, rx: 3, fill: column.color }
  return (
    <>
      <text x={isNarrow ? 0 : 4} y={top + (isNarrow ? 12 : 25)} fontSize={13} fill="var(--ink)">
        {fitText(row.label, isNarrow ? widthPx - figurePx : namePx - 12)}
      </text>
      {before !== undefined && before > value ? (
        <rect {...bar} width={(before / first) * plotPx} opacity={0.15} />
      ) : null}
      <rect {...bar} width={Math.max(2, (value / first) * plotPx)} opacity={0.85} />
    </>
  )
}

/** Steps one after the other: how many came so far, and how many were lost since the step before. */
export function FunnelDrawing({ data, widthPx, cursor, onCursor, onOpen }: DrawingProps) {
  const [column] = data.columns
  if (!column) return null
  const values = data.rows.map((row) => valueOf(row, column) ?? 0)
  const layout = layoutOf(widthPx)
  const heightPx = data.rows.length * funnelRowPx
  return (
    <svg width={widthPx} height={heightPx} viewBox={viewBoxOf(widthPx, heightPx)} role="presentation">
      {data.rows.map((row, index) => {
        const top = index * funnelRowPx
        const step = { row, column, top, value: values[index] ?? 0, before: values[index - 1], layout }
        return (
          <g
            key={row.key}
            style={onOpen ? { cursor: 'pointer' } : undefined}
            onPointerMove={() => onCursor({ row: index, column: 0 })}
            onClick={() => onOpen?.(row, column)}
          >
            <rect
              y={top}
              width={widthPx}
              height={funnelRowPx}
              rx={4}
              fill={cursor?.row === index ? 'var(--surface-hover)' : 'transparent'}
            />
            <StepBar {...step} first={values[0] || 1} />
            <StepFigures {...step} first={values[0] || 1} />
          </g>
        )
      })}
    </svg>
  )
}
