import { windowAt } from '@signalbox/model/money/window'
import { startOfDayMs, writeLocalTime } from '@signalbox/model/text/local-time'

export interface VelocityWindow {
  readonly window: number
  readonly unit: 'MINUTE' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'
  readonly windowKind: 'ROLLING' | 'CALENDAR'
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A rolling month is thirty days. */
const unitMs = { MINUTE: minuteMs, HOUR: hourMs, DAY: dayMs, WEEK: 7 * dayMs, MONTH: 30 * dayMs }

/**
 * Where what a velocity rule looks back over begins. Rolling: so many units before now, that instant itself left out.
 * Calendar: where the unit so many before began, this one being the first; days, weeks and months begin at midnight in the
 * merchant's time zone.
 */
export const velocityStart = (
  { window, unit, windowKind }: VelocityWindow,
  timeZone: string,
  nowMs: number,
): number =>
  windowKind === 'ROLLING' ? nowMs - window * unitMs[unit] + 1 : calendarStart(window, unit, timeZone, nowMs)

function calendarStart(
  window: number,
  unit: VelocityWindow['unit'],
  timeZone: string,
  nowMs: number,
): number {
  const back = window - 1
  if (unit === 'MINUTE' || unit === 'HOUR') {
    const lengthMs = unitMs[unit]
    return Math.floor(nowMs / lengthMs) * lengthMs - back * lengthMs
  }
  const { fromMs } = windowAt({ kind: unit, timeZone }, nowMs)
  if (back === 0) return fromMs
  const [year = 0, month = 0, day = 0] = writeLocalTime('YYYY-MM-DD', fromMs, timeZone).split('-').map(Number)
  const first =
    unit === 'MONTH'
      ? Date.UTC(year, month - 1 - back, 1)
      : Date.UTC(year, month - 1, day - back * (unit === 'WEEK' ? 7 : 1))
  return startOfDayMs(new Date(first).toISOString().slice(0, 10), timeZone)
}
