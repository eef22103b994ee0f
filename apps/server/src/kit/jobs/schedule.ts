/** Daily times are in UTC, so that no run is skipped or doubled when clocks change. */
export type Schedule = { readonly everySeconds: number } | { readonly dailyAt: string }

const dayMs = 24 * 60 * 60 * 1000

/** The first due time after an instant. */
export function nextRun(schedule: Schedule, after: Date): Date {
  if ('everySeconds' in schedule) return new Date(after.getTime() + schedule.everySeconds * 1000)
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(schedule.dailyAt)
  if (!match) throw new Error(`${schedule.dailyAt} is not a time of day`)
  const today = new Date(after)
  today.setUTCHours(Number(match[1]), Number(match[2]), 0, 0)
  return today > after ? today : new Date(today.getTime() + dayMs)
}

const firstRetryMs = 5_000
const longestRetryMs = 15 * 60_000

/** How long to leave a job alone that failed so many times in a row. */
export const retryDelayMs = (failures: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 20))
