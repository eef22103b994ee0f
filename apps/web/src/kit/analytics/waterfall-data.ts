import type { MetricId } from '@signalbox/model/analytics/metrics'
import { metricOf } from '@signalbox/model/analytics/metrics'
import type { AnalyticsCell, AnalyticsReply } from '@signalbox/model/analytics/query'
import { joined, largestKeys, nameOfKey, parted } from '@signalbox/model/analytics/reply-keys'
import type { Widget } from '@signalbox/model/analytics/widget'
import { colorAt, type ChartRow } from '../charts/chart-data.ts'
import { columnOf, empty, type ReplyContext, type SliceOf, type WidgetData } from './reply-cells.ts'

const column = 'figure'

interface Step {
  readonly row: ChartRow
  readonly slice: SliceOf | null
}

const sumOf = (cells: readonly AnalyticsCell[], metric: MetricId): number =>
  cells.reduce((sum, { values }) => sum + (values[metric]?.value ?? 0), 0)

/** From a whole to what is left of it: what is added or taken away has a step for each value of the dimension. */
export function waterfallBySlice(widget: Widget, reply: AnalyticsReply, context: ReplyContext): WidgetData {
  const { metrics, dimensions = [], minus = [], totals = [], top = 8 } = widget
  const [first] = metrics
  if (first === undefined || reply.cells.length === 0) return empty
  const keys = largestKeys(reply.cells, metrics.find((id) => !totals.includes(id)) ?? first, top)
  const others = reply.cells.filter(({ key }) => !keys.includes(joined(key)))
  const step = (metric: MetricId, label: string, value: number, slice: readonly string[] | null): Step => ({
    row: {
      key: slice === null ? `${metric} others` : `${metric} ${joined(slice)}`,
      label,
      ...(totals.includes(metric) ? { path: ['total'] } : {}),
      cells: { [column]: { value: minus.includes(metric) ? -value : value } },
    },
    slice: slice && { metric, key: slice, at: null },
  })
  const steps = metrics.flatMap((metric): Step[] => {
    if (totals.includes(metric)) return [step(metric, metricOf(metric).label, sumOf(reply.cells, metric), [])]
    const parts = keys.map((key) => {
      const own = reply.cells.filter((cell) => joined(cell.key) === key)
      return step(metric, nameOfKey(dimensions, parted(key), context.nameOf), sumOf(own, metric), parted(key))
    })
    return others.length > 0 ? [...parts, step(metric, 'Other', sumOf(others, metric), null)] : parts
  })
  const slices = new Map(steps.map(({ row, slice }) => [row.key, slice]))
  return {
    rowTitle: 'Step',
    rows: steps.map(({ row }) => row),
    columns: [columnOf(first, context, { key: column, label: 'Amount', color: colorAt(0) })],
    sliceOf: (row) => slices.get(row) ?? null,
  }
}
