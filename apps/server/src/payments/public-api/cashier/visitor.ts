import type { MerchantOutcome, VerifiedUser } from '../../connectors/merchant-client.ts'
import { databaseDesk } from '../../core/flow/database-desk.ts'
import type { MachineParts } from '../../core/flow/machine-parts.ts'
import type { Money } from '@signalbox/model/money/money'

interface Visitor {
  readonly merchantId: number
  readonly userId: string
  readonly sessionId?: string | undefined
}

/** Asks the merchant who looks at its cashier, as a payment would. */
export async function askWhoVisits(
  parts: MachineParts,
  { merchantId, userId, sessionId }: Visitor,
  requestedAmount: Money,
): Promise<MerchantOutcome<VerifiedUser>> {
  const desk = databaseDesk(parts)
  await parts.ids.ready()
  const endpoint = await desk.merchantEndpoint(merchantId)
  const call = { endpoint, txId: parts.ids.next(), tryNo: 1, requestedAmount }
  const { merchant } = desk.outside
  return sessionId === undefined
    ? merchant.lookupUser(call, { userId })
    : merchant.verifyUser(call, { sessionId, userId })
}
