import { Button, Tabs } from '@mantine/core'
import type { CaseCandidate, CaseSheet } from '@signalbox/model/calls/case-sheet'
import type { TransactionDetail } from '@signalbox/model/calls/transaction'
import { transactionFields } from '@signalbox/model/entities/transaction'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { Link } from '@tanstack/react-router'
import { FieldView, InstantView } from '../../kit/field/field-view.tsx'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import { usePspName } from '../../kit/psp-names.ts'
import { useRecord } from '../../kit/list/use-rows.ts'
import { Section } from '../../ui/section.tsx'
import {
  BooksTab,
  CallsTab,
  FactSection,
  Part,
  RawText,
  StateBadge,
  TimelineTab,
  callWords,
} from '../transactions/for-other-screens.ts'
import styles from './investigate.module.css'
import { OutcomesTab } from './outcomes-tab.tsx'

const tabs = [
  ['timeline', 'Timeline'],
  ['calls', 'Calls and callbacks'],
  ['books', 'Books'],
  ['outcomes', 'Effects of a decision'],
] as const

/** What happened to the payment, what was said about it, what it moved, and what a decision would move. */
function PaymentEvidence({ sheet, list }: { readonly sheet: CaseSheet; readonly list: ListPageModel }) {
  const query = useRecord('transaction', String(sheet.txId), undefined)
  const decides = sheet.type === 'INCONSISTENT' && sheet.state !== 'RESOLVED'
  const shown = tabs.filter(([name]) => name !== 'outcomes' || decides)
  const current = shown.find(([name]) => name === list.state.tab)?.[0] ?? 'timeline'
  return (
    <Tabs
      value={current}
      onChange={(next) => list.openTab(next === 'timeline' ? null : next)}
      keepMounted={false}
    >
      <Tabs.List mb={16}>
        {shown.map(([name, label]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Part query={query}>
        {(data) => {
          const transaction = data as TransactionDetail
          return (
            <>
              <Tabs.Panel value="timeline">
                <TimelineTab transaction={transaction} list={list} />
              </Tabs.Panel>
              <Tabs.Panel value="calls">
                <CallsTab transaction={transaction} list={list} />
              </Tabs.Panel>
              <Tabs.Panel value="books">
                <BooksTab transaction={transaction} list={list} />
              </Tabs.Panel>
              <Tabs.Panel value="outcomes">
                <OutcomesTab id={sheet.id} />
              </Tabs.Panel>
            </>
          )
        }}
      </Part>
    </Tabs>
  )
}

function Candidate({
  candidate,
  onAttach,
}: {
  readonly candidate: CaseCandidate
  readonly onAttach: ((txId: number) => void) | null
}) {
  const { txId, created, statusNo, userId, pspAmount, why } = candidate
  return (
    <li className={styles.candidate}>
      <Link to="/transactions" search={{ id: String(txId) }} className="mono">
        {txId}
      </Link>
      <StateBadge value={stateOfNumber(statusNo)} />
      <FieldView field={transactionFields.pspAmount} value={pspAmount} />
      <span className={styles.muted}>
        {userId} · <InstantView iso={created} /> · {why}
      </span>
      {onAttach ? (
        <Button size="compact-sm" variant="default" onClick={() => onAttach(txId)}>
          Attach
        </Button>
      ) : null}
    </li>
  )
}

/** What the PSP sent, and the payments it may have meant. */
function CallbackEvidence({
  sheet,
  onAttach,
}: {
  readonly sheet: CaseSheet
  readonly onAttach: (txId: number) => void
}) {
  const { callback, candidates, allowed } = sheet
  const pspName = usePspName()
  if (!callback) return <p className={styles.note}>The callback no longer exists.</p>
  const code = callback.statusNo === null ? undefined : statusCodeOf(callback.statusNo)
  return (
    <div className={styles.sections}>
      {allowed.includes('attach') ? (
        <Section title="Possible transactions">
          {candidates.length === 0 ? (
            <p className={styles.note}>
              No transaction of this PSP matches by reference, or by amount and time.
            </p>
          ) : (
            <ul className={styles.candidates}>
              {candidates.map((candidate) => (
                <Candidate key={candidate.txId} candidate={candidate} onAttach={onAttach} />
              ))}
            </ul>
          )}
        </Section>
      ) : null}
      <FactSection
        title="Callback content"
        facts={[
          ['PSP', `${pspName(callback.psp)} · ${callback.pspAccount}`],
          ['About', callback.subject],
          ['Reference', callback.reference, 'pattern'],
          ['PSP reference', callback.pspRefId, 'pattern'],
          ['Amount', callback.amount, transactionFields.amount],
          ['Meaning', code ? `${code.no} ${code.code}` : null],
          ['PSP code', [callback.pspCode, callback.pspMessage].filter(Boolean).join(' – ')],
          ['Received', callback.receivedAt, 'instant'],
          ['From', callback.sourceIp, 'pattern'],
          ['Outcome', callWords(callback.outcome)],
        ]}
      />
      {callback.body === '' ? (
        <p className={styles.note}>The message is hidden because this merchant hides personal data.</p>
      ) : (
        <div>
          <RawText title="Raw message, secrets removed" headers={{}} body={callback.body} />
        </div>
      )}
    </div>
  )
}

export function CaseEvidence({
  sheet,
  list,
  onAttach,
}: {
  readonly sheet: CaseSheet
  readonly list: ListPageModel
  readonly onAttach: (txId: number) => void
}) {
  return (
    <div className={styles.sections}>
      {sheet.callback ? <CallbackEvidence sheet={sheet} onAttach={onAttach} /> : null}
      {sheet.txId === null ? null : <PaymentEvidence sheet={sheet} list={list} />}
    </div>
  )
}
