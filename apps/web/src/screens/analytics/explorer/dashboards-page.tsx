import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import { FavoriteStar } from '../../../kit/list/favorite-star.tsx'
import { useMay, useSession } from '../../../kit/session/session-store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Item, ItemList } from '../../../ui/item-list.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx'
import { contentOf } from './content.ts'
import { useDashboards, type DashboardRecord } from './dashboard-calls.ts'
import { dashboardPath, listPath, newPath } from './explorer-address.ts'
import styles from './explorer.module.css'

const charts = (count: number): string => (count === 1 ? '1 chart' : `${count} charts`)

function DashboardItem({ record }: { readonly record: DashboardRecord }) {
  const { metadata } = useSession()
  const isOwn = record.owner === metadata.user.username
  const sharing = isOwn ? (record.shared ? 'Shared' : 'Only you see it') : `Shared by ${record.owner ?? '–'}`
  return (
    <Item
      icon="chart"
      note={
        <>
          {charts(contentOf(record).widgets.length)} · {sharing} · changed{' '}
          <InstantView iso={record.updatedAt} />
        </>
      }
    >
      <Link to={dashboardPath(record.id)} className={styles.link}>
        {record.name}
      </Link>
    </Item>
  )
}

function Content({ create }: { readonly create: ReactNode }) {
  const { data, isError, refetch } = useDashboards()
  if (isError && !data)
    return <ErrorPanel title="The dashboards could not be loaded." onRetry={() => void refetch()} />
  if (!data)
    return (
      <Skeleton>
        <SkeletonLines lines={4} />
      </Skeleton>
    )
  if (data.items.length === 0)
    return (
      <EmptyState
        icon="chart"
        title="No dashboards yet: build your own, and share it if you want."
        action={create}
      />
    )
  return (
    <section className={styles.list} aria-label="Dashboards">
      <ItemList>
        {data.items.map((record) => (
          <DashboardItem key={record.id} record={record} />
        ))}
      </ItemList>
    </section>
  )
}

/** Dashboards people have built: one's own, and those of others that are shared. */
export default function DashboardsPage() {
  const mayEdit = useMay('os-analytics.edit')
  const create = mayEdit ? (
    <Button component={Link} to={newPath} leftSection={<Icon name="plus" size={16} />}>
      New dashboard
    </Button>
  ) : null
  return (
    <Page
      title="Analytics explorer"
      titleExtra={<FavoriteStar page={listPath} title="Analytics explorer" />}
      actions={create}
    >
      <Content create={create} />
    </Page>
  )
}
