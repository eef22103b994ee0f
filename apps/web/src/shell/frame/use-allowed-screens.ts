import { useMemo } from 'react'
import { subjectOf, useSession } from '../../kit/session/session-store.ts'
import { screens } from '../../screens/index.ts'
import type { Screen } from '../../screens/screen.ts'
import { allowedScreens } from './menu.ts'

const listed = screens.filter(({ unlisted }) => !unlisted)

/** What the person may open, as far as menus offer it. */
export function useAllowedScreens(): readonly Screen[] {
  const session = useSession()
  return useMemo(() => allowedScreens(listed, subjectOf(session)), [session])
}
