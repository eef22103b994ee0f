import { Sankey, type SankeyLinkProps, type SankeyNodeProps } from 'recharts'
import { colorAt, valueOf, type ChartColumn, type DrawingProps } from './chart-data.ts'
import { flowOf, type Flow, type FlowNode } from './sankey-flow.ts'
import { fitText } from './scale.ts'

interface BandProps {
  readonly place: SankeyLinkProps
  readonly color: string
  readonly isHere: boolean
  readonly canOpen: boolean
  readonly onPoint: () => void
  readonly onOpen: () => void
}

function Band({ place, color, isHere, canOpen, onPoint, onOpen }: BandProps) {
  const { sourceX, targetX, sourceY, targetY, sourceControlX, targetControlX, linkWidth } = place
  return (
    <path
      d={`M${sourceX},${sourceY} C${sourceControlX},${sourceY} ${targetControlX},${targetY} ${targetX},${targetY}`}
      fill="none"
      stroke={color}
      strokeOpacity={isHere ? 0.6 : 0.25}
      strokeWidth={Math.max(1, linkWidth)}
      style={canOpen ? { cursor: 'pointer' } : undefined}
      onPointerMove={onPoint}
      onClick={canOpen ? onOpen : undefined}
    />
  )
}

interface NodeProps {
  readonly place: SankeyNodeProps
  readonly node: FlowNode
  readonly color: string
  readonly column: ChartColumn
  readonly namePx: number
}

/** Its name stands at the right of it, over the bands. */
function Node({ place: { x, y, width, height }, node, color, column, namePx }: NodeProps) {
  return (
    <g>
      <rect x={x} y={y} width={width} height={Math.max(1, height)} rx={2} fill={color} />
      <text
        x={x + width + 8}
        y={y + height / 2}
        dominantBaseline="central"
        fontSize={12}
        fill="var(--ink)"
        stroke="var(--surface-card)"
        strokeWidth={3}
        paintOrder="stroke"
        style={{ pointerEvents: 'none' }}
      >
        {`${fitText(node.name, namePx)} ${column.axis(node.value)}`}
      </text>
    </g>
  )
}

/** The same name has the same colour in each step. */
const colorsOf = ({ nodes }: Flow): ReadonlyMap<string, string> =>
  new Map([...new Set(nodes.map(({ name }) => name))].map((name, index) => [name, colorAt(index)]))

/** Where payments went, step by step, as bands as wide as they are many. */
export function SankeyDrawing({ data, widthPx, heightPx, cursor, onCursor, onOpen }: DrawingProps) {
  const [column] = data.columns
  if (!column) return null
  const flow = flowOf(data.rows, (row) => valueOf(row, column) ?? 0)
  if (flow.links.length === 0) return null
  const colors = colorsOf(flow)
  const colorOf = (index: number) =>
    flow.nodes[index]?.color ?? colors.get(flow.nodes[index]?.name ?? '') ?? colorAt(0)
  const namePx = Math.min(130, widthPx * 0.26)
  const here = cursor ? data.rows[cursor.row] : undefined
  const link = (place: SankeyLinkProps) => {
    const { rows = [], source = 0 } = flow.links[place.index] ?? {}
    const [only] = rows
    return (
      <Band
        key={place.index}
        place={place}
        color={colorOf(source)}
        isHere={here !== undefined && rows.includes(here)}
        canOpen={onOpen !== undefined && rows.length === 1}
        onPoint={() => only && onCursor({ row: data.rows.indexOf(only), column: 0 })}
        onOpen={() => only && onOpen?.(only, column)}
      />
    )
  }
  const node = (place: SankeyNodeProps) => {
    const known = flow.nodes[place.index]
    return known ? (
      <Node
        key={place.index}
        place={place}
        node={known}
        color={colorOf(place.index)}
        column={column}
        namePx={namePx}
      />
    ) : null
  }
  return (
    <Sankey
      width={widthPx}
      height={heightPx}
      data={{
        nodes: flow.nodes.map(({ name }) => ({ name })),
        links: flow.links.map(({ source, target, value }) => ({ source, target, value })),
      }}
      nodePadding={26}
      nodeWidth={8}
      margin={{ top: 10, bottom: 10, left: 2, right: namePx + 8 }}
      link={link}
      node={node}
      iterations={48}
    />
  )
}
