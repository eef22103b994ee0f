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

test('the clock goes on with every second and is drawn once a minute', () => {
  let drawn = 0
  render(
    <Profiler id="clock" onRender={() => (drawn += 1)}>
      <ServerTime />
    </Profiler>,
  )
  const first = shown()
  expect(first).toMatch(/:50$/)
  drawn = 0
  act(() => void vi.advanceTimersByTime(9_000))
  expect(shown()).toBe(first.replace(/50$/, '59'))
  expect(drawn).toBe(0)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(shown()).toMatch(/:00$/)
  expect(drawn).toBe(1)
})
