import type { EscapeMode } from './escape.ts'
import { escapeHtml, escapeJsonString } from './escape.ts'
import type { Filtered, FilterContext } from './filters.ts'
import { dateFormatter } from './format-date.ts'
import { parseTemplate } from './parse-template.ts'
import type {
  Condition,
  EachNode,
  Literal,
  MessageCall,
  Path,
  TemplateNode,
  TemplateProblem,
  ValueNode,
} from './syntax.ts'
import { templateLimits } from './syntax.ts'
import { usedVariables } from './used-variables.ts'
import type { View } from './values.ts'
import { isMissing, isTruthy, Message, plainText, readOwn, readPath } from './values.ts'

export interface RenderOptions {
  escape: EscapeMode
  messages?: Readonly<Record<string, string>>
  locale?: string
  timeZone?: string
}

export interface Rendering {
  /** Empty when there are problems: half a message must not go out. */
  output: string
  warnings: TemplateProblem[]
  usedVariables: string[]
  problems: TemplateProblem[]
}

/** Never throws, whatever the source and the view are. */
export function render(source: string, view: View, options: RenderOptions): Rendering {
  const parsed = parseTemplate(source)
  if (!parsed.ok) return { output: '', warnings: [], usedVariables: [], problems: parsed.problems }
  const interpreter = new Interpreter(options)
  const variables = usedVariables(parsed.nodes)
  try {
    interpreter.run(parsed.nodes, [view])
    return {
      output: interpreter.output,
      warnings: interpreter.warnings,
      usedVariables: variables,
      problems: [],
    }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    const problems = [{ line: 1, column: 1, message: error.message }]
    return { output: '', warnings: interpreter.warnings, usedVariables: variables, problems }
  }
}

class LimitReached extends Error {}

/** A long text costs more than one step to work on, so size cannot be used to get around the limit. */
const charactersPerStep = 1000

class Interpreter {
  output = ''
  readonly warnings: TemplateProblem[] = []
  readonly #options: RenderOptions
  readonly #filterContext: FilterContext
  readonly #warned = new Set<string>()
  #steps = 0

  constructor(options: RenderOptions) {
    this.#options = options
    this.#filterContext = {
      dates: dateFormatter(options.locale, options.timeZone),
      spend: () => this.#spend(),
    }
  }

  /** `scopes` runs from the innermost loop's names to the view. */
  run(nodes: readonly TemplateNode[], scopes: readonly View[]): void {
    for (const node of nodes) {
      this.#spend()
      if (node.kind === 'text') this.#write(node.text)
      else if (node.kind === 'value') this.#writeValue(node, scopes)
      else if (node.kind === 'each') this.#runEach(node, scopes)
      else {
        const taken = node.branches.find(({ condition }) => condition === null || holds(condition, scopes))
        if (taken) this.run(taken.body, scopes)
      }
    }
  }

  #runEach(node: EachNode, scopes: readonly View[]): void {
    const list = lookUp(node.list, scopes)
    if (!Array.isArray(list)) {
      const what = isMissing(list) ? 'has no value' : 'is not a list'
      return this.#warn(`${node.list.segments.join('.')} ${what}`, node)
    }
    for (let at = 0; at < list.length; at++) {
      this.#spend()
      const loop = { index: at + 1, first: at === 0, last: at === list.length - 1 }
      // Without a prototype, and defined rather than assigned, an item may bear any name.
      const names = Object.create(null) as Record<string, unknown>
      Object.defineProperty(names, 'loop', { value: loop })
      Object.defineProperty(names, node.item, { value: readOwn(list, String(at)) })
      this.run(node.body, [names, ...scopes])
    }
  }

  #writeValue(node: ValueNode, scopes: readonly View[]): void {
    const { operand, filters } = node
    const name = operand.kind === 'path' ? operand.segments.join('.') : `message('${operand.key}')`
    const start = operand.kind === 'path' ? lookUp(operand, scopes) : this.#message(operand)
    if (isMissing(start) && !filters.some((filter) => filter.coversMissing))
      this.#warn(`${name} has no value`, node)
    let current: Filtered = { value: start }
    for (const filter of filters) {
      if (typeof current.value === 'string') this.#spend(Math.floor(current.value.length / charactersPerStep))
      current = filter.apply(current.value, this.#filterContext)
      if (current.complaint !== undefined) this.#warn(`${name} ${current.complaint}`, node)
    }
    const text = plainText(current.value)
    if (text === null) return this.#warn(`${name} is not a single value`, node)
    this.#write(this.#escaped(text, current))
  }

  #escaped(text: string, { value, safeIn }: Filtered): string {
    const mode = this.#options.escape
    if (mode === 'none' || safeIn === mode) return text
    if (mode === 'json') return escapeJsonString(text)
    return value instanceof Message ? text : escapeHtml(text)
  }

  #message({ key }: MessageCall): Message | undefined {
    const markup = readOwn(this.#options.messages, key)
    return typeof markup === 'string' ? new Message(markup) : undefined
  }

  #write(text: string): void {
    this.output += text
    if (this.output.length > templateLimits.outputLength) {
      throw new LimitReached(`The result is longer than ${templateLimits.outputLength / 1000} kB`)
    }
  }

  #spend(steps = 1): void {
    this.#steps += steps
    if (this.#steps > templateLimits.steps) {
      throw new LimitReached(`The template takes more than ${templateLimits.steps} steps`)
    }
  }

  #warn(message: string, { at }: ValueNode | EachNode): void {
    const key = `${message} ${at.line}:${at.column}`
    if (this.#warned.has(key) || this.warnings.length === templateLimits.warnings) return
    this.#warned.add(key)
    this.warnings.push({ ...at, message })
  }
}

function lookUp(path: Path, scopes: readonly View[]): unknown {
  const [head = ''] = path.segments
  const scope = scopes.find((names) => isObject(names) && Object.hasOwn(names, head))
  return readPath(scope, path.segments)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function holds({ negated, path, comparison }: Condition, scopes: readonly View[]): boolean {
  const value = lookUp(path, scopes)
  const result = comparison
    ? isEqual(value, comparison.literal) === (comparison.operator === '==')
    : isTruthy(value)
  return result !== negated
}

function isEqual(value: unknown, literal: Literal): boolean {
  if (literal === null) return isMissing(value)
  if (isMissing(value)) return false
  const text = plainText(value)
  if (text === null) return false
  return typeof literal === 'number'
    ? text.trim() !== '' && Number(text) === literal
    : text === String(literal)
}
