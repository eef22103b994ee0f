import { dashboards } from '@signalbox/model/analytics/dashboards/index'
import { isOverTime, queryOf, type Widget } from '@signalbox/model/analytics/widget'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client, KitApp } from '../../kit/testing/kit-app.ts'
import { analyticsApp } from './testing/analytics-app.ts'

let kit: KitApp
let analyst: Client
beforeAll(async () => {
  kit = await analyticsApp('2026-11-18T12:00:00.000Z')
  analyst = kit.as({ roles: ['ANALYTICS'] })
})
afterAll(() => kit.close())

const periods = [
  ['today', '2026-11-18T00:00:00.000Z', '2026-11-19T00:00:00.000Z', 'hour'],
  ['the last seven days', '2026-11-12T00:00:00.000Z', '2026-11-19T00:00:00.000Z', 'day'],
  ['a quarter', '2026-07-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z', 'day'],
] as const

interface Question {
  readonly name: string
  readonly widget: Widget
  readonly period: { readonly from: string; readonly to: string }
  readonly interval: 'hour' | 'day'
}

const questions = Object.entries(dashboards).flatMap(([id, { widgets }]) =>
  widgets.flatMap((widget) =>
    periods.map(([name, from, to, interval]): Question => ({
      name: `${id}: ${widget.title} (${name})`,
      widget,
      period: { from, to },
      interval,
    })),
  ),
)

// What a figure is kept by decides which questions can be answered: one that cannot is an empty place on a dashboard.
it.each(questions)('$name is answered', async ({ widget, period, interval }) => {
  const context = { period, compare: 'previous', merchantIds: [], currency: null, filters: {} } as const
  const asked = queryOf(widget, context, isOverTime(widget.kind) ? (widget.interval ?? interval) : 'none')
  const { status, text } = await analyst.post('/analytics/query?merchantId=1000', asked)
  expect(status, text).toBe(200)
})
