import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { currencyOf } from '../reference/currencies.ts'
import { isInstantText } from '../text/calendar-day.ts'
import { dimensionIds, type DimensionId } from './dimensions.ts'
import { metricIds } from './metrics.ts'

export const mostCells = 10_000
const mostMetrics = 12
export const mostDimensions = 3
export const mostFilterValues = 50
const mostDays = 800

export const intervals = ['none', '5min', 'hour', 'day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]

/** The period just before of the same length, or the middle of the same weekday of the four weeks before. */
export const comparisons = ['none', 'previous', 'weekday-median'] as const
export type Comparison = (typeof comparisons)[number]

const dayMs = 86_400_000
const instant = z.string().check(
  z.maxLength(40),
  z.refine(
    (text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && isInstantText(text),
    'Must be a date and time such as 2026-11-18T00:00:00Z',
  ),
)

const period = {
  from: instant,
  /** Not included. */
  to: instant,
}
const isPeriod = ({ from, to }: { from: string; to: string }): boolean => {
  const ms = Date.parse(to) - Date.parse(from)
  // What is no time at all has been told already.
  return Number.isNaN(ms) || (ms > 0 && ms <= mostDays * dayMs)
}
const periodText = `Must be a period of at most ${mostDays} days that ends after it begins`

const isUnique = (list: readonly string[]): boolean => new Set(list).size === list.length

const filtersSchema = z.partialRecord(
  z.enum(dimensionIds),
  z
    .array(z.string().check(z.maxLength(200)))
    .check(
      z.minLength(1, 'Choose at least one value'),
      z.maxLength(mostFilterValues, `Choose at most ${mostFilterValues} values`),
    ),
)
/** The values a dimension may have; an empty text is "not known". */
export type AnalyticsFilters = Partial<Record<DimensionId, string[]>>

const questionShape = {
  metrics: z
    .array(z.enum(metricIds, 'Choose metrics that exist'))
    .check(
      z.minLength(1, 'Choose at least one metric'),
      z.maxLength(mostMetrics, `Choose at most ${mostMetrics} metrics`),
      z.refine(isUnique, 'Choose each metric once'),
    ),
  dimensions: z._default(
    z
      .array(z.enum(dimensionIds, 'Choose dimensions that exist'))
      .check(
        z.maxLength(mostDimensions, `Choose at most ${mostDimensions} dimensions`),
        z.refine(isUnique, 'Choose each dimension once'),
      ),
    [],
  ),
  filters: z._default(filtersSchema, {}),
  ...period,
  interval: z._default(z.enum(intervals), 'none'),
  compare: z._default(z.enum(comparisons), 'none'),
  /** Only payments in this currency, and money in it. Without it money is in the base currency. */
  currency: z.optional(
    z.string().check(z.refine((code) => currencyOf(code) !== undefined, 'Must be a currency')),
  ),
  /** Some of the merchants in scope; without it all of them. */
  merchantIds: z.optional(
    z.array(z.int().check(z.gte(1), z.lte(999_999_999))).check(z.minLength(1), z.maxLength(200)),
  ),
}

export const analyticsQuerySchema = named(
  'AnalyticsQuery',
  z.strictObject(questionShape).check(z.refine(isPeriod, { error: periodText, path: ['to'] })),
)
export type AnalyticsQuery = z.infer<typeof analyticsQuerySchema>

const figureSchema = named(
  'AnalyticsFigure',
  z.object({
    /** Nothing, where there is nothing to divide by. */
    value: z.nullable(z.number()),
    /** The cases it is about: what stands below the line of a share, what a mean is the mean of, what a sum adds up. */
    n: z.number(),
    /** The 95 % Wilson interval of a share. */
    low: z.optional(z.number()),
    high: z.optional(z.number()),
  }),
)
export type AnalyticsFigure = z.infer<typeof figureSchema>

const cellSchema = named(
  'AnalyticsCell',
  z.object({
    /** When the interval begins. */
    at: z.nullable(z.string()),
    /** A value for each dimension, in their order; an empty text is "not known". */
    key: z.array(z.string()),
    values: z.record(z.string(), figureSchema),
  }),
)
export type AnalyticsCell = z.infer<typeof cellSchema>

export const analyticsReplySchema = named(
  'AnalyticsReply',
  z.object({
    cells: z.array(cellSchema),
    /** What they are compared with, at the times of `cells`. */
    compared: z.optional(z.array(cellSchema)),
    /** Everything that happened until then is in the figures. */
    freshAt: z.nullable(z.string()),
    currency: z.string(),
    /** Whose days, weeks and months these are. */
    timeZone: z.string(),
    /** Payments without an exchange rate, whose money is missing. */
    withoutRate: z.number(),
  }),
)
export type AnalyticsReply = z.infer<typeof analyticsReplySchema>

export const explainSchema = named(
  'AnalyticsExplanation',
  z.object({
    metrics: z.array(
      z.object({
        id: z.enum(metricIds),
        label: z.string(),
        formula: z.string(),
        /** Filters of /transactions for the payments counted in `n`; null where no filter finds exactly them. */
        behind: z.nullable(z.record(z.string(), z.string())),
        /** The same for what stands above the line of a share. */
        hits: z.nullable(z.record(z.string(), z.string())),
      }),
    ),
    /** Where it is read from: a rollup or the payments themselves. */
    source: z.string(),
    freshAt: z.nullable(z.string()),
  }),
)
export type AnalyticsExplanation = z.infer<typeof explainSchema>

export const periodQuerySchema = z
  .object(period)
  .check(z.refine(isPeriod, { error: periodText, path: ['to'] }))

const markerKinds = ['RULE', 'CONFIGURATION', 'MAINTENANCE'] as const
export const markerSchema = named(
  'AnalyticsMarker',
  z.object({
    at: z.string(),
    kind: z.enum(markerKinds),
    merchantId: z.number(),
    title: z.string(),
    by: z.string(),
    /** Where it is seen in the console. */
    to: z.nullable(z.string()),
  }),
)
export type AnalyticsMarker = z.infer<typeof markerSchema>

export const changePointSchema = named(
  'AnalyticsChangePoint',
  z.object({
    id: z.string(),
    merchantId: z.number(),
    /** The slice: empty texts where it is about all. */
    psp: z.string(),
    providerType: z.string(),
    country: z.string(),
    /** When the rate began to be lower, and when that was certain enough to say. */
    beganAt: z.string(),
    foundAt: z.string(),
    before: z.number(),
    after: z.number(),
    /** Payments between the two. */
    payments: z.number(),
    /** When the rate was back; null while it is not. */
    endedAt: z.nullable(z.string()),
    /** What changed just before, the likeliest first. */
    causes: z.array(markerSchema),
    /** The value of another dimension that carries most of the drop. */
    carriedBy: z.nullable(
      z.object({ dimension: z.enum(dimensionIds), value: z.string(), share: z.number() }),
    ),
  }),
)
export type AnalyticsChangePoint = z.infer<typeof changePointSchema>
