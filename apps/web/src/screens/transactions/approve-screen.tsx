import { SegmentedControl } from '@mantine/core'
import { approvalQueues } from '@signalbox/model/entities/transaction'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { ListPage } from '../../kit/list-page.tsx'
import { withFilter } from '../../kit/list-state.ts'
import type { Listing } from '../../kit/listing.ts'
import { useHistory } from '../../kit/use-history.ts'
import { useListPage, type ListPageModel } from '../../kit/use-list-page.ts'
import { useOperations } from './operations/use-operations.tsx'
import { useTransactionListing } from './transaction-listing.ts'
import { useTransactionMenu } from './transaction-menu.tsx'
import { TransactionOverlays } from './transaction-overlays.tsx'
import { marksOf, stateCells } from './transaction-state.tsx'

const path = '/approve'
const firstQueue = 'first'

/** What tells a withdrawal that can go from one that should not. */
const columns = [
  'id',
  'created',
  'amount',
  'userId',
  'statusCode',
  'method',
  'maskedUserAccount',
  'fraudScore',
  'kycStatus',
  'userCountry',
  'ipCountry',
  'approvalMode',
  'approvalDueAt',
  'merchantId',
  'noteCount',
]

const queues = Object.entries(approvalQueues).map(([value, label]) => ({ value, label }))

const queueFilter = ['approval']

const useQueueListing = (): Listing => {
  const listing = useTransactionListing()
  return useMemo(
    () => ({ ...listing, defaultSort: 'created:asc', widest: undefined, fixed: queueFilter }),
    [listing],
  )
}

function QueueTabs({ list }: { readonly list: ListPageModel }) {
  const { state, change } = list
  return (
    <SegmentedControl
      aria-label="Queue"
      maw="100%"
      style={{ overflowX: 'auto' }}
      data={queues}
      value={state.filters.approval ?? firstQueue}
      onChange={(queue) => change((current) => withFilter(current, 'approval', queue))}
    />
  )
}

function Queue() {
  const list = useListPage(useQueueListing(), columns)
  const operations = useOperations(list)
  const actions = useTransactionMenu(list, operations)
  return (
    <ListPage
      list={list}
      title="Approve"
      permission="approve.view"
      purpose="What waits for approval appears here, the oldest first."
      tools={<QueueTabs list={list} />}
      cells={stateCells}
      marksOf={marksOf}
      actions={actions}
      selection={operations.selection}
      below={operations.bar}
    >
      <TransactionOverlays list={list} operations={operations} />
    </ListPage>
  )
}

/** What waits for somebody's decision. The queue stands in the address, like any other filter. */
export default function ApproveScreen() {
  const history = useHistory()
  const here = useRouterState({
    select: ({ location }) => (location.pathname === path ? location.searchStr : null),
  })
  const hasQueue = here === null || new URLSearchParams(here).has('approval')
  useEffect(() => {
    if (hasQueue) return
    const query = new URLSearchParams(here ?? '')
    query.set('approval', firstQueue)
    history.replace(`${path}?${query.toString()}`)
  }, [hasQueue, here, history])
  return hasQueue ? <Queue /> : null
}
