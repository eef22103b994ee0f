import { expect, test, vi } from 'vitest'
import { unregisterServiceWorkers } from './service-worker.ts'

test('unregisters what an older version installed', async () => {
  const unregister = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true))
  const registration = { unregister } as unknown as ServiceWorkerRegistration
  await unregisterServiceWorkers({ getRegistrations: () => Promise.resolve([registration, registration]) })
  expect(unregister).toHaveBeenCalledTimes(2)
})

test('a failure is reported and harms nothing', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const failure = new Error('not allowed')
  await unregisterServiceWorkers({ getRegistrations: () => Promise.reject(failure) })
  expect(reported).toHaveBeenCalledExactlyOnceWith('The service worker could not be unregistered', failure)
  reported.mockRestore()
})

test('the program begins with it', async () => {
  const unregister = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true))
  const container = { getRegistrations: () => Promise.resolve([{ unregister }]) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container })
  // There is nothing to draw into here, so nothing follows.
  await expect(import('../../main.tsx')).rejects.toThrow('no element to draw into')
  await vi.waitFor(() => expect(unregister).toHaveBeenCalledOnce())
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
