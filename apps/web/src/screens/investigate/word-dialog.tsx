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
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFooter } from '../../ui/dialog-footer.tsx'

/** What is done about a case and wants a reason, with what else it has to be told. */
const wordTasks = {
  open: {
    title: 'Open a case',
    verb: 'Open',
    help: 'Somebody will look at the transaction. Say what seems wrong with it.',
    label: 'What is wrong',
    asksTransaction: true,
    asksResolution: false,
    danger: false,
  },
  attach: {
    title: 'Attach to a transaction',
    verb: 'Attach',
    help: 'The callback does then what it says, as if it had named this transaction. PSP, amount and reference must fit.',
    label: 'Why this one',
    asksTransaction: true,
    asksResolution: false,
    danger: false,
  },
  apply: {
    title: 'Apply the callback again',
    verb: 'Apply',
    help: 'The callback does what it says, if it can be booked by now. If it cannot, you are told why and nothing changes.',
    label: 'Why now',
    asksTransaction: false,
    asksResolution: false,
    danger: false,
  },
  book: {
    title: 'Book with a difference',
    verb: 'Book',
    help: 'The PSP moved more than is left of the payment. What is left is booked as the PSP says, the rest as a difference with the PSP. Large differences need a second person: the first proposes, another one confirms.',
    label: 'What the PSP says about it',
    asksTransaction: false,
    asksResolution: false,
    danger: true,
  },
  dismiss: {
    title: 'Dismiss the callback',
    verb: 'Dismiss',
    help: 'It concerns nobody here, or you have dealt with it otherwise. No money is moved. It is kept and can be taken up again for 30 days.',
    label: 'Why',
    asksTransaction: false,
    asksResolution: false,
    danger: true,
  },
  close: {
    title: 'Close the case',
    verb: 'Close',
    help: 'Nothing changes about the payment. The case can be opened again for 30 days.',
    label: 'What was found',
    asksTransaction: false,
    asksResolution: true,
    danger: false,
  },
  reopen: {
    title: 'Open the case again',
    verb: 'Open again',
    help: 'Nothing changes about the payment; the case is on the desk again.',
    label: 'Why',
    asksTransaction: false,
    asksResolution: false,
    danger: false,
  },
} as const
export type WordTask = keyof typeof wordTasks

export interface Words {
  readonly text: string
  readonly txId: number
  readonly resolution: ClosingResolution
}

const shortest = 3
const resolutions = closingResolutions.map((value) => ({ value, label: caseResolutions[value] }))

/** Says what will happen, asks why, and has the verb on its button. */
export function WordDialog({
  task,
  txId,
  running,
  onRun,
  onClose,
}: {
  readonly task: WordTask
  readonly txId?: number
  readonly running: boolean
  readonly onRun: (words: Words) => void
  readonly onClose: () => void
}) {
  const formId = useId()
  const { title, verb, help, label, asksTransaction, asksResolution, danger } = wordTasks[task]
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
          setTried(true)
          if (!problems.text && !problems.transaction) onRun({ text: text.trim(), txId: number, resolution })
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
              error={tried ? problems.transaction : undefined}
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
            error={tried ? problems.text : undefined}
            data-autofocus={asksTransaction && txId === undefined ? undefined : true}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
