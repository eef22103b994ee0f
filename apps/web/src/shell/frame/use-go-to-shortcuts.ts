import { useNavigate } from '@tanstack/react-router'
import { categories } from '@signalbox/model/rules/decision-table'
import { screens, type Screen } from '../../screens/index.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { goToKeys } from './go-to-keys.ts'
import { useAllowedScreens } from './use-allowed-screens.ts'

const isTable = ({ group }: Screen): boolean => categories.some((category) => category === group)

/** There are more decision tables than letters; they get those the other pages leave. */
export const keys = goToKeys([
  ...screens.filter((screen) => !isTable(screen)),
  ...screens.filter((screen) => isTable(screen)),
])

export const goToKeyOf = (path: string): string | undefined => {
  const letter = keys.get(path)
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
