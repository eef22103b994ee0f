import type { Money } from '@signalbox/model/money/money'
import { divide, rational, type Rational } from '@signalbox/model/money/rational'
import type { Tx } from '../../kit/database.ts'
import type { SettlementDeps } from './match-batch.ts'
import { exactly, ratesOn } from './our-rates.ts'

/** An amount as a part of what one person gives up alone; undefined for what cannot be valued, which is more than any. */
export type LimitShare = Rational | undefined

const nothing = rational(0n)
const whole = rational(1n)

export const isMore = (one: LimitShare, other: LimitShare): boolean =>
  other !== undefined &&
  (one === undefined || one.numerator * other.denominator > other.numerator * one.denominator)

/**
 * Parts of the limit of this merchant, so that amounts of several currencies can be added. Whoever gives something up may
 * enter rates as well: an amount is what it is at the rates in force or at those that were published, whichever is more.
 */
export async function writeOffShares(
  tx: Tx,
  deps: SettlementDeps,
  merchantId: number,
  day: string,
): Promise<(amount: Money) => LimitShare> {
  const { writeOffMax } = (await deps.merchantConfig(tx, merchantId)).recon
  const { inForce, published, baseCurrency } = await ratesOn(tx, merchantId, day)
  const ofLimit = (worth: LimitShare, limit: bigint): LimitShare =>
    worth === undefined || limit === 0n ? undefined : divide(worth, rational(limit))
  return (amount) => {
    if (amount.minor <= 0n) return nothing
    const inItsCurrency = writeOffMax[amount.currency]
    if (inItsCurrency !== undefined) return ofLimit(rational(amount.minor), BigInt(inItsCurrency))
    const limit = BigInt(writeOffMax[baseCurrency] ?? '0')
    const [one, other] = [inForce, published].map((rates) =>
      ofLimit(exactly(rates, amount, baseCurrency), limit),
    )
    return isMore(one, other) ? one : other
  }
}

/** Whether an amount is more than one person gives up alone at this merchant. What cannot be valued is. */
export async function aboveWriteOffLimit(
  ...given: Parameters<typeof writeOffShares>
): Promise<(amount: Money) => boolean> {
  const shareOf = await writeOffShares(...given)
  return (amount) => isMore(shareOf(amount), whole)
}
