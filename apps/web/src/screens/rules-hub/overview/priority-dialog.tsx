import { Button, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { rulesetOverview } from '@signalbox/model/entities/ruleset-overview'
import { reasonLength, shortestReason } from '@signalbox/model/rules/change-reason'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { isSubmitKey } from '../../../ui/submit-key.ts'
import { attemptOn, reportFailure } from '../../../kit/failure.ts'
import { toast } from '../../../ui/toast.tsx'

export interface PriorityChange {
  readonly row: Row
  readonly priority: number
  readonly beside: Row
}

interface PriorityDialogProps {
  readonly change: PriorityChange
  readonly onClose: () => void
}

/** Saves the wanted place as a draft of the version that was shown. */
function useMove({ change: { row }, onClose }: PriorityDialogProps) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const move = async (priority: number, changeNote: string) => {
    if (busy) return
    setBusy(true)
    try {
      await api('PUT /ruleset/{id}', {
        params: { id: String(row.id) },
        body: {
          version: Number(row.editedVersion),
          revision: Number(row.editedRevision),
          changes: { priority },
          changeNote,
        },
      })
      toast.success('Saved as a draft. Submit it in the editor of the table.')
      void queryClient.invalidateQueries({ queryKey: ['ruleset-overview'] })
      onClose()
    } catch (error) {
      reportFailure(error, attemptOn(rulesetOverview, 'moved'))
      setBusy(false)
    }
  }
  return { busy, move }
}

interface NoteFieldProps {
  readonly note: string
  readonly problem: string | null
  readonly onChange: (note: string) => void
  readonly onSubmit: () => void
}

function NoteField({ note, problem, onChange, onSubmit }: NoteFieldProps) {
  return (
    <Textarea
      label="Note"
      description="Reason (shown in the history)"
      withAsterisk
      maxLength={500}
      value={note}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (!isSubmitKey(event)) return
        event.preventDefault()
        onSubmit()
      }}
      data-autofocus
    />
  )
}

/** A place in the order is part of the ruleset: it is saved as a draft and approved like any other change. */
export function PriorityDialog(props: PriorityDialogProps) {
  const { change, onClose } = props
  const { row } = change
  const [priority, setPriority] = useState<number | string>(change.priority)
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, move } = useMove(props)
  const isShort = note.trim().length < shortestReason
  const save = () => {
    setTried(true)
    if (typeof priority === 'number' && !isShort) void move(priority, note.trim())
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Move ${String(row.name)}`}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} onClick={save}>
            Save draft
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Text size="sm" c="dimmed">
          Rulesets of a table are evaluated by priority, the lowest first. Now: {String(row.priority)}.
        </Text>
        <NumberInput
          label="Priority"
          min={1}
          max={9999}
          allowDecimal={false}
          value={priority}
          onChange={setPriority}
          error={tried && typeof priority !== 'number' ? 'Must be a whole number' : null}
        />
        <NoteField
          note={note}
          problem={tried && isShort ? reasonLength : null}
          onChange={setNote}
          onSubmit={save}
        />
      </Stack>
    </Dialog>
  )
}
