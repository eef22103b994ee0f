import { usePspName } from '../../../kit/psp-names.ts'
import { Tabs } from '@mantine/core'
import type { TransactionDetail } from '@signalbox/model/calls/transaction'
import type { Loadable } from '../../../ui/loadable.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../../kit/api.ts'
import { FieldView } from '../../../kit/field/field-view.tsx'
import { live } from '../../../kit/live.ts'
import { recordLoading } from '../../../kit/record/record-loading.tsx'
import { RecordSteps } from '../../../kit/record/record-steps.tsx'
import { useMay } from '../../../kit/session/session-store.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { recordKey, useRecord } from '../../../kit/list/use-rows.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { transactionFields, type TransactionRow } from '@signalbox/model/entities/transaction'
import type { OperationName } from '@signalbox/model/payments/operations'
import { OperationButtons } from '../operations/operation-buttons.tsx'
import { PaymentStateBadge } from '../transaction-state.tsx'
import {
  BooksTab,
  CallsTab,
  DecisionsTab,
  HistoryTab,
  NotesTab,
  OverviewTab,
  RelatedTab,
  TimelineTab,
} from './lazy-detail-tabs.ts'
import styles from './detail.module.css'

export interface TabProps {
  readonly transaction: TransactionDetail
  readonly list: ListPageModel
}

interface Operating {
  readonly onOperation: (name: OperationName, row: TransactionRow) => void
}

interface DetailTab {
  readonly name: string
  readonly label: string
  /** Only for those who may look inside a payment. */
  readonly inside?: boolean
  readonly Content: Loadable<TabProps>
}

const tabs: readonly DetailTab[] = [
  { name: 'overview', label: 'Overview', Content: OverviewTab },
  { name: 'timeline', label: 'Timeline', Content: TimelineTab },
  { name: 'why', label: 'Why', inside: true, Content: DecisionsTab },
  { name: 'related', label: 'Related', Content: RelatedTab },
  { name: 'calls', label: 'Calls', inside: true, Content: CallsTab },
  { name: 'books', label: 'Books', inside: true, Content: BooksTab },
  { name: 'notes', label: 'Notes', Content: NotesTab },
  { name: 'history', label: 'History', inside: true, Content: HistoryTab },
]

/** What is open follows what happens to it, while the list behind waits until somebody asks. */
function useLiveTransaction(id: string): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      live.on('transaction', ({ key }) => {
        if (key === undefined || key === id)
          void queryClient.invalidateQueries({ queryKey: recordKey('transaction', id) })
      }),
    [id, queryClient],
  )
}

function Summary({ transaction, onOperation }: { readonly transaction: TransactionRow } & Operating) {
  const { amount, method, psp, pspAccount } = transaction
  const pspName = usePspName()
  return (
    <div className={styles.summary}>
      <span className={styles.amount}>
        <FieldView field={transactionFields.amount} value={amount} />
      </span>
      <PaymentStateBadge payment={transaction} />
      <span className={styles.muted}>
        <FieldView field={transactionFields.method} value={method} />
      </span>
      {psp === null ? null : (
        <span className={styles.muted}>
          {pspName(psp)}
          {pspAccount === null ? '' : ` · ${pspAccount}`}
        </span>
      )}
      <span className={styles.operations}>
        <OperationButtons row={transaction} onStart={onOperation} />
      </span>
    </div>
  )
}

function Content({ transaction, list }: TabProps) {
  const inside = useMay('transaction-detail.view')
  const shown = tabs.filter((tab) => inside || !tab.inside)
  const current = shown.find(({ name }) => name === list.state.tab)?.name ?? 'overview'
  return (
    <Tabs
      value={current}
      onChange={(next) => list.openTab(next === 'overview' ? null : next)}
      keepMounted={false}
    >
      <Tabs.List className={styles.tabs}>
        {shown.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name}>
            {label}
            {name === 'notes' && transaction.noteCount > 0 ? (
              <span className={styles.count}>{transaction.noteCount}</span>
            ) : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(({ name, Content: Side }) => (
        <Tabs.Panel key={name} value={name}>
          <Side transaction={transaction} list={list} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function Problem({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (error instanceof ApiError && [404, 422].includes(error.status)) {
    return (
      <EmptyState icon="search" title="Transaction not found">
        It does not exist, or it belongs to another merchant.
      </EmptyState>
    )
  }
  const body = error instanceof ApiError ? error.body : undefined
  return <ErrorPanel title={body?.message ?? error.message} requestId={body?.errorId} onRetry={onRetry} />
}

/** One payment over the list: where it stands, why, and everything that was done and said about it. */
export function TransactionDrawer({
  list,
  id,
  onOperation,
}: { readonly list: ListPageModel; readonly id: string } & Operating) {
  const query = useRecord('transaction', id === '' ? null : id, undefined)
  useLiveTransaction(id)
  const transaction = query.data as TransactionDetail | undefined
  const known = transaction ?? (list.openedRow as TransactionRow | undefined)
  const content = () => {
    if (transaction) return <Content transaction={transaction} list={list} />
    if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />
    return recordLoading
  }
  return (
    <Drawer
      opened={list.state.id !== null}
      onClose={list.close}
      widthPx={860}
      title={
        <>
          Transaction <CopyText value={id} maxChars={20} label="Copy id" />
        </>
      }
      headerExtra={<RecordSteps list={list} />}
      toolbar={known ? <Summary transaction={known} onOperation={onOperation} /> : undefined}
    >
      <div tabIndex={-1} data-autofocus>
        {content()}
      </div>
    </Drawer>
  )
}
