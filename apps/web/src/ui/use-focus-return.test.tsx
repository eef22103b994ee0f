import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFocusReturn } from './use-focus-return.ts'

function Overlay() {
  useFocusReturn(true)
  return <input aria-label="Inside" />
}

function Place({ open }: { readonly open: boolean }) {
  return (
    <>
      <button type="button">Open</button>
      <button type="button">Elsewhere</button>
      {open ? <Overlay /> : null}
    </>
  )
}

afterEach(cleanup)

test('the focus goes back to what opened the overlay', async () => {
  const { rerender } = render(<Place open={false} />)
  screen.getByText('Open').focus()
  rerender(<Place open />)
  screen.getByLabelText('Inside').focus()
  rerender(<Place open={false} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Open')))
})

test('a focus that has moved on stays where it is', async () => {
  const { rerender } = render(<Place open={false} />)
  screen.getByText('Open').focus()
  rerender(<Place open />)
  screen.getByText('Elsewhere').focus()
  rerender(<Place open={false} />)
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(screen.getByText('Elsewhere'))
})
