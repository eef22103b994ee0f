import type { Filter } from './filters.ts'
import { makeFilter } from './filters.ts'
import type { Condition, Literal, MessageCall, Path } from './syntax.ts'
import { templateLimits } from './syntax.ts'

export type Tag =
  | { kind: 'value'; operand: Path | MessageCall; filters: Filter[] }
  | { kind: 'if' | 'elseif'; condition: Condition }
  | { kind: 'else' | 'end' }
  | { kind: 'each'; list: Path; item: string }

/** Thrown and caught inside the parser only; `at` counts from the start of the tag's body. */
export class TagProblem extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const keyword = /^\s*(if|elseif|else|end|each)(?=\s|$)/

export function parseTag(body: string): Tag {
  const reader = new TagReader(body)
  const word = keyword.exec(body)?.[1]
  if (word !== undefined) reader.takeWord(word)
  const tag = word === undefined ? readValue(reader) : readBlock(word, reader)
  reader.expectEnd()
  return tag
}

function readBlock(word: string, reader: TagReader): Tag {
  switch (word) {
    case 'if':
    case 'elseif':
      return { kind: word, condition: readCondition(reader) }
    case 'each': {
      const list = readPath(reader)
      if (!reader.takeWord('as')) reader.fail('Write "each list as name"')
      return { kind: 'each', list, item: reader.name() }
    }
    default:
      return { kind: word as 'else' | 'end' }
  }
}

function readValue(reader: TagReader): Tag {
  const operand = readOperand(reader)
  const filters: Filter[] = []
  while (reader.take(';')) {
    const at = reader.mark()
    const filter = makeFilter(reader.name(), reader.take('(') ? reader.bracketed() : null)
    if (typeof filter === 'string') throw new TagProblem(filter, at)
    filters.push(filter)
  }
  return { kind: 'value', operand, filters }
}

function readOperand(reader: TagReader): Path | MessageCall {
  const at = reader.mark()
  const path = readPath(reader)
  if (!reader.take('(')) return path
  if (path.segments.join('.') !== 'message') throw new TagProblem("Only message('key') can be called", at)
  const key = reader.quoted()
  if (!reader.take(')')) reader.fail('A ")" is missing')
  return { kind: 'message', key }
}

function readPath(reader: TagReader): Path {
  const at = reader.mark()
  const segments = [reader.name()]
  for (;;) {
    if (reader.take('.')) {
      segments.push(reader.name())
    } else if (reader.take('[')) {
      segments.push(reader.index())
      if (!reader.take(']')) reader.fail('A "]" is missing')
    } else {
      break
    }
  }
  if (segments.length > templateLimits.depth) {
    throw new TagProblem(`A name may have at most ${templateLimits.depth} parts`, at)
  }
  return { kind: 'path', segments }
}

function readCondition(reader: TagReader): Condition {
  const negated = reader.take('!')
  const path = readPath(reader)
  const operator = reader.take('==') ? '==' : reader.take('!=') ? '!=' : null
  return { negated, path, comparison: operator && { operator, literal: reader.literal() } }
}

/** A cursor over one tag. Blanks between words mean nothing. */
class TagReader {
  readonly #body: string
  #at = 0

  constructor(body: string) {
    this.#body = body
  }

  fail(message: string): never {
    throw new TagProblem(message, this.mark())
  }

  /** Where the next word starts. */
  mark(): number {
    while (/\s/.test(this.#body[this.#at] ?? '')) this.#at++
    return this.#at
  }

  take(text: string): boolean {
    const at = this.mark()
    if (!this.#body.startsWith(text, at)) return false
    this.#at = at + text.length
    return true
  }

  takeWord(word: string): boolean {
    return /^(\s|$)/.test(this.#body.slice(this.mark() + word.length)) && this.take(word)
  }

  expectEnd(): void {
    if (this.mark() < this.#body.length)
      this.fail(`"${this.#body.slice(this.#at, this.#at + 20)}" is not expected here`)
  }

  name(): string {
    return this.#match(/[\p{L}\p{N}_-]+/uy) ?? this.fail('A name is missing')
  }

  index(): string {
    return this.#match(/(?:0|[1-9]\d{0,8})(?=\s*\])/y) ?? this.fail('A whole number is missing')
  }

  quoted(): string {
    return this.#match(/'[^'\n]*'|"[^"\n]*"/y)?.slice(1, -1) ?? this.fail('A text in quotes is missing')
  }

  literal(): Literal {
    const number = this.#match(/-?\d+(\.\d+)?(?![\p{L}\p{N}_.])/uy)
    if (number !== null) return Number(number)
    const word = this.#match(/(?:true|false|null)(?![\p{L}\p{N}_])/uy)
    if (word !== null) return word === 'null' ? null : word === 'true'
    return this.quoted()
  }

  /** What stands in brackets, as written, up to the bracket that closes them. */
  bracketed(): string {
    const inside = this.#match(/(?:'[^'\n]*'|"[^"\n]*"|[^'")])*(?=\))/y)
    if (inside === null) this.fail('A ")" or a closing quote is missing')
    this.#at++
    return inside.trim()
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.mark()
    const found = pattern.exec(this.#body)
    if (!found) return null
    this.#at = pattern.lastIndex
    return found[0]
  }
}
