import { endpointsFor } from '../../../setup/api-client/read-model.ts'
import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import { insertAccountWebhooks } from '../record/notification-store.ts'
import { accountAnswer } from './account-answer.ts'
import { findById } from './account-store.ts'

/** Queues the webhooks about an account that is blocked from this unit of work on, whoever blocks it. */
export async function tellOfBlock(
  { tx, newId, now }: Pick<UnitOfWork, 'tx' | 'newId' | 'now'>,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
  blockReason: string,
): Promise<void> {
  const endpoints = await endpointsFor(tx, merchantId, 'account.blocked')
  const account = endpoints.length > 0 ? await findById(tx, merchantId, id) : undefined
  if (!account) return
  // It may not be written yet that it is blocked.
  const data = { ...accountAnswer(account), status: 'BLOCKED', blockReason }
  await insertAccountWebhooks(
    tx,
    { merchantId, accountId: id, body: { type: 'account.blocked', data } },
    endpoints.map((endpoint) => ({ id: newId(), target: endpoint })),
    now,
  )
}
