import { act, cleanup, render } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionStore } from '../../kit/session/session-store.ts'
import { UiProvider } from '../../ui/ui-provider.tsx'
import { fakeServer, metadataFor, userDataWith, type FakeAnswer } from '../testing/fake-console.tsx'
import { activity } from './activity.ts'
import { IdleWarning } from './idle-warning.tsx'

const Console = () =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.get) ? <IdleWarning /> : null

const over: FakeAnswer = {
  status: 401,
  body: { errorId: '', code: 'UNAUTHENTICATED', message: 'Sign in to continue.' },
  headers: { 'WWW-Authenticate': 'Redirect realm="signalbox", location="/signalbox/login"' },
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  sessionStore.signOut()
  localStorage.clear()
  vi.useRealTimers()
})

test('a session whose end could not be learnt is asked about until it is', async () => {
  const answers: FakeAnswer[] = [{ status: 503, body: {} }, over]
  const { calls } = fakeServer({ 'GET /metadata': () => answers.shift() ?? over })
  const metadata = metadataFor(['OPERATOR_ADMIN'])
  sessionStore.signIn(metadata, userDataWith())
  activity.note(Date.now() - 24 * 60 * 60_000)
  render(
    <UiProvider>
      <Console />
    </UiProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(calls.length).toBe(1)
  expect(sessionStore.get()).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(sessionStore.get()).toBeNull()
  expect(calls.length).toBe(2)
})
