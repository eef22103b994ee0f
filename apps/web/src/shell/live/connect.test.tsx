import { texts } from '@signalbox/model/text/texts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { api, connectApi } from '../../kit/api.ts'
import { toast, ToastHost } from '../../ui/toast.tsx'
import { connectConsole } from './connect.ts'

afterEach(() => {
  toast.dismiss()
  cleanup()
  vi.restoreAllMocks()
})

test('a dead network is told by an error toast that stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  connectConsole()
  connectApi({ product: 'signalbox', fetch: () => Promise.reject(new TypeError('no connection')) })
  render(<ToastHost />)
  await expect(api('GET /userdata')).rejects.toThrow()
  const shown = (await screen.findByText(texts.somethingWentWrong)).closest('.Toastify__toast')
  expect(shown?.classList).toContain('Toastify__toast--error')
  expect(shown?.querySelector('.Toastify__progress-bar--animated')).toBeNull()
})
