import { useMemo } from 'react'
import { subjectOf, useSession } from '../kit/session-store.ts'
import { screens, type Screen } from '../screens/index.ts'
import { allowedScreens } from './menu.ts'

export function useAllowedScreens(): readonly Screen[] {
  const session = useSession()
  return useMemo(() => allowedScreens(screens, subjectOf(session)), [session])
}
