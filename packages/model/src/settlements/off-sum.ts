import { exponentOf } from '../reference/currencies.ts'
import type { SettlementLine } from './read-line.ts'

type Amounts = Pick<
  SettlementLine,
  'grossCurrency' | 'grossMinor' | 'fxRate' | 'netCurrency' | 'netMinor'
> & {
  readonly feeMinor: bigint
}

const size = (value: bigint): bigint => (value < 0n ? -value : value)

/** What the net amount is more than the gross at this rate without the fees. A rate is rounded, and so is what follows. */
export function offAtRate({
  grossCurrency,
  grossMinor,
  fxRate,
  netCurrency,
  netMinor,
  feeMinor,
}: Amounts): bigint {
  const [whole = '', decimals = ''] = fxRate.split('.')
  const scale = 10n ** BigInt(decimals.length)
  const steps = exponentOf(netCurrency) - exponentOf(grossCurrency)
  const [more, less] = [10n ** BigInt(Math.max(steps, 0)), 10n ** BigInt(Math.max(-steps, 0))]
  // All in units of 1 / (scale × less), so that nothing is rounded on the way.
  const off = (netMinor + feeMinor) * scale * less - grossMinor * BigInt(whole + decimals) * more
  const tolerance = scale * less + (size(grossMinor) * more) / 2n
  if (size(off) <= tolerance) return 0n
  const unit = scale * less
  const rounded = (size(off) + unit / 2n) / unit
  return off < 0n ? -rounded : rounded
}

/**
 * What the net amount of a line is more than its gross without its fees; zero where it adds up. Where a file says no rate,
 * nothing can be said. The database has the same in `settlement_line_off`.
 */
export function offSum(amounts: Amounts): bigint {
  if (amounts.grossCurrency === amounts.netCurrency)
    return amounts.netMinor + amounts.feeMinor - amounts.grossMinor
  return Number(amounts.fxRate) === 1 ? 0n : offAtRate(amounts)
}
