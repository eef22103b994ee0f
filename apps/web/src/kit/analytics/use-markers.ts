import type { AnalyticsMarker, Interval } from '@signalbox/model/analytics/query'
import { startOfDayMs, startOfHourMs, writeLocalTime } from '@signalbox/model/text/local-time'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api.ts'
import type { ChartMarker } from '../charts/chart-data.ts'
import { useSession } from '../session/session-store.ts'
import type { ControlsInUse } from './controls.ts'
import { intervalFor } from './period.ts'

const hourMs = 3_600_000

/** The interval an instant falls into. */
function startOfInterval(at: string, interval: Interval, timeZone: string): string {
  const ms = Date.parse(at)
  if (interval === '5min') return new Date(Math.floor(ms / 300_000) * 300_000).toISOString()
  if (interval === 'hour') return new Date(startOfHourMs(ms, timeZone)).toISOString()
  const day = writeLocalTime('YYYY-MM-DD', ms, timeZone)
  const back = (new Date(day).getUTCDay() + 6) % 7
  const monday = new Date(Date.parse(day) - back * 24 * hourMs).toISOString().slice(0, 10)
  const first = { week: monday, month: `${day.slice(0, 7)}-01`, day, none: day }[interval]
  return new Date(startOfDayMs(first, timeZone)).toISOString()
}

function markersOf(items: readonly AnalyticsMarker[], interval: Interval, timeZone: string): ChartMarker[] {
  const byRow = new Map<string, string[]>()
  for (const { at, title } of items) {
    const row = startOfInterval(at, interval, timeZone)
    byRow.set(row, [...(byRow.get(row) ?? []), title])
  }
  return [...byRow].map(([rowKey, titles]) => ({
    rowKey,
    label:
      titles.length > 2
        ? `${titles.slice(0, 2).join('; ')} and ${titles.length - 2} more`
        : titles.join('; '),
  }))
}

interface Markers {
  readonly markers: readonly ChartMarker[]
  /** There are more, and they are older. */
  readonly isCut: boolean
}

/** What changed in the period: rules, configuration, maintenance. */
export function useMarkers(controls: ControlsInUse, wanted: boolean): Markers {
  const { merchantId } = useSession()
  const { period, timeZone } = controls
  const { data } = useQuery({
    queryKey: ['analytics', 'marker', merchantId, period],
    queryFn: ({ signal }) =>
      api('GET /analytics/marker', { query: { ...period }, signal, suppressToast: true }),
    enabled: wanted,
    staleTime: 60_000,
  })
  const interval = intervalFor(period)
  return useMemo(
    () => ({ markers: markersOf(data?.items ?? [], interval, timeZone), isCut: data?.isCut ?? false }),
    [data, interval, timeZone],
  )
}
