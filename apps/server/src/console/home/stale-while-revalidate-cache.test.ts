import { expect, it } from 'vitest'
import { StaleWhileRevalidateCache, TimeoutError } from './stale-while-revalidate-cache.ts'

const cacheOf = (loadMs = 60_000, most = 10) => {
  const clock = { ms: 0 }
  const cache = new StaleWhileRevalidateCache<string>({
    now: () => new Date(clock.ms),
    staleMs: 1_000,
    loadMs,
    most,
  })
  return { cache, clock }
}
const patient = { freshMs: 100, timeoutMs: 60_000 }
const hasty = { freshMs: 100, timeoutMs: 1 }
const never = () => new Promise<string>(() => undefined)
const gives = (value: string) => () => Promise.resolve(value)

it('gives a value again while it is fresh, and loads it anew after that', async () => {
  const { cache, clock } = cacheOf()
  expect(await cache.get({ key: 'a', ...patient }, gives('first'))).toBe('first')
  clock.ms = 99
  expect(await cache.get({ key: 'a', ...patient }, gives('second'))).toBe('first')
  expect(await cache.get({ key: 'b', ...patient }, gives('other'))).toBe('other')
  clock.ms = 100
  expect(await cache.get({ key: 'a', ...patient }, gives('second'))).toBe('second')
})

it('loads once for all who ask meanwhile', async () => {
  const { cache } = cacheOf()
  let loads = 0
  const load = async () => {
    loads++
    return Promise.resolve(`load ${loads}`)
  }
  const asked = [1, 2, 3].map(() => cache.get({ key: 'a', ...patient }, load))
  expect(await Promise.all(asked)).toEqual(['load 1', 'load 1', 'load 1'])
})

it('lets who cannot wait go, and has the value for the next', async () => {
  const { cache } = cacheOf()
  let finish: (value: string) => void = () => undefined
  const slow = () => new Promise<string>((resolve) => (finish = resolve))
  await expect(cache.get({ key: 'a', ...hasty }, slow)).rejects.toThrow(TimeoutError)
  finish('late')
  expect(await cache.get({ key: 'a', ...patient }, never)).toBe('late')
})

it('gives up a load that never ends, so that the next one may try', async () => {
  const { cache } = cacheOf(1)
  await expect(cache.get({ key: 'a', ...patient }, never)).rejects.toThrow(TimeoutError)
  expect(await cache.get({ key: 'a', ...patient }, gives('done'))).toBe('done')
})

it('keeps no failure', async () => {
  const { cache } = cacheOf()
  await expect(cache.get({ key: 'a', ...patient }, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
  expect(await cache.get({ key: 'a', ...patient }, gives('yes'))).toBe('yes')
})

it('forgets the oldest when it is full', async () => {
  const { cache } = cacheOf(60_000, 2)
  for (const key of ['a', 'b', 'c']) await cache.get({ key, ...patient }, gives(key))
  expect(await cache.get({ key: 'b', ...patient }, gives('anew'))).toBe('b')
  expect(await cache.get({ key: 'a', ...patient }, gives('anew'))).toBe('anew')
})
