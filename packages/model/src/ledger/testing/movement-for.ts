import { movementOf, type MovedMoney, type Movement } from '../movement.ts'
import type { PaymentMoney } from '../postings.ts'

/** What a payment moves, or what one of another kind would with the same amounts. */
export function movementFor(
  { direction, ...money }: PaymentMoney,
  other: Partial<Pick<MovedMoney, 'method' | 'ofPayout'>> = {},
): Movement {
  const movement = movementOf({ ...money, method: direction, ...other })
  if (!movement) throw new Error('No money is moved')
  return movement
}
