import type { PageState } from '@signalbox/model/access/session'
import { updateSettings, useSettings } from '../session/session-store.ts'

const none: PageState = {}

/** How one page looks for the person who is signed in, and the way to change it. */
export function usePageLook(page: string): {
  readonly look: PageState
  readonly setLook: (change: PageState) => void
} {
  const { pages } = useSettings()
  const look = pages[page] ?? none
  return {
    look,
    setLook: (change) => {
      const next: PageState = { ...look, ...change }
      // Absent members follow the defaults; an explicit undefined would not survive the way to the server.
      const kept = Object.fromEntries(
        Object.entries(next).filter(([, value]) => value !== undefined),
      ) as PageState
      void updateSettings({ pages: { [page]: kept } })
    },
  }
}
