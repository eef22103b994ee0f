import type { DimensionId } from '@signalbox/model/analytics/dimensions'
import { metricOf, type MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsCell, Interval } from '@signalbox/model/analytics/query'
import type { ChartCell, ChartColumn, ChartData } from '../charts/chart-data.ts'
import { axisText, metricText, type FormatContext } from '@signalbox/model/analytics/metric-format'
import type { Period } from './period.ts'
import type { ValueName } from '@signalbox/model/analytics/value-name'
import { isState, stateTones } from '../state-tones.ts'

export interface ReplyContext extends FormatContext {
  readonly period: Period
  readonly interval: Interval
  readonly now: Date
  readonly nameOf: ValueName
}

/** A row or column knows the slice of payments it stands for. */
export interface SliceOf {
  readonly metric: MetricId
  readonly key: readonly string[]
  readonly at: string | null
}

export interface WidgetData extends ChartData {
  /** What a figure is about; null for one that stands for several slices. */
  readonly sliceOf: (rowKey: string, columnKey: string) => SliceOf | null
}

export const figureOf = (cell: AnalyticsCell | undefined, metric: MetricId): ChartCell | undefined => {
  const figure = cell?.values[metric]
  return figure && { value: figure.value, n: figure.n, low: figure.low, high: figure.high }
}

export function columnOf(
  metric: MetricId,
  context: FormatContext,
  options: { key?: string; label?: string; color: string; isCompared?: boolean; isSlice?: boolean },
): ChartColumn {
  const { unit, label } = metricOf(metric)
  return {
    key: metric,
    label,
    format: (value) => metricText(unit, value, context),
    axis: (value) => axisText(unit, value, context),
    isShare: unit === 'share',
    isDuration: unit === 'duration',
    ...options,
  }
}

export const empty: WidgetData = { rowTitle: '', rows: [], columns: [], sliceOf: () => null }

/** Of a value that has a colour everywhere in the console. */
export function ownColor(dimension: DimensionId, value: string): string | undefined {
  return dimension === 'state' && isState(value) ? `var(--tone-${stateTones[value]})` : undefined
}
