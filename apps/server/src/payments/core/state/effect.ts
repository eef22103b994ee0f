import type { CaseResolution, CaseType } from '@signalbox/model/investigation/case'
import type { JournalDraft } from '@signalbox/model/ledger/journal'
import type { AttemptReason, NotificationKind } from '@signalbox/model/payments/tx-event'
import type { TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import type { Money } from '@signalbox/model/money/money'
import type { CallLog } from '../../connectors/call-log.ts'
import type { ProvisionedToken } from '../../connectors/token-client.ts'
import type { KycFinding } from '../../connectors/kyc-client.ts'

/** How a submission to a PSP begins; it is in the database before anything leaves. */
interface AttemptDraft {
  readonly no: number
  readonly reason: AttemptReason
  readonly action: 'submit' | 'capture' | 'void' | 'refund' | 'cancel'
  readonly psp: string
  readonly pspAccount: string
  readonly pspVersion?: string
  readonly idempotencyKey: string
  readonly amount: Money
  readonly ruleRef?: string
  /** The network whose token it is sent with. */
  readonly schemeToken?: TokenNetwork
}

interface AttemptResult {
  readonly no: number
  readonly outcome: string
  readonly statusNo: number
  readonly pspRefId: string | null
  readonly pspStatusCode: string | null
  readonly pspStatusMessage: string | null
  readonly retryable: boolean
  readonly latencyMs: number
}

/** What has to be written together with the payment. Steps only say it; one place does it. */
export type Effect =
  | { readonly kind: 'attempt'; readonly attempt: AttemptDraft }
  | { readonly kind: 'attemptResult'; readonly result: AttemptResult }
  | { readonly kind: 'log'; readonly log: CallLog; readonly attemptNo?: number }
  | {
      readonly kind: 'post'
      readonly draft: Omit<JournalDraft, 'merchantId' | 'sourceType' | 'sourceId' | 'valueDate' | 'createdBy'>
    }
  /** Fees that were booked and are not owed after all are taken out of the books, whatever they were. */
  | { readonly kind: 'reverseFees'; readonly description: string }
  | {
      readonly kind: 'notify'
      readonly channel: NotificationKind
      readonly leg: string
      readonly target: string
      readonly body: Readonly<Record<string, unknown>>
      readonly inMs: number
      readonly sent?: boolean
    }
  | { readonly kind: 'openCase'; readonly type: CaseType; readonly cause: string }
  | { readonly kind: 'closeCase'; readonly type: CaseType; readonly resolution: CaseResolution }
  /** What people approved was another try: they are asked again. */
  | { readonly kind: 'forgetApprovals' }
  /** Disputes of the payment this one follows from, once nothing of it is charged back any more. */
  | { readonly kind: 'closeDisputes' }
  | { readonly kind: 'accountUsed'; readonly success: boolean }
  /** `asNew`: a rule has just made it blocked, and nothing but telling is left to do. */
  | { readonly kind: 'blockAccount'; readonly reason: string; readonly asNew?: boolean }
  /** A fraud provider is asked once the payment is at rest. */
  | { readonly kind: 'screenLater' }
  /** The security code of the card has served its purpose. */
  | { readonly kind: 'forgetCode' }
  | {
      readonly kind: 'kycCheck'
      readonly provider: string
      readonly account: string | null
      readonly scopes: readonly string[]
      readonly finding: KycFinding
    }
  | { readonly kind: 'schemeDecline'; readonly attemptNo: number; readonly statusNo: number }
  /** A token a network gave for the card of the payment. */
  | { readonly kind: 'keepToken'; readonly network: TokenNetwork; readonly token: ProvisionedToken }
  /** The token of the card is no good any more. */
  | { readonly kind: 'dropToken'; readonly network: TokenNetwork }
  /** Another try with a card that was declined. */
  | { readonly kind: 'schemeRetry'; readonly attemptNo: number }
  /** How the payment a half-open maintenance window let through was answered. */
  | {
      readonly kind: 'probed'
      readonly window: { readonly merchantId: number; readonly id: string }
      readonly good: boolean
    }
  /** An exchange rate the payment needed is not there, or too old: whoever keeps the rates is told. */
  | { readonly kind: 'rateNeeded'; readonly from: string; readonly to: string; readonly isOld?: boolean }
  /** What an origin gains or gives back because of this child. */
  | { readonly kind: 'origin'; readonly change: OriginChange }

/** It is tried again by itself, or somebody is told why not. */
export type AfterFailedCapture = { readonly againAt: Date } | { readonly cause: string }

/** Added to the running totals of the payment a child belongs to, in minor units; `psp` in the PSP's currency. */
export interface OriginChange {
  readonly captured?: bigint
  readonly pspCaptured?: bigint
  readonly voided?: bigint
  readonly refunded?: bigint
  readonly pspRefunded?: bigint
  readonly refunding?: bigint
  readonly capturing?: bigint
  readonly chargeback?: bigint
  readonly returned?: bigint
  /** What becomes of an automatic capture or void that failed. */
  readonly afterFailure?: AfterFailedCapture
  /** A tag it gets, where it has it not yet. */
  readonly mark?: string
}
