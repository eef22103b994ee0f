import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvCell, csvRow, parseCsv } from './csv.ts'

const cellsOf = (text: string, options = {}) => parseCsv(text, options).rows.map((row) => row.cells)
const separators = fc.constantFrom(',', ';', '\t')
// Random texts rarely begin with what matters here, so half of them are made of it.
const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\'",;＝＋－＠ 1.e', 'Å') }),
)

describe('writing', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [-12.5, '-12.5'],
    [12345678901234567890n, '12345678901234567890'],
    [true, 'true'],
    ['a"b', '"a""b"'],
    ['a;b', '"a;b"'],
    ['a\nb', '"a\nb"'],
  ])('%o becomes %s', (value, text) => expect(csvCell(value)).toBe(text))

  test.each(['=1+1', '+cmd', '-cmd', '@SUM(A1)', '＝1', '＋1', '－1', '＠x', '-1+2', '+46 70', '=', '-'])(
    'the formula %s is defused',
    (text) => expect(csvCell(text)).toBe(`'${text}`),
  )
  test('so are formulas behind a tab or a line end', () => {
    expect(csvCell('\t=1')).toBe(`"'\t=1"`)
    expect(csvCell('\r=1')).toBe(`"'\r=1"`)
  })

  test.each(['-12.50', '+46701234567', '-1e5', '-1,5', '-1.234,50'])('the number %s stays a number', (text) =>
    expect(csvCell(text).replaceAll('"', '')).toBe(text),
  )

  test('no cell a spreadsheet would run is ever written', () => {
    fc.assert(
      fc.property(cell, (text) => {
        const written = csvCell(text)
        const shown = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
        const isNumber = /^[-+]?[\d.,]+(e[-+]?\d+)?$/i.test(shown)
        expect(/^[=+\-@\t\r＝＋－＠]/.test(shown) && !isNumber).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('reading', () => {
  test('any line end, a byte order mark and blank lines, with lines a person can find', () => {
    expect(parseCsv('\uFEFFid,name\r\n1,"two\nlines"\r\n\r\n2,b\n\n3,c\r4,d')).toEqual({
      header: ['id', 'name'],
      rows: [
        { line: 2, cells: ['1', 'two\nlines'] },
        { line: 5, cells: ['2', 'b'] },
        { line: 7, cells: ['3', 'c'] },
        { line: 8, cells: ['4', 'd'] },
      ],
      problems: [],
    })
  })

  test.each([
    ['a;b;c,d\n1;2;3', ['1', '2', '3']],
    ['a\tb\n1,5\t2', ['1,5', '2']],
    ['"a,b,c";d\n1;2', ['1', '2']],
    ['"a\n,,,";d\n1;2', ['1', '2']],
    ['a\n1', ['1']],
  ])('the separator of %j is found', (text, cells) => expect(cellsOf(text)).toEqual([cells]))

  test('a separator that is given is not guessed', () => {
    expect(cellsOf('a,b,c;d\n1,2,3;4', { separator: ';' })).toEqual([['1,2,3', '4']])
  })

  test('rows that do not fit are left out and named', () => {
    expect(parseCsv('a,b\n1\n1,2\n1,2,3\n"x"y,2\n1,"open\n1,2')).toEqual({
      header: ['a', 'b'],
      rows: [{ line: 3, cells: ['1', '2'] }],
      problems: [
        { line: 2, text: 'Expected 2 cells, found 1' },
        { line: 4, text: 'Expected 2 cells, found 3' },
        { line: 5, text: 'There is text after a closing quotation mark' },
        { line: 6, text: 'A quotation mark is not closed' },
      ],
    })
  })

  test('a header must name every column once', () => {
    expect(parseCsv('').problems).toEqual([{ line: 1, text: 'The file is empty' }])
    expect(parseCsv('\n\n').problems).toEqual([{ line: 1, text: 'The file is empty' }])
    expect(parseCsv('a,,b\n').problems).toEqual([{ line: 1, text: 'A column has no name' }])
    expect(parseCsv('a, a\n').problems).toEqual([{ line: 1, text: 'Two columns are named a' }])
  })

  test('a file that is too large stops early, bad rows included', () => {
    const tooManyRows = parseCsv('a,b\n1,2\n3\n5,6\n', { maxRows: 2 })
    expect(tooManyRows.rows).toEqual([{ line: 2, cells: ['1', '2'] }])
    expect(tooManyRows.problems.at(-1)).toEqual({ line: 4, text: 'The file has more than 2 rows' })
    expect(parseCsv('a,b\n1,2\n', { maxRows: 1 }).problems).toEqual([])
    expect(parseCsv(`a\n${','.repeat(1000)}`, { maxCells: 10, separator: ',' }).problems).toEqual([
      { line: 2, text: 'The file has more than 10 cells' },
    ])
  })
})

describe('round trip', () => {
  test('what is written is read back, whatever the cells hold', () => {
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 5 }))
    fc.assert(
      fc.property(table, separators, (rows, separator) => {
        const header = (rows[0] ?? ['']).map((_, index) => `column ${index}`)
        const text = [header, ...rows].map((row) => csvRow(row, separator)).join('')
        const parsed = parseCsv(text, { separator })
        expect(parsed.problems).toEqual([])
        expect(parsed.header).toEqual(header)
        expect(parsed.rows.map((row) => row.cells)).toEqual(rows)
        expect(parseCsv(text)).toEqual(parsed)
      }),
      { numRuns: 500 },
    )
  })

  test('any text at all is read without an accident', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'",;\t\r\n\'=a\uFEFF') }), (text) => {
        const { header, rows } = parseCsv(text)
        for (const row of rows) expect(row.cells).toHaveLength(header.length)
      }),
      { numRuns: 1000 },
    )
  })
})
