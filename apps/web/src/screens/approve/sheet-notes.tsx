import { Button, Textarea } from '@mantine/core'
import type { DecisionSheet } from '@signalbox/model/calls/approval'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { InstantView } from '../../kit/field-view.tsx'
import { useOperationId } from '../../kit/operation-id.ts'
import { useMay } from '../../kit/session-store.ts'
import styles from './decision-sheet.module.css'
import { SheetSection } from './sheet-section.tsx'

const longestNote = 2000
export const noteAccess = ['transactions.note', 'approve.decide'] as const

function NewNote({
  id,
  field,
}: {
  readonly id: number
  readonly field: RefObject<HTMLTextAreaElement | null>
}) {
  const [text, setText] = useState('')
  const client = useQueryClient()
  const operationId = useOperationId()
  const add = useMutation({
    mutationFn: () =>
      api('POST /transaction/{id}/note', {
        params: { id },
        body: { text: text.trim() },
        operationId: operationId(['note', id, text.trim()]),
      }),
    onSuccess: () => {
      setText('')
      // Hands go back to the keys of the desk.
      field.current?.blur()
      return client.invalidateQueries({ queryKey: ['approval'] })
    },
    onError: (error) => reportFailure(error, { label: 'Note', done: 'added' }),
  })
  return (
    <form
      className={styles.noteForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !add.isPending) add.mutate()
      }}
    >
      <Textarea
        ref={field}
        w="100%"
        label="New note"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={longestNote}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit()
          if (event.key !== 'Escape') return
          event.stopPropagation()
          event.currentTarget.blur()
        }}
      />
      <Button
        type="submit"
        size="compact-md"
        variant="default"
        disabled={text.trim() === ''}
        loading={add.isPending}
      >
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
  return (
    <SheetSection title="Notes">
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
    </SheetSection>
  )
}
