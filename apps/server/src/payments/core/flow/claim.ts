import type { OriginChange } from '../state/effect.ts'
import type { Transaction } from '../record/transaction.ts'

type Child = Pick<Transaction, 'method' | 'amountMinor' | 'requestedAmountMinor'>

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

/** What a child that is not decided keeps of its payment, so that no other takes it too. */
export function claimOf({ method, amountMinor, requestedAmountMinor }: Child): OriginChange {
  switch (method) {
    case 'REFUND':
      return { refunding: absolute(amountMinor) }
    case 'CAPTURE':
      return { capturing: absolute(amountMinor) }
    case 'VOID':
      return { capturing: requestedAmountMinor }
    default:
      return {}
  }
}

/** What it lets go of once it is decided, either way. */
export function releaseOf(child: Child): OriginChange {
  const { refunding, capturing } = claimOf(child)
  return {
    ...(refunding !== undefined && { refunding: -refunding }),
    ...(capturing !== undefined && { capturing: -capturing }),
  }
}
