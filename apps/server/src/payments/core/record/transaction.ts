import type { ApprovalMode, DeclineStage } from '@signalbox/model/payments/tx-event'
import type { TxMethod } from '@signalbox/model/payments/transaction-method'
import type { StepState } from './step-state.ts'

interface Identity {
  readonly merchantId: number
  readonly id: number
  version: number
  statusNo: number
  nextStep: string | null
  leaseUntil: string | null
  leaseHolder: string | null
  stepState: StepState
}

interface Kind {
  txType: string
  method: TxMethod
  providerType: string
  paymentType: 'NEW' | 'REPEAT'
  originTxId: number | null
  rootTxId: number | null
  merchantTxId: string | null
  apiSource: 'FRONT_API' | 'ADMIN_API' | 'BACKOFFICE' | 'BATCH' | 'PSP'
  apiClientId: string | null
  initiatedBy: string | null
  channel: string | null
  txTag: string | null
  attributes: Readonly<Record<string, string>>
}

interface Result {
  declineStage: DeclineStage | null
  pspStatusCode: string | null
  pspStatusMessage: string | null
  merchantErrCode: string | null
  merchantErrMsg: string | null
  info: string | null
}

/** Minor units. Amounts with a sign say which way money moves on the user's wallet. */
interface Amounts {
  currency: string
  requestedMinor: bigint
  amountMinor: bigint
  txAmountMinor: bigint
  feeMinor: bigint
  feeMode: 'ADDED' | 'DEDUCTED' | null
  feeBillTo: 'USER' | 'MERCHANT' | null
  vatMinor: bigint
  vatRatePpm: number | null
  /** What the tax on the fee is called in returns; several components have several. */
  taxCode: string | null
  pspAmountMinor: bigint | null
  pspCurrency: string | null
  fxRate: string | null
  fxAppliedRate: string | null
  fxMarginPpm: number | null
  fxRateIds: string[] | null
  fxRounding: string | null
  fxWholeUnits: boolean | null
  baseCurrency: string
  amountBaseMinor: bigint | null
  pspFeeMinor: bigint | null
  pspFeeCurrency: string | null
  authorizedMinor: bigint
  capturedMinor: bigint
  refundedMinor: bigint
  refundingMinor: bigint
  voidedMinor: bigint
  /** What captures and voids that are under way take of the reservation. */
  capturingMinor: bigint
  chargebackMinor: bigint
  /** What came back by itself: taken back by the payer's bank, or a payout that was returned. */
  returnedMinor: bigint
  pspCapturedMinor: bigint
  pspRefundedMinor: bigint
}

interface Person {
  userId: string
  userCategory: string | null
  userCountry: string | null
  userLocale: string | null
  userFirstName: string | null
  userLastName: string | null
  userEmail: string | null
  emailHash: string | null
  userPhone: string | null
  userBirthDate: string | null
  userCity: string | null
  isTestUser: boolean
  sessionHash: string | null
}

interface Instrument {
  accountId: string | null
  accountHash: string | null
  maskedAccount: string | null
  accountHolder: string | null
  bin: string | null
  cardBrand: string | null
  cardType: string | null
  cardCategory: string | null
  cardExpiry: string | null
  issuerName: string | null
  issuerCountry: string | null
  bic: string | null
  bankCountry: string | null
  ip: string | null
  ipCountry: string | null
  userAgent: string | null
  deviceId: string | null
}

interface Provider {
  initiatedPsp: string | null
  initiatedPspAccount: string | null
  psp: string | null
  pspAccount: string | null
  pspService: string | null
  pspRefId: string | null
  authType: 'FINAL_AUTH' | 'PRE_AUTH' | null
  attemptCount: number
  fallbackUsed: boolean
  reprocessCount: number
  maintenanceId: string | null
}

interface Risk {
  threeDsType: string | null
  threeDsFlow: string | null
  threeDsVersion: string | null
  threeDsStatus: string | null
  threeDsEci: string | null
  threeDsExemption: string | null
  fraudProvider: string | null
  fraudScore: number | null
  fraudDecision: string | null
  kycStatus: string | null
  merchantKycStatus: string | null
  ruleRefs: string[]
}

interface Work {
  approvalMode: ApprovalMode
  approvalDueAt: string | null
  approvalQueue: string | null
  approvalTags: string[]
  tags: string[]
  noteCount: number
}

interface Times {
  createdAt: string
  updatedAt: string
  updatedBy: string
  verifiedAt: string | null
  authorizedAt: string | null
  pspSentAt: string | null
  pspAnsweredAt: string | null
  completedAt: string | null
  capturedAt: string | null
  settledAt: string | null
  expiresAt: string | null
  pollAt: string | null
  captureDueAt: string | null
  /** Until when the PSP keeps what it has reserved. */
  captureUntil: string | null
  reconStatus: string
  gdprErasedAt: string | null
}

/** A transaction as it is stored. Instants are ISO texts, money is minor units. */
export interface Transaction
  extends Identity, Kind, Result, Amounts, Person, Instrument, Provider, Risk, Work, Times {}

/** One that can be changed while the other stays as it is. What is deeper in it than this is never changed in place. */
export const copyTransaction = (tx: Transaction): Transaction => ({
  ...tx,
  stepState: { ...tx.stepState },
  fxRateIds: tx.fxRateIds && [...tx.fxRateIds],
  ruleRefs: [...tx.ruleRefs],
  approvalTags: [...tx.approvalTags],
  tags: [...tx.tags],
})

export const minorColumns = [
  'requestedMinor',
  'amountMinor',
  'txAmountMinor',
  'feeMinor',
  'vatMinor',
  'pspAmountMinor',
  'amountBaseMinor',
  'pspFeeMinor',
  'authorizedMinor',
  'capturedMinor',
  'refundedMinor',
  'refundingMinor',
  'voidedMinor',
  'capturingMinor',
  'chargebackMinor',
  'returnedMinor',
  'pspCapturedMinor',
  'pspRefundedMinor',
] as const satisfies readonly (keyof Transaction)[]
