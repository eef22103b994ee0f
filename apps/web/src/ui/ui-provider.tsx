import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { useLayoutEffect, type ReactNode } from 'react'
import './fonts.css'
import './mantine.css'
import './global.css'
import { ConfirmHost } from './confirm.tsx'
import { useSubmitKey } from './submit-key.ts'
import { cssVariables, theme } from './theme.ts'
import { ToastHost } from './toast.tsx'
import { TooltipHost } from './tooltip.tsx'

/** Shared with `color-scheme.js`, which sets the scheme before the first paint. */
const colorSchemes = localStorageColorSchemeManager({ key: 'signalbox-color-scheme' })

/** Everything a component of this folder needs around it. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  useLayoutEffect(() => {
    // It stood in for the style sheet; now it would keep scroll bars and boxes to tick as they are when the theme changes.
    document.documentElement.style.removeProperty('color-scheme')
  }, [])
  useSubmitKey()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      {children}
      <ConfirmHost />
      <TooltipHost />
      <ToastHost />
    </MantineProvider>
  )
}
