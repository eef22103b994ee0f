import { startOfDayMs, writeLocalTime } from '../text/local-time.ts'

/** How often a dashboard is mailed. Each mail tells of days that have ended. */
export const mailRhythms = {
  DAILY: 'Every day, for the day before',
  WEEKLY: 'Every Monday, for the week before',
  MONTHLY: 'On the 1st, for the month before',
} as const
export type MailRhythm = keyof typeof mailRhythms

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const shift = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
const isMonday = (day: string): boolean => new Date(day).getUTCDay() === 1
const isFirst = (day: string): boolean => day.endsWith('-01')
const dayOf = (ms: number, timeZone: string): string => writeLocalTime('YYYY-MM-DD', ms, timeZone)

const falls: Readonly<Record<MailRhythm, (day: string) => boolean>> = {
  DAILY: () => true,
  WEEKLY: isMonday,
  MONTHLY: isFirst,
}

/** The instant clocks show an hour. Where a day leaves it out, the hour before. */
function instantOf(day: string, hour: number, timeZone: string): number {
  const ms = startOfDayMs(day, timeZone) + hour * hourMs
  const shown = Number(writeLocalTime('HH:MM', ms, timeZone).slice(0, 2))
  const missed = ((hour - shown + 36) % 24) - 12
  return ms + missed * hourMs
}

/** When the next mail after an instant is due, by the clock of the merchant. */
export function nextMailAt(rhythm: MailRhythm, hour: number, afterMs: number, timeZone: string): number {
  for (let day = dayOf(afterMs, timeZone); ; day = shift(day, 1)) {
    const at = falls[rhythm](day) ? instantOf(day, hour, timeZone) : 0
    if (at > afterMs) return at
  }
}

export interface MailPeriod {
  readonly from: string
  readonly to: string
  /** First and last day, as calendars show them. */
  readonly firstDay: string
  readonly lastDay: string
}

/** The last whole day, week or month at an instant. */
export function mailPeriod(rhythm: MailRhythm, atMs: number, timeZone: string): MailPeriod {
  let end = dayOf(atMs, timeZone)
  if (rhythm === 'WEEKLY') while (!isMonday(end)) end = shift(end, -1)
  if (rhythm === 'MONTHLY') end = `${end.slice(0, 7)}-01`
  const lastDay = shift(end, -1)
  const firstDay = { DAILY: lastDay, WEEKLY: shift(end, -7), MONTHLY: `${lastDay.slice(0, 7)}-01` }[rhythm]
  const instant = (day: string) => new Date(startOfDayMs(day, timeZone)).toISOString()
  return { from: instant(firstDay), to: instant(end), firstDay, lastDay }
}
