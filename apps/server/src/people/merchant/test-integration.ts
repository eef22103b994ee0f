import type { IntegrationTest } from '@signalbox/model/calls/merchant-checklist'
import { merchantCalls } from '@signalbox/model/calls/resources'
import { merchant } from '@signalbox/model/entities/merchant'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { Resource } from '../../kit/resource.ts'

/** Asks the system of a merchant about a user; the machine that pays knows how. */
export type AskMerchant = (merchantId: number, userId: string) => Promise<IntegrationTest>

/** The action of the audit log that the go-live checklist looks for. */
export const integrationTested = 'TEST_INTEGRATION'

/** Whether a merchant's system answers, asked as a payment would ask it. */
export function integrationTest(ask: AskMerchant): Handler {
  const merchants = new Resource(merchant)
  return handle(merchantCalls.testIntegration, async (work) => {
    const { id, name } = await merchants.store(work as Work).get(work.params.id)
    const answer = await ask(Number(id), work.body.userId)
    work.audit({
      merchantId: Number(id),
      entityType: merchant.slug,
      entityId: String(id),
      entityLabel: String(name),
      action: integrationTested,
      after: { ok: answer.ok, message: answer.message },
    })
    return answer
  })
}
