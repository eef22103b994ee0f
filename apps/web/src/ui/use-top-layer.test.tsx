import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { UiProvider } from './ui-provider.tsx'

afterEach(cleanup)

/** Both are there from the first moment, as after following a link. */
function Record({ isInside }: { readonly isInside: boolean }) {
  const [record, setRecord] = useState(true)
  const [question, setQuestion] = useState(true)
  const dialog = (
    <Dialog opened={question} onClose={() => setQuestion(false)} title="A question">
      Sure?
    </Dialog>
  )
  return (
    <UiProvider>
      <Drawer opened={record} onClose={() => setRecord(false)} title="A record">
        {isInside ? dialog : null}
      </Drawer>
      {isInside ? null : dialog}
    </UiProvider>
  )
}

for (const isInside of [true, false])
  test(`Escape closes a dialog ${isInside ? 'in' : 'beside'} a drawer, and only the next one the drawer`, async () => {
    render(<Record isInside={isInside} />)
    await screen.findByRole('dialog', { name: 'A question' })
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'A question' })).toBeNull())
    expect(screen.getByRole('dialog', { name: 'A record' })).toBeTruthy()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'A record' })).toBeNull())
  })
