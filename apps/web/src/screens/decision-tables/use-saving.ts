import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { FieldProblem } from '@signalbox/model/text/refusal'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../kit/api.ts'
import { explainFailure, type Explanation } from '../../kit/failure.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import { toast } from '../../ui/toast.tsx'
import type { EditSession } from './edit-session.ts'
import { saveRuleset, submitRuleset } from './save-ruleset.ts'
import { savedNotSent } from './table-words.ts'
import { rulesetsKey } from './use-loaded-table.ts'

export interface SaveRequest {
  readonly note: string
  readonly submit: boolean
  /** When it shall become active; null for as soon as it is approved. */
  readonly effectiveFrom: string | null
}

export interface SaveFailure extends Explanation {
  readonly fields: readonly FieldProblem[]
}

export interface Conflict {
  readonly key: string
  readonly current: RulesetInFull
}

const attempt = { label: 'Ruleset', done: 'updated' } as const

const isInFull = (value: unknown): value is RulesetInFull =>
  typeof value === 'object' && value !== null && 'summary' in value

/** Saves every ruleset that was changed, one after the other, and asks for approval if told to. */
export function useSaving(table: DecisionTable, session: EditSession, onSaved: () => void) {
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  /** What was asked for, until it is done or given up: after a conflict nobody writes their note again. */
  const [pendingRequest, setPendingRequest] = useState<SaveRequest | null>(null)
  const busy = useRef(false)
  /** Saved as drafts by a request that went no further: the next attempt sends them too, though nothing of them is dirty. */
  const unsent = useRef(new Set<string>())
  const saveId = useOperationId()
  const submitId = useOperationId()
  const queryClient = useQueryClient()

  const failed = (key: string, error: unknown) => {
    if (error instanceof ApiError && error.code === 'VERSION_CONFLICT' && isInFull(error.body.current)) {
      setConflict({ key, current: error.body.current })
      return
    }
    const explanation = explainFailure(error, attempt)
    const fields = error instanceof ApiError ? (error.body.fields ?? []) : []
    const isSaved = unsent.current.has(key)
    if (explanation) setFailure({ ...explanation, ...(isSaved && { text: savedNotSent }), fields })
  }

  /** Saves the rows somebody changed, or takes them as they were saved before. */
  const savedRuleset = async (key: string, note: string): Promise<RulesetInFull> => {
    const before = session.infos().get(key)?.ruleset
    if (before && !session.dirtyKeys().includes(key)) return before
    const saved = await saveRuleset(table, session, key, note, saveId)
    session.accept(key, saved)
    return saved
  }

  const save = async (request: SaveRequest) => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    setFailure(null)
    setPendingRequest(request)
    let key = ''
    try {
      const states: string[] = []
      for (key of new Set([...unsent.current, ...session.dirtyKeys()])) {
        const saved = await savedRuleset(key, request.note)
        key = saved.summary.id
        if (!request.submit) continue
        unsent.current.add(key)
        const submitted = await submitRuleset(saved, request, submitId)
        unsent.current.delete(key)
        session.accept(key, submitted)
        states.push(submitted.open?.state ?? 'ACTIVE')
      }
      unsent.current.clear()
      toast.success(savedText(request.submit, states))
      setPendingRequest(null)
      onSaved()
    } catch (error) {
      failed(key, error)
    } finally {
      busy.current = false
      setSaving(false)
      void queryClient.invalidateQueries({ queryKey: rulesetsKey })
    }
  }

  const giveUp = () => {
    setPendingRequest(null)
    setFailure(null)
    unsent.current.clear()
  }
  return { save, saving, failure, pendingRequest, giveUp, conflict, endConflict: () => setConflict(null) }
}

function savedText(submitted: boolean, states: readonly string[]): string {
  if (!submitted) return 'The draft was saved.'
  if (states.every((state) => state === 'ACTIVE'))
    return 'Saved. Only names and notes changed, so it is active now.'
  return 'Saved and sent for approval.'
}
