import { isTxId } from '@signalbox/model/payments/tx-id'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { AuditActor } from '../../kit/audit.ts'
import type { Database } from '../../kit/database.ts'
import { userAgentOf } from '../../kit/user-agent.ts'
import { findWithin } from '../core/record/find-within-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import type { PublicWork } from './public-call.ts'
import { isWithin } from './request-store.ts'

export const clientActor = ({ caller, request }: PublicWork): AuditActor => ({
  type: 'API_CLIENT',
  id: caller.id,
  name: caller.label,
  ip: request.ip,
  userAgent: userAgentOf(request),
  sessionRef: null,
  operationId: null,
})

export type RequireMerchant = (work: PublicWork, merchantId: number) => Promise<void>
export type FindPayment = (work: PublicWork, id: number) => Promise<Transaction>

/** What a client may see: its merchant and those below. */
export function clientSight(reads: Database): {
  readonly requireMerchant: RequireMerchant
  readonly find: FindPayment
} {
  const requireMerchant = async ({ caller }: PublicWork, merchantId: number): Promise<void> => {
    if (!(await isWithin(reads, merchantId, caller.merchantId)))
      throw invalid({ field: 'merchantId', code: 'OUT_OF_SCOPE', message: 'Not a merchant of this client' })
  }

  const find = async ({ caller }: PublicWork, id: number): Promise<Transaction> => {
    const row = isTxId(id) ? await findWithin(reads, caller.merchantId, id) : undefined
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }

  return { requireMerchant, find }
}
