import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useQuietKeys } from '../ui/shortcuts.ts'
import { loadChunk } from './chunk-load.ts'

type Overlay = 'palette' | 'merchants' | 'shortcuts'

export interface OverlayControls {
  readonly open: Overlay | null
  readonly openPalette: () => void
  readonly openMerchants: () => void
  readonly openShortcuts: () => void
  readonly close: () => void
}

const importPalette = () => import('./palette/palette.tsx')
const importMerchants = () => import('./merchant-switcher.tsx')
const importShortcuts = () => import('./shortcut-sheet.tsx')

const Palette = lazy(() => loadChunk(importPalette))
const MerchantSwitcher = lazy(() => loadChunk(importMerchants))
const ShortcutSheet = lazy(() => loadChunk(importShortcuts))

/** Fetched once the first page is there, so that the first Ctrl+K does not wait for the network. */
function usePrefetch(): void {
  useEffect(() => {
    const fetchAll = () => {
      void Promise.allSettled([importPalette(), importMerchants(), importShortcuts()])
    }
    const timer = setTimeout(fetchAll, 1000)
    return () => clearTimeout(timer)
  }, [])
}

export function useOverlays(): OverlayControls {
  const [open, setOpen] = useState<Overlay | null>(null)
  const close = useCallback(() => setOpen(null), [])
  usePrefetch()
  useQuietKeys(open !== null)
  return useMemo(
    () => ({
      open,
      close,
      openPalette: () => setOpen('palette'),
      openMerchants: () => setOpen('merchants'),
      openShortcuts: () => setOpen('shortcuts'),
    }),
    [open, close],
  )
}

/** What lies over the page on request, each loaded when first needed. */
export function Overlays({ overlays }: { readonly overlays: OverlayControls }) {
  return (
    <Suspense>
      {overlays.open === 'palette' ? <Palette overlays={overlays} /> : null}
      {overlays.open === 'merchants' ? <MerchantSwitcher onClose={overlays.close} /> : null}
      {overlays.open === 'shortcuts' ? <ShortcutSheet onClose={overlays.close} /> : null}
    </Suspense>
  )
}
