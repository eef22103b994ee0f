import type { MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsCell, AnalyticsFigure } from '@signalbox/model/analytics/query'
import { bucketStarts, daysEarlier } from './buckets.ts'
import { grouped } from './grouped.ts'
import type { Period } from './plan.ts'
import { periodOf, type Question } from './question.ts'
import { recipes } from './recipes.ts'

type Reader = (question: Question, period: Period) => Promise<{ readonly cells: AnalyticsCell[] }>

const dayMs = 86_400_000

/** Days of a zone have 23 to 25 hours, so a length is counted in days where it is days. */
function shifted({ fromMs, toMs }: Period, days: number, zone: string): Period {
  return { fromMs: daysEarlier(fromMs, days, zone), toMs: daysEarlier(toMs, days, zone) }
}

function before(period: Period, zone: string): Period {
  const ms = period.toMs - period.fromMs
  const days = Math.round(ms / dayMs)
  const isDays = days > 0 && daysEarlier(period.toMs, days, zone) === period.fromMs
  return isDays ? shifted(period, days, zone) : { fromMs: period.fromMs - ms, toMs: period.fromMs }
}

/** The first interval of one period stands for the first of the other, and so on. */
function movedTo(
  { query, zone }: Question,
  period: Period,
  cells: readonly AnalyticsCell[],
): AnalyticsCell[] {
  if (query.interval === 'none') return [...cells]
  const own = periodOf(query)
  const theirs = bucketStarts(period.fromMs, period.toMs, query.interval, zone)
  const ours = bucketStarts(own.fromMs, own.toMs, query.interval, zone)
  const places = new Map(theirs.map((at, index) => [at, ours[index]]))
  return cells.flatMap((cell) => {
    const at = cell.at === null ? undefined : places.get(Date.parse(cell.at))
    return at === undefined ? [] : [{ ...cell, at: new Date(at).toISOString() }]
  })
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[middle - 1], sorted[middle]]
  if (high === undefined) return null
  return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2
}

/** The middle of what four weeks had at the same place. */
function middleOf(figures: readonly AnalyticsFigure[]): AnalyticsFigure {
  const values = figures.flatMap(({ value }) => (value === null ? [] : [value]))
  return { value: median(values), n: Math.round(median(figures.map(({ n }) => n)) ?? 0) }
}

/** What is a number of payments or their sum is nought where there were none; of anything else there is nothing. */
const isSum = (id: string): boolean => ['count', 'money', 'users'].includes(recipes[id as MetricId].kind)

const nought: AnalyticsFigure = { value: 0, n: 0 }

function medians(weeks: readonly (readonly AnalyticsCell[])[]): AnalyticsCell[] {
  // A week without anything at all was before the first payment, and no week of few.
  const known = weeks.filter((cells) => cells.length > 0)
  const groups = grouped(known.flat(), ({ at, key }) => JSON.stringify([at, key]))
  return groups.flatMap((cells): AnalyticsCell[] => {
    const [first] = cells
    if (!first) return []
    const missing = Array.from({ length: known.length - cells.length }, () => nought)
    const values = Object.keys(first.values).map((id) => {
      const figures = cells.flatMap((cell) => cell.values[id] ?? [])
      return [id, middleOf(isSum(id) ? [...figures, ...missing] : figures)]
    })
    return [{ ...first, values: Object.fromEntries(values) as AnalyticsCell['values'] }]
  })
}

/** What the cells of a question are compared with, at the times and keys of those cells. */
export async function comparedCells(question: Question, read: Reader): Promise<AnalyticsCell[]> {
  const { query, zone } = question
  const own = periodOf(query)
  const at = async (period: Period) => movedTo(question, period, (await read(question, period)).cells)
  if (query.compare === 'previous') return at(before(own, zone))
  const weeks: AnalyticsCell[][] = []
  for (const days of [7, 14, 21, 28]) weeks.push(await at(shifted(own, days, zone)))
  return medians(weeks)
}
