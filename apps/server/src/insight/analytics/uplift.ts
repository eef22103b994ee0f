import type { AnalyticsFigure } from '@signalbox/model/analytics/query'
import type { Cells } from './cells.ts'
import { refuseCut } from './check-query.ts'
import { grouped } from './grouped.ts'
import type { Period } from './plan.ts'
import { paymentFact, planned, readingOf, type Question } from './question.ts'
import { readMeasures, type CubeRow } from './read-store.ts'
import { recipes } from './recipes.ts'

interface Rates {
  token: { paid: number; n: number }
  card: { paid: number; n: number }
}

const mostBins = 50_000

/** Approval with token less approval with card number, each BIN counting as often as it was paid by token. */
function upliftOf(bins: Iterable<Rates>): AnalyticsFigure {
  let [weight, sum] = [0, 0]
  for (const { token, card } of bins) {
    if (token.n === 0 || card.n === 0) continue
    weight += token.n
    sum += token.n * (token.paid / token.n - card.paid / card.n)
  }
  return { value: weight === 0 ? null : sum / weight, n: weight }
}

function ratesByBin(rows: readonly CubeRow[]): Map<string, Rates> {
  const bins = new Map<string, Rates>()
  for (const { key, measures } of rows) {
    const [bin = '', token] = key.slice(-2)
    if (bin === '') continue
    let rates = bins.get(bin)
    if (!rates) bins.set(bin, (rates = { token: { paid: 0, n: 0 }, card: { paid: 0, n: 0 } }))
    const side = token === 'true' ? rates.token : rates.card
    side.paid += measures.successful ?? 0
    side.n += (measures.successful ?? 0) + (measures.declined ?? 0)
  }
  return bins
}

/** Approval by token against approval by card number: banks differ more than the two do, so banks are held equal. */
export async function addUplift(question: Question, period: Period, cells: Cells): Promise<void> {
  const { query, tx } = question
  if (!query.metrics.some((id) => recipes[id].kind === 'uplift')) return
  const source = planned(question, paymentFact(query), period, ['bin6', 'token'])
  const reading = { ...readingOf(question, period), most: mostBins }
  const rows = await readMeasures(tx, source, reading, {
    wanted: ['successful', 'declined'],
    extra: ['bin6', 'token'],
  })
  refuseCut(rows, mostBins)
  const groups = grouped(rows, ({ at, key }) => JSON.stringify([at, key.slice(0, -2)]))
  for (const group of groups) {
    const [first] = group
    if (first) cells.addUplift(first.at, first.key.slice(0, -2), upliftOf(ratesByBin(group).values()))
  }
}
