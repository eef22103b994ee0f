import { dashboards } from '@signalbox/model/analytics/dashboards/index'
import { dashboardTitles, type DashboardId } from '@signalbox/model/analytics/dashboards/titles'
import { changeOf, metricText, type FormatContext } from '@signalbox/model/analytics/metric-format'
import { metricOf, type MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsFigure, AnalyticsReply } from '@signalbox/model/analytics/query'
import { joined, largestKeys, nameOfKey } from '@signalbox/model/analytics/reply-keys'
import type { ValueName } from '@signalbox/model/analytics/value-name'
import { queryOf, type Widget, type WidgetContext, type WidgetKind } from '@signalbox/model/analytics/widget'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import { runQuery, type QueryWork } from '../query.ts'

/** Those that are figures by name. What is drawn over time is not told again: its sums stand in the tiles. */
const toldKinds: ReadonlySet<WidgetKind> = new Set([
  ...(['number', 'funnel', 'bar', 'table', 'pareto', 'pie', 'treemap', 'heatmap', 'map'] as const),
])
const mostRows = 5
/** Below it a share says little. */
const few = 30

export interface Answered {
  readonly widget: Widget
  readonly reply: AnalyticsReply
}

/** What a dashboard answers for some days, against those before. */
export async function answersOf(
  work: QueryWork,
  dashboard: DashboardId,
  { period, currency }: Pick<WidgetContext, 'period' | 'currency'>,
): Promise<Answered[]> {
  const context = { period, currency, compare: 'previous', merchantIds: [], filters: {} } as const
  const told: Answered[] = []
  for (const widget of dashboards[dashboard].widgets.filter(({ kind }) => toldKinds.has(kind)))
    told.push({ widget, reply: await runQuery(work, queryOf(widget, context, 'none')) })
  return told
}

function figureText(
  id: MetricId,
  now: AnalyticsFigure | undefined,
  before: AnalyticsFigure | undefined,
  context: FormatContext,
): string {
  if (now?.value === null || now?.value === undefined) return '–'
  const text = metricText(metricOf(id).unit, now.value, context)
  const change =
    before?.value === null || before?.value === undefined ? null : changeOf(id, now.value, before.value)
  const doubt = now.low !== undefined && now.n < few ? `of ${now.n} payments only` : ''
  const notes = [change?.text ?? '', doubt].filter(Boolean).join(', ')
  return notes === '' ? text : `${text} (${notes})`
}

function linesOf({ widget, reply }: Answered, context: FormatContext, nameOf: ValueName): string[] {
  const { metrics, dimensions = [], top = mostRows } = widget
  const [first] = metrics
  if (dimensions.length === 0)
    return metrics.map((id) => {
      const [now, before] = [reply.cells[0]?.values[id], reply.compared?.[0]?.values[id]]
      return `${metricOf(id).label}: ${figureText(id, now, before, context)}`
    })
  if (first === undefined) return []
  return largestKeys(reply.cells, first, Math.min(top, mostRows)).map((key) => {
    const cell = reply.cells.find((each) => joined(each.key) === key)
    const figures = metrics.map((id) => {
      const text = figureText(id, cell?.values[id], undefined, context)
      return metrics.length === 1 ? text : `${metricOf(id).label.toLowerCase()} ${text}`
    })
    return `${nameOfKey(dimensions, cell?.key ?? [], nameOf)}: ${figures.join('; ')}`
  })
}

/** The answers in words and figures, each question over its lines. */
export function letterText(told: readonly Answered[], formats: UserFormats, nameOf: ValueName): string {
  return told
    .map((each) => {
      const lines = linesOf(each, { formats, currency: each.reply.currency }, nameOf)
      return [each.widget.title, ...(lines.length > 0 ? lines : ['No payments in this period'])].join('\n  ')
    })
    .join('\n\n')
}

export const dashboardName = (dashboard: string): string =>
  (dashboardTitles as Readonly<Record<string, string>>)[dashboard] ?? dashboard
