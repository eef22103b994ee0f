import type { Tag } from './parse-tag.ts'
import { parseTag, TagProblem } from './parse-tag.ts'
import type { Branch, EachNode, IfNode, Position, TemplateNode, TemplateProblem } from './syntax.ts'
import { templateLimits } from './syntax.ts'
import { locator, tokenize } from './tokenize.ts'

export type ParsedTemplate = { ok: true; nodes: TemplateNode[] } | { ok: false; problems: TemplateProblem[] }

/** Never throws. It reads on after a mistake, so that an author sees all of them at once. */
export function parseTemplate(source: string): ParsedTemplate {
  if (source.length > templateLimits.sourceLength) {
    const message = `A template may be at most ${templateLimits.sourceLength / 1000} kB long`
    return { ok: false, problems: [{ line: 1, column: 1, message }] }
  }
  const locate = locator(source)
  const tree = new TreeBuilder()
  const { tokens, unclosedAt } = tokenize(source)
  for (const token of tokens) {
    if (token.kind === 'text') {
      tree.append({ kind: 'text', text: token.text })
      continue
    }
    const at = locate(token.offset - 2)
    try {
      tree.place(parseTag(token.body), at)
    } catch (error) {
      if (!(error instanceof TagProblem)) throw error
      tree.complain(error.message, locate(token.offset + error.at))
    }
  }
  if (unclosedAt !== null) tree.complain('This "${" is never closed', locate(unclosedAt))
  const problems = tree.finish()
  return problems.length > 0 ? { ok: false, problems } : { ok: true, nodes: tree.nodes }
}

interface OpenBlock {
  node: IfNode | EachNode
  at: Position
}

class TreeBuilder {
  readonly nodes: TemplateNode[] = []
  readonly #problems: TemplateProblem[] = []
  readonly #open: OpenBlock[] = []
  #body: TemplateNode[] = this.nodes

  append(node: TemplateNode): void {
    this.#body.push(node)
  }

  complain(message: string, at: Position): void {
    this.#problems.push({ ...at, message })
  }

  place(tag: Tag, at: Position): void {
    switch (tag.kind) {
      case 'value':
        return this.append({ ...tag, at })
      case 'if': {
        const branch: Branch = { condition: tag.condition, body: [] }
        return this.#enter({ kind: 'if', branches: [branch] }, branch.body, at)
      }
      case 'each': {
        const node: EachNode = { kind: 'each', list: tag.list, item: tag.item, body: [], at }
        return this.#enter(node, node.body, at)
      }
      case 'elseif':
        return this.#nextBranch(tag.condition, at)
      case 'else':
        return this.#nextBranch(null, at)
      case 'end':
        return this.#leave(at)
    }
  }

  finish(): TemplateProblem[] {
    for (const { node, at } of this.#open) this.complain(`This "${node.kind}" has no "end"`, at)
    return this.#problems
  }

  #enter(node: IfNode | EachNode, body: TemplateNode[], at: Position): void {
    if (this.#open.length === templateLimits.depth) {
      this.complain(`Blocks may be nested at most ${templateLimits.depth} levels deep`, at)
    }
    this.append(node)
    this.#open.push({ node, at })
    this.#body = body
  }

  #nextBranch(condition: Branch['condition'], at: Position): void {
    const node = this.#open.at(-1)?.node
    if (node?.kind !== 'if') return this.complain('There is no matching "if"', at)
    if (node.branches.at(-1)?.condition === null)
      return this.complain('Nothing may follow "else" but "end"', at)
    const branch: Branch = { condition, body: [] }
    node.branches.push(branch)
    this.#body = branch.body
  }

  #leave(at: Position): void {
    if (!this.#open.pop()) return this.complain('There is no open block to end', at)
    const outer = this.#open.at(-1)?.node
    this.#body =
      outer === undefined ? this.nodes : outer.kind === 'each' ? outer.body : outer.branches.at(-1)!.body
  }
}
