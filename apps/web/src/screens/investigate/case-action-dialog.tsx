import { Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { longestCaseText } from '@signalbox/model/calls/case'
import {
  caseResolutions,
  closingResolutions,
  type ClosingResolution,
} from '@signalbox/model/investigation/case'
import { isTxId } from '@signalbox/model/payments/tx-id'
import { texts } from '@signalbox/model/text/texts'
import { useId, useState } from 'react'
import { DialogFooter } from '../../ui/dialog-footer.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** What is done about a case and wants a reason, with what else it has to be told. */
const actionTexts = {
  open: {
    title: 'Open a case',
    verb: 'Open',
    help: 'An investigator will look at the transaction. Describe the problem.',
    label: 'Problem',
    asksTransaction: true,
    asksResolution: false,
    danger: false,
  },
  attach: {
    title: 'Attach to a transaction',
    verb: 'Attach',
    help: 'The callback is applied to this transaction. PSP, amount and reference must match.',
    label: 'Why this transaction',
    asksTransaction: true,
    asksResolution: false,
    danger: false,
  },
  apply: {
    title: 'Apply the callback again',
    verb: 'Apply',
    help: 'The callback is applied if it can be booked now. If not, you see the reason and nothing changes.',
    label: 'Why now',
    asksTransaction: false,
    asksResolution: false,
    danger: false,
  },
  book: {
    title: 'Book with a difference',
    verb: 'Book',
    help: 'The PSP moved more than is left of the payment. The amount left is booked as reported, the rest as a difference with the PSP. Large differences need two people: one proposes, another confirms.',
    label: 'What the PSP says about the difference',
    asksTransaction: false,
    asksResolution: false,
    danger: true,
  },
  dismiss: {
    title: 'Dismiss the callback',
    verb: 'Dismiss',
    help: 'Use this if the callback does not belong to any payment here, or you have handled it another way. No money is moved. The case can be reopened for 30 days.',
    label: 'Why',
    asksTransaction: false,
    asksResolution: false,
    danger: true,
  },
  close: {
    title: 'Close the case',
    verb: 'Close',
    help: 'The payment does not change. The case can be reopened for 30 days.',
    label: 'Findings',
    asksTransaction: false,
    asksResolution: true,
    danger: false,
  },
  reopen: {
    title: 'Reopen the case',
    verb: 'Reopen',
    help: 'The payment does not change. The case returns to the list of open cases.',
    label: 'Why',
    asksTransaction: false,
    asksResolution: false,
    danger: false,
  },
} as const
export type CaseActionName = keyof typeof actionTexts

export interface CaseActionInput {
  readonly text: string
  readonly txId: number
  readonly resolution: ClosingResolution
}

const shortest = 3
const resolutions = closingResolutions.map((value) => ({ value, label: caseResolutions[value] }))

interface CaseActionDialogProps {
  readonly task: CaseActionName
  readonly txId?: number
  readonly running: boolean
  readonly onRun: (input: CaseActionInput) => void
  readonly onClose: () => void
}

/** What is typed, and what is still wrong with it. */
function useCaseAction({ task, txId, onRun }: CaseActionDialogProps) {
  const { asksTransaction } = actionTexts[task]
  const [text, setText] = useState('')
  const [transaction, setTransaction] = useState(txId === undefined ? '' : String(txId))
  const [resolution, setResolution] = useState<ClosingResolution>('NO_ACTION')
  const [tried, setTried] = useState(false)
  const number = Number(transaction.trim())
  const problems = {
    text: text.trim().length < shortest ? texts.required : undefined,
    transaction:
      asksTransaction && !(/^\d+$/.test(transaction.trim()) && isTxId(number))
        ? 'Enter the id of a transaction'
        : undefined,
  }
  const submit = () => {
    setTried(true)
    if (!problems.text && !problems.transaction) onRun({ text: text.trim(), txId: number, resolution })
  }
  return {
    text,
    setText,
    transaction,
    setTransaction,
    resolution,
    setResolution,
    problems: (tried ? problems : {}) as Partial<typeof problems>,
    submit,
  }
}

/** Says what will happen, asks why, and has the verb on its button. */
export function CaseActionDialog(props: CaseActionDialogProps) {
  const { task, txId, running, onClose } = props
  const formId = useId()
  const { title, verb, help, label, asksTransaction, asksResolution, danger } = actionTexts[task]
  const { text, setText, transaction, setTransaction, resolution, setResolution, problems, submit } =
    useCaseAction(props)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <DialogFooter formId={formId} running={running} danger={danger} onClose={onClose}>
          {verb}
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
          <Text>{help}</Text>
          {asksTransaction ? (
            <TextInput
              label="Transaction id"
              withAsterisk
              inputMode="numeric"
              value={transaction}
              error={problems.transaction}
              data-autofocus={txId === undefined ? true : undefined}
              onChange={(event) => setTransaction(event.currentTarget.value)}
            />
          ) : null}
          {asksResolution ? (
            <Select
              label="Resolution"
              data={resolutions}
              value={resolution}
              allowDeselect={false}
              onChange={(next) => setResolution((next ?? 'NO_ACTION') as ClosingResolution)}
            />
          ) : null}
          <Textarea
            label={label}
            withAsterisk
            autosize
            minRows={2}
            maxRows={8}
            maxLength={longestCaseText}
            value={text}
            error={problems.text}
            data-autofocus={asksTransaction && txId === undefined ? undefined : true}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
