import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ReplyOf } from '../../../kit/api.ts'
import { colorAt, type ChartData } from '../../../kit/charts/chart-data.ts'
import { Chart } from '../../../kit/charts/chart.tsx'
import { asText } from '../../../kit/field/display-text.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'
import styles from './forex-rates.module.css'

type PairCourse = ReplyOf<'GET /forex-rate/pair'>
type Point = PairCourse['points'][number]

const periods = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'Year' },
]
const chartHeightPx = 260
const tableRows = 30

function Figures({ points }: { readonly points: readonly Point[] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.changes}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Buy</th>
            <th scope="col">Sell</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          {points
            .toReversed()
            .slice(0, tableRows)
            .map(({ day, buyRate, sellRate, source }) => (
              <tr key={day}>
                <td>{day}</td>
                <td>{buyRate}</td>
                <td>{sellRate}</td>
                <td>{source === 'MANUAL' ? 'Manual' : 'Imported'}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

const column = { format: String, axis: String, isLevel: true }

const chartOf = (points: readonly Point[]): ChartData => ({
  rowTitle: 'Day',
  columns: [
    { ...column, key: 'buy', label: 'Buy', color: colorAt(0) },
    { ...column, key: 'sell', label: 'Sell', color: colorAt(1) },
  ],
  rows: points.map(({ day, buyRate, sellRate }) => ({
    key: day,
    label: day,
    axisLabel: day.slice(5),
    cells: { buy: { value: Number(buyRate) }, sell: { value: Number(sellRate) } },
  })),
})

function Course({ course, days }: { readonly course: PairCourse; readonly days: string }) {
  const { from, to, points } = course
  return (
    <>
      <Chart kind="line" label={`${from}/${to} over ${days} days`} data={chartOf(points)} />
      <Text c="dimmed" size="sm">
        Units of {to} for 1 {from}, as payments of the merchant used them.
      </Text>
      <Figures points={points} />
    </>
  )
}

/** The rate of a pair as it applied on each day, as a line and as figures. */
export function PairChart({ record }: { readonly record: Row }) {
  const { merchantId } = useSession()
  const [days, setDays] = useState('90')
  const [to, service] = [asText(record.toCurrency), asText(record.service)]
  const { data, isPending, isError } = useQuery({
    queryKey: ['forex-rate', 'pair', merchantId, to, service, days],
    queryFn: ({ signal }) =>
      api('GET /forex-rate/pair', {
        query: { to, service, days: Number(days) },
        signal,
        suppressToast: true,
      }),
  })
  return (
    <Stack gap={16}>
      <SegmentedControl
        aria-label="Period"
        data={periods}
        value={days}
        onChange={setDays}
        style={{ alignSelf: 'flex-start' }}
      />
      {isPending ? (
        <Skeleton>
          <SkeletonBar height={chartHeightPx} />
        </Skeleton>
      ) : isError || data.points.length === 0 ? (
        <EmptyState icon="chart" title="No rates in this period" />
      ) : (
        <Course course={data} days={days} />
      )}
    </Stack>
  )
}
