import type { ThemeChoice } from '@signalbox/model/access/session'
import type { IconName } from '../../ui/icon.tsx'

export const themeChoices: Readonly<
  Record<ThemeChoice, { readonly label: string; readonly icon: IconName }>
> = {
  light: { label: 'Light theme', icon: 'sun' },
  dark: { label: 'Dark theme', icon: 'moon' },
  system: { label: 'Match system', icon: 'device' },
}
