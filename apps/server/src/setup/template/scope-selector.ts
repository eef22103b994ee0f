import type { CssNode, Selector } from 'css-tree'
import { clone, generate, List, parse, walk } from 'css-tree'

/** Selectors for the page itself, which mean the root of the scope to someone who writes a theme. */
const isPage = (node: CssNode | undefined): boolean =>
  (node?.type === 'TypeSelector' && /^(?:html|body)$/i.test(node.name)) ||
  (node?.type === 'PseudoClassSelector' && /^root$/i.test(node.name))

const combinatorOf = (node: CssNode | undefined): string | null =>
  node?.type === 'Combinator' ? node.name : null

/**
 * Makes a selector match only what lies inside `root`. Returns null when that cannot be promised: the selector starts in
 * mid-air, refers to a parent rule, or holds something the parser could not read.
 */
export function scopeSelector(selector: Selector, root: string): Selector | null {
  const nodes = selector.children.toArray()
  if (nodes.length === 0 || combinatorOf(nodes[0]) !== null || holdsUnknown(selector)) return null
  const anchor = (parse(root, { context: 'selector' }) as Selector).children.toArray()
  const inside = withoutRoot(nodes, anchor)
  const descendant: CssNode = { type: 'Combinator', name: ' ' }
  const scoped = inside ? [...anchor, ...inside] : [...anchor, descendant, ...nodes]
  return { type: 'Selector', children: new List<CssNode>().fromArray(scoped.map((node) => clone(node))) }
}

/**
 * What follows the root at the start of a selector, be it called by its own name or `html`, `body` or `:root`. Null when the
 * selector starts elsewhere, or goes on to a sibling of the root, which would lie outside.
 */
function withoutRoot(nodes: readonly CssNode[], anchor: readonly CssNode[]): CssNode[] | null {
  const rest = nodes.slice(rootLength(nodes, anchor))
  if (rest.length === nodes.length) return null
  const next = rest.map(combinatorOf).find((name) => name !== null)
  return next === undefined || next === ' ' || next === '>' ? rest : null
}

/** How many nodes at the start stand for the root; `html > body` counts as one. */
function rootLength(nodes: readonly CssNode[], anchor: readonly CssNode[]): number {
  const isNamed = anchor.every(
    (node, at) => nodes[at] !== undefined && generate(node) === generate(nodes[at]),
  )
  if (isNamed) return anchor.length
  if (!isPage(nodes[0])) return 0
  const goesDeeper = combinatorOf(nodes[1]) === ' ' || combinatorOf(nodes[1]) === '>'
  return goesDeeper && isPage(nodes[2]) ? 2 + rootLength(nodes.slice(2), anchor) : 1
}

function holdsUnknown(selector: Selector): boolean {
  let found = false
  walk(selector, (node) => {
    if (node.type === 'Raw' || node.type === 'NestingSelector') found = true
  })
  return found
}
