import type { KycDocument } from '@signalbox/model/kyc/kyc-status'
import type { CallLog } from './call-log.ts'
import type { ServiceAccount } from './service-account.ts'

interface KycRequest {
  readonly provider: ServiceAccount
  /** One per check: the same key twice is one check. */
  readonly idempotencyKey: string
  readonly userId: string
  readonly scopes: readonly string[]
  readonly firstName?: string
  readonly lastName?: string
  readonly dob?: string
  readonly country?: string
  readonly nationalId?: string
  readonly street?: string
  readonly city?: string
  readonly zip?: string
}

type CheckStatus = 'VERIFIED' | 'NOT_VERIFIED' | 'UNDER_VERIFICATION' | 'ERROR'

export interface KycFinding {
  readonly providerRef: string
  readonly overallStatus: string
  readonly idStatus: CheckStatus | 'UNDER_AGE'
  readonly ageStatus: CheckStatus | 'UNDER_AGE'
  readonly addressStatus: CheckStatus | 'UNKNOWN'
  readonly pepsSanctions: readonly string[]
  readonly score: number
  readonly documents: readonly KycDocument[]
  /** The answer itself, without what nobody declared: what a provider may say of a person is not kept unseen. */
  readonly response: Readonly<Record<string, unknown>>
}

export type KycOutcome =
  | { readonly kind: 'checked'; readonly finding: KycFinding; readonly log: CallLog }
  /** The provider is away or speaks nonsense: the fallback table decides. */
  | { readonly kind: 'failed'; readonly log: CallLog }

export interface KycClient {
  check(request: KycRequest): Promise<KycOutcome>
  /** How a check that was under way ended, or still stands. */
  result(provider: ServiceAccount, providerRef: string): Promise<KycOutcome>
}
