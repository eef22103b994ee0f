export type CsvValue = string | number | bigint | boolean | null | undefined

export interface CsvOptions {
  /** One character; found out from the first record when absent. */
  readonly separator?: string
  readonly maxRows?: number
  readonly maxCells?: number
  /** Leaves the apostrophe before what could be a formula, for those who tell guarded cells from others. */
  readonly keepGuards?: boolean
}

interface CsvRow {
  /** Where the row begins in the file, counted from 1, so that a person can find it. */
  readonly line: number
  readonly cells: readonly string[]
}

interface CsvProblem {
  readonly line: number
  readonly text: string
}

export interface ParsedCsv {
  readonly header: readonly string[]
  /** Rows that fit the header. The others are left out and named in `problems`. */
  readonly rows: readonly CsvRow[]
  readonly problems: readonly CsvProblem[]
}

// Any of the usual separators is quoted, not only the one in use, so that a reader who guesses it cannot guess wrong.
const needsQuotes = /[",;\t\r\n]/
// Spreadsheets in East Asian languages read the full-width forms as the plain ones.
const formulaStart = /^'*[=+\-@\t\r＝＋－＠]/
const numeric = /^[-+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?$/i

/**
 * Whether a spreadsheet could run the cell as a formula. Apostrophes before the sign count as part of it: such a cell
 * gets one more on export, so that taking one away on import always gives back what was exported.
 */
export const looksLikeFormula = (text: string): boolean => formulaStart.test(text) && !numeric.test(text)

const guarded = (value: CsvValue): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return looksLikeFormula(text) ? `'${text}` : text
}
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

export function csvCell(value: CsvValue): string {
  const text = guarded(value)
  return needsQuotes.test(text) ? quoted(text) : text
}

/** One record with every cell in quotation marks, for formats that say so. */
export const quotedCsvRow = (cells: readonly CsvValue[], separator: string): string =>
  `${cells.map((cell) => quoted(guarded(cell))).join(separator)}\r\n`

export const withoutGuard = (text: string): string =>
  text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1) : text

/** One record with its line end. A lone empty cell is quoted, or its record would read as a blank line. */
export function csvRow(cells: readonly CsvValue[], separator: string): string {
  const row = cells.map(csvCell).join(separator)
  return `${row === '' ? '""' : row}\r\n`
}

/** The usual separator that occurs most in the first record, quoted parts aside; a comma when there is none. */
function detectSeparator(text: string): string {
  const counts = new Map([',', ';', '\t'].map((separator) => [separator, 0]))
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (quoted) continue
    if (character === '\r' || character === '\n') break
    const count = counts.get(character)
    if (count !== undefined) counts.set(character, count + 1)
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

function endOfBareText(text: string, start: number, separator: string): number {
  let at = start
  while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') at += 1
  return at
}

interface Cell {
  readonly text: string
  readonly end: number
  readonly problem?: string
}

function readCell(text: string, start: number, separator: string): Cell {
  if (text[start] !== '"') {
    const end = endOfBareText(text, start, separator)
    return { text: text.slice(start, end), end }
  }
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return { text: value, end: text.length, problem: 'A quotation mark is not closed' }
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      const end = endOfBareText(text, quote + 1, separator)
      if (end === quote + 1) return { text: value, end }
      return { text: value, end, problem: 'There is text after a closing quotation mark' }
    }
    value += '"'
    from = quote + 2
  }
}

interface CsvRecord {
  readonly cells: string[]
  readonly end: number
  readonly problem?: string
}

/** Stops after too many cells, so that one endless line cannot fill the memory; the caller counts and gives up. */
function readRecord(text: string, start: number, separator: string, maxCells: number): CsvRecord {
  const cells: string[] = []
  let problem: string | undefined
  let at = start
  for (;;) {
    const cell = readCell(text, at, separator)
    cells.push(cell.text)
    problem ??= cell.problem
    at = cell.end
    if (text[at] !== separator || cells.length > maxCells) break
    at += 1
  }
  return { cells, problem, end: at + (text.startsWith('\r\n', at) ? 2 : 1) }
}

/** Blank lines hold no record, but they count as lines. */
function* readRecords(text: string, separator: string, maxCells: number): Generator<CsvRecord & CsvRow> {
  let line = 1
  let at = 0
  while (at < text.length) {
    const record = readRecord(text, at, separator, maxCells)
    if (text[at] !== '\r' && text[at] !== '\n') yield { ...record, line }
    line += text.slice(at, record.end).match(/\r\n?|\n/g)?.length ?? 0
    at = record.end
  }
}

/** Record by record, for files that are too long to be taken apart in one go; the first one is the header. */
export function* csvRecords(file: string, { separator, maxCells = 1000 }: CsvOptions = {}) {
  const text = file.startsWith('\uFEFF') ? file.slice(1) : file
  for (const { line, cells, problem } of readRecords(text, separator ?? detectSeparator(text), maxCells))
    yield { line, cells: cells as readonly string[], ...(problem !== undefined && { problem }) }
}

function problemOfHeader(header: readonly string[]): string | undefined {
  if (header.includes('')) return 'A column has no name'
  const seen = new Set<string>()
  for (const name of header) {
    if (seen.has(name)) return `Two columns are named ${name}`
    seen.add(name)
  }
  return undefined
}

/** Reads RFC 4180 and what programs make of it: any line end, a byte order mark, blank lines, bare quotation marks. */
export function parseCsv(file: string, options: CsvOptions = {}): ParsedCsv {
  const { maxRows = 10_000, maxCells = 1_000_000 } = options
  const text = file.startsWith('\uFEFF') ? file.slice(1) : file
  const separator = options.separator ?? detectSeparator(text)
  let header: string[] | undefined
  const rows: CsvRow[] = []
  const problems: CsvProblem[] = []
  let rowsRead = 0
  let cellsRead = 0
  for (const { line, cells, problem } of readRecords(text, separator, maxCells)) {
    const report = (text: string) => problems.push({ line, text })
    cellsRead += cells.length
    rowsRead += header ? 1 : 0
    if (cellsRead > maxCells) report(`The file has more than ${maxCells} cells`)
    else if (rowsRead > maxRows) report(`The file has more than ${maxRows} rows`)
    if (cellsRead > maxCells || rowsRead > maxRows) break

    if (!header) {
      header = cells.map((name) => withoutGuard(name).trim())
      const wrong = problem ?? problemOfHeader(header)
      if (wrong) report(wrong)
    } else if (problem) report(problem)
    else if (cells.length !== header.length) report(`Expected ${header.length} cells, found ${cells.length}`)
    else rows.push({ line, cells: options.keepGuards ? cells : cells.map(withoutGuard) })
  }
  if (!header) problems.push({ line: 1, text: 'The file is empty' })
  return { header: header ?? [], rows, problems }
}
