import type { AnalyticsWidget } from '@signalbox/model/analytics/dashboard-content'
import type { ControlsInUse } from '../../../kit/analytics/controls.ts'
import type { Widget } from '@signalbox/model/analytics/widget'
import { titleOf } from './chart-types.ts'

const most: Readonly<Partial<Record<AnalyticsWidget['type'], number>>> = {
  area: 7,
  line: 8,
  pie: 7,
  sankey: 30,
  map: 250,
  table: 30,
}

/** A saved chart as the chart kit draws it. */
export function asWidget(saved: AnalyticsWidget): Widget {
  const { type, metric, dims, filters, interval } = saved
  return {
    title: titleOf(saved),
    kind: type,
    metrics: [metric],
    dimensions: dims,
    filters,
    ...(interval === undefined || interval === 'none' ? {} : { interval }),
    ...(most[type] === undefined ? {} : { top: most[type] }),
  }
}

/** What a chart is compared with is its own matter here. */
export const controlsOf = (controls: ControlsInUse, { compare }: AnalyticsWidget): ControlsInUse => ({
  ...controls,
  compare,
})
