import type { ChartRow } from './chart-data.ts'

export interface FlowNode {
  readonly name: string
  readonly step: number
  /** What comes through it. */
  readonly value: number
  /** Its own, such as that of a state. */
  readonly color: string | undefined
}

interface FlowLink {
  readonly source: number
  readonly target: number
  readonly value: number
  readonly rows: readonly ChartRow[]
}

export interface Flow {
  readonly nodes: readonly FlowNode[]
  readonly links: readonly FlowLink[]
}

/** Rows that go the same way between two steps are one band. */
export function flowOf(rows: readonly ChartRow[], valueOfRow: (row: ChartRow) => number): Flow {
  const names: Omit<FlowNode, 'value'>[] = []
  const nodeAt = (row: ChartRow, step: number): number => {
    const name = row.path?.[step] ?? ''
    const known = names.findIndex((node) => node.name === name && node.step === step)
    return known === -1 ? names.push({ name, step, color: row.colors?.[step] }) - 1 : known
  }
  const byEnds = new Map<string, FlowLink>()
  for (const row of rows) {
    const value = valueOfRow(row)
    const path = value > 0 ? (row.path ?? []) : []
    for (const step of path.slice(0, -1).keys()) {
      const [source, target] = [nodeAt(row, step), nodeAt(row, step + 1)]
      const known = byEnds.get(`${source} ${target}`)
      byEnds.set(`${source} ${target}`, {
        source,
        target,
        value: (known?.value ?? 0) + value,
        rows: [...(known?.rows ?? []), row],
      })
    }
  }
  const links = [...byEnds.values()]
  const sumOf = (some: readonly FlowLink[]) => some.reduce((sum, { value }) => sum + value, 0)
  const nodes = names.map(({ name, step, color }, index) => ({
    name,
    step,
    color,
    value: sumOf(links.filter(({ source, target }) => (step === 0 ? source : target) === index)),
  }))
  return { nodes, links }
}
