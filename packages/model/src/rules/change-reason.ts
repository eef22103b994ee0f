/** How short the reason may be that is given to whoever approves a change of rules; how long every note may be. */
export const shortestReason = 10
const longestReason = 500

export const reasonLength = `Must be ${shortestReason} to ${longestReason} characters`
