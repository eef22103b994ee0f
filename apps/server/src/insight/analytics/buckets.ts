import type { Interval } from '@signalbox/model/analytics/query'
import { nextHourMs, startOfHourMs, writeLocalTime } from '@signalbox/model/text/local-time'
import { daysOfZone, localDays, localDay } from './days.ts'

const slotMs = 300_000
const hourMs = 3_600_000
const dayMs = 86_400_000

/** How many there are at least, without finding out when each begins. */
export function countBuckets(fromMs: number, toMs: number, interval: Interval): number {
  const lengths: Readonly<Record<Interval, number>> = {
    none: Infinity,
    '5min': slotMs,
    hour: hourMs,
    day: dayMs,
    week: 7 * dayMs,
    month: 30 * dayMs,
  }
  return Math.max(1, Math.ceil((toMs - fromMs) / lengths[interval]))
}

function hours(fromMs: number, toMs: number, zone: string): number[] {
  const starts: number[] = []
  for (let at = startOfHourMs(fromMs, zone); at < toMs; at = nextHourMs(at, zone)) starts.push(at)
  return starts
}

const steps = (first: number, toMs: number, ms: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((toMs - first) / ms)) }, (_, index) => first + index * ms)

/** The week a local day is in, by its Monday, or the month, by its first. */
function groupOf(day: string, interval: 'week' | 'month'): string {
  if (interval === 'month') return `${day.slice(0, 7)}-01`
  const date = new Date(day)
  return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10)
}

/** When each interval with a part in the period begins, in order, by the calendar of the zone. */
export function bucketStarts(fromMs: number, toMs: number, interval: Interval, zone: string): number[] {
  switch (interval) {
    case 'none':
      return [fromMs]
    case '5min':
      return steps(fromMs - (fromMs % slotMs), toMs, slotMs)
    case 'hour':
      return hours(fromMs, toMs, zone)
    case 'day':
      return localDays(fromMs, toMs, zone).map(({ from }) => from.getTime())
    default: {
      const groups = new Map<string, number>()
      for (const { from } of localDays(fromMs, toMs, zone)) {
        const group = groupOf(writeLocalTime('YYYY-MM-DD', from.getTime(), zone), interval)
        // By its name: noon in UTC is the day after in zones more than twelve hours ahead.
        if (!groups.has(group)) groups.set(group, daysOfZone([group], zone).from.getTime())
      }
      return [...groups.values()]
    }
  }
}

/** The same time of day, so many days of the zone earlier. */
export function daysEarlier(atMs: number, days: number, zone: string): number {
  const day = localDay(atMs, zone)
  const earlier = localDay(day.from.getTime() + dayMs / 2 - days * dayMs, zone)
  return earlier.from.getTime() + (atMs - day.from.getTime())
}
