import type { WireMoney } from '@signalbox/model/money/money-schema'
import type { People } from '@signalbox/model/access/people'
import type { KnownFacts } from '@signalbox/model/rules/facts-known'
import type { BankDetails } from '@signalbox/model/payments/payout-bank'
import type { RequestProblem } from '@signalbox/model/payments/request-problem'
import type { TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import type { RedirectOutput } from '@signalbox/model/payments/payment-answer'

/** What was asked outside and not answered yet. It is written before the question leaves, so that a crash finds it. */
interface PendingCall {
  readonly step: string
  readonly key: string
  readonly sentAt: string
  /** Not sent yet: whoever takes the payment over sends it for the first time. */
  readonly unsent?: boolean
}

/** When a request came in, by our clock and as what was committed by then. */
export interface Arrival {
  readonly at: string
  /** `pg_current_snapshot()` */
  readonly snapshot: string
}

/** What the caller gave and the payment needs again, without anything secret. */
export interface PaymentInput {
  readonly vaultRef?: string
  readonly cvvToken?: string
  readonly iban?: string
  readonly bic?: string
  readonly accountNumber?: string
  readonly clearingNumber?: string
  readonly walletAccount?: string
  readonly sealedVoucher?: string
  readonly sealedSession?: string
  readonly storeAccount?: boolean
  /** Of what was asked for, keyed; equal for requests that ask for the same. */
  readonly requestPrint?: string
  /** Until identical requests have been looked for. */
  readonly arrival?: Arrival
  /** What is wrong with the account to pay with; the payment fails of it in its place in the flow. */
  readonly problem?: RequestProblem | 'UNKNOWN_TOKEN' | 'DAMAGED_CARD'
  readonly returnUrls?: Readonly<Record<string, string | undefined>>
}

export interface ThreeDsState {
  readonly mpi?: string
  readonly account?: string
  readonly challenge?: string
  readonly exemption?: string
  readonly ifNotSupported?: 'CONTINUE_NON_3DS' | 'DECLINE'
  readonly transId?: string
  readonly result?: string
  readonly proof?: Readonly<Record<string, unknown>>
  readonly tries: number
  /** The issuer asked for it after a try without. */
  readonly stepUp?: boolean
}

/** The network token the next attempt is sent with. */
export interface NetworkTokenState {
  readonly network: TokenNetwork
  /** Whose token it is, as the network knows the merchant. */
  readonly entityId: string
  /** Of a card that has no token yet: how many it had. */
  readonly generation?: number
  readonly tokenRef?: string
  readonly last4?: string
  /** The cryptogram for one use, sealed. */
  readonly sealedProof?: string
}

interface BankState {
  readonly title: string
  readonly details: BankDetails
}

export interface KycState {
  readonly provider: string
  readonly account?: string
  readonly scopes: readonly string[]
  readonly blocking: boolean
  readonly tries: number
  readonly providerRef?: string
}

export interface FraudState {
  readonly provider: string
  readonly account: string
  readonly timeoutMs: number
  readonly onTimeout: string
  readonly threshold?: number
  /** Of a screening the payment does not wait for. */
  readonly late?: 'QUEUED' | 'ANSWERED'
}

/** By which editions of the rules a payment is decided. */
export interface RulesKept {
  /** What was in force when it began. */
  readonly edition?: string
  /** What was in force when it was last approved, for what is asked again then. */
  readonly sinceApproval?: string
}

/** A part of the info of a payment that holds for as long as it is in doubt, or as it has failed. */
export interface InfoCause {
  readonly of: 'DOUBT' | 'FAILURE'
  readonly text: string
}

/** Who asked for something that another person confirms. */
export interface AskedBy {
  readonly id: string
  readonly name: string
  readonly people?: People
}

/** What a payment that is being worked on has to remember between its steps. */
export interface StepState {
  facts: KnownFacts
  input: PaymentInput
  rules?: RulesKept
  /** Of the request that began it, for what is told of it later: `traceparent`. */
  trace?: string
  pending?: PendingCall
  /** What the payment ends with once the merchant has been told. */
  result?: { readonly statusNo: number; readonly info?: string }
  authCode?: string
  kyc?: KycState
  fraud?: FraudState
  threeDs?: ThreeDsState
  networkToken?: NetworkTokenState
  /** The bank mapping of the next attempt, as it was when the attempt began. */
  bank?: BankState
  /** The PSP refused the token of the attempt with this status. */
  tokenRefusedNo?: number
  /** A token was refused: what is left of the payment goes by the card number. */
  cardNumberOnly?: boolean
  /** Provider and account of every attempt: none is tried twice. */
  tried?: readonly string[]
  attemptReason?: string
  routeRef?: string
  /** Of the PSP's interface, where the routing row names one. */
  pspVersion?: string
  /** What the first PSP was asked for stays what is converted from. */
  keepForex?: boolean
  /** Where the fallback sends it once it has been approved again; the routing rules would send it back. */
  fallbackTo?: { readonly psp: string; readonly pspAccount: string }
  /** Where somebody wants it to go, whatever the rules say. */
  chosen?: { readonly psp: string; readonly pspAccount: string; readonly by: string }
  /** Why a person must look at it before it goes on. */
  review?: readonly string[]
  force3ds?: boolean
  reserved?: boolean
  /** A place in the budget of its card scheme is taken. */
  retryReserved?: boolean
  ledgerReserved?: boolean
  redirect?: RedirectOutput
  /** Where the browser really has to go; the page of ours sends it there. */
  redirectTarget?: {
    readonly url: string
    readonly method: 'GET' | 'POST'
    readonly parameters: Readonly<Record<string, string>>
  }
  instructions?: Readonly<Record<string, string>>
  /** The number a payment had before it was put on hold. */
  heldFrom?: number
  /** Everybody who approved it, also before another PSP was to try. */
  approvers?: readonly string[]
  /** What was left of the clock of an automatic approval. */
  heldForMs?: number
  /** What the merchant was told last about how the payment ended, and whether it said that it knows. */
  toldMerchant?: { readonly word: 'TRANSFER' | 'CANCEL'; readonly no: number; readonly heard: boolean }
  transferTries?: number
  cancelTries?: number
  /** The PSP has said yes: from here on only the merchant can be missing. */
  pspApproved?: boolean
  /** A person said so; the PSP itself has not. */
  approvedByPerson?: boolean
  /** What the PSP says it moved, where that is not what it was asked for. */
  reported?: WireMoney
  pollTries?: number
  /** When somebody last had the PSP asked. */
  checkedAt?: string
  /** How the PSP answered when it was asked last how the payment stands. */
  asked?: { readonly at: string; readonly kind: string }
  approvedBy?: 'PERSON' | 'CLOCK'
  screened?: boolean
  captureAction?: 'CAPTURE' | 'VOID'
  /** How often the automatic capture or void has failed. */
  captureTries?: number
  causes?: readonly InfoCause[]
  suspense?: boolean
  /** What is held in suspense, where it is not what the PSP was asked for. */
  held?: { readonly minor: string; readonly currency: string }
  /** A person said what the PSP calls the payment; the PSP itself has not. */
  typedReference?: boolean
  /** How an investigation ended, when a person ended it. */
  resolution?: 'FORCED_SUCCESS' | 'FORCED_FAILED' | 'LATE_CALLBACK'
  /** Who asked to open a finished payment again, where a second person has to agree. */
  reopenAskedBy?: AskedBy
  /** Who asked that it counts as successful, where a second person has to agree to the same. */
  successAskedBy?: AskedBy & { readonly amount: WireMoney; readonly reference?: string }
  /** The merchant is not to be told. */
  silent?: boolean
  /** How often the books were asked for the same event of this payment. */
  ledgerSeq?: number
  messageKey?: string
  /** The place of the input that a payment failed of. */
  inputField?: string
  limitsDeferred?: boolean
  /** At which step the result came about: what may follow from a code depends on it. */
  failedAt?: 'D7' | 'D10' | 'D14' | 'D15'
  retryClass?: string
  /** The half-open maintenance window that let the payment through to a PSP. */
  probe?: { readonly merchantId: number; readonly id: string; readonly psp: string }
}

export const emptyStepState = (): StepState => ({ facts: {}, input: {} })
