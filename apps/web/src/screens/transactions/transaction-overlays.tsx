import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import { loadable, useOnceNeeded, usePrefetch } from '../../ui/loadable.tsx'
import { lazyDetailTabs } from './detail/lazy-detail-tabs.ts'
import { OperationDialog, type Operations } from './operations/use-operations.tsx'

const TransactionDrawer = loadable(
  async () => (await import('./detail/transaction-drawer.tsx')).TransactionDrawer,
)
const parts = [TransactionDrawer, ...lazyDetailTabs, OperationDialog]

/** What opens over a list of payments: one of them, and the question before something is done to it. */
export function TransactionOverlays({
  list,
  operations,
}: {
  readonly list: ListPageModel
  readonly operations: Operations
}) {
  const drawerNeeded = useOnceNeeded(list.state.id !== null)
  usePrefetch(parts, list.query.isSuccess)
  return (
    <>
      {drawerNeeded ? (
        <TransactionDrawer list={list} id={list.state.id ?? ''} onOperation={operations.start} />
      ) : null}
      {operations.dialog}
    </>
  )
}
