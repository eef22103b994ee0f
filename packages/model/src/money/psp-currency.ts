import { exponentOf } from '../reference/currencies.ts'
import type { Money } from './money.ts'
import { rational } from './rational.ts'

/** How a provider counts a currency where that is its own idea. All amounts are in the provider's smallest unit. */
export interface PspCurrencyProfile {
  readonly psp: string
  readonly currency: string
  readonly exponent: number
  /** Amounts must be a multiple of this. */
  readonly stepMinor: bigint
  readonly minMinor?: bigint
  readonly maxMinor?: bigint
}

export type PspAmount =
  | { readonly ok: true; readonly minor: bigint }
  | { readonly ok: false; readonly reason: 'CURRENCY' | 'DECIMALS' | 'STEP' | 'BELOW_MIN' | 'ABOVE_MAX' }

const refused = (reason: Extract<PspAmount, { ok: false }>['reason']): PspAmount => ({ ok: false, reason })

/** The amount as the provider counts it, exactly, or why it cannot be said to this provider. Nothing is rounded here. */
export function toPspAmount({ minor, currency }: Money, profile: PspCurrencyProfile): PspAmount {
  if (currency !== profile.currency) return refused('CURRENCY')
  const exact = rational(minor * 10n ** BigInt(profile.exponent), 10n ** BigInt(exponentOf(currency)))
  if (exact.denominator !== 1n) return refused('DECIMALS')
  const pspMinor = exact.numerator
  if (pspMinor % profile.stepMinor !== 0n) return refused('STEP')
  const magnitude = pspMinor < 0n ? -pspMinor : pspMinor
  if (profile.minMinor !== undefined && magnitude < profile.minMinor) return refused('BELOW_MIN')
  if (profile.maxMinor !== undefined && magnitude > profile.maxMinor) return refused('ABOVE_MAX')
  return { ok: true, minor: pspMinor }
}

/** What a provider reports, in our units; `undefined` when it names a fraction of our smallest unit. */
export function fromPspAmount(pspMinor: bigint, profile: PspCurrencyProfile): Money | undefined {
  const { currency, exponent } = profile
  const exact = rational(pspMinor * 10n ** BigInt(exponentOf(currency)), 10n ** BigInt(exponent))
  return exact.denominator === 1n ? { minor: exact.numerator, currency } : undefined
}
