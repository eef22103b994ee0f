import type { Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import type { EditorMark } from './editor-types.ts'

/** Where a mark stands in the text. One without a place, or beyond the end, goes to the nearest line. */
export function diagnosticsOf(doc: Text, marks: readonly EditorMark[]): Diagnostic[] {
  return marks.map(({ severity, message, line = 1, column }) => {
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines))
    const from = Math.min(at.from + Math.max((column ?? 1) - 1, 0), at.to)
    const to = column === undefined ? at.to : Math.min(wordEnd(at.text, from - at.from) + at.from, at.to)
    return { severity, message, from, to: Math.max(from, to) }
  })
}

function wordEnd(text: string, start: number): number {
  const rest = /^(\$\{[^}]*\}|[\w.]+|.)/.exec(text.slice(start))
  return start + (rest?.[0].length ?? 1)
}
