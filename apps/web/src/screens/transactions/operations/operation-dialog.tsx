import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { Alert, Stack, Text } from '@mantine/core'
import { transactionFields, type TransactionRow } from '@signalbox/model/entities/transaction'
import type { CaseOutcome } from '@signalbox/model/investigation/case'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { corrections } from '@signalbox/model/payments/corrections'
import { operations, type OperationName } from '@signalbox/model/payments/operations'
import { useId, useState } from 'react'
import { FieldView } from '../../../kit/field/field-view.tsx'
import { useNow } from '../../../kit/use-now.ts'
import { DialogFooter } from '../../../ui/dialog-footer.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { OutcomeView } from '../detail/outcome-view.tsx'
import { useOutcomes } from '../detail/use-outcomes.ts'
import { usePart } from '../detail/use-part.tsx'
import { useTransactionOptions } from '../transaction-listing.ts'
import { FlaggedRows } from './flagged-rows.tsx'
import {
  amountOf,
  asksFor,
  emptyDraft,
  inputOf,
  problemsOf,
  type PendingOperation,
  type OperationDraft,
  type OperationInput,
} from './operation-draft.ts'
import { OperationFields } from './operation-fields.tsx'
import { operationTexts } from './operation-texts.ts'
import { useRedFlags } from './use-red-flags.ts'

export interface OperationDialogProps {
  readonly name: OperationName
  readonly rows: readonly TransactionRow[]
  readonly running: boolean
  /** It changed, and what it is now could not be read: what is shown is not what it is. */
  readonly isOutdated: boolean
  readonly onRefresh: () => void
  readonly onRun: (input: OperationInput) => void
  readonly onClose: () => void
}

function What({ rows }: { readonly rows: readonly TransactionRow[] }) {
  const [row] = rows
  if (!row) return null
  if (rows.length > 1) {
    return (
      <KeyValues
        dense
        items={totalsOf(rows).map((money) => ({
          label: `${rows.filter(({ currency }) => currency === money.currency).length} in ${money.currency}`,
          value: <FieldView field={transactionFields.amount} value={money} />,
        }))}
      />
    )
  }
  return (
    <KeyValues
      dense
      items={[
        { label: 'Transaction', value: <span className="mono">{row.id}</span> },
        { label: 'User', value: row.userId },
        { label: 'Amount', value: <FieldView field={transactionFields.amount} value={row.amount} /> },
        { label: 'Type', value: transactionTypeLabel(row.txType) },
      ]}
    />
  )
}

/** What all of them come to, per currency. */
function totalsOf(rows: readonly TransactionRow[]): WireMoney[] {
  const digits = (amount: string) => BigInt(amount.replace('.', ''))
  const sums = new Map<string, { minor: bigint; decimals: number }>()
  for (const { amount } of rows) {
    const decimals = amount.amount.split('.')[1]?.length ?? 0
    const last = sums.get(amount.currency)?.minor ?? 0n
    sums.set(amount.currency, { minor: last + digits(amount.amount), decimals })
  }
  return [...sums].map(([currency, { minor, decimals }]) => {
    const text = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
    const whole = decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
    return { amount: `${minor < 0n ? '-' : ''}${whole}`, currency }
  })
}

const effectOf = ({ name, draft }: PendingOperation): string =>
  draft.correction ? corrections[draft.correction].effect : operations[name].effect

const momentMs = 60_000

/** Whoever tells the merchant twice within a moment has probably pressed twice. */
const isJustNotified = ({ name, reasons }: PendingOperation, now: string): boolean =>
  name === 'resend' &&
  reasons?.lastTold.some(({ at }) => Date.parse(now) - Date.parse(at) < momentMs) === true

const outcomeOf: Readonly<Partial<Record<OperationName, CaseOutcome>>> = {
  'force-successful': 'SUCCESSFUL',
  'force-failed': 'FAILED',
}

/** What the decision books and tells the merchant, before anybody takes it. */
function ForcedOutcome({ pending }: { readonly pending: PendingOperation }) {
  const { name, rows, draft } = pending
  const outcome = outcomeOf[name]
  const moved = asksFor(pending, 'moved') ? amountOf(pending) : null
  const query = useOutcomes('transaction', String(rows[0]?.id), { moved, enabled: outcome !== undefined })
  const preview = outcome && query.data?.outcomes.find((each) => each.outcome === outcome)
  return preview ? <OutcomeView preview={preview} tellMerchant={draft.tellMerchant} /> : null
}

/** What is filled in, what is still missing, and whether there is something to wait for. */
function useOperationDraft({ name, rows, running, isOutdated, onRun }: OperationDialogProps) {
  const known = usePart('GET /transaction/{id}/reason', rows[0]?.id ?? 0)
  const [draft, setDraft] = useState(emptyDraft)
  const [tried, setTried] = useState(false)
  const now = useNow()
  const { flagged, isPending } = useRedFlags(name, rows)
  const redFlags = flagged.flatMap((each) => each.redFlags)
  const pending: PendingOperation = { name, rows, reasons: known.data, redFlags, draft }
  const problems = problemsOf(pending)
  // Nobody confirms an amount they have not seen, nor approves what nobody has looked at.
  const isWaiting = (asksFor(pending, 'amount') && known.isPending) || isPending || running || isOutdated
  const submit = () => {
    setTried(true)
    if (!isWaiting && Object.keys(problems).length === 0) onRun(inputOf(pending))
  }
  return {
    pending,
    flagged,
    redFlags,
    isWaiting,
    isJustSent: isJustNotified(pending, now),
    problems: tried ? problems : {},
    change: (change: Partial<OperationDraft>) => setDraft((current) => ({ ...current, ...change })),
    submit,
  }
}

interface WarningsProps extends Pick<OperationDialogProps, 'rows'> {
  readonly draft: ReturnType<typeof useOperationDraft>
}

function Warnings({ rows, draft: { flagged, redFlags, isJustSent } }: WarningsProps) {
  return (
    <>
      {rows.length > 1 ? <FlaggedRows flagged={flagged} /> : null}
      {rows.length === 1 && redFlags.length > 0 ? (
        <Alert color="red" variant="light" icon={<Icon name="warning" />}>
          {redFlags.join(' ')}
        </Alert>
      ) : null}
      {isJustSent ? (
        <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
          It was sent less than a minute ago.
        </Alert>
      ) : null}
    </>
  )
}

/** Says what will happen to which payment, asks what has to be known, and has the verb on its button. */
export function OperationDialog(props: OperationDialogProps) {
  const { name, rows, running, isOutdated, onRefresh, onClose } = props
  const formId = useId()
  const draft = useOperationDraft(props)
  const { pending, isWaiting, problems, submit } = draft
  const knownTags = useTransactionOptions()?.tags ?? []
  const { danger } = operationTexts[name]
  const { label } = operations[name]
  return (
    <Dialog
      opened
      onClose={onClose}
      // What is booked needs room for its figures.
      {...(outcomeOf[name] && { widthPx: 720 })}
      title={rows.length > 1 ? `${label}: ${rows.length} transactions` : label}
      footer={
        <DialogFooter
          formId={formId}
          running={running}
          danger={danger}
          disabled={isWaiting}
          onClose={onClose}
        >
          {label}
        </DialogFooter>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap={14}>
          <What rows={rows} />
          {isOutdated ? (
            <ErrorPanel
              compact
              title="The latest state of this transaction could not be loaded."
              onRetry={onRefresh}
            />
          ) : null}
          <Text>{effectOf(pending)}</Text>
          <Warnings rows={rows} draft={draft} />
          <OperationFields
            pending={pending}
            problems={problems}
            formId={formId}
            knownTags={knownTags}
            onChange={draft.change}
          />
          <ForcedOutcome pending={pending} />
        </Stack>
      </form>
    </Dialog>
  )
}
