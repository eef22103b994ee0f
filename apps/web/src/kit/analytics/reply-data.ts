import { joined, largestKeys, parted } from '@signalbox/model/analytics/reply-keys'
import { dimensionOf, type DimensionId } from '@signalbox/model/analytics/dimensions'
import { metricOf, type MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsReply } from '@signalbox/model/analytics/query'
import { colorAt, fewPayments, type ChartCell } from '../charts/chart-data.ts'
import { waterfallBySlice } from './waterfall-data.ts'
import { overTime } from './over-time-data.ts'
import { columnOf, empty, figureOf, ownColor, type ReplyContext, type WidgetData } from './reply-cells.ts'
import { isOverTime, type Widget } from '@signalbox/model/analytics/widget'

/** A row for each value, a column for each metric. */
function byValue(widget: Widget, reply: AnalyticsReply, context: ReplyContext): WidgetData {
  const { metrics, dimensions = [], top = 20, kind } = widget
  const [metric] = metrics
  if (metric === undefined) return empty
  const cellOf = new Map(reply.cells.map((cell) => [joined(cell.key), cell]))
  // Hours and bands have an order of their own.
  const isOrdered = dimensions.length === 1 && dimensionOf(dimensions[0] as DimensionId).values === 'number'
  const largest = largestKeys(reply.cells, metric, top)
  const keys = isOrdered ? largest.toSorted((a, b) => Number(a) - Number(b)) : largest
  const columns = metrics.map((each, index) => columnOf(each, context, { color: colorAt(index) }))
  return {
    rowTitle: dimensions.map((dimension) => dimensionOf(dimension).label).join(' · '),
    rows: keys.map((key) => {
      const values = parted(key)
      const path = dimensions.map((dimension, index) => context.nameOf(dimension, values[index] ?? ''))
      return {
        // A map finds its countries by their codes.
        key,
        label: path.join(kind === 'sankey' ? ' → ' : ' · '),
        path,
        colors: dimensions.map((dimension, index) => ownColor(dimension, values[index] ?? '')),
        cells: Object.fromEntries(metrics.map((each) => [each, figureOf(cellOf.get(key), each)])),
      }
    }),
    columns,
    sliceOf: (key, column) => ({ metric: column as MetricId, key: parted(key), at: null }),
  }
}

type Cells = Readonly<Record<string, ChartCell | undefined>>

/** Of few payments nobody knows which is best, and where there is one figure there is no choice. */
function withBest(cells: Cells): Cells {
  const known = Object.entries(cells).flatMap(([key, cell]) =>
    cell && cell.value !== null && (cell.n ?? 0) >= fewPayments ? [{ key, cell, value: cell.value }] : [],
  )
  const [best, second] = known.toSorted((a, b) => b.value - a.value)
  if (!best || !second || best.value === second.value) return cells
  return { ...cells, [best.key]: { ...best.cell, isBest: true } }
}

/** The first dimension below each other, the second side by side. */
function crossed(widget: Widget, reply: AnalyticsReply, context: ReplyContext): WidgetData {
  const { metrics, dimensions = [], top = 12 } = widget
  const [metric] = metrics
  const [down, across] = dimensions
  if (metric === undefined || down === undefined || across === undefined) return empty
  const valuesOf = (index: number, dimension: DimensionId): string[] => {
    const single = reply.cells.map((cell) => ({ ...cell, key: [cell.key[index] ?? ''] }))
    const isOrdered = dimensionOf(dimension).values === 'number'
    return isOrdered
      ? [...new Set(single.map(({ key }) => key[0] ?? ''))].toSorted((a, b) => Number(a) - Number(b))
      : largestKeys(single, metric, top)
  }
  const cellOf = new Map(reply.cells.map((cell) => [joined(cell.key), cell]))
  return {
    rowTitle: dimensionOf(down).label,
    rows: valuesOf(0, down).map((row) => {
      const cells = Object.fromEntries(
        valuesOf(1, across).map((column) => [column, figureOf(cellOf.get(joined([row, column])), metric)]),
      )
      return {
        key: row,
        label: context.nameOf(down, row),
        cells: widget.marksBest ? withBest(cells) : cells,
      }
    }),
    columns: valuesOf(1, across).map((column) =>
      columnOf(metric, context, { key: column, label: context.nameOf(across, column), color: colorAt(0) }),
    ),
    sliceOf: (row, column) => ({ metric, key: [row, column], at: null }),
  }
}

/** A row for each metric: the steps of a funnel or of a sum. */
function byMetric(widget: Widget, reply: AnalyticsReply, context: ReplyContext): WidgetData {
  const { metrics, minus = [], totals = [] } = widget
  const [first] = metrics
  if (first === undefined) return empty
  const [cell] = reply.cells
  const figure = (metric: MetricId): ChartCell | undefined => {
    const found = figureOf(cell, metric)
    return found && minus.includes(metric)
      ? { ...found, value: found.value === null ? null : -found.value }
      : found
  }
  return {
    rowTitle: 'Step',
    rows: metrics.map((metric) => ({
      key: metric,
      label: metricOf(metric).label,
      ...(totals.includes(metric) ? { path: ['total'] } : {}),
      cells: { figure: figure(metric) },
    })),
    columns: [
      columnOf(first, context, {
        key: 'figure',
        label: metricOf(first).unit === 'money' ? 'Amount' : 'Payments',
        color: colorAt(0),
      }),
    ],
    sliceOf: (row) => ({ metric: row as MetricId, key: [], at: null }),
  }
}

/** The table a widget draws, from the answer to its query. */
export function widgetData(widget: Widget, reply: AnalyticsReply, context: ReplyContext): WidgetData {
  if (isOverTime(widget.kind)) return overTime(widget, reply, context)
  if (widget.kind === 'heatmap') return crossed(widget, reply, context)
  if (widget.kind === 'waterfall' && widget.dimensions?.length)
    return waterfallBySlice(widget, reply, context)
  const isOfSteps = widget.kind === 'waterfall' || (widget.kind === 'funnel' && !widget.dimensions?.length)
  if (isOfSteps) return byMetric(widget, reply, context)
  return byValue(widget, reply, context)
}
