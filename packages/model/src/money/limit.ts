import { addMoney, compareMoney, subtractMoney, zeroMoney, greatestMoney, type Money } from './money.ts'
import { convertAt, midRate } from './forex.ts'
import type { RateSheet } from './rates.ts'

/** What an amount in another currency takes of a limit, rounded against the one who is limited. */
export function towardsLimit(amount: Money, limitCurrency: string, sheet: RateSheet): Money | undefined {
  const cross = midRate(sheet, amount.currency, limitCurrency)
  return cross && convertAt(amount, limitCurrency, cross.rate, { rounding: 'CEILING' })
}

/** What counts against a limit: money that moved, and money that may still move. */
export interface LimitUse {
  readonly used: Money
  readonly reserved: Money
}

/** Reaching a limit exactly is allowed. */
export const isWithinLimit = ({ used, reserved }: LimitUse, current: Money, max: Money): boolean =>
  compareMoney(addMoney(addMoney(used, reserved), current), max) <= 0

/** The most that may follow; nothing once the limit is reached or was lowered below what is used. */
export const roomLeft = ({ used, reserved }: LimitUse, max: Money): Money =>
  greatestMoney(subtractMoney(subtractMoney(max, used), reserved), zeroMoney(max.currency))

/** The most of another currency that room has a place for: one unit more would take more than there is. */
export function mostWithin(room: Money, currency: string, sheet: RateSheet): Money | undefined {
  const cross = midRate(sheet, room.currency, currency)
  return cross && convertAt(room, currency, cross.rate, { rounding: 'FLOOR' })
}

/** A limit somebody changed. */
export interface LimitChange {
  readonly before: Money
  readonly after: Money
  readonly changedAtMs: number
}

const hourMs = 3_600_000

/** Players who set themselves a limit get a day to think before it is raised. */
const defaultRaiseDelayHours = 24

/** A lower limit holds at once, a higher one after the delay. */
export function limitInForce(
  { before, after, changedAtMs }: LimitChange,
  nowMs: number,
  raiseDelayHours = defaultRaiseDelayHours,
): Money {
  const isRaise = compareMoney(after, before) > 0
  return isRaise && nowMs - changedAtMs < raiseDelayHours * hourMs ? before : after
}
