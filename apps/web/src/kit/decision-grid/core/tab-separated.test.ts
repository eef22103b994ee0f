import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTabSeparated, writeTabSeparated } from './tab-separated.ts'

describe('text of the clipboard', () => {
  it('reads what spreadsheets write', () => {
    expect(readTabSeparated('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(readTabSeparated('"two\nlines"\t"say ""hi"""\n')).toEqual([['two\nlines', 'say "hi"']])
    expect(readTabSeparated('a\t\t\n\t\tb')).toEqual([
      ['a', '', ''],
      ['', '', 'b'],
    ])
  })

  it('takes a quotation mark that never closes, or closes too early, as a character', () => {
    expect(readTabSeparated('"open\tb')).toEqual([['"open', 'b']])
    expect(readTabSeparated('"12" screen\tb')).toEqual([['"12" screen', 'b']])
  })

  it('gives back every block of texts it wrote', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ',', ' ') })
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))
    fc.assert(
      fc.property(block, (rows) => {
        // A last row of one blank cell cannot be told from the line end behind the row before it.
        fc.pre(rows.length === 1 || rows.at(-1)?.join('') !== '' || (rows.at(-1)?.length ?? 0) > 1)
        expect(readTabSeparated(writeTabSeparated(rows))).toEqual(rows)
      }),
    )
  })
})
