import type { PerformanceWindow } from '@signalbox/model/calls/rules-hub'
import { invalid } from '@signalbox/model/text/refusal'
import type { HourRange } from './rollup-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const longestDays = 400

const daysIn = { '24h': 1, '7d': 7, '30d': 30 } as const

interface WindowQuery {
  readonly window: PerformanceWindow
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const hourBelow = (ms: number): number => Math.floor(ms / hourMs) * hourMs
const hourAbove = (ms: number): number => Math.ceil(ms / hourMs) * hourMs

/** Full hours up to and with the current one. */
export const lastDays = (days: number, now: Date, agoDays = 0): HourRange => {
  const to = hourBelow(now.getTime()) + hourMs - agoDays * dayMs
  return { from: new Date(to - days * dayMs), to: new Date(to) }
}

export function periodOf({ window, from, to }: WindowQuery, now: Date): HourRange {
  if (window !== 'custom') return lastDays(daysIn[window], now)
  const missing = [from === undefined && 'from', to === undefined && 'to'].flatMap((name) => name || [])
  if (missing.length > 0)
    throw invalid(...missing.map((field) => ({ field, code: 'REQUIRED', message: 'Choose a date and time' })))
  const [first, last] = [hourBelow(Date.parse(from ?? '')), hourAbove(Date.parse(to ?? ''))]
  if (last <= first) throw invalid({ field: 'to', code: 'RANGE', message: 'Must be after the start' })
  if (last - first > longestDays * dayMs)
    throw invalid({
      field: 'to',
      code: 'RANGE',
      message: `Must be at most ${longestDays} days after the start`,
    })
  return { from: new Date(first), to: new Date(last) }
}

/** The month of an instant, a year before. */
export function sameMonthLastYear(now: Date): HourRange {
  const [year, month] = [now.getUTCFullYear() - 1, now.getUTCMonth()]
  return { from: new Date(Date.UTC(year, month, 1)), to: new Date(Date.UTC(year, month + 1, 1)) }
}
