import type { Atrule, Block, CssNode, Declaration, DeclarationList, Rule, StyleSheet } from 'css-tree'
import { generate, List, parse, walk } from 'css-tree'
import {
  allowedAtRules,
  allowedFunctions,
  forbiddenProperties,
  isSmallDataImage,
  propertyName,
} from './css-rules.ts'
import { scopeSelector } from './scope-selector.ts'

export interface SanitizedCss {
  css: string
  /** What was taken out, in words for the author. */
  removed: string[]
}

const maxNesting = 10
const maxRemovals = 100

/** Keeps the harmless rules of a style sheet. With a scope, none of them reaches outside of that selector. */
export function sanitizeCss(source: string, scope: string | null): SanitizedCss {
  return clean(source, (cleaner) => {
    const sheet = parse(source, { parseCustomProperty: true }) as StyleSheet
    cleaner.cleanRules(sheet.children, scope, 0)
    return generate(sheet)
  })
}

/** The same for the value of a `style` attribute. */
export function sanitizeInlineStyle(source: string): SanitizedCss {
  return clean(source, (cleaner) => {
    const list = parse(source, { parseCustomProperty: true, context: 'declarationList' }) as DeclarationList
    cleaner.cleanDeclarations(list.children)
    return generate(list)
  })
}

function clean(source: string, work: (cleaner: CssCleaner) => string): SanitizedCss {
  const cleaner = new CssCleaner()
  try {
    // The text may end up inside a <style> element, which `</style` would close from within a string.
    const css = work(cleaner).replace(/<(?=[/!])/g, '\\3C ')
    return { css, removed: [...cleaner.removed] }
  } catch {
    // Deep nesting exhausts the parser's stack. Nobody writes such a sheet in earnest.
    return { css: '', removed: [`everything, because it cannot be read: ${excerpt(source)}`] }
  }
}

class CssCleaner {
  readonly removed = new Set<string>()

  /** `scope` is null where selectors stay as they are: without a scope, and for the steps of `@keyframes`. */
  cleanRules(nodes: List<CssNode>, scope: string | null, depth: number): void {
    nodes.forEach((node, item, list) => {
      if (!this.#keepsRule(node, scope, depth)) list.remove(item)
    })
  }

  cleanDeclarations(nodes: List<CssNode>): void {
    nodes.forEach((node, item, list) => {
      if (node.type === 'Declaration') {
        const complaint = complaintAbout(node)
        if (complaint === null) return
        this.#note(complaint)
      } else if (!isFiller(node)) {
        this.#note(
          node.type === 'Rule'
            ? `nested rule ${excerpt(generate(node))}`
            : `unreadable ${excerpt(generate(node))}`,
        )
      }
      list.remove(item)
    })
  }

  #keepsRule(node: CssNode, scope: string | null, depth: number): boolean {
    if (node.type === 'Rule') return this.#keepsStyleRule(node, scope)
    if (node.type === 'Atrule') return this.#keepsAtRule(node, scope, depth)
    if (!isFiller(node)) this.#note(`unreadable ${excerpt(generate(node))}`)
    return false
  }

  #keepsStyleRule(rule: Rule, scope: string | null): boolean {
    if (rule.prelude.type === 'Raw') {
      this.#note(`rule with an unreadable selector ${excerpt(generate(rule.prelude))}`)
      return false
    }
    if (scope !== null) this.#scopeSelectors(rule.prelude.children, scope)
    this.cleanDeclarations(rule.block.children)
    return !rule.prelude.children.isEmpty && !rule.block.children.isEmpty
  }

  #scopeSelectors(selectors: List<CssNode>, scope: string): void {
    selectors.forEach((selector, item, list) => {
      const scoped = selector.type === 'Selector' ? scopeSelector(selector, scope) : null
      if (scoped) {
        item.data = scoped
      } else {
        this.#note(`selector ${excerpt(generate(selector))}`)
        list.remove(item)
      }
    })
  }

  #keepsAtRule(rule: Atrule, scope: string | null, depth: number): boolean {
    const name = rule.name.toLowerCase()
    if (!allowedAtRules.has(name) || depth >= maxNesting || unsafePart(rule.prelude) !== null) {
      this.#note(`@${excerpt(rule.name)}${rule.prelude ? ` ${excerpt(generate(rule.prelude))}` : ''}`)
      return false
    }
    if (!rule.block) return name === 'layer'
    const isAnimation = name.endsWith('keyframes')
    keepOnly(rule.block, isAnimation ? ['Rule'] : ['Rule', 'Atrule'])
    this.cleanRules(rule.block.children, isAnimation ? null : scope, depth + 1)
    return !rule.block.children.isEmpty
  }

  #note(what: string): void {
    if (this.removed.size < maxRemovals) this.removed.add(what)
  }
}

/** Declarations directly inside an at-rule only mean something in nested rules, which are not kept. */
function keepOnly(block: Block, types: readonly CssNode['type'][]): void {
  block.children = new List<CssNode>().fromArray(
    block.children.toArray().filter((node) => types.includes(node.type)),
  )
}

/** Comments and stray semicolons: dropped, but no news to the author. */
const isFiller = (node: CssNode): boolean =>
  node.type === 'Comment' ||
  node.type === 'CDO' ||
  node.type === 'CDC' ||
  (node.type === 'Raw' && /^[\s;]*$/.test(node.value))

function complaintAbout(declaration: Declaration): string | null {
  const { property, value } = declaration
  if (!propertyName.test(property) || forbiddenProperties.has(property.toLowerCase()))
    return `property ${excerpt(property)}`
  const unsafe = unsafePart(value)
  return unsafe === null ? null : `${property}: ${unsafe}`
}

/** The first part of a value that could load or run something, or that the parser did not understand. */
function unsafePart(value: CssNode | null): string | null {
  let unsafe: string | null = null
  if (value === null) return null
  walk(value, (node) => {
    if (unsafe !== null) return
    if (node.type === 'Url' && !isSmallDataImage(node.value)) unsafe = `url(${excerpt(node.value)})`
    if (node.type === 'Function' && !allowedFunctions.has(node.name.toLowerCase()))
      unsafe = `${excerpt(node.name)}()`
    if (node.type === 'Raw') unsafe = excerpt(node.value)
  })
  return unsafe
}

const excerpt = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}
