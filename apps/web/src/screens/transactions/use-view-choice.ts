import { useEffect, useState } from 'react'
import { useHistory } from '../../kit/record/use-history.ts'
import { usePageLook } from '../../kit/list/use-page-look.ts'

const newPath = '/transactions'
const legacyPath = '/legacy/transactions'

/** Which of the two views somebody works with. The choice is kept, and the filters go along. */
export function useViewChoice(): (showLegacy: boolean) => void {
  const history = useHistory()
  const { setLook } = usePageLook(newPath)
  return (showLegacy) => {
    setLook({ showLegacy })
    history.push(`${showLegacy ? legacyPath : newPath}${history.location.search}`)
  }
}

/** Whoever chose the classic view gets it also from the menu; a link with filters or a payment opens as it was sent. */
export function useLegacyIfChosen(): boolean {
  const history = useHistory()
  const { look } = usePageLook(newPath)
  const [isLegacy] = useState(
    () => look.showLegacy === true && history.location.pathname === newPath && history.location.search === '',
  )
  useEffect(() => {
    if (isLegacy) history.replace(legacyPath)
  }, [isLegacy, history])
  return isLegacy
}
