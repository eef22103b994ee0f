import type { MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsReply } from '@signalbox/model/analytics/query'
import { defaultUserFormats } from '@signalbox/model/text/user-formats'
import { expect, it } from 'vitest'
import { overTime } from './over-time-data.ts'

const days = ['2026-11-03T00:00:00.000Z', '2026-11-04T00:00:00.000Z', '2026-11-05T00:00:00.000Z'] as const

/** Three PSPs on the first day and the last, of which one has a line of its own. */
function drawn(metric: MetricId) {
  const cell = (at: string, psp: string, value: number, n: number) => ({
    at,
    key: [psp],
    values: { [metric]: { value, n } },
  })
  const reply: AnalyticsReply = {
    cells: [days[0], days[2]].flatMap((at) => [
      cell(at, 'acme', 900, 30),
      cell(at, 'boreal', 20, 4),
      cell(at, 'kestrel', 30, 5),
    ]),
    freshAt: null,
    currency: 'EUR',
    timeZone: 'UTC',
    withoutRate: 0,
  }
  const widget = { title: '', kind: 'area', metrics: [metric], dimensions: ['psp'], top: 1 } as const
  const { rows, columns } = overTime(widget, reply, {
    formats: defaultUserFormats,
    currency: 'EUR',
    nameOf: (_dimension, value) => value,
    interval: 'day',
    period: { from: days[0], to: '2026-11-06T00:00:00.000Z' },
    now: new Date('2026-11-06T00:00:00.000Z'),
  })
  return rows.map(({ cells }) => columns.map(({ key }) => [key, cells[key]?.value ?? null]))
}

it('adds up what slices have in common, and is nought on a day without any', () => {
  expect(drawn('value')).toEqual([
    [
      ['acme', 900],
      ['other', 50],
    ],
    [
      ['acme', 0],
      ['other', 0],
    ],
    [
      ['acme', 900],
      ['other', 50],
    ],
  ])
})

it.each(['avgTicket', 'costPerSuccess'] as const)('does neither with %s, an amount for each', (metric) => {
  expect(drawn(metric)).toEqual([[['acme', 900]], [['acme', null]], [['acme', 900]]])
})
