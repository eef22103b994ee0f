import { useCallback, useEffect, useMemo } from 'react'
import { toast } from '../../ui/toast.tsx'
import { useHistory } from '../record/use-history.ts'
import { formatListState, merchantKey, parseListState, type ListShape, type ListState } from './list-state.ts'
import { useOwnSearch } from './use-own-search.ts'

export type ChangeListState = (
  change: ListState | ((state: ListState) => ListState),
  options?: { readonly replace?: boolean },
) => void

const merchantIn = (search: string): string => {
  const merchant = new URLSearchParams(search).get(merchantKey)
  return merchant === null ? '' : new URLSearchParams({ [merchantKey]: merchant }).toString()
}

/** The state of the list in the address, and the way to change it. */
export function useListState(shape: ListShape): [ListState, ChangeListState] {
  const history = useHistory()
  const { search, path } = useOwnSearch()
  const { state, dropped } = useMemo(() => parseListState(search, shape), [search, shape])

  const change = useCallback<ChangeListState>(
    (next, { replace = false } = {}) => {
      // Two changes in one moment must add up, so the address is read when it is written.
      const { pathname, search: latest } = history.location
      if (pathname !== path) return
      const current = parseListState(latest, shape).state
      const query = [formatListState(typeof next === 'function' ? next(current) : next), merchantIn(latest)]
        .filter(Boolean)
        .join('&')
      const href = query === '' ? pathname : `${pathname}?${query}`
      if (href !== pathname + latest) history[replace ? 'replace' : 'push'](href)
    },
    [history, path, shape],
  )

  const droppedNames = dropped.join(', ')
  useEffect(() => {
    if (droppedNames === '') return
    toast.info(`Unknown filter ignored: ${droppedNames}`, {
      id: droppedNames,
    })
    change((current) => current, { replace: true })
  }, [droppedNames, change])

  return [state, change]
}
