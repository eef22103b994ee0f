import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RowNews } from './use-live-rows.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listen() {
  const news = new RowNews(new Map([['m1', 3]]))
  const told = vi.fn<() => void>()
  news.subscribe(told)
  const hear = (key: string, changeType: string, version = 1) =>
    news.hear({ topic: 'bank-mapping', key, payload: { changeType, version } })
  return { news, told, hear }
}

it('tells of the first change at once and of those that follow it closely once', () => {
  const { news, told, hear } = listen()
  for (let event = 0; event < 100; event++) hear(`new ${event}`, 'CREATE')
  expect(told).toHaveBeenCalledTimes(1)
  expect(news.current().added).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(told).toHaveBeenCalledTimes(2)
  expect(news.current().added).toBe(100)
})

it('says nothing about changes that nobody sees', () => {
  const { told, hear } = listen()
  for (let event = 0; event < 100; event++) hear(`of another page ${event}`, 'UPDATE')
  hear('m1', 'UPDATE', 3)
  expect(told).not.toHaveBeenCalled()
  for (let event = 0; event < 100; event++) hear('m1', 'UPDATE', 4)
  vi.advanceTimersByTime(10_000)
  expect(told).toHaveBeenCalledTimes(1)
})

it('leaves no timer behind', () => {
  const { news, hear } = listen()
  hear('new', 'CREATE')
  news.stop()
  expect(vi.getTimerCount()).toBe(0)
})

it('asks how many are new where filters decide, at most now and then', async () => {
  const count = vi.fn<() => Promise<number | null>>(() => Promise.resolve(2))
  const news = new RowNews(new Map(), count)
  const create = (key: string) => news.hear({ topic: 'bank-mapping', key, payload: { changeType: 'CREATE' } })
  for (let event = 0; event < 100; event++) create(`new ${event}`)
  await vi.advanceTimersByTimeAsync(0)
  expect(news.current().added).toBe(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(count).toHaveBeenCalledTimes(2)
  count.mockResolvedValue(null)
  create('one more')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(news.current()).toMatchObject({ added: 2, stale: true })
  news.stop()
  expect(vi.getTimerCount()).toBe(0)
})
