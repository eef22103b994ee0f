import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { NoteField, noteProblem } from '../../decision-tables/for-other-screens.ts'

interface NoteDialogProps {
  readonly onSave: (note: string) => void
  readonly onClose: () => void
}

function NoteDialog({ onSave, onClose }: NoteDialogProps) {
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const save = () => {
    setTried(true)
    if (noteProblem(note) === null) onSave(note.trim())
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Save draft"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={save}>Save</Button>
        </>
      }
    >
      <NoteField
        label="What changes"
        note={note}
        required
        problemOf={noteProblem}
        tried={tried}
        onChange={setNote}
        onSubmit={save}
      />
    </Dialog>
  )
}

/** What the changes are about, as the history says it. It is asked for at the first save and holds for those after it. */
export function useChangeNote() {
  const [given, setGiven] = useState<string | null>(null)
  const [answer, setAnswer] = useState<((note: string | null) => void) | null>(null)
  const ask = (): Promise<string | null> =>
    given === null ? new Promise((resolve) => setAnswer(() => resolve)) : Promise.resolve(given)
  const settle = (note: string | null) => {
    answer?.(note)
    setAnswer(null)
    if (note !== null) setGiven(note)
  }
  const dialog = answer ? <NoteDialog onSave={settle} onClose={() => settle(null)} /> : null
  return { ask, dialog }
}
