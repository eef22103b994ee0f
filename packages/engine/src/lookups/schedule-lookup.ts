import { isTimeZone } from '@signalbox/model/text/local-time'
import type { ScheduleLookup } from '../row-index.ts'
import type { RowSetBuilder } from '../row-sets.ts'
import { refuse, type Bucket, type CellOf, type RowCell } from './bucket.ts'
import { buildAxis, type Interval } from './intervals.ts'
import { minutesPerDay, minutesPerWeek } from '../week-time.ts'

type ScheduleCell = CellOf<'schedule'>

/** Windows of the week on one axis of minutes, Monday 00:00 being 0. */
export function buildScheduleLookup(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<ScheduleCell>,
): ScheduleLookup {
  const timeZone = bucket.detail ?? ''
  const rows = bucket.cells.map((rowCell) => {
    if (!isTimeZone(timeZone)) throw refuse(bucket, rowCell, `${timeZone} is not a time zone`)
    return { bit: rowCell.bit, negated: false, intervals: windowsOf(bucket, rowCell) }
  })
  return {
    timeZone,
    axis: buildAxis(builder, blank, rows),
  }
}

function windowsOf(bucket: Bucket, rowCell: RowCell<ScheduleCell>): Interval<number>[] {
  const { days, from, to } = rowCell.cell
  const [opens, closes] = [minuteOfDay(from), minuteOfDay(to)]
  if (opens === undefined || closes === undefined)
    throw refuse(bucket, rowCell, `${from} to ${to} is no window`)
  const length = closes > opens ? closes - opens : closes - opens + minutesPerDay
  return days.flatMap((day) => {
    const start = (day - 1) * minutesPerDay + opens
    const last = start + length - 1
    // What runs over the end of Sunday goes on at the beginning of Monday.
    return last < minutesPerWeek
      ? [minutes(start, last)]
      : [minutes(start, minutesPerWeek - 1), minutes(0, last - minutesPerWeek)]
  })
}

const minutes = (from: number, to: number): Interval<number> => ({
  from,
  fromInclusive: true,
  to,
  toInclusive: true,
})

function minuteOfDay(text: string): number | undefined {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(text) ?? []
  const minuteOfDay = Number(hour) * 60 + Number(minute)
  return Number(minute) < 60 && minuteOfDay <= minutesPerDay ? minuteOfDay : undefined
}
