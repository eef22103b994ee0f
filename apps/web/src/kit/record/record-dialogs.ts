import type { ListState } from '../list/list-state.ts'

const revertPrefix = 'revert-'
/** The dialog that goes back to a version, and the version a dialog goes back to. */
export const revertTo = (version: number): string => `${revertPrefix}${version}`
export const revertedTo = (dialog: string | null): number | null =>
  dialog?.startsWith(revertPrefix) ? Number(dialog.slice(revertPrefix.length)) : null

const seedPrefix = 'create:'
/** What a new record starts with, as the address says it. */
export const seedOf = (dialog: string | null): string | null =>
  dialog?.startsWith(seedPrefix) ? dialog.slice(seedPrefix.length) : null

export const isCreating = ({ id, dialog }: Pick<ListState, 'id' | 'dialog'>): boolean =>
  id === null && (dialog === 'create' || seedOf(dialog) !== null)
