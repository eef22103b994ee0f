import { EmptyState } from '../../../ui/empty-state.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Page } from '../../../ui/page.tsx'
import { usePerformanceAddress } from './performance-address.ts'
import styles from './performance.module.css'
import { TablesList } from './tables-list.tsx'
import { WindowChoice } from './window-choice.tsx'

const TableView = loadable(async () => (await import('./table-view.tsx')).TableView)

/** What rules did to payments: all tables, and from there one table with its rulesets and rows. */
export default function PerformanceScreen() {
  const { search, isReady } = usePerformanceAddress()
  return (
    <Page title="Rule performance" actions={<WindowChoice />}>
      <div className={styles.page}>
        {!isReady ? (
          <EmptyState icon="calendar" title="Choose a start and an end" />
        ) : search.table ? (
          <TableView slug={search.table} />
        ) : (
          <TablesList />
        )}
      </div>
    </Page>
  )
}
