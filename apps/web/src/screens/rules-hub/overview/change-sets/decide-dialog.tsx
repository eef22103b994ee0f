import { Button, Stack } from '@mantine/core'
import type { ChangeSet } from '@signalbox/model/calls/change-set'
import { useState } from 'react'
import { Dialog } from '../../../../ui/dialog.tsx'
import {
  ActiveFromField,
  NoteField,
  reasonProblem,
  useActiveFrom,
} from '../../../decision-tables/for-other-screens.ts'

export interface Decision {
  readonly title: string
  readonly verb: string
  readonly isNoteRequired: boolean
  readonly hasDate: boolean
  readonly run: (note: string | undefined, activateAt: string | null) => Promise<ChangeSet | null>
}

interface DecideDialogProps {
  readonly decision: Decision
  readonly isBusy: boolean
  readonly onClose: () => void
}

/** A step of a change set with the reason for it. */
export function DecideDialog({ decision, isBusy, onClose }: DecideDialogProps) {
  const { title, verb, isNoteRequired, hasDate, run } = decision
  const [note, setNote] = useState('')
  const [date, setDate] = useState('')
  const [tried, setTried] = useState(false)
  const { problem, instant } = useActiveFrom(date)
  const text = note.trim()
  const decide = async () => {
    setTried(true)
    if ((isNoteRequired || text !== '') && reasonProblem(note) !== null) return
    if (hasDate && problem !== null) return
    if (await run(text === '' ? undefined : text, hasDate ? instant : null)) onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Keep as it is
          </Button>
          <Button loading={isBusy} onClick={() => void decide()}>
            {verb}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <NoteField
          note={note}
          required={isNoteRequired}
          problemOf={reasonProblem}
          tried={tried}
          onChange={setNote}
          onSubmit={() => void decide()}
        />
        {hasDate ? <ActiveFromField date={date} onChange={setDate} problem={tried ? problem : null} /> : null}
      </Stack>
    </Dialog>
  )
}
