import { exponentOf } from '../reference/currencies.ts'
import {
  addMoney,
  compareMoney,
  greatestMoney,
  leastMoney,
  subtractMoney,
  zeroMoney,
  type Money,
} from './money.ts'
import { rational, roundTo, type Rounding } from './rational.ts'

/** A payment that may be refunded in parts, in its own currency and in that of the PSP. */
export interface RefundableOrigin {
  readonly captured: Money
  readonly pspCaptured: Money
  /** What earlier refunds took, open ones included. */
  readonly refunded: Money
  readonly pspRefunded: Money
  readonly rounding: Rounding
  readonly roundToInteger: boolean
}

/**
 * What the PSP is asked to give back for a refund: the part of what it took that brings the refunds so far to their
 * share. Measuring from the beginning keeps roundings from adding up, and the last refund takes exactly what is left.
 * `undefined` when the refund is more than the rest, or nothing.
 */
export function pspRefundOf(origin: RefundableOrigin, refund: Money): Money | undefined {
  const { captured, pspCaptured, refunded, pspRefunded, rounding, roundToInteger } = origin
  const after = addMoney(refunded, refund)
  if (refund.minor <= 0n || compareMoney(after, captured) > 0) return undefined
  const due = leastMoney(shareOf(pspCaptured, after, captured, { rounding, roundToInteger }), pspCaptured)
  // Where an earlier refund failed, what the others took may be ahead of its share by a unit.
  return greatestMoney(subtractMoney(due, pspRefunded), zeroMoney(due.currency))
}

function shareOf(
  whole: Money,
  part: Money,
  of: Money,
  { rounding, roundToInteger }: Pick<RefundableOrigin, 'rounding' | 'roundToInteger'>,
): Money {
  if (part.minor === of.minor) return whole
  const unit = roundToInteger ? 10n ** BigInt(exponentOf(whole.currency)) : 1n
  return {
    minor: roundTo(rational(whole.minor * part.minor, of.minor), unit, rounding),
    currency: whole.currency,
  }
}
