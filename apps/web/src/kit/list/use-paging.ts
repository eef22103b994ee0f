import { useState } from 'react'
import { useSettings } from '../session/session-store.ts'
import { startOf, type PagePlace } from './list-state.ts'

const firstPage: PagePlace = { page: 1, cursor: null }

/** The page of a table within a record or a dialog, which has no address of its own to keep it in. */
export function usePaging() {
  const { pageSize } = useSettings()
  const [size, setSize] = useState(pageSize)
  const [place, setPlace] = useState(firstPage)
  const toFirst = () => setPlace(firstPage)
  return {
    query: {
      limit: size,
      start: startOf(place, size),
      // Further than rows may be skipped; it counts before the start.
      ...(place.cursor !== null && { cursor: place.cursor }),
    },
    toFirst,
    /** What `ListFooter` asks for beside the page itself. */
    footer: {
      state: place,
      size,
      onPage: (page: number, cursor: string | null) => setPlace({ page, cursor }),
      onSize: (next: number) => {
        setSize(next)
        toFirst()
      },
    },
  }
}
