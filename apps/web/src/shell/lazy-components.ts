import { preloadDialogs } from '../ui/confirm.tsx'
import { loadable } from '../ui/loadable.tsx'

/** Parts of the frame that nobody sees at first. The first page does not wait for them. */
export const Palette = loadable(async () => (await import('./palette/palette.tsx')).default)
export const MerchantSwitcher = loadable(async () => (await import('./frame/merchant-switcher.tsx')).default)
export const ShortcutSheet = loadable(async () => (await import('./frame/shortcut-sheet.tsx')).default)
export const HelpPanel = loadable(async () => (await import('./help/help-panel.tsx')).default)
/** Only staff who try things out ever see it, so it is not fetched beforehand. */
export const SandboxPanel = loadable(
  async () => (await import('../screens/sandbox/sandbox-panel.tsx')).default,
)
export const IdleDialog = loadable(async () => (await import('./session/idle-dialog.tsx')).default)
export const PasswordPrompt = loadable(async () => (await import('./session/password-prompt.tsx')).default)
export const SidebarDrawer = loadable(async () => (await import('./frame/sidebar-drawer.tsx')).default)

const parts = [Palette, HelpPanel, MerchantSwitcher, ShortcutSheet, IdleDialog, PasswordPrompt, SidebarDrawer]

/** Fetched in a quiet moment, so that the first Ctrl+K waits for nothing and a warning comes even without a network. */
export function prefetchLazyComponents(): void {
  void Promise.allSettled([...parts.map(({ preload }) => preload()), preloadDialogs()])
}
