import type { PerformanceWindow } from '@signalbox/model/calls/rules-hub'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

const performancePath = '/rules-hub/performance'

export const windows: Readonly<Record<PerformanceWindow, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  custom: 'Custom',
}

/** What the page shows is its address, so that it can be sent to a colleague. */
interface PerformanceSearch {
  readonly window?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly table?: string | undefined
  readonly ruleset?: string | undefined
  readonly row?: string | undefined
}

const isWindow = (text: unknown): text is PerformanceWindow =>
  typeof text === 'string' && Object.hasOwn(windows, text)

export function usePerformanceAddress() {
  const search: PerformanceSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = useCallback(
    (patch: PerformanceSearch) =>
      void navigate({
        to: performancePath,
        search: (last: PerformanceSearch) =>
          Object.fromEntries(
            Object.entries({ ...last, ...patch }).filter(([, value]) => value !== undefined && value !== ''),
          ),
      }),
    [navigate],
  )
  const window = isWindow(search.window) ? search.window : '7d'
  const isReady = window !== 'custom' || (search.from !== undefined && search.to !== undefined)
  const query =
    window === 'custom' && search.from !== undefined && search.to !== undefined
      ? { window, from: search.from, to: search.to }
      : { window: window === 'custom' ? ('7d' as const) : window }
  return { search, window, isReady, query, go }
}
