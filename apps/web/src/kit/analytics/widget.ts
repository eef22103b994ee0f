import type { DimensionId } from '@signalbox/model/analytics/dimensions'
import type { MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsFilters, Interval } from '@signalbox/model/analytics/query'
import type { ChartKind } from '../charts/drawings.ts'

/** How a widget shows its figures. */
export type WidgetKind = ChartKind | 'number' | 'table'

/** One chart of a dashboard. Its title is the question it answers. */
export interface Widget {
  readonly title: string
  readonly kind: WidgetKind
  readonly metrics: readonly MetricId[]
  readonly dimensions?: readonly DimensionId[]
  /** Of charts over time; by the length of the period where it does not say. */
  readonly interval?: Exclude<Interval, 'none'>
  readonly filters?: AnalyticsFilters
  /** Only so many of the largest, by the first metric. */
  readonly top?: number
  /** Of twelve columns. */
  readonly width?: 3 | 4 | 6 | 8 | 12
  /** Metrics that are taken away, in a waterfall; those not named in `totals` hang between totals. */
  readonly minus?: readonly MetricId[]
  readonly totals?: readonly MetricId[]
  /** Shows changes of rules, configuration and maintenance. */
  readonly withMarkers?: boolean
}

export interface Dashboard {
  readonly widgets: readonly Widget[]
}

const overTime: ReadonlySet<WidgetKind> = new Set(['line', 'area', 'multiples'])
export const isOverTime = (kind: WidgetKind): boolean => overTime.has(kind)
