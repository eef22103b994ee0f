import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useRef } from 'react'
import { expect, it } from 'vitest'
import { catchTyping, useTypedQuery } from './type-ahead.ts'

function Box() {
  const [query, setQuery] = useTypedQuery()
  return <input aria-label="Search" value={query} onChange={(event) => setQuery(event.currentTarget.value)} />
}

function LateBox() {
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => here.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={here}>
      <Box />
    </div>
  )
}

it('keeps what was typed before the box was there, and before it had the focus', async () => {
  const user = userEvent.setup()
  act(() => catchTyping())
  await user.keyboard('ban')
  const { unmount } = render(<Box />)
  const box = screen.getByRole<HTMLInputElement>('textbox')
  expect(box.value).toBe('ban')
  await user.keyboard('k')
  expect(box.value).toBe('bank')
  await user.click(box)
  await user.keyboard(' map')
  expect(box.value).toBe('bank map')
  unmount()
})

it('begins empty the next time, and leaves the keys alone once the box is gone', async () => {
  const user = userEvent.setup()
  act(() => catchTyping())
  const { unmount } = render(<LateBox />)
  await user.keyboard('x')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('x')
  unmount()
  let heard = ''
  const hear = (event: KeyboardEvent) => (heard += event.key)
  window.addEventListener('keydown', hear)
  await user.keyboard('j')
  window.removeEventListener('keydown', hear)
  expect(heard).toBe('j')
})
