import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, ApiError } from '../../../kit/api.ts'
import { explainFailure } from '../../../kit/failure.ts'
import { useOperationId } from '../../../kit/operation-id.ts'
import { changesOf } from '../../../kit/decision-grid/core/row-changes.ts'
import { rulesetsKey } from '../../decision-tables/for-other-screens.ts'
import type { SavedDraft } from './builder-draft.ts'
import { contentOfDraft } from './draft-rows.ts'
import type { Builder } from './use-builder.ts'

export interface BuilderFailure {
  readonly text: string
  readonly details: readonly string[]
}

const attempt = { label: 'Ruleset', done: 'updated', configuration: true } as const

export function failureOf(error: unknown): BuilderFailure | null {
  const explanation = explainFailure(error, attempt)
  if (!explanation) return null
  const fields = error instanceof ApiError ? (error.body.fields ?? []) : []
  const said = fields.map(({ message }) => message)
  return {
    text: explanation.text,
    details: said.length > 0 ? said : [explanation.detail ?? ''].filter(Boolean),
  }
}

type AskNote = () => Promise<string | null>

/** Saves what was built as a draft: a new one first, later what changed since. */
export function useSave({ draft, saved, language, accept }: Builder, askNote: AskNote) {
  const queryClient = useQueryClient()
  const operationId = useOperationId()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<BuilderFailure | null>(null)
  const busy = useRef(false)

  /** Null when nobody said what the changes are about. */
  const send = async (content: RulesetContent, ask: AskNote): Promise<SavedDraft | null> => {
    if (saved === null) {
      const changeNote = await ask()
      if (changeNote === null) return null
      const body = { table: draft.table ?? '', content, changeNote }
      const { summary, open } = await api('POST /ruleset', { body, operationId: operationId(body) })
      return { rulesetId: summary.id, version: open?.version ?? 1, revision: open?.revision ?? 1 }
    }
    const { rulesetId: id, version, revision } = saved
    const { open, active } = await api('GET /ruleset/{id}', { params: { id }, suppressToast: true })
    const base = open ?? active
    const changes = base ? changesOf(base, content) : {}
    if (Object.keys(changes).length === 0) return saved
    const changeNote = await ask()
    if (changeNote === null) return null
    const body = { version, revision, changes, changeNote }
    const next = await api('PUT /ruleset/{id}', {
      params: { id },
      body,
      operationId: operationId([id, body]),
    })
    return {
      rulesetId: id,
      version: next.open?.version ?? version,
      revision: next.open?.revision ?? revision,
    }
  }

  /** The saved draft, or null where it was not saved. A note somebody gave already is not asked for again. */
  const save = async (note?: string): Promise<SavedDraft | null> => {
    const content = contentOfDraft(language, draft)
    if (busy.current || content === null) return null
    busy.current = true
    setSaving(true)
    setFailure(null)
    try {
      const done = await send(content, note === undefined ? askNote : () => Promise.resolve(note))
      if (done) accept(done)
      return done
    } catch (error) {
      setFailure(failureOf(error))
      return null
    } finally {
      busy.current = false
      setSaving(false)
      void queryClient.invalidateQueries({ queryKey: rulesetsKey })
    }
  }
  return { save, isSaving, failure }
}
