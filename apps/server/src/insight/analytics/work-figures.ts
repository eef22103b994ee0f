import { metricOf, type MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsCell, AnalyticsFigure } from '@signalbox/model/analytics/query'
import { invalid } from '@signalbox/model/text/refusal'
import { shareFigure } from './figures.ts'
import type { Period } from './plan.ts'
import { readingOf, type Question } from './question.ts'
import { recipes } from './recipes.ts'
import { readWork, workFigures, type WorkFact, type WorkRow } from './work-store.ts'

function figureOf(id: MetricId, { total, counted, hits, ageP90 }: WorkRow): AnalyticsFigure {
  switch (workFigures[id]) {
    case 'share':
      return shareFigure(hits, counted)
    case 'ageP90':
      return { value: ageP90 === null ? null : Math.round(ageP90), n: total }
    default:
      return { value: total, n: total }
  }
}

const callsByDay = () =>
  invalid({
    field: 'interval',
    code: 'NOT_KEPT',
    message: 'Choose an interval of a day or longer: calls of the API are counted by the day',
  })

/** Figures of work around payments, which are read where that work is kept. */
export async function addWork(
  question: Question,
  period: Period,
  cells: readonly AnalyticsCell[],
): Promise<AnalyticsCell[]> {
  const { query, tx, merchants, nowMs } = question
  const asked = query.metrics.filter((id) => recipes[id].kind === 'work')
  const all = new Map(cells.map((cell) => [JSON.stringify([cell.at, cell.key]), cell]))
  const facts = new Set(asked.map((id) => metricOf(id).facts as WorkFact))
  for (const fact of merchants.length === 0 ? [] : facts) {
    // What is open now has no course over time.
    if (fact === 'queue' && query.interval !== 'none') continue
    if (fact === 'api' && ['hour', '5min'].includes(query.interval)) throw callsByDay()
    const ids = asked.filter((id) => metricOf(id).facts === fact)
    for (const row of await readWork(tx, fact, readingOf(question, period), new Date(nowMs))) {
      const name = JSON.stringify([row.at, row.key])
      const cell = all.get(name) ?? { at: row.at, key: row.key, values: {} }
      const values = Object.fromEntries(ids.map((id) => [id, figureOf(id, row)]))
      all.set(name, { ...cell, values: { ...cell.values, ...values } })
    }
  }
  return [...all.values()]
}
