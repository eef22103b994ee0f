import type { Cell } from '../cell.ts'
import type { FactDeclaration } from '../fact.ts'
import { rewriteRegex } from '../regex-rewrite.ts'
import { quoted } from '../rule-problem.ts'
import { readItems, type Item } from './list-text.ts'
import { splitRange } from './range-ends.ts'
import { readRange } from './range-text.ts'
import { UnreadableText } from './unreadable-text.ts'
import { readValue } from './value-text.ts'

/** A column that only ever excludes needs no word for it. */
export const excludes = ({ operators }: FactDeclaration): boolean =>
  operators.includes('notIn') && !operators.includes('in')

const takesBeginnings = ({ operators }: FactDeclaration): boolean =>
  operators.includes('prefix') || operators.includes('notPrefix')

/** Everything compared with texts or figures: a word, a pattern, a range or a list, with or without a not. */
export function readTextCell(fact: FactDeclaration, text: string): Cell {
  const { operators } = fact
  if (operators.includes('set') || operators.includes('notSet')) {
    if (/^set$/i.test(text)) return { op: 'set' }
    if (/^not\s+set$/i.test(text)) return { op: 'notSet' }
  }
  const isNegated = /^not(?:\s|$)/i.test(text)
  const body = isNegated ? text.slice(3).trim() : text
  if (body === '') throw new UnreadableText('EMPTY', 'Enter what it must not be')
  if (body.length > 1 && body.startsWith('/') && body.endsWith('/'))
    return readPattern(fact, body.slice(1, -1), isNegated)
  if (!isNegated && isRange(fact, body)) return readRange(fact, body)
  return readListCell(fact, body, isNegated)
}

/** Where there is nothing but ranges, a figure alone is one too. */
const isRange = (fact: FactDeclaration, text: string): boolean =>
  fact.operators.includes('range') &&
  (splitRange(text) !== undefined || !(fact.operators.includes('in') || takesBeginnings(fact)))

const negations = { in: 'notIn', prefix: 'notPrefix', cidr: 'notCidr' } as const

const listCell = (op: keyof typeof negations, values: readonly string[], isNegated: boolean): Cell => ({
  op: isNegated ? negations[op] : op,
  values,
})

/** A pattern that is a list in disguise is taken even where patterns are not. */
function readPattern(fact: FactDeclaration, pattern: string, isNegated: boolean): Cell {
  const plain = fact.operators.includes('regex') ? null : rewriteRegex(pattern, fact)
  if (plain?.op === 'range' && !isNegated) return plain
  if (plain && plain.op !== 'range') return listCell(plain.op, plain.values, isNegated)
  return { op: isNegated ? 'notRegex' : 'regex', pattern }
}

interface Written {
  readonly value: string
  /** Ends with an asterisk. */
  readonly isBeginning: boolean
}

function readWritten(fact: FactDeclaration, { text, isQuoted, behind }: Item): Written {
  const hasAsterisk = takesBeginnings(fact) && (isQuoted ? behind === '*' : text.endsWith('*'))
  if (behind !== '' && !hasAsterisk)
    throw new UnreadableText('TEXT', `There is text after the quotation ${quoted(text)}`)
  const value = hasAsterisk && !isQuoted ? text.slice(0, -1) : text
  return { value: readValue(fact, value), isBeginning: hasAsterisk }
}

function readListCell(fact: FactDeclaration, text: string, isNegated: boolean): Cell {
  const items = readItems(text).map((item) => readWritten(fact, item))
  const values = items.map((item) => item.value)
  if (fact.operators.includes('cidr')) return listCell('cidr', values, isNegated)
  const beginnings = items.filter((item) => item.isBeginning).length
  if (takesBeginnings(fact) && (beginnings === items.length || !fact.operators.includes('in')))
    return listCell('prefix', values, isNegated)
  if (beginnings > 0) throw new UnreadableText('TEXT', 'Whole values and prefixes with * cannot be mixed')
  return listCell('in', values, isNegated || excludes(fact))
}
