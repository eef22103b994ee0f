import type { Connector, Instrument, PspAccountConfig } from '../../connectors/connector.ts'
import type { MerchantEndpoint } from '../../connectors/merchant-client.ts'
import type { ExternalServices } from '../../connectors/external-services.ts'
import type { ServiceAccount } from '../../connectors/service-account.ts'
import type { Payment } from '../state/payment.ts'
import type { Transaction } from '../record/transaction.ts'
import type { Timings } from './timings.ts'
import type { Links, ServiceKind } from './step-context.ts'

/** What a call to an external service needs: whom to call and the secrets to do so. No transaction is open here. */
export interface CallContext {
  readonly now: () => Date
  readonly services: ExternalServices
  readonly links: Links
  readonly timings: Timings
  merchantEndpoint(merchantId: number): Promise<MerchantEndpoint>
  connector(account: PspAccountConfig): Connector
  pspAccount(merchantId: number, psp: string, account: string): Promise<PspAccountConfig | undefined>
  service(merchantId: number, kind: ServiceKind, provider: string, account?: string): Promise<ServiceAccount>
  /** Card number, IBAN, wallet or voucher in clear, for this one call. */
  instrument(payment: Payment): Promise<Instrument>
  /** The network token that stands for its card in this attempt; nothing when the card number is used. */
  networkToken(payment: Payment): Promise<Instrument | undefined>
  /** None when the payment is made without the user. */
  sessionId(payment: Payment): string | undefined
  origin(payment: Payment): Promise<Transaction>
}
