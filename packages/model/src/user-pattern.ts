import { RE2JS } from 're2js'

export const maxPatternLength = 200

/**
 * The only door through which a user's regular expression runs: RE2 semantics, linear time on any input.
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
