import { createHash } from 'node:crypto'
import type { TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'

interface Account {
  readonly merchantId: number
  readonly network: TokenNetwork
  /** Keyed hash of the card number: the same for the same card. */
  readonly accountHash: string
}

const whole = 100
const range = 2 ** 32

/**
 * Whether an account is among the first so many percent. The same account gets the same answer every time, and whoever
 * is in at a small share is in at every larger one.
 */
export function isRolledOutTo({ merchantId, network, accountHash }: Account, percent: number): boolean {
  const digest = createHash('sha256').update(`${merchantId} ${network} ${accountHash}`).digest()
  return (digest.readUInt32BE(0) / range) * whole < percent
}
