import type { Money } from '@signalbox/model/money/money'
import type { CallLog } from './call-log.ts'
import type { ThreeDsProof } from './connector.ts'
import type { ServiceAccount } from './service-account.ts'

export interface ThreeDsRequest {
  readonly server: ServiceAccount
  readonly reference: string
  readonly pan: string
  readonly expiry: string
  readonly amount: Money
  /** What the caller asked for; the simulator takes its triggers from it. */
  readonly requestedAmount: Money
  readonly challenge: 'NO_PREFERENCE' | 'NO_CHALLENGE' | 'PREFER' | 'MANDATE'
  readonly exemption: string
  /** In which the challenge speaks to the user. */
  readonly locale?: string
  /** Where the challenge page sends the browser afterwards. */
  readonly returnUrl: string
}

export type ThreeDsOutcome =
  /** `FRICTIONLESS`, `CHALLENGED`, `ATTEMPTED`: go on with the proof. */
  | {
      readonly kind: 'passed'
      readonly result: 'FRICTIONLESS' | 'CHALLENGED' | 'ATTEMPTED'
      readonly proof: ThreeDsProof
      readonly log: CallLog
    }
  /** Show this page to the user, then ask for the result with `transId`. */
  | { readonly kind: 'challenge'; readonly transId: string; readonly url: string; readonly log: CallLog }
  /** 529 failed, 550 could not be validated, 551 expired. */
  | {
      readonly kind: 'failed'
      readonly result: 'FAILED' | 'NOT_SUPPORTED' | 'ERROR'
      readonly statusNo: number
      readonly transStatus: string | null
      readonly log: CallLog
    }
  /** The user is still at it. */
  | { readonly kind: 'open'; readonly transId: string; readonly log: CallLog }

export interface ThreeDsClient {
  authenticate(request: ThreeDsRequest): Promise<ThreeDsOutcome>
  result(server: ServiceAccount, transId: string): Promise<ThreeDsOutcome>
}
