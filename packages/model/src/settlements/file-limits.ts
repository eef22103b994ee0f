/** The largest file, and the most lines it may have. */
export const largestSettlementFile = 50 * 1024 * 1024
export const mostSettlementLines = 500_000
/** Enough of a file to see how it is read. */
export const longestSample = 100_000
