import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { genericProfile } from '@signalbox/model/settlements/import-profile'
import { linesOf } from './read-file.ts'
import { fileOf, rightLine } from './testing/planted-file.ts'
import { plannedPayments } from './testing/planted-store.ts'

async function countRows(content: string): Promise<number> {
  let rows = 0
  for await (const _row of linesOf(Readable.from([content]), genericProfile)) rows++
  return rows
}

it('a large file is read in turns with whatever else the server does', async () => {
  const lines = plannedPayments(2_000, '2026-03-02').map(rightLine)
  let turns = 0
  let isReading = true
  const count = () => {
    turns++
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  const rows = await countRows(fileOf('large', '2026-03-04', lines))
  isReading = false
  expect(rows).toBe(2_000)
  expect(turns).toBeGreaterThan(8)
})

it('quotation marks that are no quotes are told with their line, once', async () => {
  const problemsOf = async (content: string) => {
    const rows = []
    for await (const row of linesOf(Readable.from([content]), genericProfile)) rows.push(row)
    return rows.flatMap((row) =>
      'problems' in row ? row.problems.map(({ line, message }) => [line, message]) : [],
    )
  }
  const [header = '', line = ''] = fileOf(
    'quoted',
    '2026-03-04',
    plannedPayments(1, '2026-03-02').map(rightLine),
  ).split('\n')
  expect(await problemsOf(`${header}\n${line.replace('quoted', 'quo"ted')}\n`)).toEqual([
    [2, 'A quotation mark stands inside a cell. Quotation marks go around a whole cell.'],
  ])
  expect(await problemsOf(`${header.replace(';', '";')}\n${line}\n`)).toEqual([
    [1, 'A quotation mark stands inside a cell. Quotation marks go around a whole cell.'],
  ])
  expect(await problemsOf(`${header}\n${line.replace('quoted', '"quo"ted')}\n`)).toEqual([
    [2, 'Something follows the closing quotation mark of a cell.'],
  ])
  expect(await problemsOf('')).toEqual([[1, 'The file is empty.']])
})
