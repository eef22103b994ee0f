import { positionIn, scaleOf } from './scale.ts'

/** The course of a figure without axes; what it says in figures stands beside it. */
export function Sparkline({
  values,
  widthPx = 120,
  heightPx = 32,
}: {
  readonly values: readonly (number | null)[]
  readonly widthPx?: number
  readonly heightPx?: number
}) {
  const scale = scaleOf(
    values.flatMap((value) => value ?? []),
    { count: 2 },
  )
  const points = values.flatMap((value, index) =>
    value === null
      ? []
      : [
          [
            ((index / Math.max(1, values.length - 1)) * (widthPx - 4) + 2).toFixed(1),
            (heightPx - 2 - positionIn(scale, value) * (heightPx - 4)).toFixed(1),
          ] as const,
        ],
  )
  if (points.length < 2) return <svg width={widthPx} height={heightPx} aria-hidden="true" />
  const line = points.map(([x, y]) => `${x},${y}`).join(' ')
  return (
    <svg
      width="100%"
      height={heightPx}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon
        points={`${points[0]?.[0]},${heightPx} ${line} ${points.at(-1)?.[0]},${heightPx}`}
        fill="var(--chart-1)"
        fillOpacity={0.1}
      />
      <polyline
        points={line}
        fill="none"
        stroke="var(--chart-1)"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
