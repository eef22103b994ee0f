import type { Cell } from './cell.ts'
import type { FactDeclaration } from './fact.ts'
import { NotPlain, plainWords, type Word } from './regex/plain-words.ts'
import { isRulePattern } from './rule-pattern.ts'

export type PlainCell =
  | { readonly op: 'in' | 'prefix'; readonly values: readonly string[] }
  | Extract<Cell, { op: 'range' }>

/**
 * The same question asked with values, beginnings or a range, when the pattern accepts exactly those; null when it
 * accepts anything else, or when nobody can tell. Only plain cells can be compared with other rows.
 */
export function rewriteRegex(pattern: string, fact: Pick<FactDeclaration, 'shape'> = {}): PlainCell | null {
  if (!isRulePattern(pattern)) return null
  try {
    const words = plainWords(pattern)
    return fact.shape === 'BIN' ? binCell(words) : textCell(words)
  } catch (error) {
    if (error instanceof NotPlain) return null
    throw error
  }
}

function textCell(words: readonly Word[]): PlainCell | null {
  const openWords = words.filter((word) => word.open).length
  const isOther = words.some((word) => word.text === '' || word.skipped > 0)
  if (isOther || (openWords > 0 && openWords < words.length)) return null
  return { op: openWords > 0 ? 'prefix' : 'in', values: [...new Set(words.map((word) => word.text))] }
}

const shortestBin = 6
const longestBin = 11

/**
 * A BIN is the first 6 to 11 digits of a card number, so a pattern for one asks how the number begins: `4177..` and
 * `4177.*` say the same. Fewer digits than a BIN has are a range of BINs.
 */
function binCell(words: readonly Word[]): PlainCell | null {
  const isBeginning = ({ text, skipped, open }: Word): boolean => {
    const length = text.length + skipped
    return /^\d+$/.test(text) && length <= longestBin && (open || length >= shortestBin)
  }
  if (!words.every(isBeginning)) return null
  const values = [...new Set(words.map((word) => word.text))]
  if (values.every((value) => value.length >= shortestBin)) return { op: 'prefix', values }
  const [only = ''] = values
  if (values.length > 1) return null
  return {
    op: 'range',
    min: { value: only.padEnd(longestBin, '0'), inclusive: true },
    max: { value: only.padEnd(longestBin, '9'), inclusive: true },
  }
}
