import { CompositeChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'
import { usePerformanceAddress } from './performance-address.ts'

const heightPx = 220

const labelOf = (at: string, step: 'hour' | 'day'): string =>
  step === 'hour' ? at.slice(5, 16).replace('T', ' ') : at.slice(0, 10)

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
        <EmptyState icon="chart" title="No hits in this time" />
      ) : (
        <figure style={{ margin: 0 }} aria-label={`${title}: hits and approval rate over time`}>
          <CompositeChart
            h={heightPx}
            data={data.points.map(({ at, hits, successful, failed }) => ({
              at: labelOf(at, data.step),
              Hits: hits,
              'Approval %':
                successful + failed === 0
                  ? null
                  : Math.round((successful / (successful + failed)) * 1000) / 10,
            }))}
            dataKey="at"
            withRightYAxis
            withLegend
            curveType="linear"
            series={[
              { name: 'Hits', color: 'indigo.5', type: 'bar' },
              { name: 'Approval %', color: 'teal.6', type: 'line', yAxisId: 'right' },
            ]}
            lineProps={{ connectNulls: true, dot: false }}
            xAxisProps={{ minTickGap: 48 }}
            yAxisProps={{ width: 56, allowDecimals: false }}
            rightYAxisProps={{ width: 40, domain: [0, 100] }}
          />
        </figure>
      )}
    </Card>
  )
}
