import { parseLocalDay } from '@signalbox/model/text/user-formats'

const dayMs = 24 * 60 * 60 * 1000

/** The day of the reader so far. A day that changes its clock is compared by hours passed, not by hands. */
export function todaySoFar(now: Date, timeZone: string): { readonly from: Date; readonly to: Date } {
  const day = parseLocalDay(new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now), timeZone)
  return { from: day ? new Date(day.from) : new Date(now.getTime() - dayMs), to: now }
}
