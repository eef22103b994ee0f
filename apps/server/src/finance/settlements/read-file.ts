import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { headersOf, type ImportProfile } from '@signalbox/model/settlements/import-profile'
import {
  lineReader,
  mayHoldCard,
  type LineProblem,
  type SettlementLine,
  type TotalLine,
} from '@signalbox/model/settlements/read-line'
import { mostSettlementLines } from '@signalbox/model/settlements/file-limits'

export interface FileProblem extends LineProblem {
  /** As an editor counts; the header is 1. */
  readonly line: number
}

/** What a row of the file is. */
export type FileRow =
  | { readonly no: number; readonly line: SettlementLine }
  | { readonly no: number; readonly total: TotalLine }
  | { readonly no: number; readonly problems: readonly FileProblem[] }

/** So many rows take about ten milliseconds; then everybody else of this server has their turn. */
const rowsInATurn = 200

/** Rows of cells, with where each stands in the file. */
export async function* rowsIn(source: Readable, separator: string) {
  const parser = source.pipe(
    parse({
      delimiter: separator,
      bom: true,
      relax_column_count: true,
      info: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
    }),
  )
  source.on('error', (error) => parser.destroy(error))
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
    yield { cells: record, no: info.lines }
}

/** What is wrong with a header, in words; null when it can be read. */
function headerProblem(header: readonly string[], profile: ImportProfile): string | null {
  const read = [...new Set(headersOf(profile))]
  const missing = read.filter((name) => !header.includes(name))
  const twice = read.find((name) => header.indexOf(name) !== header.lastIndexOf(name))
  if (twice !== undefined)
    return `The header has ${twice} more than once. Nobody could tell which one is meant.`
  if (missing.length === 0) return null
  return `The header has no ${missing.slice(0, 5).join(', ')}. Choose another profile, or another separator.`
}

const cut = 'The file may be cut off.'

const unreadable: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: `The last cell has no closing quotation mark. ${cut}`,
  INVALID_OPENING_QUOTE: 'A quotation mark stands inside a cell. Quotation marks go around a whole cell.',
  CSV_INVALID_CLOSING_QUOTE: 'Something follows the closing quotation mark of a cell.',
}

const problemOf = (no: number, message: string, column = ''): FileRow => ({
  no,
  problems: [{ line: no, column, message }],
})

/** One row after the other, read by a profile. A header that does not fit is the only problem of its file. */
export async function* linesOf(source: Readable, profile: ImportProfile): AsyncGenerator<FileRow> {
  let header: readonly string[] | undefined
  const readLine = lineReader(profile)
  let count = 0
  try {
    for await (const { cells, no } of rowsIn(source, profile.separator)) {
      if (!header) {
        header = cells.map((name) => name.trim())
        const problem = headerProblem(header, profile)
        if (problem) {
          yield problemOf(no, problem)
          return
        }
        continue
      }
      if (++count > mostSettlementLines) {
        yield problemOf(no, `A file can have at most ${mostSettlementLines} lines.`)
        return
      }
      if (count % rowsInATurn === 0) await setImmediate()
      if (cells.length === 1 && cells[0]?.trim() === '') continue
      yield rowOf(header, cells, no, readLine)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield problemOf(Number(error.lines ?? 0), unreadable[error.code] ?? 'The line cannot be read.')
    return
  }
  if (!header) yield problemOf(1, 'The file is empty.')
}

function rowOf(
  header: readonly string[],
  cells: readonly string[],
  no: number,
  readLine: ReturnType<typeof lineReader>,
): FileRow {
  if (cells.length !== header.length)
    return problemOf(
      no,
      `Has ${cells.length} cells instead of ${header.length}. ${cells.length < header.length ? cut : ''}`.trim(),
    )
  const card = cells.findIndex(mayHoldCard)
  if (card >= 0) return problemOf(no, 'Must not contain a card number', header[card] ?? '')
  const read = readLine(Object.fromEntries(header.map((name, index) => [name, cells[index]])))
  if ('problems' in read) return { no, problems: read.problems.map((problem) => ({ line: no, ...problem })) }
  return { no, ...read }
}
