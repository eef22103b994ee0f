import type { MetricId } from '@signalbox/model/analytics/metrics'
import {
  mostCells,
  type AnalyticsCell,
  type AnalyticsFigure,
  type AnalyticsQuery,
  type AnalyticsReply,
} from '@signalbox/model/analytics/query'
import { exponentOf } from '@signalbox/model/reference/currencies'
import { invalid } from '@signalbox/model/text/refusal'
import { Cells } from './cells.ts'
import { refuseCut, tooManyCells } from './check-query.ts'
import { comparedCells } from './compare.ts'
import { figureOf } from './figures.ts'
import { isStartOfDay } from './days.ts'
import { grouped } from './grouped.ts'
import type { MeasureName } from './measures.ts'
import type { Period } from './plan.ts'
import {
  paymentFact,
  periodOf,
  planned,
  questionOf,
  readingOf,
  type Question,
  type QueryWork,
} from './question.ts'
import { readBands, readMeasures, readUsers } from './read-store.ts'
import { factOf, recipes, type Recipe } from './recipes.ts'
import { freshnessOf } from './state-store.ts'
import { addUplift } from './uplift.ts'
import { addWork } from './work-figures.ts'

export type { QueryWork }

type Percentile = Extract<Recipe, { kind: 'percentile' }>

const recipesOf = ({ metrics }: AnalyticsQuery): Recipe[] => metrics.map((id) => recipes[id])

function neededMeasures(wanted: readonly Recipe[], kept: 'Base' | 'Own'): MeasureName[] {
  return wanted.flatMap((recipe): MeasureName[] => {
    switch (recipe.kind) {
      case 'count':
        return [...recipe.of]
      case 'share':
        return [recipe.hits, ...recipe.among]
      case 'shareOfAll':
        return [recipe.of]
      case 'mean':
        return [recipe.sum, recipe.n]
      case 'money':
        return [...recipe.sum.map(([, name]): MeasureName => `${name}${kept}`), ...recipe.n, 'withoutRate']
      case 'moneyEach':
        return [...recipe.sum.map(([, name]): MeasureName => `${name}${kept}`), recipe.n, 'withoutRate']
      case 'moneyShare':
        return [`${recipe.of}${kept}`, `${recipe.among}${kept}`, recipe.n, 'withoutRate']
      default:
        return []
    }
  })
}

async function addMeasured(question: Question, period: Period, cells: Cells): Promise<void> {
  const { tx, query, factor } = question
  const asked = recipesOf(query)
  for (const fact of ['payment', 'leg'] as const) {
    const ofFact = asked.filter((recipe) => factOf(recipe) === fact)
    if (ofFact.length === 0) continue
    const source = planned(question, fact === 'payment' ? paymentFact(query) : fact, period)
    const wanted = neededMeasures(ofFact, query.currency ? 'Own' : 'Base')
    const reading = readingOf(question, period)
    const rows = await readMeasures(tx, source, reading, { wanted })
    refuseCut(rows, reading.most)
    cells.addMeasures(rows, factor)
  }
}

async function addPercentiles(question: Question, period: Period, cells: Cells): Promise<void> {
  const asked = recipesOf(question.query).filter(
    (recipe): recipe is Percentile => recipe.kind === 'percentile',
  )
  const groups = grouped(asked, ({ fact, method }) => `${fact} ${method ?? ''}`)
  for (const group of groups) {
    const [first] = group
    if (!first) continue
    const source = planned(question, first.fact, period, ['band'])
    const shares = group.map(({ p }) => p)
    const reading = readingOf(question, period)
    const rows = await readBands(question.tx, source, reading, { shares, method: first.method })
    refuseCut(rows, reading.most)
    cells.addBands(rows, group)
  }
}

async function addUserCounts(question: Question, period: Period, cells: Cells): Promise<void> {
  const { query, zone, nowMs, tx } = question
  if (!recipesOf(query).some(({ kind }) => kind === 'users')) return
  const reading = readingOf(question, period)
  const others = [...query.dimensions, ...Object.keys(reading.filters)].filter((id) => id !== 'merchant')
  const isWhole =
    isStartOfDay(period.fromMs, zone) && (period.toMs > nowMs || isStartOfDay(period.toMs, zone))
  if (others.length > 0)
    throw invalid({ field: 'dimensions', code: 'NOT_KEPT', message: 'Users can be split by merchant only' })
  if (!isWhole || query.interval === '5min' || query.interval === 'hour')
    throw invalid({
      field: 'from',
      code: 'NOT_KEPT',
      message: 'Choose whole days: users are counted by the day',
    })
  const rows = await readUsers(tx, reading)
  refuseCut(rows, reading.most)
  cells.addUsers(rows)
}

/** All cells of a period. */
async function cellsOf(
  question: Question,
  period: Period,
): Promise<{ readonly cells: AnalyticsCell[]; readonly withoutRate: number }> {
  const { query, currency } = question
  const cells = new Cells()
  if (question.merchants.length > 0) {
    await addMeasured(question, period, cells)
    await addPercentiles(question, period, cells)
    await addUserCounts(question, period, cells)
    await addUplift(question, period, cells)
  }
  if (cells.size > mostCells) throw tooManyCells()
  const unit = { kept: query.currency ? ('Own' as const) : ('Base' as const), exponent: exponentOf(currency) }
  const ofCubes = query.metrics.filter((id) => recipes[id].kind !== 'work')
  const made = [...cells.all()].map((cell): AnalyticsCell => ({
    at: cell.at,
    key: cell.key,
    values: Object.fromEntries(
      ofCubes.map((id): [MetricId, AnalyticsFigure] => [id, figureOf(recipes[id], cell, unit)]),
    ),
  }))
  const all = await addWork(question, period, made)
  if (all.length > mostCells) throw tooManyCells()
  return { cells: all, withoutRate: cells.withoutRate }
}

export async function runQuery(work: QueryWork, query: AnalyticsQuery): Promise<AnalyticsReply> {
  const question = await questionOf(work, query)
  const { cells, withoutRate } = await cellsOf(question, periodOf(query))
  return {
    cells,
    ...(query.compare !== 'none' && { compared: await comparedCells(question, cellsOf) }),
    freshAt: await freshnessOf(work.tx, question.merchants, { zone: question.zone, now: work.now }),
    currency: question.currency,
    timeZone: question.zone,
    withoutRate,
  }
}
