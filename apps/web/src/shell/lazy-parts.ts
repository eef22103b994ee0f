import { lazy } from 'react'
import { preloadDialogs } from '../ui/confirm.tsx'
import { loadChunk } from './chunk-load.ts'

/** Parts of the frame that nobody sees at first. The first page does not wait for them. */
const importPalette = () => import('./palette/palette.tsx')
const importMerchants = () => import('./merchant-switcher.tsx')
const importShortcuts = () => import('./shortcut-sheet.tsx')
const importIdleDialog = () => import('./idle-dialog.tsx')
const importPasswordQuestion = () => import('./password-question.tsx')
const importSidebarDrawer = () => import('./sidebar-drawer.tsx')

export const Palette = lazy(() => loadChunk(importPalette))
export const MerchantSwitcher = lazy(() => loadChunk(importMerchants))
export const ShortcutSheet = lazy(() => loadChunk(importShortcuts))
export const IdleDialog = lazy(() => loadChunk(importIdleDialog))
export const PasswordQuestion = lazy(() => loadChunk(importPasswordQuestion))
export const SidebarDrawer = lazy(() => loadChunk(importSidebarDrawer))

/** Fetched in a quiet moment, so that the first Ctrl+K waits for nothing and a warning also comes without a network. */
export function prefetchParts(): void {
  const parts = [
    importPalette,
    importMerchants,
    importShortcuts,
    importIdleDialog,
    importPasswordQuestion,
    preloadDialogs,
  ]
  void Promise.allSettled(parts.map((load) => load()))
}
