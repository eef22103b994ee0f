import { metricOf, type MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsFigure, AnalyticsReply } from '@signalbox/model/analytics/query'
import { fewPayments, paymentsText } from '../charts/chart-data.ts'
import { Sparkline } from '../charts/sparkline.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonBar } from '../../ui/skeleton.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from './analytics.module.css'
import { changeOf, metricText, type FormatContext } from '@signalbox/model/analytics/metric-format'

export interface NumberTilesProps {
  readonly metrics: readonly MetricId[]
  readonly reply: AnalyticsReply
  /** The same over time. */
  readonly course: AnalyticsReply | undefined
  readonly context: FormatContext
  readonly comparedWith: string
  readonly onOpen?: ((metric: MetricId) => void) | undefined
}

function toneOf(id: MetricId, value: number): 'positive' | 'negative' | 'neutral' {
  const { better } = metricOf(id)
  if (better === 'none' || value === 0) return 'neutral'
  return value > 0 === (better === 'high') ? 'positive' : 'negative'
}

function Change({
  id,
  now,
  before,
  context,
  comparedWith,
}: {
  readonly id: MetricId
  readonly now: AnalyticsFigure | undefined
  readonly before: AnalyticsFigure | undefined
  readonly context: FormatContext
  readonly comparedWith: string
}) {
  if (
    now?.value === null ||
    now?.value === undefined ||
    before?.value === null ||
    before?.value === undefined
  )
    return null
  const was = metricText(metricOf(id).unit, before.value, context)
  // A change against a handful of payments would be thousands of percent, and say nothing.
  if (before.n < fewPayments) return <span className={styles.few}>{`before: ${was}`}</span>
  const change = changeOf(id, now.value, before.value)
  if (!change) return null
  const direction = change.value > 0 ? 'arrow-up' : 'arrow-down'
  return (
    <Tooltip content={`${comparedWith}: ${was}`}>
      <span className={styles.change} data-tone={toneOf(id, change.value)}>
        {change.value === 0 ? null : <Icon name={direction} size={12} />}
        {change.text}
      </span>
    </Tooltip>
  )
}

function Tile({ id, ...props }: Omit<NumberTilesProps, 'metrics'> & { readonly id: MetricId }) {
  const { reply, course, context, comparedWith, onOpen } = props
  const { label, unit, behind, hits } = metricOf(id)
  const figure = reply.cells[0]?.values[id]
  const text =
    figure?.value === null || figure?.value === undefined ? '–' : metricText(unit, figure.value, context)
  const few = figure?.low !== undefined && figure.n < fewPayments
  const canOpen = onOpen && (behind !== null || hits !== undefined) && figure !== undefined
  const [, amount = text, currency = ''] = unit === 'money' ? (/^(.*) ([A-Z]+)$/.exec(text) ?? []) : []
  return (
    <div className={styles.tile} role="group" aria-label={label}>
      <div className={styles.tileLabel}>{label}</div>
      <div className={styles.tileFigure} data-few={few || undefined}>
        {canOpen ? (
          <button type="button" className={styles.figureButton} onClick={() => onOpen(id)}>
            {amount}
          </button>
        ) : (
          amount
        )}
        {currency === '' ? null : <span className={styles.unit}>{currency}</span>}
      </div>
      <div className={styles.tileChange}>
        <Change
          id={id}
          now={figure}
          before={reply.compared?.[0]?.values[id]}
          context={context}
          comparedWith={comparedWith}
        />
        {few && figure.low !== undefined && figure.high !== undefined ? (
          <span className={styles.few}>
            {`${metricText(unit, figure.low, context)} to ${metricText(unit, figure.high, context)}, ${paymentsText(figure.n)}`}
          </span>
        ) : null}
      </div>
      <Sparkline
        values={(course?.cells ?? [])
          .toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
          .map(({ values }) => values[id]?.value ?? null)}
      />
    </div>
  )
}

const tilePx = 98

/** The places of the figures while they are on their way. */
export const WaitingTiles = ({ metrics }: Pick<NumberTilesProps, 'metrics'>) => (
  <div className={styles.tiles}>
    {metrics.map((id) => (
      <SkeletonBar key={id} height={tilePx} />
    ))}
  </div>
)

/** Figures of the period, with how they changed and their course. */
export function NumberTiles({ metrics, ...rest }: NumberTilesProps) {
  return (
    <div className={styles.tiles}>
      {metrics.map((id) => (
        <Tile key={id} id={id} {...rest} />
      ))}
    </div>
  )
}
