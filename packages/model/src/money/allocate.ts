import type { Money } from './money.ts'
import { round } from './rational.ts'

/**
 * Splits an amount in proportion to weights. Every part is cut to the smallest unit and the last that has a weight takes
 * what is left, so the parts always add up to the whole and none has another sign than the whole.
 */
export function allocate({ minor, currency }: Money, weights: readonly bigint[]): Money[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  if (total <= 0n || weights.some((weight) => weight < 0n))
    throw new RangeError('Weights must not be negative, and one of them must be more than zero')
  const last = weights.findLastIndex((weight) => weight > 0n)
  let left = minor
  return weights.map((weight, index) => {
    const part = index === last ? left : round({ numerator: minor * weight, denominator: total }, 'DOWN')
    left -= part
    return { minor: part, currency }
  })
}
