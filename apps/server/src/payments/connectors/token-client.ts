import type { CallLog } from './call-log.ts'
import type { ServiceAccount } from './service-account.ts'

/** What a network is told about a merchant. */
interface OnboardingRequest {
  readonly network: ServiceAccount
  /** Ours. The same twice is one entity at the network. */
  readonly entityId: string
  /** One per submission, so that an answer can be told from that to an earlier one. */
  readonly requestId: string
  readonly business: Readonly<Record<string, string | readonly string[] | null>>
  /** Where the network tells us what it decides later. */
  readonly notificationUrl: string
}

interface NetworkIds {
  readonly trid: string | null
  readonly paymentAppId: string | null
  readonly relationshipId: string | null
}

export type OnboardingAnswer = { readonly log: CallLog } & (
  | ({ readonly kind: 'approved'; readonly message: string } & NetworkIds)
  | { readonly kind: 'pending'; readonly message: string }
  | {
      readonly kind: 'actionRequired'
      readonly reasonCode: string
      readonly message: string
      /** Of the business data, where one of them is to blame. */
      readonly field: string | null
    }
  | { readonly kind: 'rejected'; readonly reasonCode: string; readonly message: string }
  /** The network has never heard of the entity. */
  | { readonly kind: 'unknown' }
  /** Nobody knows what it did: it is asked again under the same id. */
  | { readonly kind: 'noAnswer'; readonly message: string }
)

interface TokenRequest {
  readonly network: ServiceAccount
  readonly entityId: string
  /** The same twice is one token. */
  readonly idempotencyKey: string
  readonly pan: string
  readonly expiry: string
}

/** A token in clear. Lives in memory until the vault has it. */
export interface ProvisionedToken {
  readonly tokenRef: string
  readonly token: string
  readonly expiry: string
  readonly last4: string
}

export interface Cryptogram {
  readonly cryptogram: string
  readonly eci: string
}

type Obtained<T> = { readonly log: CallLog } & (
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'failed'; readonly message: string }
)

export type TokenAnswer = Obtained<ProvisionedToken>
export type CryptogramAnswer = Obtained<Cryptogram>

/** How we speak with card networks about tokens. */
export interface TokenClient {
  onboard(request: OnboardingRequest): Promise<OnboardingAnswer>
  /** How an onboarding stands. */
  status(network: ServiceAccount, entityId: string): Promise<OnboardingAnswer>
  provision(request: TokenRequest): Promise<TokenAnswer>
  cryptogram(network: ServiceAccount, tokenRef: string, idempotencyKey: string): Promise<CryptogramAnswer>
  /** True once the network has no such token any more. */
  remove(network: ServiceAccount, tokenRef: string): Promise<boolean>
}
