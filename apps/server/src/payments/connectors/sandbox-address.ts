import type { MockMerchantDocument } from '@signalbox/model/configuration/mock-merchant-config'
import type { Money } from '@signalbox/model/money/money'
import { decimalText } from '@signalbox/model/money/money-text'
import type { PspAccountConfig } from './connector.ts'

/** Carries what the caller asked for to the simulators, which otherwise only see what is left after fees and forex. */
export const requestedAmountHeader = 'x-sandbox-requested-amount'

/** Tells the mock merchant how to answer, in a way that any text survives as a header. */
export const mockMerchantHeader = 'x-sandbox-mock-merchant'

export const mockHeader = (document: MockMerchantDocument): Record<string, string> => ({
  [mockMerchantHeader]: Buffer.from(JSON.stringify(document)).toString('base64url'),
})

/** Nothing listens on the discard port, so a connection to it is refused by the system itself. */
const closedDoor = 'http://127.0.0.1:9'
const refusedConnection = '777.02'

const asksForRefusedConnection = (amount: Money | undefined): boolean =>
  amount !== undefined && decimalText(amount).replace(/0+$/, '') === refusedConnection

/**
 * Where a provider is called. Without an address of its own it is the sandbox, if one runs. A server cannot refuse a
 * connection because of what would have been sent over it, so that trigger is played here.
 */
export function endpointOf(
  account: Pick<PspAccountConfig, 'connector' | 'endpoint'>,
  sandboxUrl: string | undefined,
  requestedAmount: Money | undefined,
): string | undefined {
  if (account.endpoint) return account.endpoint.replace(/\/+$/, '')
  if (!sandboxUrl) return undefined
  return asksForRefusedConnection(requestedAmount) ? closedDoor : sandboxPath(sandboxUrl, account.connector)
}

export const sandboxPath = (sandboxUrl: string, provider: string): string =>
  `${sandboxUrl.replace(/\/+$/, '')}/${provider}`

/** Real providers never see this header. */
export const sandboxHeaders = (
  account: { readonly endpoint?: string },
  requestedAmount: Money | undefined,
): Record<string, string> =>
  account.endpoint || !requestedAmount
    ? {}
    : { [requestedAmountHeader]: `${decimalText(requestedAmount)} ${requestedAmount.currency}` }
