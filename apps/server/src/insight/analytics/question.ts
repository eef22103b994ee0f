import { mostCells, type AnalyticsQuery } from '@signalbox/model/analytics/query'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import { checkQuery } from './check-query.ts'
import type { CubeFact } from './cubes.ts'
import { factorsTo, type Factor } from './money.ts'
import { columnsOf, sourceOf, type Period } from './plan.ts'
import { viewerOf, type Reading } from './read-store.ts'

/** Everything about the question that does not depend on the period. */
export interface Question {
  readonly tx: Tx
  readonly query: AnalyticsQuery
  /** Those in scope that were asked for: nobody else's payments are ever read. */
  readonly merchants: readonly number[]
  readonly zone: string
  readonly currency: string
  readonly nowMs: number
  readonly factor: Factor | null
}

/** The one place where it is decided whose payments count. */
function merchantsOf({ scope }: Pick<Work, 'scope'>, { merchantIds, filters }: AnalyticsQuery): number[] {
  const asked = filters.merchant?.map(Number)
  return scope.effective.filter(
    (id) => (!merchantIds || merchantIds.includes(id)) && (!asked || asked.includes(id)),
  )
}

/** What a question needs to know of whoever asks it. */
export type QueryWork = Pick<Work, 'tx' | 'scope' | 'now'>

export async function questionOf(work: QueryWork, query: AnalyticsQuery): Promise<Question> {
  checkQuery(query)
  const { tx, scope, now } = work
  const viewer = await viewerOf(tx, scope.selected)
  const merchants = merchantsOf(work, query)
  const currency = query.currency ?? viewer.baseCurrency
  const at = new Date(Math.min(Date.parse(query.to), now.getTime()))
  return {
    tx,
    query,
    merchants,
    zone: viewer.timeZone,
    currency,
    nowMs: now.getTime(),
    factor: query.currency
      ? null
      : await factorsTo(tx, currency, { currencies: await basesOf(tx, merchants), chain: scope.chain, at }),
  }
}

async function basesOf(tx: Tx, merchants: readonly number[]): Promise<string[]> {
  const found = await Promise.all(merchants.map((id) => viewerOf(tx, id)))
  return [...new Set(found.map(({ baseCurrency }) => baseCurrency))]
}

/** What is read for a period; a chosen currency is a filter like any other. */
export const readingOf = ({ query, merchants, zone }: Question, period: Period): Reading => ({
  merchants,
  period,
  zone,
  interval: query.interval,
  dimensions: query.dimensions,
  filters: { ...withoutMerchant(query.filters), ...currencyFilter(query) },
  most: mostCells * 4,
})

/** A chosen currency is one of those that are filtered for, or nothing is. */
const currencyFilter = ({ currency, filters }: AnalyticsQuery): { readonly currency?: string[] } =>
  currency ? { currency: [currency].filter((code) => filters.currency?.includes(code) ?? true) } : {}

const withoutMerchant = ({ merchant: _merchant, ...filters }: AnalyticsQuery['filters']) => filters

/** Rules are counted in rows of their own: a payment meets several. */
export const paymentFact = ({ dimensions, filters }: AnalyticsQuery): CubeFact =>
  dimensions.includes('rule') || filters.rule ? 'rule' : 'payment'

/** The rollup or the payments a fact is read from, for this question. */
export const planned = (
  question: Question,
  fact: CubeFact,
  period: Period,
  extra: readonly string[] = [],
) => {
  const { filters, dimensions } = readingOf(question, period)
  const ids = [...dimensions, ...Object.keys(filters), ...extra] as Parameters<typeof columnsOf>[0]
  return sourceOf(fact, [...new Set(columnsOf(ids))], question.query, {
    period,
    zone: question.zone,
    nowMs: question.nowMs,
  })
}

export const periodOf = ({ from, to }: AnalyticsQuery): Period => ({
  fromMs: Date.parse(from),
  toMs: Date.parse(to),
})
