import type { SqlParam } from '@signalbox/model/template-language/template'
import type { ScanToken } from 'libpg-query'

export interface SqlProblem {
  message: string
  /** Characters from the start of the text as its author wrote it. */
  position: number
}

export interface NumberedSql {
  text: string
  /** Names in the order of `$1`, `$2`, … */
  order: string[]
  problems: SqlProblem[]
  /** From a position in the numbered text back to the author's. */
  toOriginal: (position: number) => number
}

const castOf: Readonly<Record<SqlParam['type'], string>> = {
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
}

/** The parser counts bytes; texts count UTF-16 units. */
export function byteOffsets(text: string): (offset: number) => number {
  const bytes = Buffer.from(text)
  return bytes.length === text.length
    ? (offset) => offset
    : (offset) => bytes.subarray(0, offset).toString().length
}

/**
 * Writes `$1::date` for each `:from`. It goes by the database's own tokens, so what looks like a parameter inside of quotes,
 * comments or casts stays what it is.
 */
export function numberParameters(
  source: string,
  tokens: readonly ScanToken[],
  declared: readonly SqlParam[],
): NumberedSql {
  const at = byteOffsets(source)
  const problems: SqlProblem[] = []
  const order: string[] = []
  const pieces: { start: number; from: number; isSame: boolean }[] = [{ start: 0, from: 0, isSame: true }]
  let text = ''
  let copied = 0
  tokens.forEach((token, index) => {
    const next = tokens[index + 1]
    const position = at(token.start)
    if (token.text.startsWith('$') && /^\$\d/.test(token.text)) {
      problems.push({ message: 'Parameters are written :name', position })
    }
    if (token.text !== ':' || next === undefined || next.start !== token.end || !isWord(next.text)) return
    const parameter = declared.find(({ name }) => name === next.text)
    if (!parameter) {
      problems.push({ message: `There is no parameter "${next.text}"`, position })
      return
    }
    if (!order.includes(parameter.name)) order.push(parameter.name)
    text += source.slice(copied, position)
    pieces.push({ start: text.length, from: position, isSame: false })
    text += `($${order.indexOf(parameter.name) + 1}::${castOf[parameter.type]})`
    copied = at(next.end)
    pieces.push({ start: text.length, from: copied, isSame: true })
  })
  text += source.slice(copied)
  const toOriginal = (position: number) => {
    const piece = pieces.findLast(({ start }) => start <= position)!
    return piece.isSame ? piece.from + position - piece.start : piece.from
  }
  return { text, order, problems, toOriginal }
}

const isWord = (text: string) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)

export type BoundValue = string | number | boolean | null

/** The values for `$1`, `$2`, … or what is wrong with them. Text only ever travels as a value, never as part of the query. */
export function bindValues(
  order: readonly string[],
  declared: readonly SqlParam[],
  values: Readonly<Record<string, unknown>>,
): { ok: true; values: BoundValue[] } | { ok: false; message: string } {
  const bound: BoundValue[] = []
  for (const name of order) {
    const parameter = declared.find((candidate) => candidate.name === name)
    const given = Object.hasOwn(values, name) ? values[name] : null
    if (!parameter) return { ok: false, message: `There is no parameter "${name}"` }
    if (given === null || given === undefined || given === '') {
      if (parameter.required) return { ok: false, message: `The parameter "${name}" needs a value` }
      bound.push(null)
      continue
    }
    const value = convert(parameter.type, given)
    if (value === null) return { ok: false, message: `The parameter "${name}" is not a ${parameter.type}` }
    bound.push(value)
  }
  return { ok: true, values: bound }
}

const maxTextLength = 1000

function convert(type: SqlParam['type'], given: unknown): BoundValue {
  const text =
    typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'
      ? String(given)
      : null
  if (text === null || text.length > maxTextLength || text.includes('\0')) return null
  switch (type) {
    case 'text':
      return text
    case 'number':
      return /^-?\d{1,30}(\.\d{1,18})?$/.test(text) ? text : null
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : null
    case 'date':
      return isDay(text) ? text : null
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
