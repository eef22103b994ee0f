import type { MockMerchantDocument } from '@signalbox/model/configuration/mock-merchant-config'
import type { Money } from '@signalbox/model/money/money'
import type { CallLog } from './call-log.ts'

/** Where and how a merchant's own system is called. */
export interface MerchantEndpoint {
  readonly merchantId: number
  /** With `{action}` in it. Absent: the mock merchant of the sandbox, where one runs. */
  readonly url?: string
  readonly auth?:
    | { readonly kind: 'basic'; readonly username: string; readonly password: string }
    | { readonly kind: 'bearer'; readonly token: string }
  /** Signs each call when present. */
  readonly signingSecret?: string
  readonly timeouts?: { readonly verifyMs: number; readonly otherMs: number }
  /** How the mock merchant is to answer. */
  readonly mock?: MockMerchantDocument
}

export type MerchantAction =
  | 'verifyuser'
  | 'authorize'
  | 'transfer'
  | 'cancel'
  | 'notification'
  | 'lookupuser'

/** The payment a call is about. `{txId}-{action}-{try}` is its request id. */
export interface MerchantCall {
  readonly endpoint: MerchantEndpoint
  readonly txId: number
  /** 1 for the first try of this action. */
  readonly tryNo: number
  /** What the caller of the public API asked for; the mock merchant takes its triggers from it. */
  readonly requestedAmount: Money
}

export interface VerifyUserRequest {
  readonly sessionId: string
  readonly userId: string
}

export interface VerifiedUser {
  readonly userId: string
  readonly balance: Money
  readonly userCat: string | null
  readonly kycStatus: string | null
  readonly sex: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly street: string | null
  readonly city: string | null
  readonly zip: string | null
  readonly state: string | null
  /** ISO 3166-1 alpha-3. */
  readonly country: string | null
  readonly email: string | null
  /** `1985-04-12` */
  readonly dob: string | null
  readonly mobile: string | null
  readonly locale: string | null
  readonly nationalId: string | null
  readonly attributes: Readonly<Record<string, string>>
}

export interface LookupUserRequest {
  readonly userId?: string
  readonly email?: string
  readonly nationalId?: string
  readonly mobile?: string
}

export interface AuthorizeRequest {
  readonly userId: string
  /** Signed: what leaves the user's balance is negative and gets reserved. */
  readonly txAmount: Money
  readonly txTypeId: number
  readonly txName: string
  readonly provider: string
  readonly pspService?: string
  readonly originTxId?: number
  readonly accountId?: string
  readonly maskedAccount?: string
  readonly pspFee?: Money
  readonly attributes?: Readonly<Record<string, string>>
}

export interface Authorization {
  readonly merchantTxId: string | null
  readonly authCode: string
}

/**
 * The payment has happened. `decisionNo` counts what a merchant is told about the end of a payment: whoever opens a
 * payment again and decides otherwise tells it with the next number, and that undoes what was told before. The same
 * action with the same number again changes nothing.
 */
export interface TransferRequest extends AuthorizeRequest {
  readonly authCode: string
  readonly decisionNo: number
  readonly txPspAmount: Money
  readonly fee?: Money
  readonly feeMode?: string
  readonly txRefId: string
  readonly pspRefId?: string
  readonly pspStatusMessage?: string
  readonly expiry?: string
}

/** The payment has not happened: what was reserved is free, and what an earlier transfer moved is taken back. */
export interface CancelRequest {
  readonly userId: string
  readonly authCode: string
  readonly decisionNo: number
  readonly txAmount: Money
  readonly txTypeId: number
  readonly txName: string
  readonly provider?: string
  readonly statusCode: string
  readonly pspStatusCode?: string
  readonly originTxId?: number
  readonly attributes?: Readonly<Record<string, string>>
}

/**
 * Something the PSP did to a payment that was over. Nobody can refuse it. A reversal (`Notification`) moves the user's
 * wallet by `txAmount`, as it moves the user's funds in our books; disputes leave the wallet as it is.
 */
export interface NotificationRequest {
  readonly userId: string
  readonly txTypeId: number
  readonly txName: 'Notification' | 'DisputeFiled' | 'DisputeResolved'
  /** The payment it is about. */
  readonly originTxId: number
  /** Signed as on the wallet: what a reversed deposit takes is negative, what a returned payout gives is positive. */
  readonly txAmount: Money
  readonly txPspAmount: Money
  /** The part of the user's fee and its tax that goes back with it. */
  readonly fee?: Money
  readonly provider?: string
  readonly txRefId: string
  readonly pspRefId?: string
  readonly pspStatusMessage?: string
  /** What happened, in words. */
  readonly reason: string
  readonly attributes?: Readonly<Record<string, string>>
}

export interface Acknowledged {
  readonly merchantTxId: string | null
}

export type MerchantOutcome<Answer> =
  | { readonly kind: 'accepted'; readonly answer: Answer; readonly log: CallLog }
  /** The merchant said no: 546, 547, 548, or 522 for what we do not know. */
  | {
      readonly kind: 'refused'
      readonly statusNo: number
      readonly errCode: string | null
      readonly errMsg: string | null
      readonly log: CallLog
    }
  /** 520: not reached, no answer in time, or 5xx. */
  | { readonly kind: 'noAnswer'; readonly statusNo: number; readonly log: CallLog }
  /** 525: an answer that cannot be read. */
  | { readonly kind: 'invalid'; readonly statusNo: number; readonly log: CallLog }

/** Calls towards the merchant's system. Never throws for what the outside does. */
export interface MerchantClient {
  verifyUser(call: MerchantCall, request: VerifyUserRequest): Promise<MerchantOutcome<VerifiedUser>>
  lookupUser(call: MerchantCall, request: LookupUserRequest): Promise<MerchantOutcome<VerifiedUser>>
  authorize(call: MerchantCall, request: AuthorizeRequest): Promise<MerchantOutcome<Authorization>>
  transfer(call: MerchantCall, request: TransferRequest): Promise<MerchantOutcome<Acknowledged>>
  cancel(call: MerchantCall, request: CancelRequest): Promise<MerchantOutcome<Acknowledged>>
  notify(call: MerchantCall, request: NotificationRequest): Promise<MerchantOutcome<Acknowledged>>
}
