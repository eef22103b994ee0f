import { exponentOf } from '../reference/currencies.ts'

/** Sizes of payments as people sort their work by, in whole units of the merchant's base currency. */
export const amountBands = {
  small: 'Under 100',
  medium: '100 to 1,000',
  large: '1,000 to 10,000',
  huge: '10,000 and more',
} as const
export type AmountBand = keyof typeof amountBands

export function bandOf(minor: bigint, currency: string): AmountBand {
  const worth = minor < 0n ? -minor : minor
  const unit = 10n ** BigInt(exponentOf(currency))
  if (worth < 100n * unit) return 'small'
  if (worth < 1_000n * unit) return 'medium'
  return worth < 10_000n * unit ? 'large' : 'huge'
}
