import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useShortcuts } from '../ui/shortcuts.ts'
import { useHistory } from './record/use-history.ts'
import type { ListPageModel } from './list/use-list-page.ts'

export interface AddressTabInput<Tab extends string> {
  readonly path: string
  /** Of the search parameter. */
  readonly name: string
  readonly tabs: Readonly<Record<Tab, unknown>>
  readonly first: Tab
}

/** The tab named in the address, like any other filter; null while the first one is being put there. */
export function useAddressTab<Tab extends string>({
  path,
  name,
  tabs,
  first,
}: AddressTabInput<Tab>): Tab | null {
  const history = useHistory()
  const here = useRouterState({
    select: ({ location }) => (location.pathname === path ? location.searchStr : null),
  })
  const named = new URLSearchParams(here ?? '').get(name)
  const isKnown = named !== null && Object.hasOwn(tabs, named)
  const isMissing = here !== null && !isKnown
  useEffect(() => {
    if (!isMissing) return
    const query = new URLSearchParams(here)
    query.set(name, first)
    history.replace(`${path}?${query.toString()}`)
  }, [isMissing, here, history, name, first, path])
  if (isMissing) return null
  return isKnown ? (named as Tab) : first
}

/** The key that begins the work: whatever is due first. */
export function useOpenFirst({ rows, state, openRow }: ListPageModel): void {
  const [first] = rows
  useShortcuts(
    'Queue',
    first && state.id === null
      ? [{ keys: 'o', label: 'Open the most urgent', run: () => openRow(first) }]
      : [],
  )
}
