import type { Money } from '@signalbox/model/money/money'
import type { BankDetails } from '@signalbox/model/payments/payout-bank'
import type { CallbackSubject } from '@signalbox/model/payments/callback-subject'
import type { Timeouts } from '../../kit/outbound/http-exchange.ts'
import type { CallLog } from './call-log.ts'
import type { Payer, PspOutcome } from './psp-outcome.ts'

/** One account of a merchant at a provider, its secrets opened. */
export interface PspAccountConfig {
  readonly psp: string
  /** Which connector speaks with it: several PSPs may speak the same language. */
  readonly connector: string
  /** The name routing rules use, such as `3DS`. */
  readonly account: string
  /** Where the provider listens. Absent: the sandbox, where one runs. */
  readonly endpoint?: string
  /** Why nothing is sent: the address is not on the platform's list for card data, or no connector is known. */
  readonly refused?: string
  /** Root fields of the configuration with those of the account over them. */
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  readonly timeouts: Timeouts
}

/** What the money comes from or goes to. */
export type Instrument =
  | {
      readonly kind: 'card'
      readonly pan: string
      /** `2030-12` */
      readonly expiry: string
      readonly cvv?: string
      readonly holder?: string
    }
  | {
      /** What a card network gave in the place of a card number, with the proof that it may be used once. */
      readonly kind: 'networkToken'
      readonly token: string
      /** Of the token. */
      readonly expiry: string
      readonly cryptogram: string
      readonly eci: string
      readonly holder?: string
    }
  | { readonly kind: 'iban'; readonly iban: string; readonly bic?: string; readonly holder?: string }
  | {
      readonly kind: 'localBank'
      readonly accountNumber: string
      readonly clearingNumber?: string
      readonly holder?: string
    }
  | { readonly kind: 'wallet'; readonly account: string }
  | { readonly kind: 'voucher'; readonly code: string }
  | { readonly kind: 'crypto'; readonly address: string }
  /** The user says at the provider's page. */
  | { readonly kind: 'none' }

/** What 3-D Secure proved, handed to the acquirer. */
export interface ThreeDsProof {
  readonly version: string
  readonly transStatus: string
  readonly eci: string
  readonly cavv?: string
  readonly dsTransId: string
  readonly challenged: boolean
}

interface PspUser {
  readonly userId: string
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly country?: string
  readonly locale?: string
  readonly ip?: string
}

interface PspCallBase {
  readonly account: PspAccountConfig
  /** Ours, repeated by the provider in every answer: `{merchantId}A{txId}`. */
  readonly reference: string
  /** One per attempt. The same key twice moves money once. */
  readonly idempotencyKey: string
}

/** A deposit or a withdrawal. */
export interface PspCall extends PspCallBase {
  readonly direction: 'DEPOSIT' | 'WITHDRAWAL'
  readonly txType: string
  /** What the provider is to move. */
  readonly amount: Money
  /** What the caller of the public API asked for; the sandbox takes its triggers from it. */
  readonly requestedAmount: Money
  readonly service?: string
  /** Of the provider's interface, where a routing rule names one. */
  readonly version?: string
  readonly instrument: Instrument
  /** What a bank mapping adds to a payout. */
  readonly bank?: BankDetails
  /** A card used without its holder: a stored account, repeated. */
  readonly stored: boolean
  /** Reserve only; a capture follows. */
  readonly authorizeOnly: boolean
  readonly threeDs?: ThreeDsProof
  readonly exemption?: string
  readonly user: PspUser
  /** Where the provider's page sends the browser afterwards. */
  readonly returnUrl: string
  /** Where the provider tells us how it ended. */
  readonly callbackUrl: string
  /** After this moment nobody waits for the user any more. */
  readonly expiresAt?: string
}

/** Asks how a payment, or a capture, void or refund of it, ended. */
export interface PspQuery extends PspCallBase {
  readonly direction: 'DEPOSIT' | 'WITHDRAWAL'
  /** What was asked of the provider under this reference. */
  readonly expectedAmount: Money
}

/** A capture, void, refund or cancellation of an earlier payment. */
export interface PspFollowUp extends PspCallBase {
  readonly originReference: string
  readonly originPspRefId: string | null
  readonly amount: Money
  readonly requestedAmount: Money
  readonly callbackUrl: string
}

export interface RawCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** As it came over the wire: signatures are over bytes. */
  readonly body: string
}

/** What the provider takes as "received". */
export interface CallbackReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

export type CallbackReading =
  | {
      /** Not signed as agreed: nobody knows who it is from. */
      readonly kind: 'rejected'
      readonly reason: 'signature'
      readonly redactedBody: string
      readonly reply: CallbackReply
    }
  | {
      /** Signed, and not understood. The provider has done its part, and sending it again would not help. */
      readonly kind: 'unreadable'
      readonly redactedBody: string
      readonly reply: CallbackReply
    }
  | {
      readonly kind: 'read'
      /** The provider's own id of the event: the same event may come more than once. */
      readonly eventId: string
      readonly subject: CallbackSubject
      /** The provider's own id of what went back: the same loss may be told by several events. Null where it gives none. */
      readonly returnId: string | null
      /** Ours, of the payment or of the capture, void or refund the event is about. */
      readonly reference: string
      readonly pspRefId: string
      /** What the payment becomes because of it. Not yet decided: 303. */
      readonly statusNo: number
      readonly pspCode: string
      readonly pspMessage: string
      readonly amount: Money | null
      readonly payer?: Payer
      readonly redactedBody: string
      readonly reply: CallbackReply
    }

interface PingResult {
  readonly ok: boolean
  readonly message: string
  readonly log: CallLog
}

export interface VoucherQuestion {
  readonly merchantId: number
  readonly code: string
  /** The shop, and whose code it is where the shop says so. */
  readonly askedBy: { readonly clientId: string; readonly userId?: string; readonly ip?: string }
}

interface VoucherCheck {
  /** `undefined` when the provider gave no answer one could use. */
  readonly valid: boolean | undefined
  readonly reason: string | null
}

/** What a provider can and cannot do, as far as the flow must know it before it calls. */
export interface ConnectorTraits {
  /** The provider credits what arrived, which may be another amount than was asked for. */
  readonly amountMayDiffer: boolean
  /**
   * The provider gives every reversal, dispute and dispute won an id of its own, so what it tells of without one is not
   * known to have moved. Left out: it may tell of what moved without an id.
   */
  readonly namesReturns?: boolean
  /** It can be sent network tokens. */
  readonly networkTokens?: boolean
}

/** How we speak with one provider. Never throws for what the outside does: every ending is an outcome. */
export interface Connector {
  readonly psp: string
  readonly traits: ConnectorTraits
  submit(call: PspCall): Promise<PspOutcome>
  query(call: PspQuery): Promise<PspOutcome>
  capture(call: PspFollowUp): Promise<PspOutcome>
  void(call: PspFollowUp): Promise<PspOutcome>
  refund(call: PspFollowUp): Promise<PspOutcome>
  /** Ends a payment that has not been decided yet. */
  cancel(call: PspFollowUp): Promise<PspOutcome>
  readCallback(raw: RawCallback, account: PspAccountConfig): CallbackReading
  ping(account: PspAccountConfig): Promise<PingResult>
  /** Whether a voucher could be redeemed now; left out by providers that have none. */
  checkVoucher?(account: PspAccountConfig, question: VoucherQuestion): Promise<VoucherCheck>
}
