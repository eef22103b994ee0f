import type { FullTemplate, TemplateDraft } from '@signalbox/model/template-language/template'
import { useEffect, useRef } from 'react'
import type { Row } from '../../kit/list/listing.ts'
import { dropDraft, keepDraft, readDraft } from '../../kit/record/record-draft.ts'
import { useStable } from '../../kit/use-stable.ts'
import { asValues } from './editor-state.ts'

/** What stands in the editor, and the version it stands on. */
export interface EditorContent {
  readonly base: FullTemplate | null
  readonly draft: TemplateDraft
  readonly note: string
}

const draftPauseMs = 300

const keep = (key: string, { base, draft, note }: EditorContent): void =>
  keepDraft(key, { base: base as Row | null, values: asValues(draft), note })

export function keptContent(key: string): EditorContent | null {
  const kept = readDraft(key)
  if (!kept) return null
  return {
    base: kept.base as FullTemplate | null,
    draft: kept.values as TemplateDraft,
    note: kept.note,
  }
}

/** Unsaved text outlives a reload and a session that ends in the middle of it. Gives the way to forget it. */
export function useKeptDraft(key: string, content: EditorContent, dirty: boolean): () => void {
  const pending = useRef<EditorContent | null>(null)
  useEffect(() => {
    pending.current = dirty ? content : null
    if (!dirty) {
      dropDraft(key)
      return undefined
    }
    const timer = setTimeout(() => keep(key, content), draftPauseMs)
    return () => clearTimeout(timer)
  }, [key, content, dirty])
  useEffect(
    () => () => {
      if (pending.current) keep(key, pending.current)
    },
    [key],
  )
  return useStable(() => {
    pending.current = null
    dropDraft(key)
  })
}
