import { cleanup, render, screen } from '@testing-library/react'
import { DEFAULT_THEME } from '@mantine/core'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { breakpointsPx } from './breakpoints.ts'
import { cssVariables, theme } from './theme.ts'
import { UiProvider } from './ui-provider.tsx'

afterEach(cleanup)

test('the frame has the measures of the specification', () => {
  expect(cssVariables(DEFAULT_THEME).variables).toMatchObject({
    '--sidebar-width': '255px',
    '--header-height': '64px',
    '--footer-height': '30px',
    '--banner-height': '34px',
  })
})

test('the breakpoints are those of the specification, in the theme and where code asks for them', () => {
  expect(breakpointsPx).toEqual({ mobile: 576, tablet: 768, medium: 990, large: 1280 })
  const { xs = '', sm = '', md = '', lg = '' } = theme.breakpoints ?? {}
  const pixelsPerEm = 16
  expect([xs, sm, md, lg].map((width) => Number.parseFloat(width) * pixelsPerEm)).toEqual(
    Object.values(breakpointsPx),
  )
})

test('a dialog is at least 600 px wide, whatever is asked for', async () => {
  render(
    <UiProvider>
      <Dialog opened onClose={() => undefined} title="Narrow" widthPx={300}>
        text
      </Dialog>
    </UiProvider>,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Narrow' })
  const width =
    dialog.closest<HTMLElement>('.mantine-Modal-root')?.style.getPropertyValue('--modal-size') ?? ''
  const remPx = 16
  expect(Number.parseFloat(/[\d.]+(?=rem)/.exec(width)?.[0] ?? '') * remPx).toBe(600)
})
