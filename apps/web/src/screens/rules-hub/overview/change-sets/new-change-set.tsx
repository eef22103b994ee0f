import { Button, MultiSelect, Stack, TextInput } from '@mantine/core'
import { texts } from '@signalbox/model/text/texts'
import { useState } from 'react'
import { api } from '../../../../kit/api.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { NoteField, noteProblem } from '../../../decision-tables/for-other-screens.ts'
import { useDraftChoices, useSetStep } from './use-change-sets.ts'

interface NewChangeSetProps {
  readonly onCreated: (id: string) => void
  readonly onClose: () => void
}

/** Puts open drafts together, to be approved as one. */
export function NewChangeSet({ onCreated, onClose }: NewChangeSetProps) {
  const drafts = useDraftChoices()
  const { isBusy, take } = useSetStep()
  const [title, setTitle] = useState('')
  const [note, setNote] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [tried, setTried] = useState(false)
  const create = async () => {
    setTried(true)
    if (title.trim() === '' || noteProblem(note) !== null) return
    const members = drafts.filter(({ value }) => chosen.includes(value)).map(({ seen }) => seen)
    const body = { title: title.trim(), note: note.trim(), members }
    const made = await take(
      () => api('POST /changeset', { body }),
      () => 'Change set created.',
      'created',
    )
    if (made) onCreated(made.id)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="New change set"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isBusy} onClick={() => void create()}>
            Create change set
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <TextInput
          label="Title"
          withAsterisk
          maxLength={100}
          value={title}
          error={tried && title.trim() === '' ? texts.required : null}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        <MultiSelect
          label="Drafts"
          description="They are approved together and become active at the same moment"
          searchable
          data={drafts.map(({ value, label }) => ({ value, label }))}
          value={chosen}
          onChange={setChosen}
          nothingFoundMessage="No open drafts"
        />
        <NoteField note={note} required tried={tried} onChange={setNote} onSubmit={() => void create()} />
      </Stack>
    </Dialog>
  )
}
