import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { api } from '../../../kit/api.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx'
import { AccountTree } from './account-tree.tsx'
import { useBalanceAddress, type Part } from './balance-address.ts'
import styles from './balance.module.css'
import { ExposureTab } from './exposure-tab.tsx'
import { PageSwitch } from './page-switch.tsx'
import { PeriodsTab } from './periods-tab.tsx'
import { PspTiles } from './psp-tiles.tsx'
import { TrialTab } from './trial-tab.tsx'

const AccountChart = loadable(async () => (await import('./account-chart.tsx')).AccountChart)

type OverviewPart = Extract<Part, 'trial' | 'exposure' | 'periods'>

const contents: Readonly<Record<OverviewPart, ComponentType>> = {
  trial: TrialTab,
  exposure: ExposureTab,
  periods: PeriodsTab,
}

function Accounts({ onChart }: { readonly onChart: (account: string) => void }) {
  const { merchantId } = useSession()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['balance', 'accounts', merchantId],
    queryFn: ({ signal }) => api('GET /balance/accounts', { signal, suppressToast: true }),
  })
  if (isPending)
    return (
      <Skeleton>
        <SkeletonLines lines={10} />
      </Skeleton>
    )
  if (isError)
    return <ErrorPanel compact title="The accounts could not be loaded." onRetry={() => void refetch()} />
  if (data.accounts.length === 0) return <EmptyState icon="chart" title="No postings yet" />
  return (
    <>
      <AccountTree accounts={data.accounts} onChart={onChart} />
      {data.isCut ? <p className={styles.warning}>Only the first accounts are shown.</p> : null}
    </>
  )
}

function Tiles({ noFile }: { readonly noFile: boolean }) {
  const { merchantId } = useSession()
  const { data, isPending } = useQuery({
    queryKey: ['balance', 'psps', merchantId, noFile],
    queryFn: ({ signal }) =>
      api('GET /balance/psps', { query: noFile ? { noFile: 'true' } : {}, signal, suppressToast: true }),
  })
  // Their room is kept, or everything below would jump when they come.
  if (isPending) return <div className={styles.tiles} />
  return data ? <PspTiles tiles={data.items} noFile={noFile} /> : null
}

/** PSPs on top, accounts at the left, and one side of the books beside them. */
export function Overview({ part }: { readonly part: OverviewPart }) {
  const { search, go } = useBalanceAddress()
  const Content = contents[part]
  const kept = { mode: search.mode, at: search.at, valueDate: search.valueDate, noFile: search.noFile }
  return (
    <Page title="Balance" actions={<PageSwitch />}>
      <div className={styles.overview}>
        <Tiles noFile={search.noFile !== undefined} />
        <div className={styles.columns}>
          <div className={styles.side}>
            <Card title="Accounts" description="Debit less credit, now">
              <Accounts onChart={(chart) => go({ ...kept, chart })} />
            </Card>
          </div>
          <div className={styles.content}>
            <Content />
          </div>
        </div>
      </div>
      {search.chart ? <AccountChart account={search.chart} onClose={() => go(kept)} /> : null}
    </Page>
  )
}
