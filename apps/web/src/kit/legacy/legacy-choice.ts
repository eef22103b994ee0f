import { createContext, useContext, useEffect, useState } from 'react'
import { usePageLook } from '../list/use-page-look.ts'
import { useHistory } from '../record/use-history.ts'

export const legacyPathOf = (path: string): string => `/legacy${path}`

export interface LegacyChoice {
  readonly isLegacy: boolean
  readonly choose: (showLegacy: boolean) => void
}

/** Set around pages that have a classic grid. */
export const LegacyChoices = createContext<LegacyChoice | null>(null)

/** Null where a page has one form only. */
export const useLegacyChoice = (): LegacyChoice | null => useContext(LegacyChoices)

export const useIsLegacy = (): boolean => useLegacyChoice()?.isLegacy === true

/** Which of its two forms somebody works with a page in. The choice is kept, and the filters go along. */
export function useChooseLegacy(path: string): LegacyChoice['choose'] {
  const history = useHistory()
  const { setLook } = usePageLook(path)
  return (showLegacy) => {
    setLook({ showLegacy })
    history.push(`${showLegacy ? legacyPathOf(path) : path}${history.location.search}`)
  }
}

/** Whoever chose the classic grid gets it also from the menu; a link with filters or a record opens as it was sent. */
export function useLegacyIfChosen(path: string): boolean {
  const history = useHistory()
  const { look } = usePageLook(path)
  const [isChosen] = useState(
    () => look.showLegacy === true && history.location.pathname === path && history.location.search === '',
  )
  useEffect(() => {
    if (isChosen) history.replace(legacyPathOf(path))
  }, [isChosen, path, history])
  return isChosen
}
