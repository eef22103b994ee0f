import { sessionStore } from '../session/session-store.ts'
import type { Row } from '../list/listing.ts'
import type { Values } from './record-values.ts'

/** What somebody typed and has not saved. It outlives a reload and a session that ended in the middle of a form. */
export interface Draft {
  /** The record as it was when the form was opened. */
  readonly base: Row | null
  readonly values: Values
  readonly note: string
}

/** Keyed by person, so that nobody who signs in after them on the same machine finds it. */
export const draftKey = (slug: string, id: string | null): string =>
  `draft:${sessionStore.get()?.metadata.user.id ?? ''}:${slug}:${id ?? 'new'}`

export function readDraft(key: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof draft === 'object' && draft !== null && 'values' in draft ? (draft as Draft) : null
  } catch {
    return null
  }
}

export function keepDraft(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Without room for a draft the form still works; it only cannot be restored.
  }
}

export const dropDraft = (key: string): void => sessionStorage.removeItem(key)
