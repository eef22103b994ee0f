import { paymentsBehind } from '@signalbox/model/analytics/drill'
import { metricOf } from '@signalbox/model/analytics/metrics'
import type { AnalyticsExplanation, AnalyticsQuery } from '@signalbox/model/analytics/query'
import type { Work } from '../../kit/handle.ts'
import { paymentFact, periodOf, planned, questionOf } from './question.ts'
import { factOf, recipes } from './recipes.ts'
import { freshnessOf } from './state-store.ts'

/** How figures come about, in words, and the payments behind all of them. */
export async function explainQuery(work: Work, query: AnalyticsQuery): Promise<AnalyticsExplanation> {
  const question = await questionOf(work, query)
  const sources = new Set(
    query.metrics.map((id) => {
      const fact = factOf(recipes[id])
      if (fact === 'work') return 'the records of that work'
      if (fact === 'users') return 'the users of each day'
      const read = fact === 'uplift' || fact === 'payment' ? paymentFact(query) : fact
      const extra = {
        uplift: ['bin6', 'token'],
        complete: ['band'],
        settle: ['band'],
        wait: ['band'],
        latency: ['band'],
      }
      const source = planned(question, read, periodOf(query), extra[fact as keyof typeof extra] ?? [])
      return source.cube ? `rollup ${source.cube.name} by ${source.cube.grain}` : 'the payments themselves'
    }),
  )
  const slice = { ...query, dimensions: [], key: [] }
  return {
    metrics: query.metrics.map((id) => ({
      id,
      label: metricOf(id).label,
      formula: metricOf(id).formula,
      behind: paymentsBehind(id, slice),
      hits: paymentsBehind(id, slice, 'hits'),
    })),
    source: [...sources].join(', '),
    freshAt: await freshnessOf(work.tx, question.merchants, { zone: question.zone, now: work.now }),
  }
}
