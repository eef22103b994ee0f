import { metricOf, type MetricId, type MetricUnit } from './metrics.ts'
import { exponentOf } from '../reference/currencies.ts'
import { formatNumber, type UserFormats } from '../text/user-formats.ts'

export interface FormatContext {
  readonly formats: UserFormats
  /** Of the reply. */
  readonly currency: string
}

const fixed = (value: number, digits: number, { formats }: FormatContext): string =>
  formatNumber(value.toFixed(digits), formats)

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 0.005

const units = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** 12,345 as 12.3k; three figures are enough to compare by eye. */
function shortNumber(value: number, context: FormatContext): string {
  const unit = units.find(([size]) => Math.abs(value) >= size && (size > 1e3 || Math.abs(value) >= 10_000))
  if (!unit) return fixed(value, Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : 2, context)
  const scaled = value / unit[0]
  return `${fixed(scaled, Math.abs(scaled) >= 100 || isWhole(scaled) ? 0 : 1, context)}${unit[1]}`
}

const durations = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

function duration(ms: number, context: FormatContext, isShort = false): string {
  const unit = durations.find(([size]) => Math.abs(ms) >= size)
  if (!unit) return `${fixed(ms, 0, context)} ms`
  const scaled = ms / unit[0]
  return `${fixed(scaled, scaled >= 100 || (isShort && isWhole(scaled)) ? 0 : 1, context)} ${unit[1]}`
}

const share = (value: number, context: FormatContext): string => `${fixed(value * 100, 1, context)} %`
const points = (value: number, context: FormatContext): string =>
  `${value > 0 ? '+' : ''}${fixed(value * 100, 1, context)} pp`

/** A figure in full. */
export function metricText(unit: MetricUnit, value: number, context: FormatContext): string {
  const texts: Record<MetricUnit, () => string> = {
    count: () => fixed(value, Number.isInteger(value) ? 0 : 1, context),
    money: () => `${fixed(value, exponentOf(context.currency), context)} ${context.currency}`,
    share: () => share(value, context),
    duration: () => duration(value, context),
    ratio: () => points(value, context),
  }
  return texts[unit]()
}

/** A figure as short as an axis needs it. */
export function axisText(unit: MetricUnit, value: number, context: FormatContext): string {
  const texts: Record<MetricUnit, () => string> = {
    count: () => shortNumber(value, context),
    money: () => shortNumber(value, context),
    share: () =>
      `${fixed(value * 100, Math.abs(value * 100 - Math.round(value * 100)) > 0.05 ? 1 : 0, context)} %`,
    duration: () => duration(value, context, true),
    ratio: () => points(value, context),
  }
  return texts[unit]()
}

/** How a figure changed: shares in points, all else in parts of what it was. */
export function changeOf(id: MetricId, now: number, before: number): { text: string; value: number } | null {
  const { unit } = metricOf(id)
  if (unit === 'share' || unit === 'ratio') {
    const points = (now - before) * 100
    return { text: `${points > 0 ? '+' : ''}${points.toFixed(1)} pp`, value: Math.round(points * 10) }
  }
  if (before === 0) return null
  const percent = ((now - before) / Math.abs(before)) * 100
  return { text: `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`, value: Math.round(percent * 10) }
}
