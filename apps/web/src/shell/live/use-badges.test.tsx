import type { Role } from '@signalbox/model/access/roles'
import type { Counters } from '@signalbox/model/calls/events'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { live } from '../../kit/live.ts'
import { fakeApi } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { useInboxUpdates } from '../../kit/use-inbox.ts'
import { screens } from '../../screens/index.ts'
import { allowedScreens } from '../frame/menu.ts'
import { useBadges } from './use-badges.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const nothingWaits = { items: [], total: 0, counts: [] }

function badgesOf(roles: Role[], counters: () => Counters) {
  signIn(roles)
  const api = fakeApi({ 'GET /counters': counters, 'GET /inbox': () => nothingWaits })
  const client = new QueryClient()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const listed = allowedScreens(screens, { roles, internalUser: false })
  const { result } = renderHook(
    () => {
      useInboxUpdates()
      return useBadges(listed)
    },
    { wrapper },
  )
  return { api, badge: (path: string) => result.current.get(path) ?? 0 }
}

const rules = { tables: { '/routing/psp-routing': 2, '/limits/limit': 1 }, changeSets: 1 }

test('rule changes that wait stand at their table, and with change sets at the hub', async () => {
  const { badge } = badgesOf(['RULES_ADMIN', 'RULES_HUB_PILOT'], () => ({ rules }))
  await waitFor(() => expect(badge('/rules-hub/overview')).toBe(4))
  expect(badge('/routing/psp-routing')).toBe(2)
  expect(badge('/rules-hub/simulator')).toBe(0)
})

test('who sees no hub finds them at the table', async () => {
  const { badge } = badgesOf(['RULES_ADMIN'], () => ({ rules }))
  await waitFor(() => expect(badge('/routing/psp-routing')).toBe(2))
})

test('nobody asks who has nothing that waits', async () => {
  vi.useFakeTimers()
  const { api } = badgesOf(['AUDIT_VIEWER'], () => ({}))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(api.of('GET /counters')).toEqual([])
})

test.each(['ruleset', 'change-set'])('a %s that is submitted or decided is counted soon', async (topic) => {
  vi.useFakeTimers()
  let waiting = 0
  const { badge } = badgesOf(['RULES_ADMIN', 'RULES_HUB_PILOT'], () => ({
    rules: { tables: {}, changeSets: waiting },
  }))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(badge('/rules-hub/overview')).toBe(0)
  waiting = 1
  live.emit({ topic })
  await vi.advanceTimersByTimeAsync(11_000)
  expect(badge('/rules-hub/overview')).toBe(1)
})
