import { RE2JS, RE2Set } from 're2js'

export const maxPatternLength = 200

/**
 * This file is the only door through which a user's regular expression runs: RE2 semantics, linear time on any input.
 * Returns null when the text is not a pattern.
 */
export function compilePattern(source: string): ((text: string) => boolean) | null {
  if (source.length > maxPatternLength) return null
  try {
    const compiled = RE2JS.compile(source)
    return (text) => compiled.matcher(text).find()
  } catch {
    return null
  }
}

export const isPattern = (source: string): boolean => compilePattern(source) !== null

/** Copies of repeated parts count: `.{900}` is nine hundred steps, tried on every payment. */
const maxProgramSize = 1_000

/** The whole text must fit, line breaks included. Null when the text is not a pattern, or makes too large a machine. */
export function compileWholePattern(
  source: string,
  { caseSensitive }: { readonly caseSensitive: boolean },
): ((text: string) => boolean) | null {
  try {
    const compiled = RE2JS.compile(source, RE2JS.DOTALL | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE))
    return compiled.programSize() > maxProgramSize ? null : (text) => compiled.testExact(text)
  } catch {
    return null
  }
}

/** Numbers of the patterns that match a text from its beginning to its end. */
export type PatternSet = (text: string) => number[]

const maxSetPatternLength = 256
/** What one automaton may remember of its states; beyond it works without remembering. */
const maxAutomatonBytes = 2 ** 21

/**
 * Many patterns as one automaton: a text is read once, however many there are. A dot stands for any character, line
 * breaks included. Returns null when one of them is not a pattern.
 */
export function compilePatternSet(
  sources: readonly string[],
  { caseSensitive = false }: { readonly caseSensitive?: boolean } = {},
): PatternSet | null {
  if (sources.some((source) => source.length > maxSetPatternLength)) return null
  const set = new RE2Set(
    RE2Set.ANCHOR_BOTH,
    RE2JS.DOTALL | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE),
    maxAutomatonBytes,
  )
  try {
    for (const source of sources) set.add(source)
    set.compile()
    return (text) => set.match(text)
  } catch {
    return sources.length > 1 ? compileHalves(sources, { caseSensitive }) : null
  }
}

/** One automaton has a limited size; patterns that are too many for it share two. */
function compileHalves(
  sources: readonly string[],
  options: { readonly caseSensitive: boolean },
): PatternSet | null {
  const middle = sources.length >>> 1
  const first = compilePatternSet(sources.slice(0, middle), options)
  const second = first && compilePatternSet(sources.slice(middle), options)
  return first && second && ((text) => [...first(text), ...second(text).map((number) => number + middle)])
}
