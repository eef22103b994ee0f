import type { Direction } from './forex.ts'
import {
  addMoney,
  compareMoney,
  greatestMoney,
  leastMoney,
  subtractMoney,
  zeroMoney,
  type Money,
} from './money.ts'
import { ofPpm, rational, round, divide, type Rounding } from './rational.ts'

/** What a fee rule decided, its amounts already in the currency of the payment. */
export interface FeeTerms {
  readonly percentagePpm: number
  readonly fixed?: Money
  readonly min?: Money
  readonly max?: Money
  /** The higher of the two parts, or both. */
  readonly combine: 'HIGHEST' | 'SUM'
}

const million = 1_000_000n

/** A share of an amount in parts per million, rounded once. */
export const percentageOf = (
  { minor, currency }: Money,
  ppm: number,
  rounding: Rounding = 'HALF_UP',
): Money => ({
  minor: round({ numerator: minor * BigInt(ppm), denominator: million }, rounding),
  currency,
})

/** A fee is never negative; where a minimum above the maximum slipped through, the maximum holds. */
export function feeOn(amount: Money, { percentagePpm, fixed, min, max, combine }: FeeTerms): Money {
  const none = zeroMoney(amount.currency)
  const percentage = percentageOf(amount, percentagePpm)
  const raw =
    combine === 'SUM' ? addMoney(percentage, fixed ?? none) : greatestMoney(percentage, fixed ?? none)
  const atLeast = greatestMoney(raw, min ?? none)
  return max ? leastMoney(atLeast, max) : atLeast
}

/** Which payments a fee rule leaves free. */
export interface FreeTerms {
  readonly freeCount?: number
  /** After a payment that was charged the next one is free. */
  readonly nextFree?: boolean
}

/** What the user paid before, successfully and within the period the rule counts over. */
export interface FeeHistory {
  readonly successfulCount: number
  readonly lastWasCharged: boolean
}

export const isFree = (
  { freeCount = 0, nextFree = false }: FreeTerms,
  { successfulCount, lastWasCharged }: FeeHistory,
): boolean => successfulCount < freeCount || (nextFree && lastWasCharged)

/** What has to be asked for so that an amount is left after a fee of this kind: rounded up, so that it never falls short. */
export function grossUp(net: Money, terms: Pick<FeeTerms, 'percentagePpm' | 'fixed'>): Money {
  if (terms.percentagePpm >= Number(million)) throw new RangeError('A fee of 100 % or more leaves nothing')
  const wanted = terms.fixed ? addMoney(net, terms.fixed) : net
  const left = ofPpm(Number(million) - terms.percentagePpm)
  return { minor: round(divide(rational(wanted.minor), left), 'UP'), currency: net.currency }
}

/** How a fee reaches the one who pays it. */
export interface FeePlacement {
  /** On top of the amount, or taken out of it. */
  readonly mode: 'ADDED' | 'DEDUCTED'
  readonly billTo: 'USER' | 'MERCHANT'
}

/** The amounts of a payment after its fee, all in its own currency and without a sign. */
export interface ChargedAmounts {
  /** What the user pays in; for a withdrawal, what leaves the wallet. */
  readonly paid: Money
  /** What the wallet is credited with; for a withdrawal, what the user receives. */
  readonly received: Money
  /** What moves on the wallet: credited on a deposit, debited on a withdrawal. */
  readonly wallet: Money
  /** What the PSP is asked to move, before forex. */
  readonly psp: Money
  /** Fee and tax the merchant is billed for instead of the user. */
  readonly billedToMerchant: Money
}

/**
 * Puts a total of fee and tax on a payment. `undefined` when the user would be charged as much as the payment is worth
 * or more, which is never what a rule meant.
 */
export function chargeFee(
  amount: Money,
  total: Money,
  direction: Direction,
  { mode, billTo }: FeePlacement,
): ChargedAmounts | undefined {
  const none = zeroMoney(amount.currency)
  if (billTo === 'MERCHANT')
    return { paid: amount, received: amount, wallet: amount, psp: amount, billedToMerchant: total }
  if (compareMoney(total, none) > 0 && compareMoney(total, amount) >= 0) return undefined
  const paid = mode === 'ADDED' ? addMoney(amount, total) : amount
  const received = mode === 'ADDED' ? amount : subtractMoney(amount, total)
  const [wallet, psp] = direction === 'DEPOSIT' ? [received, paid] : [paid, received]
  return { paid, received, wallet, psp, billedToMerchant: none }
}
