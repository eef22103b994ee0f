import { approvalFields } from '@signalbox/model/entities/approval'
import { approvalQueues } from '@signalbox/model/entities/transaction'
import type { Field } from '@signalbox/model/field/field'
import { decisionNames } from '@signalbox/model/payments/approval-rules'
import { ActionMenu, type MenuEntry } from '../../kit/action/action-menu.tsx'
import { asText } from '../../kit/field/display-text.ts'
import { useAddressTab, useOpenFirst } from '../../kit/address-tab.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { Row } from '../../kit/list/listing.ts'
import { copyLink } from '../../kit/copy-link.ts'
import { useListPage, type ListPageModel } from '../../kit/list/use-list-page.ts'
import { useStable } from '../../kit/use-stable.ts'
import { loadable, useOnceNeeded, usePrefetch } from '../../ui/loadable.tsx'
import { lazyDetailTabs, loadTransactionDrawer, useOperations } from '../transactions/for-other-screens.ts'
import { approvalCells, marksOf } from './approval-cells.tsx'
import { approvalListing } from './approval-listing.ts'
import { firstQueue, QueueTabs } from './queue-tabs.tsx'
import { useBulkDecisions } from './use-bulk-decisions.tsx'
import { useDecisions, type Decisions } from './use-decisions.ts'

const detailsDialog = 'transaction'

const DecisionSheet = loadable(async () => (await import('./decision-sheet.tsx')).DecisionSheet)
const TransactionDrawer = loadable(loadTransactionDrawer)
const parts = [DecisionSheet, TransactionDrawer, ...lazyDetailTabs]

const shown = Object.entries<Field>(approvalFields).flatMap(([name, { column = 'shown' }]) =>
  column === 'shown' ? [name] : [],
)
/** Who approved first says nothing where nobody has. */
const shownAtFirst = shown.filter((name) => name !== 'level' && name !== 'firstApprover')

function useRowMenu(list: ListPageModel) {
  const entries = (row: Row): MenuEntry[] => [
    { label: 'Open', icon: 'expand', onClick: () => list.openRow(row) },
    {
      label: 'Whole transaction',
      icon: 'transactions',
      onClick: () => list.openDialog(detailsDialog, list.listing.keyOf(row)),
    },
    {
      label: 'Copy link',
      icon: 'link',
      onClick: () => void copyLink(window.location.origin + list.hrefOf(row)),
    },
  ]
  return useStable((row: Row) => (
    <ActionMenu
      label={`Actions for payment ${asText(row.id)}`}
      row={row}
      entries={entries(row)}
      actions={[]}
      onAction={() => undefined}
    />
  ))
}

/** The payment with all there is to know about it, over the desk. What is decided there is asked at the desk. */
function Details({ list, decisions }: { readonly list: ListPageModel; readonly decisions: Decisions }) {
  const operations = useOperations(list)
  const isOpen = list.state.dialog === detailsDialog && list.state.id !== null
  const needed = useOnceNeeded(isOpen)
  const backToDesk = () => list.openDialog(null)
  return (
    <>
      {needed && isOpen ? (
        <TransactionDrawer
          list={{ ...list, close: backToDesk }}
          id={list.state.id ?? ''}
          onOperation={(name, row) => {
            const decision = decisionNames.find((known) => known === name)
            if (decision === undefined) return operations.start(name, row)
            backToDesk()
            decisions.ask(decision)
          }}
        />
      ) : null}
      {operations.dialog}
    </>
  )
}

function Queue({ queue }: { readonly queue: string }) {
  const list = useListPage(approvalListing, queue === firstQueue ? shownAtFirst : shown)
  const decisions = useDecisions(list)
  const bulk = useBulkDecisions(list)
  const actions = useRowMenu(list)
  const { state } = list
  const sheetNeeded = useOnceNeeded(state.id !== null)
  usePrefetch(parts, list.query.isSuccess)
  useOpenFirst(list)
  return (
    <ListPage
      list={list}
      title="Approve"
      permission="approve.view"
      purpose="Payments waiting for a decision appear here, the most urgent first."
      tools={<QueueTabs list={list} />}
      cells={approvalCells}
      marksOf={marksOf}
      actions={actions}
      selection={bulk.selection}
      below={bulk.bar}
      beside={
        sheetNeeded && state.id !== null ? (
          <DecisionSheet list={list} decisions={decisions} onDetails={() => list.openDialog(detailsDialog)} />
        ) : null
      }
    >
      <Details list={list} decisions={decisions} />
      {bulk.dialog}
    </ListPage>
  )
}

/** What waits for somebody's decision. The queue stands in the address, like any other filter. */
export default function ApproveScreen() {
  const queue = useAddressTab({ path: '/approve', name: 'queue', tabs: approvalQueues, first: firstQueue })
  return queue === null ? null : <Queue queue={queue} />
}
