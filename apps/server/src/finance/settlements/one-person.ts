import { peopleOf } from '@signalbox/model/access/people'
import { add, rational, type Rational } from '@signalbox/model/money/rational'
import type { Tx } from '../../kit/database.ts'
import { amountsAtStake } from './at-stake.ts'
import { decidedAlone, type LineFacts } from './line-store.ts'
import type { SettlementDeps } from './match-batch.ts'
import type { MatchedBatch } from './match-terms-store.ts'
import { isMore, writeOffShares, type LimitShare } from './write-off-limit.ts'

const nothing = rational(0n)
const asOne: Rational = rational(1n)

/**
 * Whether what this person decided alone in a batch is together more than the limit, with this line on top where there is
 * one: a large amount does not get small by being split, or by standing in many lines.
 */
export async function isTooMuchForOne(
  work: { readonly tx: Tx; readonly user: Parameters<typeof peopleOf>[0] },
  deps: SettlementDeps,
  batch: Pick<MatchedBatch, 'merchantId' | 'id' | 'payoutDate'>,
  line?: LineFacts,
): Promise<boolean> {
  const shareOf = await writeOffShares(work.tx, deps, batch.merchantId, batch.payoutDate)
  const atStake = (facts: LineFacts): LimitShare =>
    amountsAtStake(facts)
      .map(shareOf)
      .reduce((most, each) => (isMore(each, most) ? each : most), nothing)
  const onTop = line ? atStake(line) : nothing
  // With nothing at stake there is nothing to give up.
  if (line && !isMore(onTop, nothing)) return false
  const before = await decidedAlone(work.tx, batch, peopleOf(work.user))
  const together = before
    .map(atStake)
    .reduce((sum, each) => (sum && each ? add(sum, each) : undefined), onTop)
  return isMore(together, asOne)
}
