import { ApiError } from '../../kit/api.ts'
import { ConsoleLink } from '../../kit/markdown/console-link.tsx'
import { NewsList } from '../../kit/news/news-list.tsx'
import { useNews, useNewsRead } from '../../kit/news/use-news.ts'
import { Dropdown, useCloseDropdown } from '../../ui/dropdown.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import panelStyles from '../live/bell.module.css'
import styles from './help.module.css'

/** As many as one reads in passing; the rest is on a page. */
const mostShown = 5
const mostCounted = 99

function NewsPanel() {
  const close = useCloseDropdown()
  const { data, isPending, isError, error, isFetching, refetch } = useNews()
  const shown = data?.items.slice(0, mostShown)
  const fresh = useNewsRead(shown)
  return (
    <div className={panelStyles.panel}>
      <h2 className={panelStyles.heading}>What’s new</h2>
      {isPending ? (
        <div className={panelStyles.loading}>
          <Skeleton label="Loading release notes">
            <SkeletonLines lines={3} />
          </Skeleton>
        </div>
      ) : null}
      {isError && !data ? (
        <ErrorPanel
          compact
          title="Release notes could not be loaded."
          requestId={error instanceof ApiError ? error.body.errorId : undefined}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      {shown?.length === 0 ? <p className={panelStyles.empty}>No release notes yet.</p> : null}
      {shown ? <NewsList items={shown} fresh={fresh} onFollow={close} /> : null}
      <p className={styles.all}>
        <ConsoleLink route="/help?page=whats-new" onFollow={close}>
          All release notes
        </ConsoleLink>
      </p>
    </div>
  )
}

/** Release notes, with a mark while some are unread. */
export function NewsMenu() {
  const unread = useNews().data?.unread ?? 0
  return (
    <Dropdown
      kind="panel"
      label={unread === 0 ? 'What’s new' : `What’s new, ${unread} unread`}
      tooltip="What’s new"
      face={
        <>
          <Icon name="news" />
          {unread === 0 ? null : (
            <span className={styles.unread}>{unread > mostCounted ? `${mostCounted}+` : unread}</span>
          )}
        </>
      }
      faceClassName={panelStyles.button}
      widthPx={440}
    >
      <NewsPanel />
    </Dropdown>
  )
}
