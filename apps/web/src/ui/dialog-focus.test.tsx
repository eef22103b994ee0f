import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState, type ComponentType, type ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { UiProvider } from './ui-provider.tsx'

afterEach(cleanup)

interface OverlayProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
}

/** As every part of the console that is fetched when it is needed: there from its first opening on, and open at once. */
function Place({ Overlay }: { readonly Overlay: ComponentType<OverlayProps> }) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <UiProvider>
      <button type="button" onClick={() => setState('open')}>
        Begin
      </button>
      {state === 'never' ? null : (
        <Overlay opened={state === 'open'} onClose={() => setState('closed')} title="What to begin">
          <input aria-label="Name" data-autofocus />
        </Overlay>
      )}
    </UiProvider>
  )
}

test.each([
  ['dialog', Dialog],
  ['drawer', Drawer],
] as const)(
  'Escape in a %s gives the focus back to its button, the first time as the second',
  async (_, Overlay) => {
    render(<Place Overlay={Overlay} />)
    const button = screen.getByRole('button', { name: 'Begin' })
    for (const time of ['first', 'second']) {
      button.focus()
      fireEvent.click(button)
      await waitFor(() => expect(document.activeElement, time).toBe(screen.getByLabelText('Name')))
      fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' })
      await waitFor(() => expect(screen.queryByLabelText('Name'), time).toBeNull())
      expect(document.activeElement, time).toBe(button)
    }
  },
)
