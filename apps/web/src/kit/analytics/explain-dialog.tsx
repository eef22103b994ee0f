import type { AnalyticsQuery } from '@signalbox/model/analytics/query'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { api } from '../api.ts'
import { useMay } from '../session/session-store.ts'
import styles from './analytics.module.css'

function Content({ query }: { readonly query: AnalyticsQuery }) {
  const mayOpen = useMay('transactions.view')
  const { data, isError, refetch } = useQuery({
    queryKey: ['analytics', 'explain', query],
    queryFn: ({ signal }) => api('POST /analytics/explain', { body: query, signal, suppressToast: true }),
  })
  if (isError)
    return <ErrorPanel title="The explanation could not be loaded." compact onRetry={() => void refetch()} />
  if (!data)
    return (
      <Skeleton>
        <SkeletonLines lines={4} />
      </Skeleton>
    )
  const created = { created: `${query.from}..${query.to}` }
  return (
    <>
      <dl className={styles.formulas}>
        {data.metrics.map(({ id, label, formula, behind, hits }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              {formula}
              {mayOpen && behind ? (
                <Link to="/transactions" search={{ ...behind, ...created }} className={styles.payments}>
                  Payments
                </Link>
              ) : null}
              {mayOpen && hits ? (
                <Link to="/transactions" search={{ ...hits, ...created }} className={styles.payments}>
                  Numerator only
                </Link>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.source}>
        {data.source} Test users are left out. Figures of fewer than 30 payments are grey and show their 95 %
        interval.
      </p>
    </>
  )
}

/** How the figures of a chart are computed, and from which payments. */
export function ExplainDialog({
  title,
  query,
  onClose,
}: {
  readonly title: string
  readonly query: AnalyticsQuery
  readonly onClose: () => void
}) {
  return (
    <Dialog opened onClose={onClose} title={`How is this computed: ${title}`} closeOnClickOutside>
      <Content query={query} />
    </Dialog>
  )
}
