import { act, cleanup, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionStore } from '../../kit/session/session-store.ts'
import { serverClock } from '../session/server-clock.ts'
import { metadataFor, userDataWith } from '../testing/fake-console.tsx'
import { ServerTime } from './server-time.tsx'

beforeEach(() => {
  // Files share what this page knows of the server's clock.
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 19, 12, 0, 50) - serverClock.aheadMs() })
  sessionStore.signIn(metadataFor([]), userDataWith({}))
})
afterEach(() => {
  cleanup()
  sessionStore.signOut()
  vi.useRealTimers()
})

const shown = () => screen.getByText((_, element) => element?.tagName === 'TIME').textContent

/** What the browser is given to do: a page nobody touches is not drawn for a clock. */
test('the clock is drawn once a minute, on the minute of the server', () => {
  let drawn = 0
  render(
    <Profiler id="clock" onRender={() => (drawn += 1)}>
      <ServerTime />
    </Profiler>,
  )
  const first = shown() ?? ''
  expect(first).toMatch(/:00$/)
  drawn = 0
  const changes = new MutationObserver(() => undefined)
  changes.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  act(() => void vi.advanceTimersByTime(9_000))
  expect(changes.takeRecords()).toEqual([])
  expect(shown()).toBe(first)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(shown()).toBe(first.replace(/00$/, '01'))
  expect(drawn).toBe(1)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(shown()).toBe(first.replace(/00$/, '02'))
})
