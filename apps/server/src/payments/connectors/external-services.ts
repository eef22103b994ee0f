import type { Connector } from './connector.ts'
import type { FraudClient } from './fraud-client.ts'
import type { KycClient } from './kyc-client.ts'
import type { MerchantClient } from './merchant-client.ts'
import type { SmsClient } from './sms-client.ts'
import type { ThreeDsClient } from './three-ds-client.ts'
import type { TokenClient } from './token-client.ts'

/** The external services a payment calls. Made once per process by `openExternalServices`. */
export interface ExternalServices {
  connectorFor(psp: string): Connector | undefined
  readonly merchant: MerchantClient
  readonly kyc: KycClient
  readonly fraud: FraudClient
  readonly threeDs: ThreeDsClient
  readonly sms: SmsClient
  readonly tokens: TokenClient
}
