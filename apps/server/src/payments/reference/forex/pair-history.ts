import type { Work } from '../../../kit/handle.ts'
import { ratesFor } from '../forex-rates.ts'
import { dayOf, rateSettings } from './rate-rules.ts'
import { ratesSince } from './rate-store.ts'

const dayMs = 86_400_000

interface PairQuery {
  readonly to: string
  readonly service?: string
  readonly days: number
}

/** What payments went by on each day, by the same choice they make. */
export async function pairHistory(work: Work, { to, service, days }: PairQuery) {
  const { scope, now } = work
  const settings = await rateSettings(work)
  const wanted = service ?? settings.service
  const first = now.getTime() - (days - 1) * dayMs
  const all = await ratesSince(work.tx, scope.chain, { service: wanted, day: dayOf(new Date(first)) })
  const ofPair = all.filter(({ quote, base }) => quote === to && base === settings.from)
  const points = Array.from({ length: days }, (_, index) => new Date(first + index * dayMs)).flatMap((at) => {
    const row = ratesFor(ofPair, scope.chain, { service: wanted, nowMs: at.getTime() }).quotes.get(to)?.row
    if (!row) return []
    const owner = ofPair.find(({ id }) => id === row.id)
    return [
      {
        day: dayOf(at),
        buyRate: row.buy,
        sellRate: row.sell,
        source: row.source,
        merchantId: owner?.merchantId ?? scope.selected,
      },
    ]
  })
  return { from: settings.from, to, service: wanted, points }
}
