import { Readable } from 'node:stream'
import { guessProfile, guessSeparator } from '@signalbox/model/settlements/guess-profile'
import { fileFields, missingFields, type ImportProfile } from '@signalbox/model/settlements/import-profile'
import { lineReader, mayHoldCard } from '@signalbox/model/settlements/read-line'
import { invalid } from '@signalbox/model/text/refusal'
import { CsvError } from 'csv-parse'
import { shownLine } from './import-file.ts'
import { rowsIn } from './read-file.ts'

const mostRows = 20

/** The header and the first rows. A sample may end within a row, which is then left out. */
async function firstRows(content: string, separator: string) {
  const rows: { cells: string[]; no: number }[] = []
  try {
    for await (const row of rowsIn(Readable.from([content]), separator)) {
      rows.push(row)
      if (rows.length > mostRows) break
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
  }
  const [first, ...others] = rows
  const header = (first?.cells ?? []).map((name) => name.trim())
  return { header, rows: others.filter(({ cells }) => cells.length === header.length) }
}

/** How a file would be read, and what its first rows would be. */
export async function readSample(content: string, given: ImportProfile | undefined) {
  const [firstLine = ''] = content.replace(/^\uFEFF/, '').split(/\r?\n/, 1)
  const separator = given?.separator ?? guessSeparator(firstLine)
  const { header, rows } = await firstRows(content, separator)
  if (header.length === 0) throw invalid({ field: 'content', code: 'EMPTY', message: 'The file is empty' })
  const cells = rows.map((row) => row.cells)
  if (cells.flat().some(mayHoldCard))
    throw invalid({ field: 'content', code: 'CARD_NUMBER', message: 'Must not contain a card number' })
  const profile = given ?? guessProfile(header, cells, separator)
  const readLine = lineReader(profile)
  return {
    header,
    profile: { ...profile, columns: { ...profile.columns }, splitColumns: { ...profile.splitColumns } },
    missing: missingFields(profile).map((name) => fileFields[name]),
    rows: rows.map((row) => {
      const read = readLine(Object.fromEntries(header.map((name, index) => [name, row.cells[index]])))
      return {
        line: row.no,
        cells: row.cells,
        read: 'line' in read ? shownLine(read.line) : null,
        problems: 'problems' in read ? [...read.problems] : [],
      }
    }),
  }
}
