import { formatNumber } from '@signalbox/model/text/user-formats'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { useFormats, useSession } from '../../../kit/session/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { CountedUntil } from './counted-until.tsx'
import { approvalText, none, percent } from '../../../kit/rule-figures.ts'
import { effectText } from './figure-text.ts'
import { usePerformanceAddress } from './performance-address.ts'
import { MoneyLines } from './money-lines.tsx'
import styles from './performance.module.css'

const columns = ['Table', 'Category', 'Evaluations', 'Hits', 'Share', 'Approval rate', 'Approved', 'Declined']
const more = ['Net effect', 'Overridden', 'p50 µs', 'p95 µs', 'p99 µs']
const figures = [...columns.slice(2), ...more]

/** A line per table; each opens its rulesets and rows. */
export function TablesList() {
  const { merchantId } = useSession()
  const { query, go } = usePerformanceAddress()
  const formats = useFormats()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['rules-hub', 'tables', merchantId, query],
    queryFn: ({ signal }) => api('GET /ruleset/performance', { query, signal, suppressToast: true }),
    refetchInterval: 60_000,
  })
  if (isPending)
    return (
      <Skeleton>
        <SkeletonLines lines={12} />
      </Skeleton>
    )
  if (isError) return <ErrorPanel title="The figures could not be loaded." onRetry={() => void refetch()} />
  const count = (value: number) => formatNumber(value, formats)
  return (
    <Card title="Tables" description={<CountedUntil iso={data.countedUntil} />} flush>
      <SmallTable label="Tables" columns={[...columns, ...more]} figures={figures}>
        {data.items.map(({ table, title, category, figures: own, latency }) => (
          <tr key={table} data-quiet={own.evaluations === 0 || undefined} className={styles.line}>
            <th scope="row">
              <button type="button" className={styles.open} onClick={() => go({ table })}>
                {title}
              </button>
            </th>
            <td>{category}</td>
            <td data-figure>{count(own.evaluations)}</td>
            <td data-figure>{count(own.hits)}</td>
            <td data-figure>{percent(own.share)}</td>
            <td data-figure>{approvalText(own)}</td>
            <td data-figure>
              <MoneyLines money={own.value.map(({ successful }) => successful)} />
            </td>
            <td data-figure>
              <MoneyLines money={own.value.map(({ declined }) => declined)} />
            </td>
            <td data-figure>{effectText(own, formats)}</td>
            <td data-figure>{own.overridden === 0 ? none : count(own.overridden)}</td>
            <td data-figure>{latency ? count(latency.p50) : none}</td>
            <td data-figure>{latency ? count(latency.p95) : none}</td>
            <td data-figure>{latency ? count(latency.p99) : none}</td>
          </tr>
        ))}
      </SmallTable>
    </Card>
  )
}
