import { useEffect, useRef } from 'react'
import { dropDraft, keepDraft, type Draft } from './record-draft.ts'

const draftPauseMs = 300

/** Writes what was typed a moment after the typing stops, and at once when the form goes away in the middle of it. */
export function useDraft(key: string, content: Draft, dirty: boolean): { readonly drop: () => void } {
  const pending = useRef<Draft | null>(null)
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
