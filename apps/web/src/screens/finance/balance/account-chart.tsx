import { SegmentedControl, Stack, Text } from '@mantine/core'
import { accountLabels, isAccountType } from '@signalbox/model/balance/account-words'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type ReplyOf } from '../../../kit/api.ts'
import { colorAt, type ChartData } from '../../../kit/charts/chart-data.ts'
import { Chart } from '../../../kit/charts/chart.tsx'
import { useWithPspNames } from '../../../kit/psp-names.ts'
import { useFormats, useSession } from '../../../kit/session/session-store.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { balancePath, postingsSearch } from './balance-address.ts'
import styles from './balance.module.css'
import { MoneyFigure } from './money-figure.tsx'

const periods = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'Year' },
]
const chartHeightPx = 260
const tableRows = 31

const titleOf = (account: string, withNames: (text: string) => string): string => {
  const [type = '', , dimension = '', currency = ''] = account.split(':')
  return [isAccountType(type) ? accountLabels[type] : type, withNames(dimension), currency]
    .filter(Boolean)
    .join(' · ')
}

type Point = ReplyOf<'GET /balance/chart'>['points'][number]

/** Drawn only: figures people read come as they are, below. */
const courseOf = (points: readonly Point[], format: (value: number) => string): ChartData => ({
  rowTitle: 'Day',
  columns: [{ key: 'balance', label: 'Balance', color: colorAt(0), format, axis: format, isLevel: true }],
  rows: points.map(({ day, balance }) => ({
    key: day,
    label: day,
    axisLabel: day.slice(5),
    cells: { balance: { value: Number(balance.amount) } },
  })),
})

function Course({ account }: { readonly account: string }) {
  const { merchantId } = useSession()
  const formats = useFormats()
  const withNames = useWithPspNames()
  const [days, setDays] = useState('90')
  const { data, isPending, isError } = useQuery({
    queryKey: ['balance', 'chart', merchantId, account, days],
    queryFn: ({ signal }) =>
      api('GET /balance/chart', { query: { account, days: Number(days) }, signal, suppressToast: true }),
  })
  if (isPending)
    return (
      <Skeleton>
        <SkeletonBar height={chartHeightPx} />
      </Skeleton>
    )
  if (isError) return <EmptyState icon="chart" title="This account has no postings" />
  return (
    <Stack gap={16}>
      <SegmentedControl
        aria-label="Period"
        data={periods}
        value={days}
        onChange={setDays}
        style={{ alignSelf: 'flex-start' }}
      />
      <Chart
        kind="line"
        label={`${titleOf(account, withNames)} over ${days} days`}
        data={courseOf(data.points, (value) => formatNumber(value, formats))}
      />
      <Text c="dimmed" size="sm">
        Balance at the end of each day, by value date.
      </Text>
      <SmallTable label="Balance by day" columns={['Day', 'Balance']} figures={['Balance']} maxHeightPx={320}>
        {data.points
          .toReversed()
          .slice(0, tableRows)
          .map(({ day, balance }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td data-figure>
                <MoneyFigure
                  money={balance}
                  label={day}
                  filters={{ accountKey: account, valueDate: `..${day}` }}
                />
              </td>
            </tr>
          ))}
      </SmallTable>
      <Link to={balancePath} search={postingsSearch({ accountKey: account })} className={styles.link}>
        Postings of this account
      </Link>
    </Stack>
  )
}

/** One account over time. */
export function AccountChart({
  account,
  onClose,
}: {
  readonly account: string
  readonly onClose: () => void
}) {
  const withNames = useWithPspNames()
  return (
    <Drawer opened onClose={onClose} title={titleOf(account, withNames)}>
      <Course account={account} />
    </Drawer>
  )
}
