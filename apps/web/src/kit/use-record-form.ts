import type { Entity } from '@signalbox/model/entity'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, request } from './api.ts'
import { attemptOn, explainFailure, type Explanation } from './failure.ts'
import type { Row } from './listing.ts'
import { useOperationId } from './operation-id.ts'
import { draftKey, dropDraft, keepDraft, readDraft } from './record-draft.ts'
import { problemsOf, type Problems } from './record-problems.ts'
import { changedNames, createBody, updateBody, valuesOf, type Values } from './record-values.ts'

/** Checks beyond the single field, given by the screen: sentence by field name, `note` included. */
export type RecordCheck = (input: {
  readonly values: Values
  readonly before: Values | null
  readonly record: Row | null
  readonly note: string
}) => Problems

export interface RecordFormInput {
  readonly entity: Entity
  /** Null makes a new record. */
  readonly record: Row | null
  /** Starts with these values instead of the record's, such as those of an older version. */
  readonly startWith?: Values
  readonly check?: RecordCheck
  readonly onSaved: (record: Row) => void
  /** Nothing to save: the form was opened and left as it was. */
  readonly onUnchanged: () => void
}

type Step =
  | { readonly at: 'edit' }
  /** Looking at the changes before they go live. */
  | { readonly at: 'review' }
  | { readonly at: 'conflict'; readonly current: Row }

const draftPauseMs = 300

const without = (problems: Problems, name: string): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([other]) => other !== name))

interface Content {
  readonly base: Row | null
  readonly values: Values
  readonly note: string
}

function startOf(
  { entity, record, startWith }: RecordFormInput,
  key: string,
): Content & { restored: boolean } {
  const draft = startWith ? null : readDraft(key)
  if (draft) return { ...draft, restored: true }
  return { base: record, values: { ...valuesOf(entity, record), ...startWith }, note: '', restored: false }
}

/** Writes what was typed a moment after the typing stops, and at once when the form goes away in the middle of it. */
function useDraft(key: string, content: Content, dirty: boolean): { readonly drop: () => void } {
  const pending = useRef<Content | null>(null)
  useEffect(() => {
    pending.current = dirty ? content : null
    if (!dirty) {
      dropDraft(key)
      return undefined
    }
    const timer = setTimeout(() => keepDraft(key, content), draftPauseMs)
    return () => clearTimeout(timer)
  }, [key, content, dirty])
  useEffect(
    () => () => {
      if (pending.current) keepDraft(key, pending.current)
    },
    [key],
  )
  return {
    drop: () => {
      pending.current = null
      dropDraft(key)
    },
  }
}

/** One form on one record, from opening to saved. */
export function useRecordForm(input: RecordFormInput) {
  const { entity, record, check } = input
  const [key] = useState(() => draftKey(entity.slug, record ? String(record.id) : null))
  const [opened] = useState(() => startOf(input, key))
  const [content, setContent] = useState<Content>(opened)
  const [restored, setRestored] = useState(opened.restored)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<Explanation | null>(null)
  const [step, setStep] = useState<Step>({ at: 'edit' })
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const operationId = useOperationId()
  const queryClient = useQueryClient()

  const { base, values, note } = content
  const before = base ? valuesOf(entity, base) : null
  const changes = changedNames(before ?? valuesOf(entity, null), values)
  const dirty = changes.length > 0 || note !== ''
  const draft = useDraft(key, content, dirty)
  const mode: 'create' | 'update' = base ? 'update' : 'create'

  const bodyOf = (): Record<string, unknown> =>
    base && before ? updateBody(base, before, values, note) : createBody(values, note)

  const findProblems = (withNote: boolean): Problems => {
    const { note: noteProblem, ...others } = {
      ...problemsOf(entity, mode, bodyOf()),
      ...check?.({ values, before, record: base, note }),
    }
    return withNote && noteProblem !== undefined ? { ...others, note: noteProblem } : others
  }

  const refused = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'VERSION_CONFLICT' && error.body.current && base) {
      setStep({ at: 'conflict', current: error.body.current as Row })
      return
    }
    const fields = error instanceof ApiError ? error.body.fields : undefined
    if (fields && fields.length > 0) {
      setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
      setStep({ at: 'edit' })
      return
    }
    const attempt = attemptOn(entity, mode === 'create' ? 'created' : 'updated')
    setFailure(
      explainFailure(error, attempt) ?? { text: error instanceof Error ? error.message : String(error) },
    )
  }

  const send = async () => {
    // State arrives with the next drawing; a second click in the same moment must not pass.
    if (busy.current) return
    busy.current = true
    setSaving(true)
    setFailure(null)
    const body = bodyOf()
    const path = base ? `/${entity.slug}/${encodeURIComponent(String(base.id))}` : `/${entity.slug}`
    try {
      const saved = await request<Row>(base ? 'PUT' : 'POST', path, { body, operationId: operationId(body) })
      draft.drop()
      void queryClient.invalidateQueries({ queryKey: [entity.slug] })
      input.onSaved(saved)
    } catch (error) {
      refused(error)
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  /** Changes that go live are looked at once more; a new record has nothing to compare with. */
  const reviewed = entity.note === 'optional' || mode === 'create' || step.at === 'review'
  const submit = async () => {
    if (base && changes.length === 0) {
      draft.drop()
      input.onUnchanged()
      return
    }
    const found = findProblems(reviewed)
    setProblems(found)
    if (Object.keys(found).length > 0) {
      if (Object.keys(found).some((name) => name !== 'note')) setStep({ at: 'edit' })
      return
    }
    if (reviewed) await send()
    else setStep({ at: 'review' })
  }

  const set = (name: string, value: unknown) => {
    setContent((last) => ({ ...last, values: { ...last.values, [name]: value } }))
    setProblems((last) => without(last, name))
  }

  return {
    base,
    before,
    values,
    note,
    changes,
    dirty,
    problems,
    failure,
    step,
    saving,
    restored,
    reviewed,
    mode,
    set,
    setNote: (next: string) => {
      setContent((last) => ({ ...last, note: next }))
      setProblems((last) => without(last, 'note'))
    },
    submit,
    backToEdit: () => setStep({ at: 'edit' }),
    /** The values the two agree on now stand on the newest version. */
    resolve: (current: Row, resolved: Values) => {
      setContent((last) => ({ ...last, base: current, values: resolved }))
      setStep({ at: 'edit' })
    },
    discard: draft.drop,
    startOver: () => {
      setContent({ base: record, values: { ...valuesOf(entity, record), ...input.startWith }, note: '' })
      setRestored(false)
      setProblems({})
      draft.drop()
    },
  }
}

export type RecordFormModel = ReturnType<typeof useRecordForm>
