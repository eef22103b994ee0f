import { RE2JS } from 're2js'

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
