import { template, type FullTemplate, type TemplateDraft } from '@signalbox/model/template-language/template'
import { useRef, useState, type Dispatch, type RefObject, type SetStateAction } from 'react'
import { draftKey } from '../../kit/record/record-draft.ts'
import { useSession } from '../../kit/session/session-store.ts'
import { useStable } from '../../kit/use-stable.ts'
import { changedFields, draftOf, type EditedField } from './editor-state.ts'
import { keptContent, useKeptDraft, type EditorContent } from './use-kept-draft.ts'
import { useSaving } from './use-saving.ts'

export interface InitialDraft {
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
  readonly initial?: InitialDraft
  readonly onSaved: (saved: FullTemplate) => void
}

function openedWith(
  { base, start, initial }: EditorInput,
  key: string,
): EditorContent & { restored: boolean } {
  if (initial) return { base, ...initial, restored: false }
  const kept = keptContent(key)
  return kept ? { ...kept, restored: true } : { base, draft: start, note: '', restored: false }
}

/** The ways in which what is typed changes. */
function useContentChanges(
  setContent: Dispatch<SetStateAction<EditorContent>>,
  saving: ReturnType<typeof useSaving>,
  saved: RefObject<boolean>,
) {
  return {
    set: <N extends EditedField>(name: N, value: TemplateDraft[N]) => {
      saved.current = false
      setContent((last) => ({ ...last, draft: { ...last.draft, [name]: value } }))
      saving.setProblems((last) => ({ ...last, [name]: undefined }))
    },
    load: (next: TemplateDraft, why: string) => {
      saved.current = false
      setContent((last) => ({ ...last, draft: next, note: why }))
    },
    setNote: (next: string) => {
      setContent((last) => ({ ...last, note: next }))
      saving.setProblems((last) => ({ ...last, note: undefined }))
    },
    /** The words both agree on now stand on the newest version. */
    resolve: (current: FullTemplate, agreed: TemplateDraft) => {
      setContent((last) => ({ ...last, base: current, draft: agreed }))
      saving.setConflict(null)
    },
  }
}

/** One template from opening to saved: what was typed, what is wrong with it, who else saved meanwhile. */
export function useTemplateEditor(input: EditorInput) {
  const { merchantId } = useSession()
  const [start] = useState(input.start)
  const { type } = start
  const [key] = useState(() =>
    draftKey(`template-${type}-${merchantId}`, input.base?.id ?? input.copyOf ?? null),
  )
  const [opened] = useState(() => openedWith(input, key))
  const [content, setContent] = useState<EditorContent>(opened)
  const [restored, setRestored] = useState(opened.restored)
  const saved = useRef(false)

  const newest = input.base
  const { base, draft, note } = content
  const before = base ? draftOf(base) : start
  const changes = changedFields(before, draft)
  const dirty = changes.length > 0
  const forget = useKeptDraft(key, content, dirty)
  const outdated = newest !== null && base?.id === newest.id && newest.version > base.version
  // Nothing typed, nothing to lose: what somebody else saved simply shows.
  if (outdated && !dirty && note === '') setContent({ base: newest, draft: draftOf(newest), note: '' })

  const saving = useSaving(content, (reply) => {
    saved.current = true
    forget()
    setContent({ base: reply, draft: draftOf(reply), note: '' })
    input.onSaved(reply)
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
    problems: saving.problems,
    failure: saving.failure,
    conflict: saving.conflict,
    saving: saving.saving,
    save: saving.save,
    /** Somebody saved another version while this one was being edited. */
    newer: outdated && dirty ? newest : null,
    compare: saving.setConflict,
    /** For the guard: the state of this moment, before anything is drawn again. */
    hasUnsaved: useStable(() => dirty && !saved.current),
    ...useContentChanges(setContent, saving, saved),
    leaveConflict: () => saving.setConflict(null),
    refuse: saving.setProblems,
    discard: () => {
      forget()
      setContent({ base: newest, draft: newest ? draftOf(newest) : start, note: '' })
      setRestored(false)
      saving.setProblems({})
      saving.setFailure(null)
    },
    forget,
    labelOf: (name: string) => template.fields[name as EditedField]?.label ?? name,
  }
}

export type TemplateEditor = ReturnType<typeof useTemplateEditor>
