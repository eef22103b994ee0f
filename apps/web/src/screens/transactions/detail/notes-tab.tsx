import { Button, Stack, Textarea } from '@mantine/core'
import type { TransactionNote } from '@signalbox/model/calls/transaction-detail'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { InstantView } from '../../../kit/field/field-view.tsx'
import { useOperationId } from '../../../kit/operation-id.ts'
import { useMay } from '../../../kit/session/session-store.ts'
import { useMentionsSeen } from '../../../kit/use-inbox.ts'
import { recordKey } from '../../../kit/list/use-rows.ts'
import styles from './detail.module.css'
import own from './notes.module.css'
import type { TabProps } from './transaction-drawer.tsx'
import { useNewNote } from './use-new-note.ts'
import { Part, usePart } from './use-part.tsx'

function useRefresh(id: number) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: recordKey('transaction', String(id)) })
}

function Note({ note, id }: { readonly note: TransactionNote; readonly id: number }) {
  const refresh = useRefresh(id)
  const operationId = useOperationId()
  const strike = useMutation({
    mutationFn: () =>
      api('POST /transaction/{id}/note/{noteId}/strike', {
        params: { id, noteId: note.id },
        body: {},
        operationId: operationId(['strike', note.id]),
      }),
    onSuccess: refresh,
    onError: (error) => reportFailure(error, { label: 'Note', done: 'struck through' }),
  })
  return (
    <li className={own.note} data-struck={note.struckAt !== null || undefined}>
      <div className={own.head}>
        <span className={own.author}>{note.author}</span>
        <InstantView iso={note.at} />
        {note.struckAt === null ? null : (
          <span>
            struck <InstantView iso={note.struckAt} />
          </span>
        )}
        {note.mine && note.struckAt === null ? (
          <Button
            className={own.end}
            size="compact-xs"
            variant="subtle"
            color="gray"
            loading={strike.isPending}
            onClick={() => strike.mutate()}
          >
            Strike
          </Button>
        ) : null}
      </div>
      <p className={own.text}>{note.text}</p>
    </li>
  )
}

function NewNote({ id }: { readonly id: number }) {
  const { onSubmit, field, button } = useNewNote(id, useRefresh(id))
  return (
    <form onSubmit={onSubmit}>
      <Stack gap={8} align="flex-start">
        <Textarea
          w="100%"
          description="Visible to everyone who can view the transaction. Use @username to notify a colleague. You can strike a note, not delete it."
          autosize
          minRows={3}
          maxRows={10}
          {...field}
        />
        <Button {...button}>Add note</Button>
      </Stack>
    </form>
  )
}

/** What people want others to know about the payment. */
export function NotesTab({ transaction }: TabProps) {
  const { id } = transaction
  const query = usePart('GET /transaction/{id}/note', id)
  const mayNote = useMay('transactions.note')
  useMentionsSeen({ part: 'transaction', record: query.data ? String(id) : '' })
  return (
    <Part query={query}>
      {({ items }) => (
        <>
          {items.length === 0 ? <p className={styles.note}>There are no notes yet.</p> : null}
          <ul className={own.notes}>
            {items.map((note) => (
              <Note key={note.id} note={note} id={id} />
            ))}
          </ul>
          {mayNote ? <NewNote id={id} /> : null}
        </>
      )}
    </Part>
  )
}
