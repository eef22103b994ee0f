/** The text spreadsheets put on the clipboard and take from it. */

const needsQuotes = /["\t\r\n]/

const written = (cell: string): string => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const writeTabSeparated = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(written).join('\t')).join('\n')

interface Read {
  readonly cell: string
  readonly end: number
}

/** A cell in quotation marks, or null when the mark does not close before the cell ends: then it is only a character. */
function readQuoted(text: string, start: number): Read | null {
  let cell = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return null
    cell += text.slice(from, quote)
    const next = text[quote + 1]
    if (next === '"') {
      cell += '"'
      from = quote + 2
    } else {
      return next === undefined || next === '\t' || next === '\r' || next === '\n'
        ? { cell, end: quote + 1 }
        : null
    }
  }
}

const cellEnd = /[\t\r\n]/g

function readCell(text: string, start: number): Read {
  const quoted = text[start] === '"' ? readQuoted(text, start) : null
  if (quoted) return quoted
  cellEnd.lastIndex = start
  const end = cellEnd.exec(text)?.index ?? text.length
  return { cell: text.slice(start, end), end }
}

/** Rows of cells. The line end spreadsheets put behind the last row makes no further row. */
export function readTabSeparated(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  for (;;) {
    const { cell, end } = readCell(text, at)
    row.push(cell)
    at = end + 1
    if (text[end] === '\t') continue
    rows.push(row)
    row = []
    if (text.startsWith('\r\n', end)) at = end + 2
    if (at >= text.length) return rows
  }
}
