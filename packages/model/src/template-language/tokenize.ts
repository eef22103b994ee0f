import type { Position } from './syntax.ts'

type Token = { kind: 'text'; text: string } | { kind: 'tag'; body: string; offset: number }

export interface Tokens {
  tokens: Token[]
  /** Where a `${` stands that never finds its `}`. */
  unclosedAt: number | null
}

/** Splits a source into plain text and the bodies of `${…}`. A backslash before `${` keeps it as text. */
export function tokenize(source: string): Tokens {
  const tokens: Token[] = []
  let text = ''
  let at = 0
  const flush = () => {
    if (text !== '') tokens.push({ kind: 'text', text })
    text = ''
  }
  for (;;) {
    const open = source.indexOf('${', at)
    if (open < 0) break
    if (open > at && source[open - 1] === '\\') {
      text += `${source.slice(at, open - 1)}\${`
      at = open + 2
      continue
    }
    const close = closingBrace(source, open + 2)
    if (close < 0) return { tokens, unclosedAt: open }
    text += source.slice(at, open)
    flush()
    tokens.push({ kind: 'tag', body: source.slice(open + 2, close), offset: open + 2 })
    at = close + 1
  }
  text += source.slice(at)
  flush()
  return { tokens, unclosedAt: null }
}

/** A brace inside quotes belongs to the quoted text. A quote left open on its line is no quote, so one slip does not eat the page. */
function closingBrace(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    const char = source[at]!
    if (char === '}') return at
    if (char === "'" || char === '"') at = closingQuote(source, at) ?? at
  }
  return -1
}

function closingQuote(source: string, open: number): number | null {
  const close = source.indexOf(source[open]!, open + 1)
  return close > open && !source.slice(open, close).includes('\n') ? close : null
}

/** Turns offsets into lines and columns without rescanning the source for each of them. */
export function locator(source: string): (offset: number) => Position {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }
}
