import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toast, toastHistory, toastSettings, ToastHost } from './toast.tsx'

afterEach(() => {
  toast.dismiss()
  cleanup()
})

test('toasts behave as specified', () => {
  expect(toastSettings).toMatchObject({
    position: 'top-right',
    autoClose: 5000,
    pauseOnHover: true,
    pauseOnFocusLoss: true,
    draggable: 'touch',
    draggablePercent: 80,
    draggableDirection: 'x',
    role: 'alert',
    theme: 'light',
  })
})

test('Alt+T is the way to the notifications', () => {
  const pressed = (init: KeyboardEventInit) => toastSettings.hotKeys(new KeyboardEvent('keydown', init))
  expect(pressed({ altKey: true, code: 'KeyT' })).toBe(true)
  expect(pressed({ altKey: false, code: 'KeyT' })).toBe(false)
})

test('a toast is an alert with its text and detail', async () => {
  render(<ToastHost />)
  act(() => toast.info('Saved', { detail: 'Version 4' }))
  const shown = await screen.findByRole('alert')
  expect(shown.textContent).toContain('SavedVersion 4')
})

test('toasts count down, errors too; only what is made to stay does', async () => {
  render(<ToastHost />)
  act(() => {
    toast.error('Lost', { persistent: true })
    toast.error('Refused')
    toast.success('Found')
  })
  const isCountingDown = (text: string) =>
    screen.getByText(text).closest('.Toastify__toast')?.querySelector('.Toastify__progress-bar--animated') !==
    null
  await screen.findByText('Lost')
  expect(isCountingDown('Lost')).toBe(false)
  expect(isCountingDown('Refused')).toBe(true)
  expect(isCountingDown('Found')).toBe(true)
})

test('the same id twice is one toast with the newest text', async () => {
  render(<ToastHost />)
  act(() => toast.warning('First', { id: 'same' }))
  await screen.findByText('First')
  act(() => toast.warning('Second', { id: 'same' }))
  await screen.findByText('Second')
  expect(screen.queryByText('First')).toBeNull()
})

test('what was said can be read again later', () => {
  toast.info('Remember me')
  expect(toastHistory.current()[0]).toMatchObject({ kind: 'info', text: 'Remember me' })
})
