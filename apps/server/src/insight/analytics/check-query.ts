import { dimensionOf, type Dimension, type DimensionId } from '@signalbox/model/analytics/dimensions'
import { metricOf } from '@signalbox/model/analytics/metrics'
import { mostCells, type AnalyticsQuery } from '@signalbox/model/analytics/query'
import { countries } from '@signalbox/model/reference/countries'
import { currencyOf } from '@signalbox/model/reference/currencies'
import { statusCodes } from '@signalbox/model/reference/status-codes'
import { invalid } from '@signalbox/model/text/refusal'
import { countBuckets } from './buckets.ts'
import { recipes } from './recipes.ts'

const knownCountries = new Set(countries.map(({ code }) => code))
const knownStatuses = new Set(statusCodes.map(({ no }) => String(no)))

/** What a value of a dimension can be; an empty text is "not known". */
const isValue: Readonly<Record<Dimension['values'], (value: string) => boolean>> = {
  text: () => true,
  merchant: (value) => /^\d{1,9}$/.test(value),
  country: (value) => knownCountries.has(value),
  currency: (value) => currencyOf(value) !== undefined,
  status: (value) => knownStatuses.has(value),
  flag: (value) => value === 'true' || value === 'false',
  number: (value) => /^\d{1,6}$/.test(value),
}

const wanted: Readonly<Record<Dimension['values'], string>> = {
  text: 'a text',
  merchant: 'the number of a merchant',
  country: 'the code of a country, such as SWE',
  currency: 'the code of a currency, such as EUR',
  status: 'the number of a status',
  flag: 'true or false',
  number: 'a number',
}

function checkFilters(filters: AnalyticsQuery['filters']): void {
  for (const [id, values] of Object.entries(filters) as [DimensionId, string[]][]) {
    const { label, values: kind } = dimensionOf(id)
    const wrong = values.find((value) => value !== '' && !isValue[kind](value))
    if (wrong === undefined) continue
    throw invalid({ field: `filters.${id}`, code: 'FILTER', message: `${label}: must be ${wanted[kind]}` })
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

export function checkQuery(query: AnalyticsQuery): void {
  checkFilters(query.filters)
  checkTogether(query)
  if (countBuckets(Date.parse(query.from), Date.parse(query.to), query.interval) > mostCells)
    throw tooManyCells()
}
