import { isInstantText } from '@signalbox/model/text/calendar-day'
import { defaultUserFormats, formatDay, parseLocalDay } from '@signalbox/model/text/user-formats'

/** Ranges that move with the clock. The address keeps the name, so that a link from yesterday still means "today". */
export const datePresets = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-hour': 'Last hour',
  'last-24h': 'Last 24 hours',
  'last-7d': 'Last 7 days',
  'last-30d': 'Last 30 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  all: 'All time',
} as const

type DatePreset = keyof typeof datePresets

export type DateRange =
  | { readonly preset: DatePreset }
  /**
   * Calendar days in the reader's zone, both included; an open end is null. Links from charts name instants instead, of
   * which the second is not included: the days of a merchant are not those of every reader.
   */
  | { readonly from: string | null; readonly to: string | null }

const end = String.raw`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?`
const custom = new RegExp(`^(${end})?\\.\\.(${end})?$`)
const isInstant = (text: string): boolean => text.endsWith('Z') && isInstantText(text)
const isPreset = (text: string): text is DatePreset => Object.hasOwn(datePresets, text)
const isDay = (text: string): boolean => parseLocalDay(text, 'UTC') !== undefined

export function parseDateRange(text: string): DateRange | null {
  if (isPreset(text)) return { preset: text }
  const [matched, from, to] = custom.exec(text) ?? []
  if (matched === undefined || (from === undefined && to === undefined)) return null
  if ([from, to].some((each) => each !== undefined && !isDay(each) && !isInstant(each))) return null
  if (from !== undefined && to !== undefined && from > to) return null
  return { from: from ?? null, to: to ?? null }
}

export const formatDateRange = (range: DateRange): string =>
  'preset' in range ? range.preset : `${range.from ?? ''}..${range.to ?? ''}`

const endLabel = (text: string | null): string | null =>
  text !== null && isInstant(text) ? `${text.slice(0, 16).replace('T', ' ')} UTC` : text

export function dateRangeLabel(range: DateRange): string {
  if ('preset' in range) return datePresets[range.preset].toLowerCase()
  const [from, to] = [endLabel(range.from), endLabel(range.to)]
  if (from === to) return `on ${from}`
  if (to === null) return `from ${from}`
  if (from === null) return `until ${to}`
  return `${from} to ${to}`
}

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Not made of days: they begin at a time of the day. */
const lastMs: Readonly<Partial<Record<DatePreset, number>>> = { 'last-hour': hourMs, 'last-24h': dayMs }

/** Calendar arithmetic in UTC, where every day has 24 hours. */
const shift = (dayText: string, days: number): string =>
  new Date(Date.parse(dayText) + days * dayMs).toISOString().slice(0, 10)
const firstOfMonth = (dayText: string): string => `${dayText.slice(0, 7)}-01`

function daysOf(range: DateRange, today: string): { from: string | null; to: string | null } {
  if (!('preset' in range)) return range
  const firstOfThis = firstOfMonth(today)
  const lastOfPrevious = shift(firstOfThis, -1)
  const byPreset: Record<DatePreset, { from: string | null; to: string | null }> = {
    today: { from: today, to: today },
    yesterday: { from: shift(today, -1), to: shift(today, -1) },
    'last-hour': { from: today, to: today },
    'last-24h': { from: shift(today, -1), to: today },
    'last-7d': { from: shift(today, -6), to: today },
    'last-30d': { from: shift(today, -29), to: today },
    'this-month': { from: firstOfThis, to: today },
    'last-month': { from: firstOfMonth(lastOfPrevious), to: lastOfPrevious },
    all: { from: null, to: null },
  }
  return byPreset[range.preset]
}

/** The wire form `from..to`, two instants with the end excluded. A day is as long as it was in the zone. */
export function resolveDateRange(range: DateRange, now: Date, timeZone: string): string {
  const last = 'preset' in range ? lastMs[range.preset] : undefined
  if (last !== undefined) return `${new Date(now.getTime() - last).toISOString()}..`
  const today = formatDay(now.toISOString(), { ...defaultUserFormats, timeZone })
  const { from, to } = daysOf(range, today)
  const instantOf = (text: string | null, side: 'from' | 'to'): string => {
    if (text === null) return ''
    return isInstant(text) ? text : (parseLocalDay(text, timeZone)?.[side] ?? '')
  }
  return `${instantOf(from, 'from')}..${instantOf(to, 'to')}`
}
