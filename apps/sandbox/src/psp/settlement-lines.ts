import type { Money } from '@signalbox/model/money/money'
import type { BookedMovement } from './book.ts'

/** One line of what a provider settles. Money that goes out is negative. */
export interface SettlementLine {
  readonly type: string
  readonly pspRefId: string
  readonly merchantRef: string
  readonly at: string
  readonly gross: Money
  /** In the currency that is paid out. */
  readonly fee: bigint
  /** Left out where both sides of the line are the same currency at par. */
  readonly fxRate?: string
  /** What is paid out for it, where that is another currency. */
  readonly net?: Money
}

const types: Readonly<Partial<Record<BookedMovement['movement'], string>>> = {
  captured: 'SETTLED',
  refunded: 'REFUNDED',
  paidOut: 'PAYOUT',
  disputed: 'CHARGEBACK',
  returned: 'ADJUSTMENT',
}

/** Money in is positive. Returned money takes the way back it came. */
function signOf({ movement, payment }: BookedMovement): bigint {
  if (movement === 'captured') return 1n
  if (movement === 'returned') return payment.kind === 'withdrawal' ? 1n : -1n
  return -1n
}

interface Price {
  /** Millionths of the amount. */
  readonly ppm: bigint
  /** Euro cents at least, and added on top. */
  readonly least: bigint
  readonly fixed: bigint
  /** Millionths it gives back of what it takes. */
  readonly kickback?: bigint
  /** Payouts to users cost nothing. */
  readonly onlyDeposits?: boolean
}

/** What the providers agreed on with the merchants of the demo; nothing where they agreed on nothing. */
const prices: Readonly<Record<string, Price>> = {
  acmecards: { ppm: 15_000n, least: 50n, fixed: 12n },
  borealpay: { ppm: 11_000n, least: 0n, fixed: 0n },
  nordbank: { ppm: 0n, least: 0n, fixed: 20n },
  walletx: { ppm: 14_000n, least: 0n, fixed: 0n, kickback: 2_000n, onlyDeposits: true },
}

/** Half a cent is rounded up. */
const shareOf = (minor: bigint, ppm: bigint): bigint => (minor * ppm + 500_000n) / 1_000_000n

/** The least and the fixed part are agreed on in euro only. */
export function feeOf(psp: string, { minor, currency }: Money): bigint {
  const price = prices[psp]
  if (!price || minor === 0n) return 0n
  const amount = minor < 0n ? -minor : minor
  const share = shareOf(amount, price.ppm) - shareOf(amount, price.kickback ?? 0n)
  if (currency !== 'EUR') return share
  return (share < price.least ? price.least : share) + price.fixed
}

const isCharged = (psp: string, type: string): boolean =>
  type === 'SETTLED' || (type === 'PAYOUT' && !prices[psp]?.onlyDeposits)

/** The line a movement becomes; none for what only reserves money. */
export function lineOf(movement: BookedMovement): SettlementLine | undefined {
  const isWon = movement.movement === 'disputed' && movement.minor < 0n
  const type = isWon ? 'CHARGEBACK_REVERSED' : types[movement.movement]
  if (!type) return undefined
  const { psp, id, amount } = movement.payment
  const gross = { minor: signOf(movement) * movement.minor, currency: amount.currency }
  return {
    type,
    pspRefId: id,
    merchantRef: movement.by.reference,
    at: new Date(movement.at).toISOString(),
    gross,
    fee: isCharged(psp, type) ? feeOf(psp, gross) : 0n,
  }
}

export const netOf = ({ gross, fee, net }: SettlementLine): Money =>
  net ?? { minor: gross.minor - fee, currency: gross.currency }
