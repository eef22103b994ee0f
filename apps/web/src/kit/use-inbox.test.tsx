import type { Inbox, InboxItem } from '@signalbox/model/calls/inbox'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { api as call } from './api.ts'
import { live } from './live.ts'
import { fakeApi } from './testing/fake-api.ts'
import { signIn } from './testing/fake-session.ts'
import { useInbox, useInboxUpdates, useMentionsSeen } from './use-inbox.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const mentionOn = (record: string): InboxItem => ({
  kind: 'mention',
  id: `note on ${record}`,
  record,
  part: 'transaction',
  merchantId: 100010001,
  merchant: 'Northlight Sweden',
  title: 'berta mentioned you',
  detail: 'Look',
  since: '2026-11-15T12:00:00.000Z',
  dueAt: null,
  urgent: false,
})

const inboxOf = (count: number, ...items: InboxItem[]): Inbox => ({
  items,
  total: count,
  counts: count === 0 ? [] : [{ kind: 'mention', count }],
})

function withQueries() {
  const client = new QueryClient()
  return ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
}

/** Somebody looks at the notes of payment 7 while this waits for them. */
function look(before: Inbox, after: Inbox) {
  signIn(['TRANSACTION_VIEWER'])
  let inbox = before
  const api = fakeApi({
    'GET /inbox': () => inbox,
    'POST /inbox/mention/seen': () => {
      inbox = after
      return { seen: 1 }
    },
  })
  const { result } = renderHook(
    () => {
      useMentionsSeen({ part: 'transaction', record: '7' })
      return useInbox().data?.total
    },
    { wrapper: withQueries() },
  )
  return { api, result }
}

test('a mention that is not listed is read with its record too', async () => {
  const { api, result } = look(inboxOf(2, mentionOn('8')), inboxOf(1, mentionOn('8')))
  await waitFor(() => expect(result.current).toBe(1))
  expect(api.of('POST /inbox/mention/seen').map(({ body }) => body)).toEqual([
    { part: 'transaction', record: '7' },
  ])
})

test('nothing is told where nothing of the record can wait', async () => {
  const { api, result } = look(inboxOf(1, mentionOn('8')), inboxOf(0))
  await waitFor(() => expect(result.current).toBe(1))
  expect(api.of('POST /inbox/mention/seen')).toEqual([])
})

test('what others do is gathered, and what one did oneself is asked for soon', async () => {
  vi.useFakeTimers()
  signIn(['TRANSACTION_VIEWER'])
  const api = fakeApi({ 'GET /inbox': () => inboxOf(0), 'POST /inbox/mention/seen': () => ({ seen: 1 }) })
  renderHook(() => [useInbox(), useInboxUpdates()], { wrapper: withQueries() })
  const askedAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return api.of('GET /inbox').length
  }
  expect(await askedAfter(0)).toBe(1)
  live.emit({ topic: 'case' })
  expect(await askedAfter(5_000)).toBe(1)
  live.emit({ topic: 'approval' })
  expect(await askedAfter(5_000)).toBe(2)
  live.emit({ topic: 'case' })
  await call('POST /inbox/mention/seen', { body: { part: 'case', record: '1' } })
  expect(await askedAfter(1_000)).toBe(3)
  // The answer was newer than the event, too.
  expect(await askedAfter(10_000)).toBe(3)
})
