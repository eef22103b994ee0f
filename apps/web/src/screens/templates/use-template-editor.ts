import { template, templateKinds, type FullTemplate, type TemplateDraft } from '@signalbox/model/template'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, ApiError } from '../../kit/api.ts'
import { explainFailure, type Explanation } from '../../kit/failure.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import { draftKey, dropDraft, keepDraft, readDraft } from '../../kit/record-draft.ts'
import { useSession } from '../../kit/session-store.ts'
import { useStable } from '../../kit/use-stable.ts'
import type { Row } from '../../kit/listing.ts'
import { asValues, changedFields, draftOf, saveBody, type EditedField } from './editor-state.ts'
import { isAboutTemplates, recordKey } from './use-templates.ts'

export type Problems = Readonly<Partial<Record<string, string>>>

interface Content {
  readonly base: FullTemplate | null
  readonly draft: TemplateDraft
  readonly note: string
}

export interface GivenDraft {
  readonly draft: TemplateDraft
  readonly note: string
}

interface EditorInput {
  /** Null while a new one is written. */
  readonly base: FullTemplate | null
  readonly start: TemplateDraft
  /** What a new one is copied from: its unsaved text is not that of other new ones. */
  readonly copyOf?: string
  /** What a new one begins with instead: read from a file, or deleted and now wanted back. */
  readonly given?: GivenDraft
  readonly onSaved: (saved: FullTemplate) => void
}

const draftPauseMs = 300

/** Unsaved text outlives a reload and a session that ends in the middle of it. */
function useKeptDraft(key: string, content: Content, dirty: boolean): () => void {
  const pending = useRef<Content | null>(null)
  useEffect(() => {
    pending.current = dirty ? content : null
    if (!dirty) {
      dropDraft(key)
      return undefined
    }
    const keep = () =>
      keepDraft(key, {
        base: content.base as Row | null,
        values: asValues(content.draft),
        note: content.note,
      })
    const timer = setTimeout(keep, draftPauseMs)
    return () => clearTimeout(timer)
  }, [key, content, dirty])
  useEffect(
    () => () => {
      const left = pending.current
      if (left)
        keepDraft(key, { base: left.base as Row | null, values: asValues(left.draft), note: left.note })
    },
    [key],
  )
  return useStable(() => {
    pending.current = null
    dropDraft(key)
  })
}

function startOf({ base, start, given }: EditorInput, key: string): Content & { restored: boolean } {
  if (given) return { base, ...given, restored: false }
  const kept = readDraft(key)
  if (kept) {
    return {
      base: kept.base as FullTemplate | null,
      draft: kept.values as unknown as TemplateDraft,
      note: kept.note,
      restored: true,
    }
  }
  return { base, draft: start, note: '', restored: false }
}

/** One template from opening to saved: what was typed, what is wrong with it, who else saved meanwhile. */
export function useTemplateEditor(input: EditorInput) {
  const { merchantId } = useSession()
  const [start] = useState(input.start)
  const { type } = start
  const [key] = useState(() =>
    draftKey(`template-${type}-${merchantId}`, input.base?.id ?? input.copyOf ?? null),
  )
  const [opened] = useState(() => startOf(input, key))
  const [content, setContent] = useState<Content>(opened)
  const [restored, setRestored] = useState(opened.restored)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<Explanation | null>(null)
  const [conflict, setConflict] = useState<FullTemplate | null>(null)
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const saved = useRef(false)
  const operationId = useOperationId()
  const queryClient = useQueryClient()

  const newest = input.base
  const { base, draft, note } = content
  const before = base ? draftOf(base) : start
  const changes = changedFields(before, draft)
  const dirty = changes.length > 0
  const forget = useKeptDraft(key, content, dirty)
  const outdated = newest !== null && base?.id === newest.id && newest.version > base.version
  // Nothing typed, nothing to lose: what somebody else saved simply shows.
  if (outdated && !dirty && note === '') setContent({ base: newest, draft: draftOf(newest), note: '' })

  const refused = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'VERSION_CONFLICT' && error.body.current) {
      setConflict(error.body.current as FullTemplate)
      return
    }
    const fields = error instanceof ApiError ? (error.body.fields ?? []) : []
    setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
    const attempt = {
      label: templateKinds[type].label,
      done: base ? 'updated' : 'created',
      configuration: true,
    }
    if (fields.length === 0) setFailure(explainFailure(error, attempt))
  }

  const save = useStable(async () => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    setFailure(null)
    setProblems({})
    const body = saveBody(base, draft, merchantId, note)
    const sending = { operationId: operationId(body) }
    try {
      const reply = base
        ? await api('PUT /template/{id}/', { params: { id: base.id }, body: body as never, ...sending })
        : await api('POST /template/', { body: body as never, ...sending })
      saved.current = true
      forget()
      setContent({ base: reply, draft: draftOf(reply), note: '' })
      queryClient.setQueryData(recordKey(merchantId, reply.id), reply)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAboutTemplates(queryKey) })
      input.onSaved(reply)
    } catch (error) {
      refused(error)
    } finally {
      busy.current = false
      setSaving(false)
    }
  })

  return {
    type,
    base,
    before,
    draft,
    note,
    changes,
    dirty,
    restored,
    problems,
    failure,
    conflict,
    /** Somebody saved another version while this one was being edited. */
    newer: outdated && dirty ? newest : null,
    compare: setConflict,
    saving,
    save,
    /** For the guard: the state of this moment, before anything is drawn again. */
    hasUnsaved: useStable(() => dirty && !saved.current),
    set: <N extends EditedField>(name: N, value: TemplateDraft[N]) => {
      saved.current = false
      setContent((last) => ({ ...last, draft: { ...last.draft, [name]: value } }))
      setProblems((last) => ({ ...last, [name]: undefined }))
    },
    load: (next: TemplateDraft, why: string) => {
      saved.current = false
      setContent((last) => ({ ...last, draft: next, note: why }))
    },
    setNote: (next: string) => {
      setContent((last) => ({ ...last, note: next }))
      setProblems((last) => ({ ...last, note: undefined }))
    },
    /** The words both agree on now stand on the newest version. */
    resolve: (current: FullTemplate, agreed: TemplateDraft) => {
      setContent((last) => ({ ...last, base: current, draft: agreed }))
      setConflict(null)
    },
    leaveConflict: () => setConflict(null),
    refuse: setProblems,
    discard: () => {
      forget()
      setContent({ base: newest, draft: newest ? draftOf(newest) : start, note: '' })
      setRestored(false)
      setProblems({})
      setFailure(null)
    },
    forget,
    labelOf: (name: string) => template.fields[name as EditedField]?.label ?? name,
  }
}

export type TemplateEditor = ReturnType<typeof useTemplateEditor>
