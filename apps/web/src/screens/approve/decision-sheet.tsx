import { useMediaQuery } from '@mantine/hooks'
import type { DecisionSheet as Sheet } from '@signalbox/model/calls/approval'
import { transactionFields } from '@signalbox/model/entities/transaction'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { api, ApiError } from '../../kit/api.ts'
import { FieldView, InstantView } from '../../kit/field/field-view.tsx'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import { recordKey, useRecord } from '../../kit/list/use-rows.ts'
import { live } from '../../kit/live.ts'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { recordLoading } from '../../kit/record/record-loading.tsx'
import { RecordSteps } from '../../kit/record/record-steps.tsx'
import { useMay, useSession } from '../../kit/session/session-store.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { from } from '../../ui/breakpoints.ts'
import { StateBadge, usePart } from '../transactions/for-other-screens.ts'
import { asApproval, UrgencyBadge } from './approval-cells.tsx'
import { DecisionBar } from './decision-bar.tsx'
import styles from './decision-sheet.module.css'
import {
  DecisionsEvidence,
  InstrumentEvidence,
  LocationEvidence,
  MoneyEvidence,
  RecentEvidence,
  RiskEvidence,
  RuleEvidence,
  Signals,
} from './evidence.tsx'
import { noteAccess, SheetNotes } from './sheet-notes.tsx'
import type { Decisions } from './use-decisions.ts'

/** The open payment follows what happens to it, whoever does it. */
function useLiveSheet(id: string): void {
  const client = useQueryClient()
  useEffect(
    () =>
      live.on('transaction', ({ key }) => {
        if (key === undefined || key === id)
          void client.invalidateQueries({ queryKey: recordKey('approval', id) })
      }),
    [id, client],
  )
}

/** The payment after this one is read ahead: whoever decides is there before an answer could be. */
function usePrefetchedNext({ rows, listing, state }: ListPageModel): void {
  const client = useQueryClient()
  const { merchantId } = useSession()
  const at = rows.findIndex((row) => listing.keyOf(row) === state.id)
  const next = at < 0 ? undefined : rows[at + 1]
  const key = next && listing.keyOf(next)
  useEffect(() => {
    if (key === undefined) return
    client
      .query({
        queryKey: [...recordKey('approval', key), merchantId],
        queryFn: ({ signal }) =>
          api('GET /approval/{id}', { params: { id: Number(key) }, signal, suppressToast: true }),
        staleTime: 30_000,
      })
      // Whoever opens it asks again and is told.
      .catch(() => undefined)
  }, [client, merchantId, key])
}

const levels = { first: 'First level', second: 'Second level' } as const

function Summary({ sheet }: { readonly sheet: Sheet }) {
  const merchantName = useMerchantName()
  const { amount, urgency, waitingSince, level, firstApprover, userId, firstName, lastName, merchantId } =
    sheet
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return (
    <div className={styles.summary}>
      <span className={styles.amount}>
        <FieldView field={transactionFields.amount} value={amount} />
      </span>
      {urgency === 'done' ? (
        <StateBadge value={sheet.state} />
      ) : (
        <>
          <UrgencyBadge urgency={urgency} />
          <StatusBadge tone={level === 'second' ? 'split' : 'neutral'} icon="approve">
            {levels[level]}
          </StatusBadge>
        </>
      )}
      {sheet.masked ? (
        <StatusBadge tone="off" icon="eye-off">
          Partly hidden
        </StatusBadge>
      ) : null}
      <span className={styles.who}>
        {[name, userId, sheet.userCat, merchantName(merchantId)].filter(Boolean).join(' · ')}
        <br />
        Waiting since <InstantView iso={waitingSince} />
        {firstApprover === null ? '' : ` · first approval by ${firstApprover}`}
      </span>
    </div>
  )
}

function Evidence({
  sheet,
  noteField,
}: {
  readonly sheet: Sheet
  readonly noteField: RefObject<HTMLTextAreaElement | null>
}) {
  return (
    <div className={styles.sections}>
      <Summary sheet={sheet} />
      <Signals sheet={sheet} />
      <MoneyEvidence sheet={sheet} />
      <InstrumentEvidence sheet={sheet} />
      <LocationEvidence sheet={sheet} />
      <RiskEvidence sheet={sheet} />
      <RuleEvidence sheet={sheet} />
      <DecisionsEvidence sheet={sheet} />
      <RecentEvidence sheet={sheet} />
      <SheetNotes sheet={sheet} field={noteField} />
    </div>
  )
}

function Problem({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (error instanceof ApiError && [404, 422].includes(error.status)) {
    return (
      <EmptyState icon="search" title="Payment not found">
        It does not exist, belongs to another merchant, or was decided by someone else.
      </EmptyState>
    )
  }
  const body = error instanceof ApiError ? error.body : undefined
  return <ErrorPanel title={body?.message ?? error.message} requestId={body?.errorId} onRetry={onRetry} />
}

interface ContentProps {
  readonly query: ReturnType<typeof useRecord>
  readonly noteField: RefObject<HTMLTextAreaElement | null>
}

function Content({ query, noteField }: ContentProps) {
  const sheet = query.data as Sheet | undefined
  if (sheet) return <Evidence sheet={sheet} noteField={noteField} />
  if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />
  return recordLoading
}

/** Everything that helps to decide about the open payment, beside the queue where there is room. */
export function DecisionSheet({
  list,
  decisions,
  onDetails,
}: {
  readonly list: ListPageModel
  readonly decisions: Decisions
  readonly onDetails: () => void
}) {
  const id = list.state.id ?? ''
  // Narrower, queue and sheet side by side would both be too small.
  const beside = useMediaQuery(from('large'), true, { getInitialValueInEffect: false })
  const query = useRecord('approval', id === '' ? null : id, undefined)
  const reasons = usePart('GET /transaction/{id}/reason', Number(id)).data
  const noteField = useRef<HTMLTextAreaElement>(null)
  const mayNote = useMay(noteAccess)
  useLiveSheet(id)
  usePrefetchedNext(list)
  useShortcuts('Payment', [
    ...(mayNote ? [{ keys: 'n', label: 'Write a note', run: () => noteField.current?.focus() }] : []),
    { keys: 'v', label: 'Whole transaction', run: onDetails },
    ...(beside ? [{ keys: 'Escape', label: 'Close', run: list.close }] : []),
  ])
  const sheet = query.data as Sheet | undefined
  const content = <Content query={query} noteField={noteField} />
  // The row of the queue knows enough to decide by, so nobody's key is lost while the evidence is on its way.
  const known = sheet ?? (list.openedRow && asApproval(list.openedRow))
  const bar = known ? (
    <DecisionBar row={known} reasons={reasons} decisions={decisions} ownsEscape={beside} />
  ) : null
  const title = (
    <>
      Payment <CopyText value={id} maxChars={20} label="Copy id" />
    </>
  )
  const steps = (
    <>
      <RecordSteps list={list} />
      <IconButton icon="expand" label="Whole transaction (v)" onClick={onDetails} />
    </>
  )
  if (!beside) {
    return (
      <Drawer
        opened
        onClose={decisions.asking === null ? list.close : () => decisions.ask(null)}
        title={title}
        headerExtra={steps}
        footer={bar ?? undefined}
      >
        <div tabIndex={-1} data-autofocus>
          {content}
        </div>
      </Drawer>
    )
  }
  return (
    <aside className={styles.pane} aria-label="Decision sheet">
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {steps}
        <IconButton icon="close" label="Close" onClick={list.close} />
      </div>
      <div className={styles.body}>{content}</div>
      <div className={styles.foot}>{bar}</div>
    </aside>
  )
}
