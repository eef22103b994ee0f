import { Button } from '@mantine/core'
import { transactionFields } from '@signalbox/model/entities/transaction'
import { useLayoutEffect } from 'react'
import { ListPage } from '../../kit/list/list-page.tsx'
import { useSession } from '../../kit/session/session-store.ts'
import { useListPage } from '../../kit/list/use-list-page.ts'
import { useOperations } from './operations/use-operations.tsx'
import { useTransactionListing } from './transaction-listing.ts'
import { useTransactionMenu } from './transaction-menu.tsx'
import { TransactionOverlays } from './transaction-overlays.tsx'
import { transactionCells } from './transaction-cells.tsx'
import { marksOf } from './transaction-state.tsx'
import { useViewChoice } from './use-view-choice.ts'

const everyColumn = Object.keys(transactionFields)

/** The right button opens what the button at the end of the row opens. */
function useRightClickMenu(): void {
  useLayoutEffect(() => {
    const onContextMenu = (event: MouseEvent) => {
      const row = event.target instanceof Element ? event.target.closest('tr') : null
      const menu = row?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
      if (!menu) return
      event.preventDefault()
      menu.click()
    }
    document.addEventListener('contextmenu', onContextMenu)
    return () => document.removeEventListener('contextmenu', onContextMenu)
  }, [])
}

/** The same payments as a classic grid: every column, dense rows, the right button. */
export default function LegacyTransactionsScreen() {
  const list = useListPage(useTransactionListing(), everyColumn)
  const { metadata } = useSession()
  const choose = useViewChoice()
  const operations = useOperations(list)
  const actions = useTransactionMenu(list, operations)
  useRightClickMenu()
  return (
    <ListPage
      list={{ ...list, density: 'compact' }}
      title="Transactions"
      permission="transactions.view"
      purpose="Today’s payments appear here as they come in."
      tools={
        <>
          <span>Legacy view {metadata.legacyVersion}</span>
          <Button variant="default" size="compact-md" onClick={() => choose(false)}>
            Switch to the new view
          </Button>
        </>
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
