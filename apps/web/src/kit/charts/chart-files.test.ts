import { parseCsv } from '@signalbox/model/text/csv'
import { defaultUserFormats } from '@signalbox/model/text/user-formats'
import { expect, it } from 'vitest'
import type { ChartColumn, ChartData } from './chart-data.ts'
import { chartCsv } from './chart-files.ts'

const column = (key: string, label: string): ChartColumn => ({
  key,
  label,
  color: 'red',
  format: (value) => `about ${value}`,
  axis: String,
})

const data: ChartData = {
  rowTitle: 'PSP; account',
  columns: [column('approval', 'Approval'), column('value', 'Value')],
  rows: [
    {
      key: '1',
      label: '=Acme "Cards"',
      cells: { approval: { value: 0.8125, n: 16, low: 0.57, high: 0.93 }, value: { value: 1234567.5 } },
    },
    { key: '2', label: 'Nordbank', cells: { approval: { value: null, n: 0 } } },
  ],
}

const written = (csvSeparator: ';' | ',') => {
  const formats = { ...defaultUserFormats, csvSeparator }
  const { header, rows } = parseCsv(chartCsv(data, formats), { separator: csvSeparator })
  return [header, ...rows.map(({ cells }) => cells)]
}

it('writes the figures in full, with the payments a share is made of', () => {
  const [head, first, second] = written(',')
  expect(head).toEqual(['PSP; account', 'Approval', 'Value', 'Approval (n)'])
  expect(first?.slice(1)).toEqual(['0.8125', '1234567.5', '16'])
  expect(second).toEqual(['Nordbank', '', '', '0'])
})

it('keeps a name that has a separator in it, and lets none be taken for a formula', () => {
  const [head, first] = written(';')
  expect(head?.[0]).toBe('PSP; account')
  expect(first?.[0]).toContain('Acme "Cards"')
  // Read back as it was written, and no formula to a spreadsheet.
  expect(chartCsv(data, defaultUserFormats)).toMatch(/\r\n"?[^=\w]=Acme/)
})
