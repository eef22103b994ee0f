import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useShortcuts } from '../ui/shortcuts.ts'
import { useHistory } from './record/use-history.ts'
import type { ListPageModel } from './list/use-list-page.ts'

export interface DeskParts<Part extends string> {
  readonly path: string
  /** What the part is called in the address. */
  readonly name: string
  readonly parts: Readonly<Record<Part, unknown>>
  readonly first: Part
}

/** The part of a desk that stands in the address, like any other filter; nothing while one is being put there. */
export function useDeskPart<Part extends string>({ path, name, parts, first }: DeskParts<Part>): Part | null {
  const history = useHistory()
  const here = useRouterState({
    select: ({ location }) => (location.pathname === path ? location.searchStr : null),
  })
  const asked = new URLSearchParams(here ?? '').get(name)
  const isKnown = asked !== null && Object.hasOwn(parts, asked)
  const isMissing = here !== null && !isKnown
  useEffect(() => {
    if (!isMissing) return
    const query = new URLSearchParams(here)
    query.set(name, first)
    history.replace(`${path}?${query.toString()}`)
  }, [isMissing, here, history, name, first, path])
  if (isMissing) return null
  return isKnown ? (asked as Part) : first
}

/** The key that begins the work: whatever is due first. */
export function useOpenFirst({ rows, state, openRow }: ListPageModel): void {
  const [first] = rows
  useShortcuts(
    'Desk',
    first && state.id === null
      ? [{ keys: 'o', label: 'Open the most urgent', run: () => openRow(first) }]
      : [],
  )
}
