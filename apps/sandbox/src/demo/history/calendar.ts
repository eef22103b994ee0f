/** How much is paid in each hour of the day in UTC: little at night, most in the evening. */
const hourWeights = [
  14, 9, 6, 4, 4, 6, 10, 16, 22, 26, 28, 31, 34, 33, 31, 32, 36, 42, 50, 56, 54, 46, 34, 22,
] as const

const dayMs = 86_400_000
const hourMs = 3_600_000

const total = hourWeights.reduce((sum, weight) => sum + weight, 0)

/** The hour of day by which a share of the day's payments has come. */
function hourAt(share: number): number {
  let left = share * total
  for (const [hour, weight] of hourWeights.entries()) {
    if (left < weight) return hour + left / weight
    left -= weight
  }
  return 24
}

export interface Period {
  readonly untilMs: number
  readonly days: number
}

/** A month; longer where there would be more payments a day than a shop of this kind has. */
export const daysFor = (transactions: number): number =>
  Math.min(720, Math.max(30, Math.ceil(transactions / 8_000)))

/**
 * When a payment came: `position` runs from 0 for the first to 1 for the last. Days are those that end at the end of the
 * period, so that its last hours are as full as any.
 */
export function momentOf({ untilMs, days }: Period, position: number): number {
  const fromMs = untilMs - days * dayMs
  const firstMidnight = Math.floor(fromMs / dayMs) * dayMs
  const shareBefore = shareOf(fromMs - firstMidnight)
  // The days begin at `fromMs`, somewhere within a calendar day, and so does the share of payments that is left out.
  const share = position * days + shareBefore
  const day = Math.floor(share)
  return Math.floor(firstMidnight + day * dayMs + hourAt(share - day) * hourMs)
}

/** Which share of a day's payments has come by a time of day. */
function shareOf(ms: number): number {
  const hour = Math.floor(ms / hourMs)
  const before = hourWeights.slice(0, hour).reduce((sum, weight) => sum + weight, 0)
  return (before + (hourWeights[hour] ?? 0) * (ms / hourMs - hour)) / total
}
