import { writeLocalTime } from '@signalbox/model/text/local-time'

export const minutesPerDay = 1_440
export const minutesPerWeek = 7 * minutesPerDay

const minuteMs = 60_000
const quarterMs = 15 * minuteMs
/** The first day of the epoch was a Thursday. */
const epochMinute = 3 * minutesPerDay

interface Offset {
  readonly quarter: number
  readonly offsetMs: number
}

// Asking for local time costs microseconds. Clocks change at full quarters of an hour everywhere, so one answer is good
// for all payments of a quarter.
const offsets = new Map<string, Offset>()

/** Minutes since Monday 00:00 on clocks in the zone. */
export function minuteOfWeek(instantMs: number, timeZone: string): number {
  const quarter = Math.floor(instantMs / quarterMs)
  let offset = offsets.get(timeZone)
  if (offset?.quarter !== quarter) {
    const startMs = quarter * quarterMs
    const local = Date.parse(writeLocalTime('YYYY-MM-DDTHH:MM:SSZ', startMs, timeZone))
    offset = { quarter, offsetMs: local - startMs }
    offsets.set(timeZone, offset)
  }
  const minute = Math.floor((instantMs + offset.offsetMs) / minuteMs) + epochMinute
  return ((minute % minutesPerWeek) + minutesPerWeek) % minutesPerWeek
}
