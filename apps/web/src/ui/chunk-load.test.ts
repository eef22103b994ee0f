import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, chunkTimeoutMs, loadChunk } from './chunk-load.ts'

const reported = vi.spyOn(console, 'error')

beforeEach(() => {
  reported.mockReset().mockImplementation(() => undefined)
})

afterEach(() => {
  vi.useRealTimers()
})

test('gives the module when it arrives', async () => {
  await expect(loadChunk(() => Promise.resolve('page'))).resolves.toBe('page')
  expect(reported).not.toHaveBeenCalled()
})

test('a script that is gone becomes a chunk load error and is reported', async () => {
  const gone = new TypeError('Failed to fetch dynamically imported module: /assets/home-x.js')
  await expect(loadChunk(() => Promise.reject(gone))).rejects.toThrow(
    new ChunkLoadError('Loading chunk failed'),
  )
  expect(reported).toHaveBeenCalledExactlyOnceWith('Loading chunk failed', gone)
})

test('a stylesheet that is gone is told apart and reported as one', async () => {
  const gone = new Error('Unable to preload CSS for /assets/home-x.css')
  await expect(loadChunk(() => Promise.reject(gone))).rejects.toThrow('Loading CSS chunk failed')
  expect(reported).toHaveBeenCalledExactlyOnceWith('Loading CSS chunk failed', gone)
})

test('waiting ends after two minutes', async () => {
  vi.useFakeTimers()
  const failure = loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(chunkTimeoutMs)
  await expect(failure).resolves.toBeInstanceOf(ChunkLoadError)
  expect(chunkTimeoutMs).toBe(120_000)
})
