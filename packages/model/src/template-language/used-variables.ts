import type { Path, TemplateNode } from './syntax.ts'

/**
 * Every variable a template names, whether or not a rendering reaches it. What a loop calls `leg` is reported by where
 * it comes from, as `ptx.legs[].amount`.
 */
export function usedVariables(nodes: readonly TemplateNode[]): string[] {
  const found = new Set<string>()
  collect(nodes, new Map(), found)
  return [...found].toSorted()
}

function collect(
  nodes: readonly TemplateNode[],
  origins: ReadonlyMap<string, string>,
  found: Set<string>,
): void {
  const origin = ({ segments: [head = '', ...rest] }: Path) => {
    const start = origins.get(head) ?? head
    return rest.reduce((path, segment) => (/^\d+$/.test(segment) ? `${path}[]` : `${path}.${segment}`), start)
  }
  const note = (path: Path) => {
    if (path.segments[0] !== 'loop' || !origins.has('loop')) found.add(origin(path))
  }
  for (const node of nodes) {
    if (node.kind === 'value') {
      if (node.operand.kind === 'path') note(node.operand)
    } else if (node.kind === 'if') {
      for (const { condition, body } of node.branches) {
        if (condition) note(condition.path)
        collect(body, origins, found)
      }
    } else if (node.kind === 'each') {
      note(node.list)
      const inside = new Map([...origins, ['loop', 'loop'], [node.item, `${origin(node.list)}[]`]] as const)
      collect(node.body, inside, found)
    }
  }
}
