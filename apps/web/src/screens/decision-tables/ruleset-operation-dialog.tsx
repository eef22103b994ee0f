import { Button, Select, TextInput } from '@mantine/core'
import { texts } from '@signalbox/model/text/texts'
import { useState, type ReactNode } from 'react'
import { useSession } from '../../kit/session/session-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ActiveFromField, useActiveFrom } from './active-from-field.tsx'
import styles from './dialogs.module.css'
import { NoteField, noteProblem, reasonProblem } from './note-field.tsx'

/** What an operation asks for besides a note. */
export interface RulesetOperationInput {
  readonly name: string
  /** Where it shall be done; the selected merchant unless another was chosen. */
  readonly merchantId: number
  readonly effectiveFrom: string | null
}

/** Something one can do to a ruleset that the server has to agree to. */
export interface RulesetOperation {
  readonly title: string
  readonly text: ReactNode
  readonly confirmLabel: string
  readonly destructive?: boolean
  readonly note: 'required' | 'optional'
  readonly noteLabel?: string
  /** Somebody has to approve by it, so it must say enough. */
  readonly isReason?: boolean
  readonly initialNote?: string
  /** Asks for a name first, with this to begin with. */
  readonly name?: string
  /** Asks for which merchant, of those the person works for. */
  readonly atMerchant?: boolean
  /** Asks from when on it shall count. */
  readonly dated?: boolean
  /** True when it is done and the dialog can go. */
  readonly run: (note: string, more: RulesetOperationInput) => Promise<boolean>
}

interface RulesetOperationDialogProps {
  readonly operation: RulesetOperation
  readonly onClose: () => void
}

/** Says what will happen, asks why, and has the verb on its button. */
export function RulesetOperationDialog({ operation, onClose }: RulesetOperationDialogProps) {
  const [note, setNote] = useState(operation.initialNote ?? '')
  const [name, setName] = useState(operation.name ?? '')
  const { metadata, merchantId: selected } = useSession()
  const [merchantId, setMerchantId] = useState(selected)
  const [date, setDate] = useState('')
  const [tried, setTried] = useState(false)
  const [running, setRunning] = useState(false)
  const required = operation.note === 'required'
  const problemOf = operation.isReason ? reasonProblem : noteProblem
  const { problem: dateProblem, instant: effectiveFrom } = useActiveFrom(date)
  const nameProblem = operation.name === undefined ? null : noteProblem(name)
  const run = async () => {
    setTried(true)
    const isWrong = required || note.trim() !== '' ? problemOf(note) !== null : false
    if (isWrong || nameProblem !== null || dateProblem !== null || running) return
    setRunning(true)
    const done = await operation.run(note.trim(), { name: name.trim(), merchantId, effectiveFrom })
    setRunning(false)
    if (done) onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={operation.title}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={running}>
            Cancel
          </Button>
          <Button
            color={operation.destructive ? 'red' : undefined}
            loading={running}
            onClick={() => void run()}
          >
            {operation.confirmLabel}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div>{operation.text}</div>
        {operation.name === undefined ? null : (
          <TextInput
            label="Name"
            withAsterisk
            maxLength={200}
            value={name}
            error={tried ? (nameProblem === texts.required ? texts.required : nameProblem) : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {operation.atMerchant && metadata.merchants.length > 1 ? (
          <Select
            label="Merchant"
            searchable
            allowDeselect={false}
            data={metadata.merchants.map(({ id, name: label }) => ({ value: String(id), label }))}
            value={String(merchantId)}
            onChange={(value) => setMerchantId(Number(value))}
          />
        ) : null}
        <NoteField
          note={note}
          onChange={setNote}
          required={required}
          problemOf={problemOf}
          tried={tried}
          label={operation.noteLabel}
          onSubmit={() => void run()}
        />
        {operation.dated ? (
          <ActiveFromField date={date} onChange={setDate} problem={tried ? dateProblem : null} />
        ) : null}
      </div>
    </Dialog>
  )
}
