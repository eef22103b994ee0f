import { dimensionOf, type DimensionId } from './dimensions.ts'
import { metricOf, type MetricId, type PaymentFilters } from './metrics.ts'
import { unknownValue } from '../transaction-search/unknown-value.ts'
import type { AnalyticsQuery } from './query.ts'

export interface Slice {
  readonly from: string
  readonly to: string
  readonly dimensions: readonly DimensionId[]
  readonly key: readonly string[]
  readonly filters: AnalyticsQuery['filters']
  readonly currency?: string | undefined
  readonly merchantIds?: readonly number[] | undefined
}

const within = (wanted: string, among: string | undefined): string | null => {
  if (among === undefined) return wanted
  const kept = among.split(',').filter((value) => wanted.split(',').includes(value))
  return kept.length === 0 ? null : kept.join(',')
}

/** What the filter of a dimension is asked for; null where it cannot be asked. */
function asFilter(dimension: DimensionId, value: string): string | null {
  const { filterValue } = dimensionOf(dimension)
  // Commas stand between values.
  if (value.includes(',')) return null
  return filterValue ? filterValue(value) : value || unknownValue
}

/**
 * The address of /transactions that finds exactly the payments behind a figure, or null where no filter does: a
 * dimension the list has no filter for, such as the hour, or a name with a comma.
 */
export function paymentsBehind(
  id: MetricId,
  { from, to, dimensions, key, filters, currency, merchantIds }: Slice,
  part: 'behind' | 'hits' = 'behind',
): PaymentFilters | null {
  const fixed = metricOf(id)[part]
  if (!fixed) return null
  const asked: [DimensionId, readonly string[]][] = [
    ...(Object.entries(filters) as [DimensionId, string[]][]),
    // A sum over all values has no key.
    ...key.flatMap((value, index): [DimensionId, string[]][] => {
      const dimension = dimensions[index]
      return dimension ? [[dimension, [value]]] : []
    }),
    ...(merchantIds ? [['merchant', merchantIds.map(String)] as [DimensionId, string[]]] : []),
    ...(currency ? [['currency', [currency]] as [DimensionId, string[]]] : []),
  ]
  const found: Record<string, string> = { ...fixed, created: `${from}..${to}` }
  for (const [dimension, values] of asked) {
    const { filter, isSingle } = dimensionOf(dimension)
    const wanted = values.map((value) => asFilter(dimension, value))
    if (filter === null || wanted.includes(null) || (isSingle && values.length > 1)) return null
    const narrowed = within(wanted.join(','), found[filter])
    if (narrowed === null) return null
    found[filter] = narrowed
  }
  return found
}
