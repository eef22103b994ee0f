import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { live, resyncTopic } from '../../kit/live.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { useTableNews } from './use-table-news.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Somebody looks at PSP routing, where the ruleset rs-1 has the draft v2 with its seventh revision. */
function lookAt() {
  signIn(['RULES_ADMIN'])
  const client = new QueryClient()
  const asked = vi.spyOn(client, 'invalidateQueries')
  const infos = () => new Map([['rs-1', { step: { version: 2, revision: 7 } }]])
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  renderHook(() => useTableNews({ infos }, 'psp-routing'), { wrapper })
  return async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    const keys = asked.mock.calls.map(([filter]) => filter?.queryKey?.[1])
    const [tables, comments] = ['table', 'comments'].map((part) => keys.filter((key) => key === part).length)
    expect(comments).toBe(tables)
    return tables
  }
}

const saved = { table: 'psp-routing', action: 'SAVE', version: 2, revision: 7 }

test('what the page saved itself, and what happens to other tables, is not read again', async () => {
  const asked = lookAt()
  live.emit({ topic: 'ruleset', key: 'rs-1', payload: saved })
  live.emit({ topic: 'ruleset', key: 'rs-9', payload: { ...saved, table: 'fee' } })
  expect(await asked()).toBe(0)
})

test.each([
  ['a newer save', { ...saved, revision: 8 }],
  ['another step of the same revision', { ...saved, action: 'SUBMIT' }],
  ['a comment', { table: 'psp-routing', version: 2 }],
  ['what does not say what it is about', {}],
])('%s is', async (_, payload) => {
  const asked = lookAt()
  live.emit({ topic: 'ruleset', key: 'rs-1', payload })
  expect(await asked()).toBe(1)
})

test('much at once is read once, and a gap in the connection too', async () => {
  const asked = lookAt()
  for (const revision of [8, 9, 10])
    live.emit({ topic: 'ruleset', key: 'rs-2', payload: { ...saved, revision } })
  expect(await asked()).toBe(1)
  live.emit({ topic: resyncTopic })
  expect(await asked()).toBe(2)
})
