import { dimensionIds, type DimensionId } from '@signalbox/model/analytics/dimensions'
import { comparisons, type AnalyticsFilters, type Comparison } from '@signalbox/model/analytics/query'
import { currencyOf } from '@signalbox/model/reference/currencies'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { DateRange } from '../filter/date-range.ts'
import { useNow } from '../use-now.ts'
import { useMerchantZone } from './use-merchant-zone.ts'
import { defaultPeriod, instantsOf, periodOf, periodText, type Period } from './period.ts'

/** What all charts of a dashboard go by. It lives in the address, so that a link shows the same to others. */
export interface Controls {
  readonly range: DateRange
  readonly compare: Comparison
  readonly merchantIds: readonly number[]
  /** Null is the base currency of the merchant. */
  readonly currency: string | null
  readonly filters: AnalyticsFilters
}

export const comparisonLabels: Readonly<Record<Comparison, string>> = {
  none: 'No comparison',
  previous: 'Previous period',
  'weekday-median': 'Same weekday, 4-week median',
}

const isComparison = (text: string | null): text is Comparison => comparisons.some((each) => each === text)

/** Values may hold commas, names of banks for one. */
const splitValues = (text: string): string[] => text.split(',').map((value) => decodeURIComponent(value))
const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')

function safeValues(text: string): string[] {
  try {
    return splitValues(text)
  } catch {
    return []
  }
}

function parseControls(search: string): Controls {
  const parameters = new URLSearchParams(search)
  const compare = parameters.get('compare')
  const currency = parameters.get('currency')
  const filters: AnalyticsFilters = {}
  for (const id of dimensionIds) {
    const text = id === 'merchant' || id === 'currency' ? null : parameters.get(id)
    const values = text === null ? [] : safeValues(text)
    if (values.length > 0) filters[id] = values
  }
  return {
    range: periodOf(parameters.get('period') ?? undefined),
    compare: isComparison(compare) ? compare : 'previous',
    merchantIds: (parameters.get('merchants') ?? '')
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
    currency: currency !== null && currencyOf(currency) ? currency : null,
    filters,
  }
}

/** The address of some controls; what is as usual is left out. */
export function formatControls({
  range,
  compare,
  merchantIds,
  currency,
  filters,
}: Controls): Record<string, string> {
  const period = periodText(range)
  return {
    ...(period === defaultPeriod ? {} : { period }),
    ...(compare === 'previous' ? {} : { compare }),
    ...(merchantIds.length > 0 ? { merchants: merchantIds.join(',') } : {}),
    ...(currency === null ? {} : { currency }),
    ...Object.fromEntries(
      (Object.entries(filters) as [DimensionId, string[]][]).map(([id, values]) => [id, joinValues(values)]),
    ),
  }
}

export interface ControlsInUse extends Controls {
  readonly period: Period
  readonly timeZone: string
  readonly now: Date
  readonly change: (patch: Partial<Controls>) => void
}

/** The controls of the page one is on. */
export function useControls(): ControlsInUse {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location })
  const navigate = useNavigate()
  const timeZone = useMerchantZone()
  const nowText = useNow()
  const controls = useMemo(() => parseControls(searchStr), [searchStr])
  const now = useMemo(() => new Date(nowText), [nowText])
  const { from, to } = instantsOf(controls.range, now, timeZone)
  const period = useMemo(() => ({ from, to }), [from, to])
  const change = useCallback(
    (patch: Partial<Controls>) =>
      void navigate({ to: pathname, search: formatControls({ ...controls, ...patch }), replace: true }),
    [navigate, pathname, controls],
  )
  return { ...controls, period, timeZone, now, change }
}
