import { emptyDraft, type BuilderDraft, type SavedDraft } from './builder-draft.ts'

export interface KeptDraft {
  readonly draft: BuilderDraft
  readonly saved: SavedDraft | null
}

const key = (merchantId: number) => `rule-builder ${merchantId}`

/** What was built and not sent yet survives a reload, and whoever leaves the page finds it again. */
export function keptDraft(merchantId: number): KeptDraft {
  const kept = sessionStorage.getItem(key(merchantId))
  if (kept === null) return { draft: emptyDraft, saved: null }
  try {
    return JSON.parse(kept) as KeptDraft
  } catch {
    return { draft: emptyDraft, saved: null }
  }
}

export const keepDraft = (merchantId: number, kept: KeptDraft): void =>
  sessionStorage.setItem(key(merchantId), JSON.stringify(kept))

export const forgetDraft = (merchantId: number): void => sessionStorage.removeItem(key(merchantId))
