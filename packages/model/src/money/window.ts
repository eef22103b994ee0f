import { startOfDayMs, writeLocalTime } from '../text/local-time.ts'

/** A stretch of time: the first instant belongs to it, the last does not. Instants are whole milliseconds. */
export interface TimeWindow {
  readonly fromMs: number
  readonly untilMs: number
}

/** Over which time a limit adds up. Calendar periods are those of the merchant. */
export type LimitPeriod =
  | { readonly kind: 'DAY' | 'WEEK' | 'MONTH'; readonly timeZone: string }
  | { readonly kind: 'ROLLING'; readonly hours: number }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const dayOf = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10)

/** First days of this period and of the next, as dates of the calendar: no clock is involved yet. */
function daysOf(kind: 'DAY' | 'WEEK' | 'MONTH', today: string): [first: string, next: string] {
  const todayMs = Date.parse(today)
  if (kind === 'DAY') return [today, dayOf(todayMs + dayMs)]
  if (kind === 'WEEK') {
    const sinceMonday = (new Date(todayMs).getUTCDay() + 6) % 7
    const mondayMs = todayMs - sinceMonday * dayMs
    return [dayOf(mondayMs), dayOf(mondayMs + 7 * dayMs)]
  }
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return [dayOf(Date.UTC(year, month - 1)), dayOf(Date.UTC(year, month))]
}

/**
 * Finding where a day begins asks the calendar some fifty times. Payments come in the order of time, so the last window
 * of a zone is nearly always the right one; there is one per kind and zone, which bounds the memory.
 */
const latest = new Map<string, TimeWindow>()

/**
 * The window an instant belongs to. A calendar day has 23 or 25 hours when the clocks change. A rolling one ends with
 * the instant itself and leaves out the one exactly so many hours before it.
 */
export function windowAt(period: LimitPeriod, nowMs: number): TimeWindow {
  if (period.kind === 'ROLLING') return { fromMs: nowMs - period.hours * hourMs + 1, untilMs: nowMs + 1 }
  const { kind, timeZone } = period
  const known = latest.get(`${kind} ${timeZone}`)
  if (known && isInWindow(known, nowMs)) return known
  const [first, next] = daysOf(kind, writeLocalTime('YYYY-MM-DD', nowMs, timeZone))
  const window = { fromMs: startOfDayMs(first, timeZone), untilMs: startOfDayMs(next, timeZone) }
  latest.set(`${kind} ${timeZone}`, window)
  return window
}

export function isInWindow({ fromMs, untilMs }: TimeWindow, instantMs: number): boolean {
  return fromMs <= instantMs && instantMs < untilMs
}
