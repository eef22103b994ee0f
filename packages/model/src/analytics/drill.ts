import { dimensionOf, type DimensionId } from './dimensions.ts'
import { metricOf, type MetricId, type PaymentFilters } from './metrics.ts'
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

/**
 * The address of /transactions that finds exactly the payments behind a figure, or null where no filter does: a value
 * that is not known, or a dimension the list has no filter for.
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
    ...dimensions.map((each, index): [DimensionId, string[]] => [each, [key[index] ?? '']]),
    ...(merchantIds ? [['merchant', merchantIds.map(String)] as [DimensionId, string[]]] : []),
    ...(currency ? [['currency', [currency]] as [DimensionId, string[]]] : []),
  ]
  const found: Record<string, string> = { ...fixed, created: `${from}..${to}` }
  for (const [dimension, values] of asked) {
    const { filter, values: kind } = dimensionOf(dimension)
    if (filter === null || values.some((value) => value === '' || value.includes(','))) return null
    if (values.length > 1 && (kind === 'flag' || filter === 'bin')) return null
    const narrowed = within(values.join(','), found[filter])
    if (narrowed === null) return null
    found[filter] = narrowed
  }
  return found
}
