/** A month of the calendar, in UTC: `2026-10`. */
export const periodPattern = /^20\d{2}-(?:0[1-9]|1[0-2])$/

export interface BillingPeriod {
  readonly name: string
  readonly firstDay: string
  readonly lastDay: string
  readonly from: Date
  /** Not included. */
  readonly to: Date
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export function billingPeriod(name: string): BillingPeriod {
  if (!periodPattern.test(name)) throw new RangeError(`${name} is no month`)
  const [year = 0, month = 1] = name.split('-').map(Number)
  const from = new Date(Date.UTC(year, month - 1, 1))
  const to = new Date(Date.UTC(year, month, 1))
  return { name, firstDay: dayOf(from), lastDay: dayOf(new Date(to.getTime() - 1)), from, to }
}

/** The month before the one it is. */
export const lastPeriod = (now: Date): string =>
  dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))).slice(0, 7)

export const addDays = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000))

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
