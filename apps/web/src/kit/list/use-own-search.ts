import { useRouterState } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { useHistory } from '../record/use-history.ts'

/**
 * The query string of the page that called. While the next page loads, the address is already that page's and this
 * one is still mounted; it must neither show nor correct what is not its own.
 */
export function useOwnSearch(): { search: string; path: string } {
  const history = useHistory()
  const [path] = useState(() => history.location.pathname)
  const last = useRef(history.location.search)
  const search: string = useRouterState({
    select: ({ location }): string => (location.pathname === path ? location.searchStr : last.current),
  })
  useLayoutEffect(() => {
    last.current = search
  }, [search])
  return { search, path }
}
