import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { useOperationId } from '../../../kit/operation-id.ts'

const longestNote = 2000

/** A note about a payment while it is written: what its form and its field need. Ctrl+Enter sends it. */
export function useNewNote(id: number, onAdded: () => Promise<unknown>) {
  const [text, setText] = useState('')
  const operationId = useOperationId()
  const note = text.trim()
  const add = useMutation({
    mutationFn: () =>
      api('POST /transaction/{id}/note', {
        params: { id },
        body: { text: note },
        operationId: operationId(['note', id, note]),
      }),
    onSuccess: () => {
      setText('')
      return onAdded()
    },
    onError: (error) => reportFailure(error, { label: 'Note', done: 'added' }),
  })
  return {
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      if (note !== '' && !add.isPending) add.mutate()
    },
    field: {
      label: 'New note',
      maxLength: longestNote,
      value: text,
      onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    },
    button: { type: 'submit' as const, disabled: note === '', loading: add.isPending },
  }
}
