import { useNavigate } from '@tanstack/react-router'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { goToKeys } from './go-to-keys.ts'
import { useAllowedScreens } from './use-allowed-screens.ts'

export const goToKeyOf = (path: string): string | undefined => {
  const letter = goToKeys.get(path)
  return letter === undefined ? undefined : `g ${letter}`
}

export function useGoToShortcuts(): void {
  const navigate = useNavigate()
  const shortcuts = useAllowedScreens().flatMap(({ path, title }) => {
    const written = goToKeyOf(path)
    return written === undefined
      ? []
      : [{ keys: written, label: title, run: () => void navigate({ to: path }) }]
  })
  useShortcuts('Go to', shortcuts)
}
