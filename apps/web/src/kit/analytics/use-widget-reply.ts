import type { AnalyticsQuery, Interval } from '@signalbox/model/analytics/query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useSession } from '../session/session-store.ts'
import type { ControlsInUse } from './controls.ts'
import { intervalFor } from './period.ts'
import { isOverTime, type Widget } from '@signalbox/model/analytics/widget'

/** Figures are at most a minute old; asking more often would show nothing new. */
const refreshMs = 60_000
/** Until the first figures of a platform are added up. */
const preparingMs = 5_000

export const intervalOfWidget = ({ kind, interval }: Widget, { period }: ControlsInUse): Interval =>
  isOverTime(kind) ? (interval ?? intervalFor(period)) : 'none'

/** Asks for figures and keeps them fresh while somebody looks. */
export function useAnalytics(query: AnalyticsQuery, enabled = true) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: ['analytics', 'query', merchantId, query],
    queryFn: ({ signal }) => api('POST /analytics/query', { body: query, signal, suppressToast: true }),
    staleTime: refreshMs / 2,
    refetchInterval: ({ state }) => (state.data?.freshAt === null ? preparingMs : refreshMs),
    enabled,
    // The end of "today" moves on: the figures of a moment ago stay until the new ones are there.
    placeholderData: (previous, previousQuery) =>
      isSameQuestion(previousQuery?.queryKey[3], query) ? keepPreviousData(previous) : undefined,
  })
}

/** Whether two queries differ by nothing but the clock. */
function isSameQuestion(before: unknown, now: AnalyticsQuery): boolean {
  if (typeof before !== 'object' || before === null) return false
  const timeless = (query: object) => JSON.stringify({ ...query, from: '', to: '' })
  const { from, to } = before as { from: string; to: string }
  const moved =
    Math.abs(Date.parse(to) - Date.parse(now.to)) + Math.abs(Date.parse(from) - Date.parse(now.from))
  return timeless(before) === timeless(now) && moved <= 20 * 60_000
}
