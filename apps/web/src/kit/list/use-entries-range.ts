import type { PageState } from '@signalbox/model/access/session'
import { useEffect, useState } from 'react'
import { useHistory } from '../record/use-history.ts'
import { viewQuery, type ListState } from './list-state.ts'
import type { ChangeListState } from './use-list-state.ts'

interface Look {
  readonly look: PageState
  readonly setLook: (change: PageState) => void
}

interface Shown {
  readonly state: ListState
  readonly change: ChangeListState
  readonly size: number
  readonly page: { readonly items: readonly unknown[] } | undefined
}

/**
 * Where somebody was in a list is kept with the page: who comes back by the menu goes on there, a link leads where it says.
 * Only the list without filters has such a place, because only it is the same when one comes back. Gives what to call when
 * another page is turned to.
 */
export function useEntriesRange(
  { look, setLook }: Look,
  { state, change, size, page }: Shown,
): (number: number, cursor: string | null) => void {
  const history = useHistory()
  const [pageLeft] = useState(() => {
    const { start = 0 } = (history.location.search === '' && look.entriesRange) || {}
    return Math.floor(start / size) + 1
  })
  useEffect(() => {
    if (pageLeft > 1) change((current) => ({ ...current, page: pageLeft }), { replace: true })
  }, [pageLeft, change])
  // Rows may have gone since.
  const isBeyond = pageLeft > 1 && state.page === pageLeft && page?.items.length === 0
  useEffect(() => {
    if (isBeyond) change((current) => ({ ...current, page: 1 }), { replace: true })
  }, [isBeyond, change])
  return (number, cursor) => {
    if (cursor !== null || viewQuery(state) !== '') return
    setLook({
      entriesRange: number === 1 ? undefined : { start: (number - 1) * size, end: number * size },
    })
  }
}
