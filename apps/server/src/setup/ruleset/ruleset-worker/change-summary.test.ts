import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { expect, test } from 'vitest'
import { changeSummary } from './change-summary.ts'

test('a row that changed what it asks about and what it decides under one name keeps both', () => {
  const table = tableOfSlug('psp-fallback')
  if (!table) throw new Error('There is no such table')
  const summary = changeSummary(table, {
    fields: [],
    rows: [
      {
        id: 'a',
        change: 'changed',
        name: 'Row a',
        fromNo: 1,
        toNo: 1,
        cells: [
          { kind: 'attribute', key: 'name', from: 'Row', to: 'Row a' },
          { kind: 'condition', key: 'psp', from: undefined, to: { op: 'in', values: ['acmecards'] } },
          { kind: 'output', key: 'psp', from: 'borealpay', to: 'kestrelcard' },
        ],
      },
    ],
  })
  expect(summary.rows[0]?.cells).toEqual({
    name: { from: 'Row', to: 'Row a' },
    'c:psp': { from: '', to: 'acmecards' },
    'o:psp': { from: 'borealpay', to: 'kestrelcard' },
  })
})
