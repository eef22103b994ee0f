import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { live, type LiveEvent } from '../../kit/live.ts'
import { connectLiveEvents, type LiveSince } from './use-live-events.ts'

class FakeSource extends EventTarget {
  readyState = 1
  closed = false
  close(): void {
    this.closed = true
  }
  say(name: string, data: unknown = {}, lastEventId = ''): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }))
  }
  /** The server answered with something that is no stream, after which browsers give up. */
  giveUp(): void {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }
}

let sources: FakeSource[]
let addresses: string[]
let heard: LiveEvent[]
let since: LiveSince
let stop: () => void
let disconnect: () => void
const checkSignedIn = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  sources = []
  addresses = []
  heard = []
  stop = live.on('user', (event) => heard.push(event))
  checkSignedIn.mockClear()
  const open = (address: string) => {
    const source = new FakeSource()
    sources.push(source)
    addresses.push(address)
    return source as unknown as EventSource
  }
  since = { point: '700-1' }
  disconnect = connectLiveEvents(1000, since, { open, checkSignedIn })
})

afterEach(() => {
  stop()
  disconnect()
  vi.useRealTimers()
})

const change = { id: 'e1', merchantId: 1000, topic: 'user', key: 'u1', payload: {} }

test('listens for the selected merchant, from before its first rows were read', () => {
  expect(addresses).toEqual(['/signalbox/backoffice/api/events?merchantId=1000&since=700-1'])
})

test('the next stream goes on where this one was', () => {
  sources[0]?.say('beat', {}, '800-2')
  expect(since.point).toBe('800-2')
  sources[0]?.say('change', change, '900-3')
  expect(since.point).toBe('900-3')
  // Only the last change of several at once says up to where everything was told.
  sources[0]?.say('change', { ...change, id: 'e2' }, '')
  expect(since.point).toBe('900-3')
})

test('hands a change to those who follow its topic, once', () => {
  sources[0]?.say('change', change)
  sources[0]?.say('change', change)
  sources[0]?.say('change', { ...change, id: 'e2', topic: 'merchant' })
  expect(heard).toEqual([change])
})

test('a gap reaches everybody', () => {
  sources[0]?.say('resync')
  expect(heard).toEqual([{ topic: 'resync' }])
})

test('opens a new stream when the browser gave up, and takes it as a gap', () => {
  sources[0]?.giveUp()
  vi.advanceTimersByTime(10_000)
  expect(sources).toHaveLength(2)
  sources[1]?.dispatchEvent(new Event('open'))
  expect(heard).toEqual([{ topic: 'resync' }])
})

test('asks who is signed in when the browser gave up: that nobody is may have been the answer', () => {
  sources[0]?.giveUp()
  expect(checkSignedIn).toHaveBeenCalledTimes(1)
})

test('text that is no message is passed over', () => {
  sources[0]?.dispatchEvent(new MessageEvent('change', { data: '{' }))
  expect(heard).toEqual([])
})

test('ends with the page', () => {
  disconnect()
  expect(sources[0]?.closed).toBe(true)
})
