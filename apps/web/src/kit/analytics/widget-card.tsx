import type { DimensionId } from '@signalbox/model/analytics/dimensions'
import { metricOf, type MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsReply } from '@signalbox/model/analytics/query'
import { useId, useMemo, useState, type ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'
import { ApiError } from '../api.ts'
import { hasFigures, type ChartMarker } from '../charts/chart-data.ts'
import { ChartTable } from '../charts/chart-table.tsx'
import { Chart } from '../charts/chart.tsx'
import { heightOf } from '../charts/drawings.ts'
import { useElementSize } from '../charts/use-element-size.ts'
import { useFormats } from '../session/session-store.ts'
import styles from './analytics.module.css'
import { comparisonLabels, type ControlsInUse } from './controls.ts'
import { NumberTiles, WaitingTiles } from './number-tiles.tsx'
import { intervalFor } from './period.ts'
import type { WidgetData } from './reply-cells.ts'
import { widgetData } from './reply-data.ts'
import { useDrill } from './use-drill.ts'
import { useValueName } from './use-value-name.ts'
import { intervalOfWidget, useAnalytics } from './use-widget-reply.ts'
import { WidgetMenu } from './widget-menu.tsx'
import { filtersOf, queryOf, type Widget } from '@signalbox/model/analytics/widget'

/** Few people ask, and everybody would fetch it before the first chart. */
const ExplainDialog = loadable(async () => (await import('./explain-dialog.tsx')).ExplainDialog)

export interface WidgetCardProps {
  readonly widget: Widget
  readonly controls: ControlsInUse
  readonly markers?: readonly ChartMarker[]
  /** Beside the menu, for whoever arranges widgets. */
  readonly tools?: ReactNode
  /** As high as the room it is in; else as high as what it shows. */
  readonly fills?: boolean
}

/** With the bar under its figures. */
const tableRowPx = 38
/** A list without a limit is seldom longer, and a longer one moves little. */
const usualRows = 6
const rowsBy: Readonly<Partial<Record<DimensionId, number>>> = {
  psp: 8,
  declineStage: 8,
  fraudBand: 10,
  bin6: 12,
  issuer: 12,
  rule: 12,
  userCountry: 10,
  issuerCountry: 10,
  statusCode: 10,
  cardBrand: 3,
  approver: 3,
  queue: 5,
  firstPsp: 5,
  cardType: 3,
  countryMatch: 3,
  threeDsExemption: 3,
  tokenState: 3,
}
const mostRows = 12
/** A longer table scrolls within its card. */
const tallestTablePx = 420
const [sidesPx, aboveAndBelowPx] = [32, 20]

/** A funnel has a row for each step; a list as many as there usually are of its kind. */
function rowsOf({ kind, metrics, dimensions: [first] = [], top }: Widget): number {
  if (first === undefined) return kind === 'funnel' || kind === 'waterfall' ? metrics.length : 1
  return Math.min(top ?? mostRows, rowsBy[first] ?? usualRows, mostRows)
}

/** How much room a widget takes from the start, so that nothing below moves when its figures come. */
function roomPx(widget: Widget, widthPx: number): number {
  const { kind, top = usualRows } = widget
  const rows = rowsOf(widget)
  // Tiles stand in as many rows as there is room for: they keep their places themselves.
  if (kind === 'number') return 0
  if (kind === 'table') return Math.min(tallestTablePx, (rows + 1) * tableRowPx)
  return heightOf(kind, { rows, columns: Math.min(top, usualRows) }, widthPx)
}

function useRoom(widget: Widget, fills: boolean) {
  const { ref: body, widthPx } = useElementSize()
  const room = roomPx(widget, Math.max(0, widthPx - sidesPx))
  return { body, room, style: fills ? undefined : { minHeight: room + aboveAndBelowPx } }
}

function useData(
  widget: Widget,
  controls: ControlsInUse,
  reply: AnalyticsReply | undefined,
): WidgetData | null {
  const formats = useFormats()
  const nameOf = useValueName()
  const interval = intervalOfWidget(widget, controls)
  const { period, now } = controls
  return useMemo(
    () =>
      reply
        ? widgetData(widget, reply, { formats, currency: reply.currency, nameOf, interval, period, now })
        : null,
    [widget, reply, formats, nameOf, interval, period, now],
  )
}

/** A figure that is kept by the day cannot be told of an afternoon: nothing failed, and trying again would not help. */
const refusalOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 422 ? error.body?.fields?.[0]?.message : undefined

function Problem({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const refusal = refusalOf(error)
  if (refusal !== undefined) return <EmptyState icon="chart" title={refusal} />
  const said = error instanceof ApiError ? error.body : undefined
  return (
    <ErrorPanel
      compact
      title="The figures could not be loaded."
      {...(said && error instanceof ApiError && error.status < 500 ? { detail: said.message } : {})}
      {...(said ? { requestId: said.errorId } : {})}
      onRetry={onRetry}
    />
  )
}

const emptyTitle = ({ metrics: [metric] }: Widget): string =>
  metric !== undefined && metricOf(metric).facts === 'payment'
    ? 'No payments in this period'
    : 'No data in this period'

const Waiting = ({ widget, roomPx }: { readonly widget: Widget; readonly roomPx: number }) => (
  <Skeleton>
    {widget.kind === 'number' ? <WaitingTiles metrics={widget.metrics} /> : <SkeletonBar height={roomPx} />}
  </Skeleton>
)

function Tiles({
  widget,
  controls,
  reply,
}: Pick<WidgetCardProps, 'widget' | 'controls'> & { readonly reply: AnalyticsReply }) {
  const formats = useFormats()
  const course = useAnalytics({
    ...queryOf(widget, controls, intervalFor(controls.period)),
    compare: 'none',
  })
  const open = useDrill(widget, controls, reply.timeZone)
  return (
    <NumberTiles
      metrics={widget.metrics}
      reply={reply}
      course={course.data}
      context={{ formats, currency: reply.currency }}
      comparedWith={comparisonLabels[controls.compare]}
      onOpen={open && ((metric: MetricId) => open({ metric, key: [], at: null }))}
    />
  )
}

/** One question of a dashboard and its answer. */
export function WidgetCard({ widget, controls, markers = [], tools, fills = false }: WidgetCardProps) {
  const headingId = useId()
  const { body, room, style } = useRoom(widget, fills)
  const [asTable, setAsTable] = useState(false)
  const [explaining, setExplaining] = useState(false)
  const query = queryOf(widget, controls, intervalOfWidget(widget, controls))
  const fits = filtersOf(widget, controls.filters) !== null
  const { data: reply, isError, error, refetch } = useAnalytics(query, fits)
  const data = useData(widget, controls, reply)
  const drill = useDrill(widget, controls, reply?.timeZone ?? controls.timeZone)
  const onOpen =
    drill && data
      ? (row: { key: string }, column: { key: string }) => drill(data.sliceOf(row.key, column.key))
      : undefined

  const content = (): ReactNode => {
    if (!fits) return <EmptyState icon="chart" title="None of these payments match the filters of the page" />
    if (isError && !reply) return <Problem error={error} onRetry={() => void refetch()} />
    if (!reply || !data) return <Waiting widget={widget} roomPx={room} />
    if (reply.freshAt === null) return <EmptyState icon="chart" title="Figures are being prepared" />
    if (widget.kind === 'number') return <Tiles widget={widget} controls={controls} reply={reply} />
    if (!hasFigures(data)) return <EmptyState icon="chart" title={emptyTitle(widget)} />
    if (asTable || widget.kind === 'table')
      return (
        <ChartTable label={widget.title} data={data} withBars={widget.kind === 'table'} onOpen={onOpen} />
      )
    return (
      <Chart
        kind={widget.kind}
        label={widget.title}
        data={data}
        markers={widget.withMarkers ? markers : []}
        fills={fills}
        onOpen={onOpen}
      />
    )
  }
  const hasTable = widget.kind !== 'number' && widget.kind !== 'table'
  return (
    <section
      className={styles.widget}
      aria-labelledby={headingId}
      data-width={widget.width ?? 6}
      data-kind={widget.kind}
      data-fills={fills || undefined}
    >
      <header className={styles.head}>
        <h2 id={headingId} className={styles.question}>
          {widget.title}
        </h2>
        <div className={styles.tools} data-no-print>
          {tools}
          <WidgetMenu
            title={widget.title}
            data={widget.kind === 'number' ? null : data}
            drawing={() => body.current?.querySelector<SVGSVGElement>('svg:not([aria-hidden])') ?? null}
            asTable={hasTable ? asTable : null}
            onTable={setAsTable}
            onExplain={() => setExplaining(true)}
          />
        </div>
      </header>
      <div ref={body} className={styles.body} style={style}>
        {content()}
      </div>
      {explaining ? (
        <ExplainDialog title={widget.title} query={query} onClose={() => setExplaining(false)} />
      ) : null}
    </section>
  )
}
