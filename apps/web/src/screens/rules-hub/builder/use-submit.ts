import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api } from '../../../kit/api.ts'
import { useOperationId } from '../../../kit/operation-id.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { toast } from '../../../ui/toast.tsx'
import { reasonProblem, savedNotSent, useActiveFrom } from '../../decision-tables/for-other-screens.ts'
import { tableOf, type SavedDraft } from './builder-draft.ts'
import { forgetDraft } from './kept-draft.ts'
import type { Builder } from './use-builder.ts'
import { failureOf, type BuilderFailure } from './use-save.ts'

/** Sends the saved draft to whoever has to approve it, and shows it there. */
export function useSubmit(builder: Builder, save: (note: string) => Promise<SavedDraft | null>) {
  const { merchantId } = useSession()
  const navigate = useNavigate()
  const operationId = useOperationId()
  const [note, setNote] = useState('')
  const [date, setDate] = useState('')
  const [tried, setTried] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [failure, setFailure] = useState<BuilderFailure | null>(null)
  const { problem: dateProblem, instant: effectiveFrom } = useActiveFrom(date)
  const busy = useRef(false)

  const send = async ({ rulesetId: id, version, revision }: SavedDraft) => {
    const body = { version, revision, note: note.trim(), effectiveFrom }
    const { open } = await api('POST /ruleset/{id}/submit', {
      params: { id },
      body,
      operationId: operationId([id, body]),
    })
    forgetDraft(merchantId)
    toast.success(open === null ? 'Active now.' : 'Sent for approval.')
    const table = tableOf(builder.draft)
    const panel = open === null ? {} : { panel: 'review' }
    if (table)
      void navigate({
        to: table.route,
        search: () => ({ merchant: String(merchantId), ruleset: id, ...panel }),
      })
  }

  const submit = () => {
    setTried(true)
    if (busy.current || reasonProblem(note) !== null || dateProblem !== null) return
    busy.current = true
    setSubmitting(true)
    setFailure(null)
    save(note.trim())
      .then((saved) => (saved ? send(saved) : undefined))
      .catch((error: unknown) => {
        const failed = failureOf(error)
        setFailure(failed && { ...failed, text: savedNotSent })
      })
      .finally(() => {
        busy.current = false
        setSubmitting(false)
      })
  }
  return { note, setNote, date, setDate, dateProblem, tried, isSubmitting, failure, submit }
}
export type Submission = ReturnType<typeof useSubmit>
