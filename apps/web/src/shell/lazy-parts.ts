import { preloadDialogs } from '../ui/confirm.tsx'
import { loadable } from './loadable.tsx'

/** Parts of the frame that nobody sees at first. The first page does not wait for them. */
const palette = loadable(() => import('./palette/palette.tsx'))
const merchantSwitcher = loadable(() => import('./merchant-switcher.tsx'))
const shortcutSheet = loadable(() => import('./shortcut-sheet.tsx'))
const idleDialog = loadable(() => import('./idle-dialog.tsx'))
const passwordQuestion = loadable(() => import('./password-question.tsx'))
const sidebarDrawer = loadable(() => import('./sidebar-drawer.tsx'))

export const Palette = palette.Part
export const MerchantSwitcher = merchantSwitcher.Part
export const ShortcutSheet = shortcutSheet.Part
export const IdleDialog = idleDialog.Part
export const PasswordQuestion = passwordQuestion.Part
export const SidebarDrawer = sidebarDrawer.Part

const parts = [palette, merchantSwitcher, shortcutSheet, idleDialog, passwordQuestion, sidebarDrawer]

/** Fetched in a quiet moment, so that the first Ctrl+K waits for nothing and a warning comes even without a network. */
export function prefetchParts(): void {
  void Promise.allSettled([...parts.map(({ preload }) => preload()), preloadDialogs()])
}
