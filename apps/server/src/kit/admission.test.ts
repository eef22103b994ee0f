import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Admission, type Place } from './admission.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const busy = { code: 'PAYMENTS_BUSY', status: 503 }

it('lets so many begin at once, and the next in the order they came once one has begun', async () => {
  const admission = new Admission({ open: 10, beginning: 1, waiting: 5, waitMs: 1_000 })
  const first = await admission.enter()
  const order: number[] = []
  const others = [1, 2].map(async (no) => {
    const place = await admission.enter()
    order.push(no)
    return place
  })
  expect(admission.state).toEqual({ open: 1, waiting: 2, refused: 0 })
  first.begun()
  await others[0]
  expect(order).toEqual([1])
  ;(await others[0])?.begun()
  await others[1]
  expect(order).toEqual([1, 2])
  expect(admission.state).toMatchObject({ open: 3, waiting: 0 })
})

it('refuses at once where too many wait already, and the others when they have waited long enough', async () => {
  const admission = new Admission({ open: 1, beginning: 1, waiting: 1, waitMs: 1_500 })
  const only = await admission.enter()
  only.begun()
  const waiting = admission.enter().catch((error: unknown) => error)
  await expect(admission.enter()).rejects.toMatchObject(busy)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await waiting).toMatchObject({ ...busy, details: { headers: { 'retry-after': '2' } } })
  expect(admission.state).toEqual({ open: 1, waiting: 0, refused: 2 })
  only.leave()
  await expect(admission.enter()).resolves.toBeDefined()
})

it('counts every place once, however often it is given back', async () => {
  const admission = new Admission({ open: 2, beginning: 2, waiting: 0, waitMs: 1_000 })
  const places: Place[] = [await admission.enter(), await admission.enter()]
  for (const place of places) {
    place.leave()
    place.begun()
    place.leave()
  }
  expect(admission.state.open).toBe(0)
  await admission.enter()
  await admission.enter()
  await expect(admission.enter()).rejects.toMatchObject(busy)
})
