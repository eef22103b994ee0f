import { ListPage } from '../../kit/list-page.tsx'
import type { Row } from '../../kit/listing.ts'
import type { CellView } from '../../kit/table-row.tsx'
import { useListPage } from '../../kit/use-list-page.ts'
import { useSession } from '../../kit/session-store.ts'
import { useOnceNeeded, usePrefetch, loadable } from '../../ui/loadable.tsx'
import { detailParts } from './detail/detail-parts.ts'
import { isLimitedSearch } from './limited-search.ts'
import { OperationDialog, useOperations } from './operations/use-operations.tsx'
import { useTransactionListing } from './transaction-listing.ts'
import { useTransactionMenu } from './transaction-menu.tsx'
import { StateBadge, tintOf } from './transaction-state.tsx'

const TransactionDrawer = loadable(
  async () => (await import('./detail/transaction-drawer.tsx')).TransactionDrawer,
)
const parts = [TransactionDrawer, ...detailParts, OperationDialog]

const cells: Readonly<Record<string, CellView>> = { state: StateBadge }
const marksOf = (row: Row) => ({ tint: tintOf(row) })

/** Every payment, and all there is to know about one. */
export default function TransactionsScreen() {
  const listing = useTransactionListing()
  const list = useListPage(listing)
  const { roles } = useSession()
  const operations = useOperations(list)
  const actions = useTransactionMenu(list, operations)
  const drawerNeeded = useOnceNeeded(list.state.id !== null)
  usePrefetch(parts, list.query.isSuccess)
  return (
    <ListPage
      list={list}
      title="Transactions"
      permission="transactions.view"
      purpose={
        isLimitedSearch(roles)
          ? 'Enter a whole transaction id, user id, e-mail address or masked account.'
          : 'Today’s payments appear here as they come in.'
      }
      cells={cells}
      marksOf={marksOf}
      actions={actions}
      selection={operations.selection}
      below={operations.bar}
    >
      {drawerNeeded ? (
        <TransactionDrawer list={list} id={list.state.id ?? ''} onOperation={operations.start} />
      ) : null}
      {operations.dialog}
    </ListPage>
  )
}
