import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useSettings } from '../../kit/session/session-store.ts'
import { setSingleKeys } from '../../ui/shortcuts.ts'

/** Puts a person's settings about the page as a whole into effect. */
export function usePageSettings(): void {
  const { theme, singleKeys } = useSettings()
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => setColorScheme(theme === 'system' ? 'auto' : theme), [theme, setColorScheme])
  useEffect(() => setSingleKeys(singleKeys), [singleKeys])
}
