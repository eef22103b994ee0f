import { acmecards } from './acmecards/dialect.ts'
import { borealpay } from './borealpay/dialect.ts'
import { callOutside } from './call-outside.ts'
import { coinsim } from './coinsim/dialect.ts'
import { dialectConnector } from './dialect-connector.ts'
import { createHttpExchanger } from './http-exchange.ts'
import { httpFraudClient } from './http-fraud-client.ts'
import { httpKycClient } from './http-kyc-client.ts'
import { httpMerchantClient } from './http-merchant-client.ts'
import { httpSmsClient } from './http-sms-client.ts'
import { httpThreeDsClient } from './http-three-ds-client.ts'
import { kestrelcard } from './kestrelcard/dialect.ts'
import { manualbank } from './manualbank/dialect.ts'
import { nordbank } from './nordbank/dialect.ts'
import type { Outside } from './outside.ts'
import { voucherstore } from './voucherstore/dialect.ts'
import { walletx } from './walletx/dialect.ts'

const dialects = [acmecards, borealpay, kestrelcard, nordbank, walletx, manualbank, voucherstore, coinsim]

/** Whether a PSP may move another amount than it was asked for and be right. */
export const amountMayDiffer = (psp: string): boolean =>
  dialects.find((dialect) => dialect.psp === psp)?.traits.amountMayDiffer ?? false

interface OutsideDeps {
  readonly now: () => Date
  /** Who answers for everybody without an address of their own. Never set in production. */
  readonly sandboxUrl: string | undefined
}

/** Opens the ways out of the platform. `close` drops connections that are kept for the next call. */
export function openOutside({ now, sandboxUrl }: OutsideDeps): Outside & { close(): void } {
  const exchanger = createHttpExchanger(now)
  const call = callOutside(exchanger.exchange, now)
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
    close: exchanger.close,
  }
}
