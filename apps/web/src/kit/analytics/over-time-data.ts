import { isSum, joined, largestKeys, nameOfKey, parted } from '@signalbox/model/analytics/reply-keys'
import type { DimensionId } from '@signalbox/model/analytics/dimensions'
import type { MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsCell, AnalyticsReply, Interval } from '@signalbox/model/analytics/query'
import { colorAt, otherColor, type ChartCell, type ChartColumn } from '../charts/chart-data.ts'
import { intervalLabels, intervalsOf } from './period.ts'
import { columnOf, empty, figureOf, ownColor, type ReplyContext, type WidgetData } from './reply-cells.ts'
import type { Widget } from '@signalbox/model/analytics/widget'

const defaultSeries = 8

/** A column over time: which slice and figure it is, and how it is found in the reply. */
interface Series {
  readonly column: ChartColumn
  readonly metric: MetricId
  readonly key: readonly string[]
  readonly cellAt: (at: string) => ChartCell | undefined
  /** It stands for no single slice, so nothing opens it. */
  readonly isMixed?: boolean
}

/** One way to write an instant, so that intervals can be found by it. */
const instantOf = (at: string | null): string => (at === null ? '' : new Date(at).toISOString())

/** Where nothing happened, a sum is zero and a share unknown. */
const nothing = (metric: MetricId): ChartCell => ({ value: isSum(metric) ? 0 : null, n: 0 })

function seriesByMetric({ metrics }: Widget, reply: AnalyticsReply, context: ReplyContext): Series[] {
  const cellAt = new Map(reply.cells.map((cell) => [instantOf(cell.at), cell]))
  return metrics.map((metric, index) => ({
    column: columnOf(metric, context, { color: colorAt(index) }),
    metric,
    key: [],
    cellAt: (at) => figureOf(cellAt.get(at), metric) ?? nothing(metric),
  }))
}

/** What the first line is compared with. */
function comparedSeries(
  { metrics: [metric] }: Widget,
  reply: AnalyticsReply,
  context: ReplyContext,
): Series[] {
  const cellAt = new Map((reply.compared ?? []).map((cell) => [instantOf(cell.at), cell]))
  if (metric === undefined || cellAt.size === 0) return []
  const options = { key: 'compared', label: 'Compared', color: otherColor, isCompared: true }
  return [
    {
      column: columnOf(metric, context, options),
      metric,
      key: [],
      cellAt: (at) => figureOf(cellAt.get(at), metric),
      isMixed: true,
    },
  ]
}

/** A state looks the same on every chart. */
const ownColorOf = ([dimension]: readonly DimensionId[], key: string): string | undefined =>
  dimension && ownColor(dimension, parted(key)[0] ?? '')

function seriesByValue(widget: Widget, reply: AnalyticsReply, context: ReplyContext): Series[] {
  const { metrics, dimensions = [], top = defaultSeries, kind } = widget
  const [metric] = metrics
  if (metric === undefined) return []
  const cellAt = new Map(reply.cells.map((cell) => [`${instantOf(cell.at)} ${joined(cell.key)}`, cell]))
  return largestKeys(reply.cells, metric, top).map((key, index) => ({
    column: columnOf(metric, context, {
      key,
      label: nameOfKey(dimensions, parted(key), context.nameOf),
      isSlice: true,
      // Each of the small ones has a drawing of its own.
      color: ownColorOf(dimensions, key) ?? colorAt(kind === 'multiples' ? 0 : index),
    }),
    metric,
    key: parted(key),
    cellAt: (at) => figureOf(cellAt.get(`${at} ${key}`), metric) ?? nothing(metric),
  }))
}

/** The rest of a whole: areas must add up to all of it. */
function otherSeries(
  { metrics: [metric], kind }: Widget,
  cells: readonly AnalyticsCell[],
  shown: readonly Series[],
  context: ReplyContext,
): Series[] {
  if (metric === undefined || kind !== 'area' || !isSum(metric)) return []
  const keys = new Set(shown.map(({ key }) => joined(key)))
  const sums = new Map<string, number>()
  for (const { at, key, values } of cells)
    if (!keys.has(joined(key)))
      sums.set(instantOf(at), (sums.get(instantOf(at)) ?? 0) + (values[metric]?.value ?? 0))
  if ([...sums.values()].every((sum) => sum === 0)) return []
  return [
    {
      column: columnOf(metric, context, { key: 'other', label: 'Other', color: otherColor }),
      metric,
      key: [],
      cellAt: (at) => ({ value: sums.get(at) ?? 0 }),
      isMixed: true,
    },
  ]
}

function allSeries(widget: Widget, reply: AnalyticsReply, context: ReplyContext): Series[] {
  if ((widget.dimensions ?? []).length > 0) {
    const shown = seriesByValue(widget, reply, context)
    return [...shown, ...otherSeries(widget, reply.cells, shown, context)]
  }
  const own = seriesByMetric(widget, reply, context)
  return own.length === 1 ? [...own, ...comparedSeries(widget, reply, context)] : own
}

const rowTitles: Readonly<Record<Interval, string>> = {
  none: 'Time',
  '5min': 'Time',
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
}

/** Over time: a column for each value of the dimensions, or for each metric. */
export function overTime(widget: Widget, reply: AnalyticsReply, context: ReplyContext): WidgetData {
  const { interval, period, now } = context
  const [first] = reply.cells.map(({ at }) => instantOf(at)).toSorted()
  if (first === undefined) return empty
  const series = allSeries(widget, reply, context)
  return {
    rowTitle: rowTitles[interval],
    rows: intervalsOf(first, period, interval, reply.timeZone, now).map((at) => {
      const { full, axis } = intervalLabels(at, interval, reply.timeZone)
      const cells = series.map(({ column, cellAt }) => [column.key, cellAt(at)] as const)
      return { key: at, label: full, axisLabel: axis, cells: Object.fromEntries(cells) }
    }),
    columns: series.map(({ column }) => column),
    sliceOf: (at, columnKey) => {
      const found = series.find(({ column, isMixed }) => column.key === columnKey && !isMixed)
      return found ? { metric: found.metric, key: found.key, at } : null
    },
  }
}
