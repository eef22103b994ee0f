import type { CssNode, Selector } from 'css-tree'
import { clone, List, parse, walk } from 'css-tree'

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
  const inside = withoutPage(nodes)
  const descendant: CssNode = { type: 'Combinator', name: ' ' }
  const scoped = inside ? [...anchor, ...inside] : [...anchor, descendant, ...nodes]
  return { type: 'Selector', children: new List<CssNode>().fromArray(scoped.map((node) => clone(node))) }
}

/**
 * What follows `html`, `body` or `:root` at the start of a selector, to be put straight behind the scope's root. Null when
 * the selector does not start with the page, or goes on to a sibling, which would lie outside of the root.
 */
function withoutPage(nodes: readonly CssNode[]): CssNode[] | null {
  if (!isPage(nodes[0])) return null
  const rest = nodes.slice(1)
  if ((combinatorOf(rest[0]) === ' ' || combinatorOf(rest[0]) === '>') && isPage(rest[1])) {
    return withoutPage(rest.slice(1))
  }
  const next = rest.map(combinatorOf).find((name) => name !== null)
  return next === '+' || next === '~' || next === '||' ? null : rest
}

function holdsUnknown(selector: Selector): boolean {
  let found = false
  walk(selector, (node) => {
    if (node.type === 'Raw' || node.type === 'NestingSelector') found = true
  })
  return found
}
