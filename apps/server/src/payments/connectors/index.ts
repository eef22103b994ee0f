import type { Metrics } from '../../kit/metrics.ts'
import type { HttpExchange } from '../../kit/outbound/http-exchange.ts'
import { acmecards } from './acmecards/dialect.ts'
import { borealpay } from './borealpay/dialect.ts'
import { callExternal } from './call-external.ts'
import { coinsim } from './coinsim/dialect.ts'
import { dialectConnector } from './dialect-connector.ts'
import { httpFraudClient } from './http-fraud-client.ts'
import { httpKycClient } from './http-kyc-client.ts'
import { httpMerchantClient } from './http-merchant-client.ts'
import { httpSmsClient } from './http-sms-client.ts'
import { httpThreeDsClient } from './http-three-ds-client.ts'
import { httpTokenClient } from './http-token-client.ts'
import { kestrelcard } from './kestrelcard/dialect.ts'
import { manualbank } from './manualbank/dialect.ts'
import { nordbank } from './nordbank/dialect.ts'
import type { ExternalServices } from './external-services.ts'
import { ownStore } from './own-store.ts'
import { voucherstore } from './voucherstore/dialect.ts'
import { walletx } from './walletx/dialect.ts'

const dialects = [acmecards, borealpay, kestrelcard, nordbank, walletx, manualbank, voucherstore, coinsim]

/** What the catalogue may say a PSP is spoken to with. */
export const connectorNames: readonly string[] = [...dialects.map(({ psp }) => psp), ownStore]

/** Whether who is spoken to with this connector may move another amount than it was asked for and be right. */
export const amountMayDiffer = (connector: string): boolean =>
  // What a voucher is worth its maker says, whatever was asked for.
  connector === ownStore ||
  (dialects.find((dialect) => dialect.psp === connector)?.traits.amountMayDiffer ?? false)

/** Whether who is spoken to with this connector can be sent a network token in the place of a card number. */
export const takesNetworkTokens = (connector: string): boolean =>
  dialects.find((dialect) => dialect.psp === connector)?.traits.networkTokens ?? false

interface ExternalServicesDeps {
  readonly now: () => Date
  readonly exchange: HttpExchange
  /** Who answers for everybody without an address of their own. Never set in production. */
  readonly sandboxUrl: string | undefined
  readonly metrics?: Metrics
}

/** Everybody payments speak with, reached by the one way out. */
export function openExternalServices({
  now,
  exchange,
  sandboxUrl,
  metrics,
}: ExternalServicesDeps): ExternalServices {
  const call = callExternal(exchange, now, metrics)
  const connectors = new Map(
    dialects.map((dialect) => [dialect.psp, dialectConnector(dialect, { call, now, sandboxUrl })]),
  )
  return {
    connectorFor: (psp) => connectors.get(psp),
    merchant: httpMerchantClient({ call, now, sandboxUrl }),
    kyc: httpKycClient({ call, sandboxUrl }),
    fraud: httpFraudClient({ call, sandboxUrl }),
    threeDs: httpThreeDsClient({ call, sandboxUrl }),
    sms: httpSmsClient({ call, sandboxUrl }),
    tokens: httpTokenClient({ call, sandboxUrl }),
  }
}
