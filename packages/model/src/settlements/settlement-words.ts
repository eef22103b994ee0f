/** What a line of a settlement file is about. */
export const lineTypes = {
  SETTLED: 'Settled',
  REFUNDED: 'Refunded',
  CHARGEBACK: 'Chargeback',
  CHARGEBACK_REVERSED: 'Chargeback reversed',
  PAYOUT: 'Payout',
  FEE: 'Fee',
  RESERVE_HOLD: 'Reserve held',
  RESERVE_RELEASE: 'Reserve released',
  ADJUSTMENT: 'Adjustment',
} as const
export type LineType = keyof typeof lineTypes
export const lineTypeNames = Object.keys(lineTypes) as LineType[]

/** A row that says what all others come to, as some PSPs send last. It is no line. */
export const totalRow = 'TOTAL'

export const batchStates = {
  IMPORTED: 'Imported',
  MATCHING: 'Matching',
  MATCHED: 'Matched',
  WITH_DIFFERENCES: 'With differences',
  ACCEPTED: 'Accepted',
  CLOSED: 'Closed',
  REJECTED: 'Rejected',
} as const
export type BatchState = keyof typeof batchStates

/** Its money is in the books. */
export const acceptedStates: readonly BatchState[] = ['ACCEPTED', 'CLOSED']

/** Who said that the bank received a payout. */
export const payoutSources = { HAND: 'By hand', STATEMENT: 'By bank statement' } as const
export type PayoutSource = keyof typeof payoutSources

export const matchStatuses = {
  MATCHED: 'Matched',
  MATCHED_WEAK: 'Weak match',
  DIFFERENCE: 'Difference',
  UNMATCHED: 'Unmatched',
  MISSING: 'Missing at PSP',
  ACCEPTED: 'Accepted',
  WRITTEN_OFF: 'Written off',
  SENT_TO_INVESTIGATION: 'In investigation',
  /** What was decided about, or waited for a second person, is gone. The line counts for nothing. */
  VOID: 'Void',
} as const
export type MatchStatus = keyof typeof matchStatuses

/** Somebody has to decide about these before the batch can be accepted. */
export const openMatchStatuses: readonly MatchStatus[] = [
  'MATCHED_WEAK',
  'DIFFERENCE',
  'UNMATCHED',
  'MISSING',
]

export const lineDifferences = {
  TYPE_MISMATCH: 'Type',
  AMOUNT_DIFF: 'Amount',
  STATE_DIFF: 'State',
  FEE_DIFF: 'Fee',
  FX_DIFF: 'Exchange rate',
  DUPLICATE: 'Duplicate',
  UNKNOWN_AT_US: 'Unknown payment',
  MISSING_AT_PSP: 'Missing at PSP',
  BATCH_TOTAL_DIFF: 'Batch total',
} as const

/** Where a line comes from: only `FILE` stands in the file. */
export const lineOrigins = {
  FILE: 'File',
  SPLIT: 'Split',
  MISSING: 'Missing payment',
  TOTAL: 'Batch total',
} as const

export const matchedBy = {
  REFERENCE: 'Reference',
  PSP_REFERENCE: 'PSP reference',
  AMOUNT: 'Amount and date',
  HAND: 'By hand',
} as const

export const acceptReasons = {
  FEE_CHANGE: 'Fee change',
  ROUNDING: 'Rounding',
  FX: 'Exchange rate',
  OTHER: 'Other',
} as const
