import type { ForexConfig } from '@signalbox/model/configuration/forex-config'
import type { MoneyMap } from '@signalbox/model/money/money'
import type { MerchantEndpoint } from '../../connectors/merchant-client.ts'

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
  readonly forex: ForexConfig
  /** Above this amount two people approve, whatever a rule says. */
  readonly approvalMaxSingle: MoneyMap
  /** From this amount on it takes a second person to open a finished payment again. */
  readonly fourEyesAbove: MoneyMap
  readonly reasonRequired: boolean
  /** Whether a payment by a method its user was not offered is refused. */
  readonly onlyOffered: boolean
  /** Who is told of users who do not pass their check; null where the merchant has no address at all. */
  readonly complianceEmail: string | null
  /** Where users go afterwards when the request says nothing. */
  readonly returnUrls: Readonly<Record<'success' | 'failure' | 'pending' | 'cancel', string | null>>
}
