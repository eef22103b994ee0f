import {
  layoutSchema,
  widgetsSchema,
  type AnalyticsPlace,
  type AnalyticsWidget,
} from '@signalbox/model/analytics/dashboard-content'
import { layoutOf } from './layout.ts'

/** What of a dashboard people change. */
export interface DashboardContent {
  readonly name: string
  readonly widgets: readonly AnalyticsWidget[]
  readonly layout: readonly AnalyticsPlace[]
}

/** Charts that this version does not know are left out; the rest is shown. */
export function contentOf(record: { name: string; widgets: unknown; layout: unknown }): DashboardContent {
  const widgets = widgetsSchema.safeParse(record.widgets).data ?? []
  const places = layoutSchema.safeParse(record.layout).data ?? []
  return { name: record.name, widgets, layout: layoutOf(widgets, places) }
}

export const withChart = (content: DashboardContent, chart: AnalyticsWidget): DashboardContent => {
  const isKnown = content.widgets.some(({ id }) => id === chart.id)
  const widgets = isKnown
    ? content.widgets.map((each) => (each.id === chart.id ? chart : each))
    : [...content.widgets, chart]
  return { ...content, widgets, layout: layoutOf(widgets, content.layout) }
}

export const withoutChart = (content: DashboardContent, id: string): DashboardContent => {
  const widgets = content.widgets.filter((each) => each.id !== id)
  return { ...content, widgets, layout: layoutOf(widgets, content.layout) }
}
