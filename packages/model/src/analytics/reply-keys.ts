import type { DimensionId } from './dimensions.ts'
import { metricOf, type MetricId } from './metrics.ts'
import type { AnalyticsCell } from './query.ts'
import type { ValueName } from './value-name.ts'

/** Stands in no value. */
const separator = '\u0000'
export const joined = (key: readonly string[]): string => key.join(separator)
export const parted = (key: string): string[] => key.split(separator)

/** Whether the figures of slices add up to that of all of them. */
export function isSum(metric: MetricId): boolean {
  const { unit, each, isPart } = metricOf(metric)
  return isPart === true || ((unit === 'count' || unit === 'money') && !each)
}

/** Weight of a slice: its first figure where that adds up, else the cases it is about. */
const weightOf = (cell: AnalyticsCell, metric: MetricId): number => {
  const figure = cell.values[metric]
  return isSum(metric) ? Math.abs(figure?.value ?? 0) : (figure?.n ?? 0)
}

export function largestKeys(cells: readonly AnalyticsCell[], metric: MetricId, top: number): string[] {
  const weights = new Map<string, number>()
  for (const cell of cells) {
    const key = joined(cell.key)
    weights.set(key, (weights.get(key) ?? 0) + weightOf(cell, metric))
  }
  return [...weights]
    .filter(([, weight]) => weight > 0)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, top)
    .map(([key]) => key)
}

export const nameOfKey = (
  dimensions: readonly DimensionId[],
  key: readonly string[],
  nameOf: ValueName,
): string => dimensions.map((dimension, index) => nameOf(dimension, key[index] ?? '')).join(' · ')
