import { sql } from 'kysely'
import type { People } from '@signalbox/model/access/people'
import type { ApprovalMove } from '@signalbox/model/payments/approval-clock'
import type { TxMethod } from '@signalbox/model/payments/transaction-method'
import { totalCap } from '@signalbox/model/field/paging'
import type { Int8, Tx } from '../../kit/database.ts'
import { statusIs } from '../../kit/status-sql.ts'
import { whereClause, type ListRequest } from '../transactions/read-model.ts'

/** What says where a payment belongs in its queue and who may decide about it. */
export interface QueueHead {
  readonly id: number
  readonly merchantId: number
  readonly userId: string
  readonly accountHash: string | null
  readonly statusNo: number
  readonly method: TxMethod
  readonly createdAt: string
  readonly approvalDueAt: string | null
  readonly amountMinor: Int8
  readonly currency: string
  readonly amountBaseMinor: Int8 | null
  readonly baseCurrency: string
  readonly fraudScore: number | null
  readonly approvalQueue: string | null
  readonly bankCountry: string | null
  readonly heldFrom: number | null
  readonly initiatedBy: string | null
  readonly apiClientId: string | null
  readonly accountHeldUntil: string | null
  readonly firstPeople: People
  readonly excludedApprovers: People
  readonly firstApprover: string | null
  readonly moves: readonly ApprovalMove[]
}

/**
 * Everything in a queue, as little of it as decides about its order. A queue is read whole because how pressing
 * something is depends on what happened to it; queues are as long as people can work them off.
 */
export async function queueHeads(tx: Tx, request: ListRequest): Promise<QueueHead[]> {
  const { rows } = await sql<QueueHead>`
    select t.id, t.merchant_id as "merchantId", t.status_no as "statusNo", t.method, t.created_at as "createdAt",
      t.user_id as "userId", t.account_hash as "accountHash",
      t.approval_due_at as "approvalDueAt", t.amount_minor as "amountMinor", t.currency, t.amount_base_minor as "amountBaseMinor",
      t.base_currency as "baseCurrency", t.fraud_score as "fraudScore", t.approval_queue as "approvalQueue",
      t.bank_country as "bankCountry",
      (t.step_state->>'heldFrom')::integer as "heldFrom", t.initiated_by as "initiatedBy",
      t.api_client_id as "apiClientId", account.hold_until as "accountHeldUntil",
      case when 'FORBID_SAME_APPROVER' = any(t.approval_tags)
        then coalesce(t.step_state->'approvers', '[]') else '[]' end as "excludedApprovers",
      coalesce(first.people, '{}') as "firstPeople", first.username as "firstApprover", coalesce(waited.moves, '[]') as moves
    from unnest(${[...request.merchants]}::integer[]) as m (merchant)
    cross join lateral (
      select t.* from transaction t where t.merchant_id = m.merchant and ${whereClause(request)}
      order by t.id limit ${totalCap + 1}) as t
    left join user_psp_account account on account.merchant_id = t.merchant_id and account.id = t.account_id
    left join approval first on first.merchant_id = t.merchant_id and first.tx_id = t.id and first.level = 1
    left join lateral (
      select json_agg(json_build_object('at', e.at, 'type', e.type, 'fromNo', e.from_no, 'toNo', e.to_no)
        order by e.seq) as moves
      from tx_event e
      where e.merchant_id = t.merchant_id and e.tx_id = t.id and ${statusIs('e.to_no', 'WAITING_APPROVAL')}) as waited on true
    order by t.id limit ${totalCap + 1}`.execute(tx.withoutPlugins())
  return rows
}

/** One payment, waiting or decided. */
export const headOf = (tx: Tx, { merchantId, id }: { readonly merchantId: number; readonly id: number }) =>
  queueHeads(tx, {
    merchants: [merchantId],
    conditions: [sql<boolean>`t.id = ${id}`],
    limits: [],
    includeRelated: false,
  })
