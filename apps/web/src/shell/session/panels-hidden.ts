import type { PageState } from '@signalbox/model/access/session'
import { usersStoredHere } from './stored-user-data.ts'

export function withPanelsHidden(
  pages: Readonly<Record<string, PageState>>,
): Record<string, PageState> | null {
  if (!Object.values(pages).some((page) => page.panelOpen)) return null
  return Object.fromEntries(
    Object.entries(pages).map(([path, page]) => [path, { ...page, panelOpen: false }]),
  )
}

const keyOf = (userId: string) => `bo:${userId}:panels-hidden`

/** A session that ended by itself hides the filter panels as a logout does, but only the next one of the person can say so. */
export const panelsHidden = {
  note(storage: Storage = localStorage): void {
    try {
      for (const userId of usersStoredHere(storage)) storage.setItem(keyOf(userId), '1')
    } catch {
      // A full or forbidden storage costs only that a panel is still open.
    }
  },
  take(userId: string, storage: Storage = localStorage): boolean {
    const noted = storage.getItem(keyOf(userId)) !== null
    storage.removeItem(keyOf(userId))
    return noted
  },
}
