import type { AnalyticsWidget } from '@signalbox/model/analytics/dashboard-content'
import { dimensionOf, type DimensionId } from '@signalbox/model/analytics/dimensions'
import { metricOf } from '@signalbox/model/analytics/metrics'

export type ChartType = AnalyticsWidget['type']

interface TypeOfChart {
  readonly label: string
  /** How many dimensions it needs, and how many it can show. */
  readonly least: number
  readonly most: number
  /** Said when there are fewer or more. */
  readonly needs: string
  readonly isOverTime?: true
}

export const chartTypes: Readonly<Record<ChartType, TypeOfChart>> = {
  number: { label: 'Number', least: 0, most: 0, needs: 'A number is not split.' },
  line: {
    label: 'Lines',
    least: 0,
    most: 1,
    needs: 'Lines are split by at most one dimension.',
    isOverTime: true,
  },
  area: {
    label: 'Stacked areas',
    least: 1,
    most: 1,
    needs: 'Choose one dimension to split by.',
    isOverTime: true,
  },
  bar: { label: 'Bars', least: 1, most: 2, needs: 'Choose one or two dimensions to split by.' },
  pie: { label: 'Pie', least: 1, most: 1, needs: 'Choose one dimension to split by.' },
  table: { label: 'Table', least: 1, most: 3, needs: 'Choose one to three dimensions to split by.' },
  heatmap: { label: 'Heatmap', least: 2, most: 2, needs: 'Choose two dimensions: rows and columns.' },
  funnel: { label: 'Funnel', least: 1, most: 1, needs: 'Choose one dimension, whose values are the steps.' },
  sankey: {
    label: 'Flow',
    least: 2,
    most: 3,
    needs: 'Choose two or three dimensions: the steps of the flow.',
  },
  map: { label: 'Map', least: 1, most: 1, needs: 'Choose a country to split by.' },
}

/** Whether a figure can be split by a dimension, drawn in this way. */
export function canSplit(
  { type, metric }: Pick<AnalyticsWidget, 'type' | 'metric'>,
  id: DimensionId,
): boolean {
  const { facts, values } = dimensionOf(id)
  return facts.includes(metricOf(metric).facts) && (type !== 'map' || values === 'country')
}

/** Why a chart cannot be drawn yet; null when it can. */
export function problemOf({ type, metric, dims }: AnalyticsWidget): string | null {
  const { least, most, needs } = chartTypes[type]
  if (dims.length < least || dims.length > most) return needs
  const { unit, now, isPart } = metricOf(metric)
  const addsUp = unit === 'count' || unit === 'money' || isPart
  if ((type === 'area' || type === 'pie' || type === 'sankey') && !addsUp)
    return 'Only numbers and amounts add up to a whole. Choose another metric or another chart.'
  if (now && chartTypes[type].isOverTime) return 'This metric is only available as of now, not over time.'
  return null
}

/** A chart without a name of its own says what it shows. */
export const titleOf = ({ title, metric, dims }: AnalyticsWidget): string =>
  title ??
  [metricOf(metric).label, dims.map((id) => dimensionOf(id).label).join(' and ')]
    .filter((text) => text !== '')
    .join(' by ')
