import type { MerchantOutcome, VerifiedUser } from '../../connectors/merchant-client.ts'
import { databaseCallContext } from '../../core/flow/database-call-context.ts'
import type { MachineDeps } from '../../core/flow/machine-deps.ts'
import type { Money } from '@signalbox/model/money/money'

interface Visitor {
  readonly merchantId: number
  readonly userId: string
  readonly sessionId?: string | undefined
}

/** Asks the merchant who looks at its cashier, as a payment would. */
export async function askWhoVisits(
  deps: MachineDeps,
  { merchantId, userId, sessionId }: Visitor,
  requestedAmount: Money,
): Promise<MerchantOutcome<VerifiedUser>> {
  const context = databaseCallContext(deps)
  await deps.ids.ready()
  const endpoint = await context.merchantEndpoint(merchantId)
  const call = { endpoint, txId: deps.ids.next(), tryNo: 1, requestedAmount }
  const { merchant } = context.services
  return sessionId === undefined
    ? merchant.lookupUser(call, { userId })
    : merchant.verifyUser(call, { sessionId, userId })
}
