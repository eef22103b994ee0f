import type { Money } from '@signalbox/model/money/money'
import type { CallLog } from './call-log.ts'
import type { ServiceAccount } from './service-account.ts'

interface FraudRequest {
  readonly provider: ServiceAccount
  readonly reference: string
  readonly userId: string
  readonly txType: string
  readonly amount: Money
  readonly timeoutMs: number
  readonly ip?: string
  readonly email?: string
  readonly country?: string
  readonly bin?: string
  readonly accountHash?: string
}

export type FraudOutcome =
  | {
      readonly kind: 'scored'
      readonly providerRef: string
      /** 0 is safe, 100 is high risk. */
      readonly score: number
      readonly decision: 'ACCEPT' | 'REVIEW' | 'REJECT' | 'RECOMMEND_3DS'
      readonly log: CallLog
    }
  | { readonly kind: 'timeout'; readonly log: CallLog }
  | { readonly kind: 'failed'; readonly log: CallLog }

export interface FraudClient {
  screen(request: FraudRequest): Promise<FraudOutcome>
}
