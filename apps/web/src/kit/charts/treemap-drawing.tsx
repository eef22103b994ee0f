import { Treemap, type TreemapNode } from 'recharts'
import { colorAt, valueOf, type ChartRow, type DrawingProps } from './chart-data.ts'
import { fitText } from './scale.ts'

interface Branch {
  readonly name: string
  readonly group: number
  readonly row: number
  readonly value?: number
  readonly children?: Branch[]
  readonly [other: string]: unknown
}

/** Rows under the first step of their path. */
function branchesOf(rows: readonly ChartRow[], valueOfRow: (row: ChartRow) => number): Branch[] {
  const groups = [...new Set(rows.map(({ path, label }) => path?.[0] ?? label))]
  return groups.map((name, group) => ({
    name,
    group,
    row: -1,
    children: rows.flatMap((row, index) =>
      (row.path?.[0] ?? row.label) === name
        ? [{ name: row.path?.slice(1).join(' · ') || row.label, group, row: index, value: valueOfRow(row) }]
        : [],
    ),
  }))
}

/** Parts of a whole by area, grouped by the first step of their path. */
export function TreemapDrawing({ data, widthPx, heightPx, cursor, onCursor, onOpen }: DrawingProps) {
  const [column] = data.columns
  if (!column) return null
  const tile = (node: TreemapNode) => {
    const { x, y, width, height, name, depth } = node
    const row = typeof node.row === 'number' ? node.row : -1
    const group = typeof node.group === 'number' ? node.group : 0
    if (depth !== 2 || row < 0) return <g />
    const isHere = cursor?.row === row
    const hasText = width > 54 && height > 30
    return (
      <g
        style={onOpen ? { cursor: 'pointer' } : undefined}
        onPointerMove={() => onCursor({ row, column: 0 })}
        onClick={() => {
          const chosen = data.rows[row]
          if (chosen) onOpen?.(chosen, column)
        }}
      >
        <rect
          x={x + 1}
          y={y + 1}
          width={Math.max(0, width - 2)}
          height={Math.max(0, height - 2)}
          rx={3}
          fill={colorAt(group)}
          fillOpacity={0.2}
          stroke={isHere ? 'var(--ink)' : colorAt(group)}
          strokeWidth={isHere ? 2 : 1}
        />
        {hasText ? (
          <text x={x + 8} y={y + 18} fontSize={12} fontWeight={500} fill="var(--ink)">
            {fitText(name, width - 14)}
          </text>
        ) : null}
        {hasText && height > 44 ? (
          <text x={x + 8} y={y + 34} fontSize={12} fill="var(--ink-muted)">
            {fitText(column.axis(valueOf(data.rows[row], column) ?? 0), width - 14)}
          </text>
        ) : null}
      </g>
    )
  }
  return (
    <Treemap
      width={widthPx}
      height={heightPx}
      data={branchesOf(data.rows, (row) => valueOf(row, column) ?? 0)}
      dataKey="value"
      nameKey="name"
      aspectRatio={1.6}
      isAnimationActive={false}
      content={tile}
    />
  )
}
