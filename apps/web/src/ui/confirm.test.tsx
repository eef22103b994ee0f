import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { confirm, showInfo, showWarning } from './confirm.tsx'
import { UiProvider } from './ui-provider.tsx'
// Loaded beforehand, as a browser does in a quiet moment.
import './prompt-dialog.tsx'

afterEach(cleanup)

const request = { title: 'Delete it?', message: 'It is gone for good.', confirmLabel: 'Delete' }

function ask(extra: Partial<Parameters<typeof confirm>[0]> = {}): Promise<boolean> {
  render(<UiProvider>page</UiProvider>)
  let answer: Promise<boolean> = Promise.resolve(false)
  act(() => {
    answer = confirm({ ...request, ...extra })
  })
  return answer
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('confirming resolves true', async () => {
  const answer = ask()
  await press('Delete')
  await expect(answer).resolves.toBe(true)
})

test('cancelling resolves false', async () => {
  const answer = ask()
  await press('Cancel')
  await expect(answer).resolves.toBe(false)
})

test('closing resolves false', async () => {
  const answer = ask()
  await press('Close')
  await expect(answer).resolves.toBe(false)
})

test('Escape resolves false', async () => {
  const answer = ask()
  await screen.findByText('Delete it?')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await expect(answer).resolves.toBe(false)
})

test('the focus waits away from a destructive button', async () => {
  const answer = ask({ destructive: true })
  const safe = await screen.findByRole('button', { name: 'Cancel' })
  expect(safe.dataset.autofocus).toBe('true')
  expect(screen.getByRole('button', { name: 'Delete' }).dataset.autofocus).toBeUndefined()
  await press('Cancel')
  await answer
})

test('what cannot be undone asks for the name first', async () => {
  const answer = ask({ destructive: true, typeToConfirm: 'zebra' })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete' })
  expect(button.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('Type zebra to confirm'), { target: { value: 'zebra' } })
  expect(button.disabled).toBe(false)
  await press('Delete')
  await expect(answer).resolves.toBe(true)
})

test('questions asked together are put one after the other', async () => {
  const first = ask()
  const second = confirm({ ...request, title: 'And this one?' })
  await press('Delete')
  await expect(first).resolves.toBe(true)
  await screen.findByText('And this one?')
  await press('Cancel')
  await expect(second).resolves.toBe(false)
})

test.each([
  ['a warning', showWarning],
  ['an information', showInfo],
])('%s resolves when it is closed', async (_, show) => {
  render(<UiProvider>page</UiProvider>)
  let closed: Promise<void> = Promise.resolve()
  act(() => {
    closed = show({ title: 'Mind the gap', message: 'It is wide.', closeLabel: 'Understood' })
  })
  await press('Understood')
  await expect(closed).resolves.toBeUndefined()
})
