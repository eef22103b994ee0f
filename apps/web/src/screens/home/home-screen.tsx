import { Button } from '@mantine/core'
import { ApiError } from '../../kit/api.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useColumnCount, useHoldWhileLoading } from './card-layout.ts'
import styles from './home.module.css'
import { PageTiles } from './page-tiles.tsx'
import { useHome } from './use-home.ts'
import { LoadingColumns, WidgetColumns } from './widget-columns.tsx'

/** First sight: what waits for the person, then the ways on. */
export default function HomeScreen() {
  const { query, widgets } = useHome()
  const { ref, count } = useColumnCount()
  const held = useHoldWhileLoading(widgets.shown.some(({ severity }) => severity === 'late'))
  return (
    <Page title="Home">
      <div className={styles.home} ref={ref}>
        {query.isPending ? (
          <Skeleton label="Loading your inbox">
            <LoadingColumns count={count} />
          </Skeleton>
        ) : null}
        {query.isError && !query.data ? (
          <Card>
            <ErrorPanel
              title="Your inbox could not be loaded."
              requestId={query.error instanceof ApiError ? query.error.body.errorId : undefined}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          </Card>
        ) : null}
        {widgets.shown.length > 0 ? <WidgetColumns widgets={widgets} count={count} held={held} /> : null}
        {widgets.hidden.length > 0 ? (
          <div className={styles.hidden}>
            <span>Hidden:</span>
            {widgets.hidden.map(({ id, title }) => (
              <Button
                key={id}
                size="compact-sm"
                variant="default"
                leftSection={<Icon name="eye" size={14} />}
                onClick={() => widgets.show(id)}
              >
                Show {title}
              </Button>
            ))}
          </div>
        ) : null}
        {/* Not before the widgets, which would push them down. */}
        {query.isPending || held ? null : <PageTiles />}
      </div>
    </Page>
  )
}
