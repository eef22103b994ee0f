import { templateKinds, type FullTemplate } from '@signalbox/model/template-language/template'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, ApiError } from '../../kit/api.ts'
import { explainFailure, type Explanation } from '../../kit/failure.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import { useSession } from '../../kit/session/session-store.ts'
import { useStable } from '../../kit/use-stable.ts'
import { saveBody } from './editor-state.ts'
import type { EditorContent } from './use-kept-draft.ts'
import { isAboutTemplates, recordKey } from './use-templates.ts'

/** Sentence by field name; `note` is the note about the change. */
export type Problems = Readonly<Partial<Record<string, string>>>

/** Sends what stands in the editor, and keeps what the server has against it. */
export function useSaving({ base, draft, note }: EditorContent, onSaved: (saved: FullTemplate) => void) {
  const { merchantId } = useSession()
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<Explanation | null>(null)
  const [conflict, setConflict] = useState<FullTemplate | null>(null)
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const operationId = useOperationId()
  const queryClient = useQueryClient()

  const refused = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'VERSION_CONFLICT' && error.body.current) {
      setConflict(error.body.current as FullTemplate)
      return
    }
    const fields = error instanceof ApiError ? (error.body.fields ?? []) : []
    setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
    const { label } = templateKinds[draft.type]
    const attempt = { label, done: base ? 'updated' : 'created' }
    if (fields.length === 0) setFailure(explainFailure(error, attempt))
  }

  const save = useStable(async () => {
    // State arrives with the next drawing; a second click in the same moment must not pass.
    if (busy.current) return
    busy.current = true
    setSaving(true)
    setFailure(null)
    setProblems({})
    const body = saveBody(base, draft, merchantId, note)
    const sending = { body: body as never, operationId: operationId(body) }
    try {
      const reply = base
        ? await api('PUT /template/{id}/', { params: { id: base.id }, ...sending })
        : await api('POST /template/', sending)
      queryClient.setQueryData(recordKey(merchantId, reply.id), reply)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAboutTemplates(queryKey) })
      onSaved(reply)
    } catch (error) {
      refused(error)
    } finally {
      busy.current = false
      setSaving(false)
    }
  })

  return { problems, setProblems, failure, setFailure, conflict, setConflict, saving, save }
}
