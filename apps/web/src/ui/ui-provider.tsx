import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './fonts.css'
import './mantine.css'
import './global.css'
import { ConfirmHost } from './confirm.tsx'
import { cssVariables, theme } from './theme.ts'
import { ToastHost } from './toast.tsx'
import { TooltipHost } from './tooltip.tsx'

/** Shared with `public/color-scheme.js`, which sets the scheme before the first paint. */
const colorSchemes = localStorageColorSchemeManager({ key: 'signalbox-color-scheme' })

const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Everything a component of this folder needs around it. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
      <ConfirmHost />
      <TooltipHost />
      <ToastHost />
    </MantineProvider>
  )
}
