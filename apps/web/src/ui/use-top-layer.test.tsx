import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { UiProvider } from './ui-provider.tsx'

afterEach(cleanup)

/** Both are there from the first moment, as after following a link. */
function Record({ isInside, onClose }: { readonly isInside: boolean; onClose: (what: string) => void }) {
  const [opened, setOpened] = useState(['record', 'question'])
  const close = (what: string) => {
    onClose(what)
    setOpened((before) => before.filter((other) => other !== what))
  }
  const dialog = (
    <Dialog opened={opened.includes('question')} onClose={() => close('question')} title="A question">
      Sure?
    </Dialog>
  )
  return (
    <UiProvider>
      <Drawer opened={opened.includes('record')} onClose={() => close('record')} title="A record">
        {isInside ? dialog : null}
      </Drawer>
      {isInside ? null : dialog}
    </UiProvider>
  )
}

for (const isInside of [true, false])
  test(`Escape closes a dialog ${isInside ? 'in' : 'beside'} a drawer, and only the next one the drawer`, async () => {
    const closed: string[] = []
    render(<Record isInside={isInside} onClose={(what) => closed.push(what)} />)
    await screen.findByRole('dialog', { name: 'A question' })
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(closed).toEqual(['question'])
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(closed).toEqual(['question', 'record'])
  })
