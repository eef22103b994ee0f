import { startOfDayMs, writeLocalTime } from '@signalbox/model/text/local-time'

const dayMs = 86_400_000
const starts = new Map<string, number>()
const mostKept = 5_000

/** Finding out when a day begins takes a search; the same days are asked for again and again. */
function startOf(day: string, zone: string): number {
  const key = `${zone} ${day}`
  const known = starts.get(key)
  if (known !== undefined) return known
  if (starts.size >= mostKept) starts.clear()
  const found = startOfDayMs(day, zone)
  starts.set(key, found)
  return found
}

export interface LocalDay {
  readonly from: Date
  /** When the next one begins. */
  readonly to: Date
}

const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

/** The day of a zone in which an instant lies. */
export function localDay(atMs: number, zone: string): LocalDay {
  const day = writeLocalTime('YYYY-MM-DD', atMs, zone)
  return { from: new Date(startOf(day, zone)), to: new Date(startOf(nextDay(day), zone)) }
}

export const isStartOfDay = (atMs: number, zone: string): boolean =>
  localDay(atMs, zone).from.getTime() === atMs

export const isStartOfHour = (atMs: number, zone: string): boolean =>
  atMs % 60_000 === 0 && writeLocalTime('HH:MM', atMs, zone).endsWith(':00')

/** The days of a zone that have any part in the period, in order. */
export function localDays(fromMs: number, toMs: number, zone: string): LocalDay[] {
  const days: LocalDay[] = []
  for (let at = fromMs; at < toMs;) {
    const day = localDay(at, zone)
    days.push(day)
    at = day.to.getTime()
  }
  return days
}
