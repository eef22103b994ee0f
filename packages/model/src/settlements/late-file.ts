/** A batch that nobody accepted or rejected for more than so many days after its import has waited long. */
export const undecidedDays = 7

/** So many payouts tell how often an account pays out; of fewer days nothing is expected. */
export const leastPayouts = 3
export const mostPayouts = 13

const leastGraceDays = 3

/**
 * After how many days without a payout an account that usually pays out every so many is late: half as long again, and
 * never less than three days more, so that a weekend with a holiday is no reason to worry.
 */
export const lateAfterDays = (usualDays: number): number =>
  Math.max(Math.ceil(usualDays * 1.5), usualDays + leastGraceDays)
