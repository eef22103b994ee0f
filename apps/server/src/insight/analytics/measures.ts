/**
 * What rollups add up. Figures are made of these and of nothing else, so a rollup of any size, or the payments themselves,
 * give the same figure. Money is kept twice: in the currency of the payment, and in the base currency of its merchant.
 */
const paymentCounts = [
  'deposits',
  'successful',
  'failed',
  'cancelled',
  'inconsistent',
  'expired',
  'blocked',
  'abandoned',
  /** Failed at the PSP, the issuer or 3-D Secure. */
  'declined',
  'everInconsistent',
  'resolved',
  'resolveMs',
  'withdrawals',
  'paidOut',
  'refunds',
  'chargebacks',
  /** Successful deposits by card, and those of them that were charged back. */
  'cards',
  'cardChargebacks',
  'tokenCards',
  'soft',
  'softRecovered',
  'firstFailed',
  'recovered',
  'recoveryMs',
  'challenged',
  'frictionless',
  'challengePassed',
  'challengeAbandoned',
  'threeDsPassed',
  'exempted',
  'cardsSent',
  'liabilityShifted',
  'verified',
  'authorised',
  'routed',
  'sent',
  'sentSuccessful',
  'pspApproved',
  'approvals',
  'autoApprovals',
  /** Successful deposits that the PSP has paid out. */
  'settledDeposits',
  'withoutRate',
] as const

const legCounts = [
  'legs',
  'legsApproved',
  'legsDeclined',
  'legsUnclear',
  'firstLegs',
  'firstLegsApproved',
] as const

const amounts = [
  'value',
  'payout',
  'refund',
  /** Filed less won, at the time of each. */
  'disputed',
  /** Of the payment itself, whenever it was. */
  'chargedBack',
  'cardValue',
  'cardChargedBack',
  'recoveredValue',
  'cost',
  'fee',
  'fxMargin',
  'settled',
] as const

export type PaymentCount = (typeof paymentCounts)[number]
export type LegCount = (typeof legCounts)[number]
export type AmountName = (typeof amounts)[number]
/** `timed` is how many durations a band has. */
export type MeasureName = PaymentCount | LegCount | 'timed' | `${AmountName}Base` | `${AmountName}Own`

export const amountNames: readonly AmountName[] = amounts
export const measureNames: readonly MeasureName[] = [
  ...paymentCounts,
  ...legCounts,
  'timed',
  ...amounts.flatMap((name): MeasureName[] => [`${name}Base`, `${name}Own`]),
]

export type Measures = Partial<Record<MeasureName, number>>

/** Durations are counted in bands that are a tenth wide each, so that those of many rollups add up. */
export const bandWidth = 1.1
