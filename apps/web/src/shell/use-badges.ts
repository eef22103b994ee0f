import type { Counters } from '@signalbox/model/calls/events'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../kit/api.ts'
import { live } from '../kit/live.ts'
import { usePendingCount } from '../kit/pending-changes.tsx'
import { useSession } from '../kit/session-store.ts'
import type { Screen } from '../screens/index.ts'

/** Pages that are queues, and what of the counters waits in them. */
const waitingIn: Readonly<Record<string, (counters: Counters) => number>> = {
  '/approve': ({ approve }) => (approve ? approve.first + approve.second : 0),
  '/investigate': ({ investigate }) => investigate?.open ?? 0,
}

/** Changes that wait for a second person are listed there. */
const pendingPath = '/admin/backoffice-users'

const pollMs = 30_000

/** Numbers beside menu items. Nobody asks for them who has no queue in the menu. */
export function useBadges(screens: readonly Screen[]): ReadonlyMap<string, number> {
  const { merchantId } = useSession()
  const client = useQueryClient()
  const queues = screens.filter(({ path }) => path in waitingIn)
  const { data } = useQuery({
    queryKey: ['counters', merchantId],
    queryFn: ({ signal }) => api('GET /counters', { signal, suppressToast: true }),
    enabled: queues.length > 0,
    refetchInterval: pollMs,
  })
  useEffect(
    () => live.on('counter', () => void client.invalidateQueries({ queryKey: ['counters'] })),
    [client],
  )
  const pending = usePendingCount()
  const waiting = new Map(queues.map(({ path }) => [path, data ? (waitingIn[path]?.(data) ?? 0) : 0]))
  return waiting.set(pendingPath, pending)
}
