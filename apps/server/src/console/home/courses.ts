import type { MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsCell, AnalyticsQuery } from '@signalbox/model/analytics/query'
import type { VolumeWidgetData } from '@signalbox/model/calls/home-payments'
import { runQuery } from '../../insight/analytics/read-model.ts'
import type { Work } from '../../kit/handle.ts'
import type { Span } from '../../payments/core/record/read-model.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** Long enough to see a slope, short enough for a line in a table. */
const courseHours = 12

const hourly = (
  metric: MetricId,
  { from, to }: Span,
  dimensions: AnalyticsQuery['dimensions'] = [],
): AnalyticsQuery => ({
  metrics: [metric],
  dimensions,
  filters: {},
  from: from.toISOString(),
  to: to.toISOString(),
  interval: 'hour',
  compare: 'none',
})

type Ended = VolumeWidgetData['deposits']['today']

/** Deposits by hours passed. Where the merchant's hours begin at half past ours, each counts where it began. */
function endedByHour(cells: readonly AnalyticsCell[], from: Date): ReadonlyMap<number, Ended> {
  const hours = new Map<number, Ended>()
  for (const { at, values } of cells) {
    const hour = Math.max(0, Math.floor((Date.parse(at ?? '') - from.getTime()) / hourMs))
    const { value, n } = values.conversion ?? { value: null, n: 0 }
    const { ended, successful } = hours.get(hour) ?? none
    hours.set(hour, { ended: ended + n, successful: successful + Math.round((value ?? 0) * n) })
  }
  return hours
}

const none: Ended = { ended: 0, successful: 0 }

/** The deposits of a day hour by hour, beside those a day before. */
export async function hoursOf(work: Work, today: Span): Promise<VolumeWidgetData['hours']> {
  const wholeDay = { from: today.from, to: new Date(today.from.getTime() + dayMs) }
  const dayBefore = { from: new Date(today.from.getTime() - dayMs), to: today.from }
  const read = async (span: Span) =>
    endedByHour((await runQuery(work, hourly('conversion', span))).cells, span.from)
  const now = await read(wholeDay)
  const before = await read(dayBefore)
  if (now.size + before.size === 0) return []
  return Array.from({ length: dayMs / hourMs }, (_, hour) => {
    const at = new Date(today.from.getTime() + hour * hourMs)
    return {
      at: at.toISOString(),
      today: at > today.to ? null : (now.get(hour) ?? none),
      yesterday: before.get(hour) ?? none,
    }
  })
}

/** What each PSP approved of what it was asked, hour by hour, the newest last. */
export async function approvalCourses(work: Work): Promise<ReadonlyMap<string, (number | null)[]>> {
  const end = Math.ceil(work.now.getTime() / hourMs) * hourMs
  const begin = end - courseHours * hourMs
  const span = { from: new Date(begin), to: new Date(end) }
  const { cells } = await runQuery(work, hourly('legApproval', span, ['psp']))
  const courses = new Map<string, (number | null)[]>()
  for (const { at, key, values } of cells) {
    const [psp = ''] = key
    const course = courses.get(psp) ?? Array.from({ length: courseHours }, () => null)
    course[Math.floor((Date.parse(at ?? '') - begin) / hourMs)] = values.legApproval?.value ?? null
    courses.set(psp, course)
  }
  return courses
}
