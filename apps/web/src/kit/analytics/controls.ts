import { canBe } from '@signalbox/model/analytics/dimension-value'
import { dimensionIds, dimensionOf, type DimensionId } from '@signalbox/model/analytics/dimensions'
import { comparisons, type AnalyticsFilters, type Comparison } from '@signalbox/model/analytics/query'
import { currencyOf } from '@signalbox/model/reference/currencies'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { toast } from '../../ui/toast.tsx'
import type { DateRange } from '../filter/date-range.ts'
import { merchantKey } from '../list/list-state.ts'
import { useOwnSearch } from '../list/use-own-search.ts'
import { useSession } from '../session/session-store.ts'
import { useNow } from '../use-now.ts'
import { useMerchantZone } from './use-merchant-zone.ts'
import { defaultPeriod, instantsOf, isPeriod, periodOf, periodText, type Period } from './period.ts'

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

function safeValues(text: string): string[] | null {
  try {
    return splitValues(text)
  } catch {
    return null
  }
}

/** What stands in the address and means nothing, as people call it. */
type Dropped = (what: string, value: string) => void

function parseFilters(parameters: URLSearchParams, drop: Dropped): AnalyticsFilters {
  const filters: AnalyticsFilters = {}
  for (const id of dimensionIds) {
    const text = id === 'merchant' || id === 'currency' ? null : parameters.get(id)
    if (text === null) continue
    const values = safeValues(text)
    if (values === null) drop(dimensionOf(id).label, text)
    for (const value of values ?? []) if (!canBe(id, value)) drop(dimensionOf(id).label, value)
    const kept = (values ?? []).filter((value) => canBe(id, value))
    if (kept.length > 0) filters[id] = kept
  }
  return filters
}

const ownKeys: readonly string[] = ['period', 'compare', 'merchants', 'currency', merchantKey]
const isKnownKey = (key: string): boolean =>
  ownKeys.includes(key) || dimensionIds.some((id) => id === key && id !== 'merchant')

/** Reads the address. What it does not understand is left out and named: a figure for another question would mislead. */
function parseControls(
  search: string,
  merchants: readonly { readonly id: number }[],
): Controls & { readonly dropped: readonly string[] } {
  const parameters = new URLSearchParams(search)
  const dropped: string[] = []
  const drop: Dropped = (what, value) => dropped.push(`${what} ${value.slice(0, 40)}`.trim())
  for (const [key, value] of parameters) if (!isKnownKey(key)) drop(key.slice(0, 40), value)
  const one = (name: string, label: string, isKnown: (value: string) => boolean): string | null => {
    const value = parameters.get(name)
    if (value === null || isKnown(value)) return value
    drop(label, value)
    return null
  }
  const period = one('period', 'Period', isPeriod)
  const compare = one('compare', 'Comparison', isComparison)
  const currency = one('currency', 'Currency', (code) => currencyOf(code) !== undefined)
  const wanted = (parameters.get('merchants') ?? '').split(',').filter(Boolean)
  const isInScope = (text: string) => merchants.some(({ id }) => String(id) === text)
  for (const text of wanted) if (!isInScope(text)) drop('Merchant', text)
  return {
    range: periodOf(period ?? undefined),
    compare: isComparison(compare) ? compare : 'previous',
    merchantIds: wanted.filter(isInScope).map(Number),
    currency,
    filters: parseFilters(parameters, drop),
    dropped,
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
  const { search, path } = useOwnSearch()
  const navigate = useNavigate()
  const { merchants } = useSession().metadata
  const timeZone = useMerchantZone()
  const nowText = useNow()
  const { dropped, ...controls } = useMemo(() => parseControls(search, merchants), [search, merchants])
  const now = useMemo(() => new Date(nowText), [nowText])
  const { from, to } = instantsOf(controls.range, now, timeZone)
  const period = useMemo(() => ({ from, to }), [from, to])
  const change = useCallback(
    (patch: Partial<Controls>) => {
      const merchantId = new URLSearchParams(search).get(merchantKey)
      const current = formatControls({ ...parseControls(search, merchants), ...patch })
      const kept = { ...current, ...(merchantId === null ? {} : { [merchantKey]: merchantId }) }
      void navigate({ to: path, search: kept, replace: true })
    },
    [navigate, path, search, merchants],
  )
  const ignored = dropped.join(', ')
  useEffect(() => {
    if (ignored === '') return
    toast.info(`Unknown filter ignored: ${ignored}`, { id: ignored })
    change({})
  }, [ignored, change])
  return { ...controls, period, timeZone, now, change }
}
