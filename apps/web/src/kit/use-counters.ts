import type { Counters } from '@signalbox/model/calls/events'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from './api.ts'
import { live } from './live.ts'
import { useSession } from './session/session-store.ts'

const pollMs = 30_000

/** Work that waits. Asked for by the page itself again and again, so it counts as the use of no role. */
export function useCounters(enabled: boolean): Counters | undefined {
  const { merchantId } = useSession()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['counters', merchantId],
    queryFn: ({ signal }) => api('GET /counters', { signal, suppressToast: true }),
    enabled,
    refetchInterval: pollMs,
  })
  useEffect(
    () => live.on('counter', () => void client.invalidateQueries({ queryKey: ['counters'] })),
    [client],
  )
  return data
}
