import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { dimensionIds } from './dimensions.ts'
import { metricIds } from './metrics.ts'
import { comparisons, intervals, mostDimensions, mostFilterValues } from './query.ts'

const widgetTypes = [
  'line',
  'area',
  'bar',
  'pie',
  'table',
  'number',
  'heatmap',
  'funnel',
  'sankey',
  'map',
] as const

export const mostWidgets = 30
/** A dashboard is this many columns wide. */
export const gridColumns = 12

const id = z.string().check(z.minLength(1), z.maxLength(40))

const widgetSchema = named(
  'AnalyticsWidget',
  z.strictObject({
    id,
    type: z.enum(widgetTypes, 'Choose a chart that exists'),
    title: z.optional(z.string().check(z.maxLength(120))),
    metric: z.enum(metricIds, 'Choose a metric that exists'),
    dims: z.array(z.enum(dimensionIds, 'Choose dimensions that exist')).check(z.maxLength(mostDimensions)),
    filters: z.partialRecord(
      z.enum(dimensionIds),
      z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(mostFilterValues)),
    ),
    interval: z.optional(z.enum(intervals)),
    compare: z.enum(comparisons),
  }),
)
export type AnalyticsWidget = z.infer<typeof widgetSchema>

const size = (most: number) => z.int().check(z.gte(1), z.lte(most))

const placeSchema = named(
  'AnalyticsPlace',
  z.strictObject({
    /** The widget that stands there. */
    id,
    x: z.int().check(z.gte(0), z.lt(gridColumns)),
    y: z.int().check(z.gte(0), z.lte(1000)),
    w: size(gridColumns),
    h: size(24),
  }),
)
export type AnalyticsPlace = z.infer<typeof placeSchema>

export const widgetsSchema = z.array(widgetSchema).check(
  z.maxLength(mostWidgets, `At most ${mostWidgets} charts`),
  z.refine(
    (list) => new Set(list.map((each) => each.id)).size === list.length,
    'Each chart needs an id of its own',
  ),
)
export const layoutSchema = z.array(placeSchema).check(z.maxLength(mostWidgets))
