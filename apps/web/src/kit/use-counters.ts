import type { Counters } from '@signalbox/model/calls/events'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useSession } from './session/session-store.ts'

const pollMs = 30_000

export const countersKey = 'counters'

/**
 * Work that waits. Asked for by the page itself again and again, so it counts as the use of no role; what changes it
 * asks sooner, see `useInboxUpdates`.
 */
export function useCounters(enabled: boolean): Counters | undefined {
  const { merchantId } = useSession()
  const { data } = useQuery({
    queryKey: [countersKey, merchantId],
    queryFn: ({ signal }) => api('GET /counters', { signal, suppressToast: true }),
    enabled,
    refetchInterval: pollMs,
  })
  return data
}
