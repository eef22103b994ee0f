import { ListPage } from '../../kit/list/list-page.tsx'
import { useSession } from '../../kit/session/session-store.ts'
import { useListPage } from '../../kit/list/use-list-page.ts'
import { isLimitedSearch } from './limited-search.ts'
import { useOperations } from './operations/use-operations.tsx'
import { useTransactionListing } from './transaction-listing.ts'
import { useTransactionMenu } from './transaction-menu.tsx'
import { TransactionOverlays } from './transaction-overlays.tsx'
import { transactionCells } from './transaction-cells.tsx'
import { marksOf } from './transaction-state.tsx'

/** Every payment, and all there is to know about one. */
export default function TransactionsScreen() {
  const list = useListPage(useTransactionListing())
  const { roles } = useSession()
  const operations = useOperations(list)
  const actions = useTransactionMenu(list, operations)
  return (
    <ListPage
      list={list}
      title="Transactions"
      permission="transactions.view"
      purpose={
        isLimitedSearch(roles)
          ? 'Enter a whole transaction id, user id, email address or masked account.'
          : 'Today’s payments appear here as they come in.'
      }
      cells={transactionCells}
      marksOf={marksOf}
      actions={actions}
      selection={operations.selection}
      below={operations.bar}
    >
      <TransactionOverlays list={list} operations={operations} />
    </ListPage>
  )
}
