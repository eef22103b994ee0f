import type { AnalyticsCell, AnalyticsReply } from '@signalbox/model/analytics/query'
import type { Widget } from '@signalbox/model/analytics/widget'
import { defaultUserFormats } from '@signalbox/model/text/user-formats'
import { expect, it } from 'vitest'
import { cellText } from '../charts/chart-data.ts'
import { widgetData } from './reply-data.ts'

const period = { from: '2026-11-03T00:00:00.000Z', to: '2026-11-06T00:00:00.000Z' }
const reply = (cells: AnalyticsCell[]): AnalyticsReply => ({
  cells,
  freshAt: null,
  currency: 'EUR',
  timeZone: 'UTC',
  withoutRate: 0,
})
const drawn = (widget: Widget, cells: AnalyticsCell[]) =>
  widgetData(widget, reply(cells), {
    formats: defaultUserFormats,
    currency: 'EUR',
    nameOf: (_dimension, value) => value,
    interval: 'none',
    period,
    now: new Date(period.to),
  })

it('walks from the whole over the cost of each PSP to what is left', () => {
  const psp = (name: string, value: number, cost: number) => ({
    at: null,
    key: [name],
    values: {
      value: { value, n: 10 },
      pspCost: { value: cost, n: 10 },
      netValue: { value: value - cost, n: 10 },
    },
  })
  const widget = {
    title: '',
    kind: 'waterfall',
    metrics: ['value', 'pspCost', 'netValue'],
    dimensions: ['psp'],
    minus: ['pspCost'],
    totals: ['value', 'netValue'],
    top: 2,
  } as const
  const data = drawn(widget, [psp('acme', 900, 18), psp('boreal', 500, 5), psp('kestrel', 100, 9)])
  expect(data.rows.map(({ label, cells, path }) => [label, cells.figure?.value, path?.[0]])).toEqual([
    ['Value', 1_500, 'total'],
    ['acme', -18, undefined],
    ['kestrel', -9, undefined],
    ['Other', -5, undefined],
    ['Value after PSP cost', 1_468, 'total'],
  ])
  // Each step leads to its payments; that of several PSPs does not.
  expect(data.rows.map(({ key }) => data.sliceOf(key, 'figure')?.key ?? null)).toEqual([
    [],
    ['acme'],
    ['kestrel'],
    null,
    [],
  ])
})

it('marks the best of each row where there are enough payments to say so', () => {
  const cell = (issuer: string, psp: string, value: number, n: number) => ({
    at: null,
    key: [issuer, psp],
    values: { pspApproval: { value, n, low: value - 0.1, high: value + 0.1 } },
  })
  const widget = {
    title: '',
    kind: 'heatmap',
    metrics: ['pspApproval'],
    dimensions: ['issuer', 'psp'],
    marksBest: true,
  } as const
  const { rows, columns } = drawn(widget, [
    cell('Nordbank', 'acme', 0.9, 40),
    cell('Nordbank', 'boreal', 0.8, 50),
    cell('Nordbank', 'kestrel', 1, 3),
    cell('First Bank', 'acme', 0.7, 60),
  ])
  const best = rows.flatMap((row) =>
    columns.flatMap(({ key }) => (row.cells[key]?.isBest ? [`${row.label} ${key}`] : [])),
  )
  expect(best).toEqual(['Nordbank acme'])
  const [acme] = columns.filter(({ key }) => key === 'acme')
  const [nordbank] = rows.filter(({ label }) => label === 'Nordbank')
  expect(acme && cellText(nordbank?.cells.acme, acme)).toBe('90.0 % (best)')
})
