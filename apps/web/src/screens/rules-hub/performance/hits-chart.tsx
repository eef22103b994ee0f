import { useQuery } from '@tanstack/react-query'
import { api, type ReplyOf } from '../../../kit/api.ts'
import { colorAt, type ChartCell, type ChartData } from '../../../kit/charts/chart-data.ts'
import { Chart } from '../../../kit/charts/chart.tsx'
import { useSession } from '../../../kit/session/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'
import styles from './performance.module.css'
import { usePerformanceAddress } from './performance-address.ts'

const heightPx = 220

const labelOf = (at: string, step: 'hour' | 'day'): string =>
  step === 'hour' ? at.slice(5, 16).replace('T', ' ') : at.slice(0, 10)

type Series = ReplyOf<'GET /ruleset/performance/{type}/series'>

const whole = (value: number): string => String(Math.round(value))
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`
const measures = {
  hits: { label: 'Hits', color: colorAt(0), format: whole, axis: whole },
  approval: { label: 'Approval rate', color: colorAt(1), format: percent, axis: percent, isShare: true },
} as const

function cellOf(
  { hits, successful, failed }: Series['points'][number],
  measure: keyof typeof measures,
): ChartCell {
  if (measure === 'hits') return { value: hits }
  const decided = successful + failed
  return { value: decided === 0 ? null : successful / decided, n: decided }
}

const chartOf = ({ points, step }: Series, measure: keyof typeof measures): ChartData => ({
  rowTitle: step === 'hour' ? 'Hour' : 'Day',
  columns: [{ key: measure, ...measures[measure] }],
  rows: points.map((point) => ({
    key: point.at,
    label: labelOf(point.at, step),
    axisLabel: labelOf(point.at, step).slice(step === 'hour' ? 6 : 5),
    cells: { [measure]: cellOf(point, measure) },
  })),
})

/** Hits, and how many of the payments decided by then were successful. */
export function HitsChart({ table, title }: { readonly table: string; readonly title: string }) {
  const { merchantId } = useSession()
  const { search, query } = usePerformanceAddress()
  const scope = {
    ...(search.ruleset && { rulesetId: search.ruleset }),
    ...(search.ruleset && search.row && { ruleId: search.row }),
  }
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['rules-hub', 'series', merchantId, table, query, scope],
    queryFn: ({ signal }) =>
      api('GET /ruleset/performance/{type}/series', {
        params: { type: table },
        query: { ...query, ...scope },
        signal,
        suppressToast: true,
      }),
    refetchInterval: 60_000,
  })
  return (
    <Card title={title} description="Hits and approval rate over time, UTC">
      {isPending ? (
        <Skeleton>
          <SkeletonBar height={heightPx} />
        </Skeleton>
      ) : isError ? (
        <ErrorPanel compact title="The chart could not be loaded." onRetry={() => void refetch()} />
      ) : data.points.every(({ hits }) => hits === 0) ? (
        <EmptyState icon="chart" title="No hits in this period" />
      ) : (
        <div className={styles.courses}>
          {(['hits', 'approval'] as const).map((measure) => (
            <figure key={measure} className={styles.course}>
              <figcaption>{measures[measure].label}</figcaption>
              <Chart
                kind="line"
                label={`${title}: ${measures[measure].label.toLowerCase()} over time`}
                data={chartOf(data, measure)}
              />
            </figure>
          ))}
        </div>
      )}
    </Card>
  )
}
