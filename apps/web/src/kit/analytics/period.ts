import type { Interval } from '@signalbox/model/analytics/query'
import { nextHourMs, startOfDayMs, writeLocalTime } from '@signalbox/model/text/local-time'
import {
  datePresets,
  formatDateRange,
  parseDateRange,
  resolveDateRange,
  type DateRange,
} from '../filter/date-range.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export const defaultPeriod = 'last-7d'

/** All time is longer than a query may ask for. */
export const periodPresets = Object.entries(datePresets).filter(([name]) => name !== 'all')

function usable(text: string): DateRange | null {
  const range = parseDateRange(text)
  if (range === null) return null
  const hasEnds = 'preset' in range ? range.preset !== 'all' : range.from !== null && range.to !== null
  return hasEnds ? range : null
}

export const isPeriod = (text: string): boolean => usable(text) !== null

export const periodOf = (text: string | undefined): DateRange =>
  (text === undefined ? null : usable(text)) ?? { preset: defaultPeriod }

export const periodText = formatDateRange

export interface Period {
  readonly from: string
  readonly to: string
}

/** The instants of a period in the merchant's zone. What ends now ends with the next five minutes, so that it stays the same for a while. */
export function instantsOf(range: DateRange, now: Date, timeZone: string): Period {
  const stepMs = 5 * minuteMs
  const soon = new Date(Math.ceil(now.getTime() / stepMs) * stepMs)
  const [from = '', to = ''] = resolveDateRange(range, soon, timeZone).split('..')
  return { from, to: to === '' ? soon.toISOString() : to }
}

/** As fine as a chart can show: some dozens of points. */
export function intervalFor({ from, to }: Period): Exclude<Interval, 'none'> {
  const lengthMs = Date.parse(to) - Date.parse(from)
  if (lengthMs <= 3 * hourMs) return '5min'
  if (lengthMs <= 3.1 * dayMs) return 'hour'
  if (lengthMs <= 124 * dayMs) return 'day'
  return lengthMs <= 500 * dayMs ? 'week' : 'month'
}

const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

/** When the interval that begins at an instant ends: a day lasts from midnight to midnight, however long that is. */
export function endOfInterval(at: string, interval: Interval, timeZone: string): string {
  const startMs = Date.parse(at)
  if (interval === '5min') return new Date(startMs + 5 * minuteMs).toISOString()
  if (interval === 'hour') return new Date(nextHourMs(startMs, timeZone)).toISOString()
  const day = writeLocalTime('YYYY-MM-DD', startMs, timeZone)
  const after = { day: 1, week: 7, month: 0, none: 0 }[interval]
  const [year = 0, month = 0] = day.split('-').map(Number)
  const end =
    interval === 'month'
      ? new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
      : Array.from({ length: after }).reduce<string>(nextDay, day)
  return new Date(startOfDayMs(end, timeZone)).toISOString()
}

/** Beyond it a chart is too fine to be looked at. */
const mostIntervals = 1000

/** Every interval from the first that was answered: one without payments is a gap, not a missing point. */
export function intervalsOf(
  first: string,
  { to }: Period,
  interval: Interval,
  timeZone: string,
  now: Date,
): string[] {
  const starts: string[] = []
  const endMs = Math.min(Date.parse(to), now.getTime())
  for (let at = first; Date.parse(at) < endMs && starts.length < mostIntervals;)
    starts.push((at = starts.length === 0 ? at : endOfInterval(starts.at(-1) ?? at, interval, timeZone)))
  return starts.filter((at) => Date.parse(at) < endMs)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Short on an axis, in full in a tooltip and a table. */
export function intervalLabels(
  at: string,
  interval: Interval,
  timeZone: string,
): { axis: string; full: string } {
  const ms = Date.parse(at)
  const day = writeLocalTime('YYYY-MM-DD', ms, timeZone)
  const [year = '', month = '', date = ''] = day.split('-')
  const name = months[Number(month) - 1] ?? month
  if (interval === 'month') return { axis: `${name} ${year}`, full: `${year}-${month}` }
  if (interval === 'week') return { axis: `${Number(date)} ${name}`, full: `Week of ${day}` }
  if (interval === 'day') return { axis: `${Number(date)} ${name}`, full: day }
  const time = writeLocalTime('HH:MM', ms, timeZone)
  return { axis: time === '00:00' ? `${Number(date)} ${name}` : time, full: `${day} ${time}` }
}
