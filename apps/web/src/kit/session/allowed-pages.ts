import { createContext, useContext } from 'react'
import type { IconName } from '../../ui/icon.tsx'

export interface PageLink {
  readonly path: string
  readonly title: string
  readonly group: string
  readonly icon: IconName
  /** It has a classic grid too. */
  readonly legacy?: boolean | undefined
}

/** Pages the person may open. The shell knows them; a page that links to others asks here. */
export const AllowedPages = createContext<readonly PageLink[]>([])

export const useAllowedPages = (): readonly PageLink[] => useContext(AllowedPages)

export function useMayOpen(): (path: string) => boolean {
  const pages = useAllowedPages()
  return (path) => pages.some((page) => page.path === path)
}
