import { canBe, wantedValue } from '@signalbox/model/analytics/dimension-value'
import { dimensionOf, type Dimension, type DimensionId } from '@signalbox/model/analytics/dimensions'
import { metricOf } from '@signalbox/model/analytics/metrics'
import { mostCells, type AnalyticsQuery } from '@signalbox/model/analytics/query'
import { transactionFilters } from '@signalbox/model/entities/transaction'
import { unknownValue } from '@signalbox/model/transaction-search/unknown-value'
import { invalid } from '@signalbox/model/text/refusal'
import { countBuckets } from './buckets.ts'
import { recipes } from './recipes.ts'

/** Of some dimensions the list of payments knows every value there is. */
const optionsOf = ({ filter }: Dimension): readonly string[] => {
  const { options, also = [] } = transactionFilters.find(({ name }) => name === filter) ?? {}
  // Here an empty text is what is not known.
  return options ? [...Object.keys(options), ...also.filter((value) => value !== unknownValue)] : []
}

function problemOf(id: DimensionId, value: string): string | undefined {
  const dimension = dimensionOf(id)
  if (value === '') return undefined
  if (!canBe(id, value)) return `must be ${wantedValue[dimension.values]}`
  const options = optionsOf(dimension)
  if (dimension.values !== 'text' || options.length === 0 || options.includes(value)) return undefined
  return `there is no ${JSON.stringify(value)}. Choose from ${options.slice(0, 12).join(', ')}`
}

function checkFilters(filters: AnalyticsQuery['filters']): void {
  for (const [id, values] of Object.entries(filters) as [DimensionId, string[]][])
    for (const value of values) {
      const problem = problemOf(id, value)
      if (problem === undefined) continue
      throw invalid({
        field: `filters.${id}`,
        code: 'FILTER',
        message: `${dimensionOf(id).label}: ${problem}`,
      })
    }
}

/** Which figures can be split by what does not show in their types. */
function checkTogether({ metrics, dimensions, filters }: AnalyticsQuery): void {
  const asked = [...dimensions, ...(Object.keys(filters) as DimensionId[])]
  for (const id of metrics) {
    const { label, facts } = metricOf(id)
    // A payment meets several rules or none: shares by rule are parts of nothing, and durations are kept once.
    const isOnce = ['shareOfAll', 'percentile'].includes(recipes[id].kind)
    const other = asked
      .map(dimensionOf)
      .find((each) => !each.facts.includes(facts) || (isOnce && each.id === 'rule'))
    if (!other) continue
    throw invalid({
      field: dimensions.includes(other.id as DimensionId) ? 'dimensions' : `filters.${other.id}`,
      code: 'NOT_TOGETHER',
      message: `${label} cannot be split by ${other.label.toLowerCase()}`,
    })
  }
}

export const tooManyCells = () =>
  invalid({
    field: 'interval',
    code: 'TOO_MANY_CELLS',
    message: `More than ${mostCells.toLocaleString('en')} cells. Choose a longer interval, a shorter period or fewer dimensions.`,
  })

/** Rows that were cut off would be missing from the figures without anybody seeing it. */
export function refuseCut(rows: readonly unknown[], most: number): void {
  if (rows.length > most) throw tooManyCells()
}

export function checkQuery(query: AnalyticsQuery): void {
  checkFilters(query.filters)
  checkTogether(query)
  if (countBuckets(Date.parse(query.from), Date.parse(query.to), query.interval) > mostCells)
    throw tooManyCells()
}
