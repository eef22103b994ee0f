import { Button, Select, TextInput } from '@mantine/core'
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

interface MerchantChoiceProps {
  readonly value: number
  readonly onChange: (merchantId: number) => void
}

function MerchantChoice({ value, onChange }: MerchantChoiceProps) {
  const { merchants } = useSession().metadata
  if (merchants.length < 2) return null
  return (
    <Select
      label="Merchant"
      searchable
      allowDeselect={false}
      data={merchants.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  )
}

/** Says what will happen, asks why, and has the verb on its button. */
export function RulesetOperationDialog({ operation, onClose }: RulesetOperationDialogProps) {
  const [note, setNote] = useState(operation.initialNote ?? '')
  const [name, setName] = useState(operation.name ?? '')
  const [merchantId, setMerchantId] = useState(useSession().merchantId)
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
            error={tried ? nameProblem : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {operation.atMerchant ? <MerchantChoice value={merchantId} onChange={setMerchantId} /> : null}
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
