import { useCallback, useEffect, useMemo, useState } from 'react'
import { useQuietKeys } from '../../ui/shortcuts.ts'
import { catchTyping, stopCatching } from '../../ui/type-ahead.ts'
import {
  HelpPanel,
  MerchantSwitcher,
  Palette,
  prefetchLazyComponents,
  SandboxPanel,
  ShortcutSheet,
} from '../lazy-components.ts'

type Overlay = 'palette' | 'merchants' | 'shortcuts' | 'sandbox' | 'help'

export interface OverlayControls {
  readonly open: Overlay | null
  readonly openPalette: () => void
  readonly openMerchants: () => void
  readonly openShortcuts: () => void
  readonly openSandbox: () => void
  readonly openHelp: () => void
  readonly close: () => void
}

const quietMomentMs = 1000

export function useOverlays(): OverlayControls {
  const [open, setOpen] = useState<Overlay | null>(null)
  const close = useCallback(() => {
    stopCatching()
    setOpen(null)
  }, [])
  useEffect(() => {
    const timer = setTimeout(prefetchLazyComponents, quietMomentMs)
    return () => clearTimeout(timer)
  }, [])
  useQuietKeys(open !== null)
  return useMemo(
    () => ({
      open,
      close,
      openPalette: () => {
        catchTyping()
        setOpen('palette')
      },
      openMerchants: () => {
        catchTyping()
        setOpen('merchants')
      },
      openShortcuts: () => setOpen('shortcuts'),
      openSandbox: () => setOpen('sandbox'),
      openHelp: () => setOpen('help'),
    }),
    [open, close],
  )
}

/** What lies over the page on request, each loaded when first needed. */
export function Overlays({ overlays }: { readonly overlays: OverlayControls }) {
  return (
    <>
      {overlays.open === 'palette' ? <Palette overlays={overlays} /> : null}
      {overlays.open === 'merchants' ? <MerchantSwitcher onClose={overlays.close} /> : null}
      {overlays.open === 'shortcuts' ? <ShortcutSheet onClose={overlays.close} /> : null}
      {overlays.open === 'help' ? (
        <HelpPanel onClose={overlays.close} onShortcuts={overlays.openShortcuts} />
      ) : null}
      {overlays.open === 'sandbox' ? <SandboxPanel onClose={overlays.close} /> : null}
    </>
  )
}
