import { Button, Textarea } from '@mantine/core'
import type { DecisionSheet } from '@signalbox/model/calls/approval'
import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { InstantView } from '../../kit/field/field-view.tsx'
import { useMay } from '../../kit/session/session-store.ts'
import { useMentionsSeen } from '../../kit/use-inbox.ts'
import { Section } from '../../ui/section.tsx'
import { useNewNote } from '../transactions/for-other-screens.ts'
import styles from './decision-sheet.module.css'

export const noteAccess = ['transactions.note', 'approve.decide'] as const

function NewNote({
  id,
  field: area,
}: {
  readonly id: number
  readonly field: RefObject<HTMLTextAreaElement | null>
}) {
  const client = useQueryClient()
  const { onSubmit, field, button } = useNewNote(id, () => {
    // Hands go back to the keys of the desk.
    area.current?.blur()
    return client.invalidateQueries({ queryKey: ['approval'] })
  })
  return (
    <form className={styles.noteForm} onSubmit={onSubmit}>
      <Textarea
        ref={area}
        w="100%"
        autosize
        minRows={2}
        maxRows={8}
        {...field}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          event.currentTarget.blur()
        }}
      />
      <Button size="compact-md" variant="default" {...button}>
        Add note
      </Button>
    </form>
  )
}

/** What people want others to know before they decide. */
export function SheetNotes({
  sheet: { id, notes },
  field,
}: {
  readonly sheet: DecisionSheet
  readonly field: RefObject<HTMLTextAreaElement | null>
}) {
  const mayNote = useMay(noteAccess)
  useMentionsSeen({ part: 'transaction', record: String(id) })
  return (
    <Section compact title="Notes">
      {notes.length === 0 && !mayNote ? <p className={styles.quiet}>There are no notes yet.</p> : null}
      {notes.map((note) => (
        <p key={note.id} className={styles.note} data-struck={note.struckAt !== null || undefined}>
          <span className={styles.noteHead}>
            {note.author} · <InstantView iso={note.at} />
          </span>
          {note.text}
        </p>
      ))}
      {mayNote ? <NewNote key={id} id={id} field={field} /> : null}
    </Section>
  )
}
