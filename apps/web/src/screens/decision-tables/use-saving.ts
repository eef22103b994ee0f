import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { FieldProblem } from '@signalbox/model/text/refusal'
import { useQueryClient, type Query } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../kit/api.ts'
import { explainFailure, type Explanation } from '../../kit/failure.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import { useSession } from '../../kit/session/session-store.ts'
import { toast } from '../../ui/toast.tsx'
import type { EditSession } from './edit-session.ts'
import { saveRuleset, submitRuleset } from './save-ruleset.ts'
import { savedNotSent } from './table-words.ts'
import type { LoadedTable } from './section-info.ts'
import { rulesetsKey, tableKey } from './use-loaded-table.ts'

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

const isTable = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[1] === 'table'

/** The table with what became of its rulesets, known from the answers; of other steps everything is read again. */
function useAfterwards(slug: string) {
  const { merchantId } = useSession()
  const client = useQueryClient()
  return (accepted: readonly RulesetInFull[] | null) => {
    if (accepted === null) {
      void client.invalidateQueries({ queryKey: rulesetsKey })
      return
    }
    const now = new Map(accepted.map((ruleset) => [ruleset.summary.id, ruleset]))
    client.setQueryData<LoadedTable>(tableKey(merchantId, slug), (known) => {
      if (!known) return known
      const ids = new Set(known.own.map(({ summary }) => summary.id))
      const own = known.own.map((ruleset) => now.get(ruleset.summary.id) ?? ruleset)
      return { ...known, own: [...own, ...[...now.values()].filter(({ summary }) => !ids.has(summary.id))] }
    })
    void client.invalidateQueries({ queryKey: rulesetsKey, predicate: (query) => !isTable(query) })
  }
}

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
  const afterwards = useAfterwards(table.slug)

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
    const accepted: RulesetInFull[] = []
    let isDone = false
    try {
      const states: string[] = []
      for (key of new Set([...unsent.current, ...session.dirtyKeys()])) {
        const saved = await savedRuleset(key, request.note)
        accepted.push(saved)
        key = saved.summary.id
        if (!request.submit) continue
        unsent.current.add(key)
        const submitted = await submitRuleset(saved, request, submitId)
        unsent.current.delete(key)
        session.accept(key, submitted)
        accepted.push(submitted)
        states.push(submitted.open?.state ?? 'ACTIVE')
      }
      unsent.current.clear()
      toast.success(savedText(request.submit, states))
      setPendingRequest(null)
      onSaved()
      isDone = !states.includes('ACTIVE')
    } catch (error) {
      failed(key, error)
    } finally {
      busy.current = false
      setSaving(false)
      afterwards(isDone ? accepted : null)
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
