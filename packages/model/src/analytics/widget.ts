import type { DimensionId } from './dimensions.ts'
import type { MetricId } from './metrics.ts'
import type { AnalyticsFilters, AnalyticsQuery, Comparison, Interval } from './query.ts'

/** How figures are drawn. */
export type ChartKind =
  | 'line'
  | 'area'
  | 'bar'
  | 'pareto'
  | 'pie'
  | 'heatmap'
  | 'multiples'
  | 'funnel'
  | 'sankey'
  | 'treemap'
  | 'scatter'
  | 'map'
  | 'waterfall'

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
  /** Of a heatmap of shares: the best of each row is marked. */
  readonly marksBest?: true
  /**
   * Metrics that are taken away, in a waterfall; those not named in `totals` hang between totals, one for each value of the
   * dimension where there is one.
   */
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

/** What all widgets of a dashboard go by. */
export interface WidgetContext {
  readonly period: { readonly from: string; readonly to: string }
  readonly compare: Comparison
  readonly merchantIds: readonly number[]
  /** Null is the base currency of the merchant. */
  readonly currency: string | null
  readonly filters: AnalyticsFilters
}

/** The filters of the page and of the widget together; null where nothing can fit both. */
export function filtersOf({ filters: own = {} }: Widget, filters: AnalyticsFilters): AnalyticsFilters | null {
  const both: AnalyticsFilters = { ...filters, ...own }
  for (const [id, values] of Object.entries(own) as [DimensionId, string[]][]) {
    const kept = values.filter((value) => filters[id]?.includes(value) ?? true)
    if (kept.length === 0) return null
    both[id] = kept
  }
  return both
}

/** The question a widget asks. */
export function queryOf(widget: Widget, context: WidgetContext, interval: Interval): AnalyticsQuery {
  const { period, compare, currency, merchantIds, filters } = context
  const isCompared =
    widget.kind === 'number' || (isOverTime(widget.kind) && (widget.dimensions ?? []).length === 0)
  return {
    metrics: [...widget.metrics],
    dimensions: [...(widget.dimensions ?? [])],
    filters: filtersOf(widget, filters) ?? {},
    ...period,
    interval,
    compare: isCompared ? compare : 'none',
    ...(currency === null ? {} : { currency }),
    ...(merchantIds.length > 0 ? { merchantIds: [...merchantIds] } : {}),
  }
}
