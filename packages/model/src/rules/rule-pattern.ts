import { compileWholePattern } from '../text/user-pattern.ts'

export const maxRulePattern = 256

type Matcher = (text: string) => boolean

// A draft is checked after every edit, and nearly all of its patterns are those of the check before.
const compiled = new Map<string, Matcher | null>()
const maxCompiled = 1_000

/**
 * What the cells `regex` and `notRegex` mean: the whole fact fits the pattern, a line break being a character like any
 * other. Null when the pattern must be refused, for one of four reasons: it is too long, it is no RE2 (which has no
 * lookaround and no backreference), it repeats a repetition, or it makes too large a machine.
 */
export function compileRulePattern(
  pattern: string,
  { caseSensitive = false }: { readonly caseSensitive?: boolean } = {},
): Matcher | null {
  if (pattern === '' || pattern.length > maxRulePattern) return null
  const key = `${caseSensitive ? '=' : '~'}${pattern}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const matcher = repeatsRepetition(pattern) ? null : compileWholePattern(pattern, { caseSensitive })
  if (compiled.size >= maxCompiled) compiled.clear()
  compiled.set(key, matcher)
  return matcher
}

/** Kept for more patterns than their machines, which take much more room: a large table has one in each row. */
const verdicts = new Map<string, boolean>()
const maxVerdicts = 20_000

/** Whether a cell may hold the pattern. */
export function isRulePattern(
  pattern: string,
  { caseSensitive = false }: { readonly caseSensitive?: boolean } = {},
): boolean {
  const key = `${caseSensitive ? '=' : '~'}${pattern}`
  const known = verdicts.get(key)
  if (known !== undefined) return known
  const verdict = compileRulePattern(pattern, { caseSensitive }) !== null
  if (pattern.length > maxRulePattern) return verdict
  if (verdicts.size >= maxVerdicts) verdicts.clear()
  verdicts.set(key, verdict)
  return verdict
}

const longestRepetition = '{1000,1000}'.length
const repetition = /^(?:[*+]|\{\d+(?:,\d*)?\})/

/**
 * Whether a repeated group holds a repetition without an end, as in `(a+)+`. RE2 runs it in linear time all
 * the same, but it is the mark of a pattern that was meant differently, and of one somebody hopes to stop us with.
 */
function repeatsRepetition(pattern: string): boolean {
  /** One entry per open group, the whole pattern being the first: whether something in it repeats endlessly. */
  const open = [false]
  let at = 0
  while (at < pattern.length) {
    const character = pattern[at]
    let endlessGroup = false
    if (character === '\\') at = pattern.startsWith('\\Q', at) ? endOfQuoted(pattern, at) : at + 2
    else if (character === '[') at = endOfClass(pattern, at)
    else {
      if (character === '(') open.push(false)
      if (character === ')') endlessGroup = open.pop() ?? false
      at += 1
    }
    const [repeat = ''] = repetition.exec(pattern.slice(at, at + longestRepetition)) ?? []
    if (endlessGroup && isRepeated(repeat)) return true
    if (endlessGroup || isEndless(repeat)) open[open.length - 1] = true
    at += repeat.length
  }
  return false
}

const isEndless = (repeat: string): boolean => repeat === '*' || repeat === '+' || repeat.endsWith(',}')

const isRepeated = (repeat: string): boolean =>
  repeat !== '' && !['{0}', '{1}', '{0,1}', '{1,1}'].includes(repeat)

function endOfQuoted(pattern: string, start: number): number {
  const end = pattern.indexOf('\\E', start + 2)
  return end < 0 ? pattern.length : end + 2
}

/** Behind the bracket that closes a class. One right at its start, or in a named class such as `[:digit:]`, does not. */
function endOfClass(pattern: string, start: number): number {
  let at = start + (pattern[start + 1] === '^' ? 2 : 1)
  if (pattern[at] === ']') at += 1
  while (at < pattern.length && pattern[at] !== ']') {
    const named = pattern.startsWith('[:', at) ? pattern.indexOf(':]', at + 2) : -1
    if (named >= 0) at = named + 2
    else at += pattern[at] === '\\' ? 2 : 1
  }
  return at + 1
}
