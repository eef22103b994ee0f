import type { MerchantEndpoint } from '../connectors/merchant-client.ts'

/** What payments go by that is the merchant's own to set. */
export interface MerchantSettings {
  readonly merchantId: number
  readonly state: string
  readonly timeZone: string
  readonly baseCurrency: string
  readonly country: string | null
  /** Those a limit may be set in beside its base currency. */
  readonly currencies: readonly string[]
  readonly endpoint: MerchantEndpoint
  /** From this amount in base currency on, two people approve whatever a rule says; minor units. */
  readonly approvalMaxSingleMinor: bigint | null
  readonly sameUserBothLevels: boolean
  /** From this amount on a second person opens a finished payment again; null: never. */
  readonly fourEyesAboveMinor: bigint | null
  readonly reasonRequired: boolean
  /** Where users go afterwards when the request says nothing. */
  readonly returnUrls: Readonly<Record<'success' | 'failure' | 'pending' | 'cancel', string | null>>
}
