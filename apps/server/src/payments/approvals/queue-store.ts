import { sql } from 'kysely'
import type { ApprovalMove } from '@signalbox/model/payments/approval-clock'
import type { TxMethod } from '@signalbox/model/payments/transaction-method'
import { totalCap } from '@signalbox/model/field/paging'
import type { Int8, Tx } from '../../kit/database.ts'
import { statusIs } from '../../kit/status-sql.ts'
import { decisionFacts, type DecisionFacts } from '../core/record/decision-facts-store.ts'
import { whereClause, type ListRequest } from '../transactions/read-model.ts'

/** What says where a payment belongs in its queue and who may decide about it. */
export interface QueueHead extends DecisionFacts {
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
  readonly initiatedBy: string | null
  readonly firstApprover: string | null
  readonly moves: readonly ApprovalMove[]
}

/**
 * Everything in a queue, as little of it as decides about its order. A queue is read whole because how pressing
 * something is depends on what happened to it; queues are as long as people can work them off.
 */
export async function queueHeads(tx: Tx, request: ListRequest): Promise<QueueHead[]> {
  const { rows } = await sql<FoundHead>`
    select t.id, t.merchant_id as "merchantId", t.status_no as "statusNo", t.method, t.created_at as "createdAt",
      t.user_id as "userId", t.account_hash as "accountHash",
      t.approval_due_at as "approvalDueAt", t.amount_minor as "amountMinor", t.currency, t.amount_base_minor as "amountBaseMinor",
      t.base_currency as "baseCurrency", t.fraud_score as "fraudScore", t.approval_queue as "approvalQueue",
      t.bank_country as "bankCountry",
      t.initiated_by as "initiatedBy", ${decisionFacts} as decision,
      (select first.username from approval first
        where first.merchant_id = t.merchant_id and first.tx_id = t.id and first.level = 1) as "firstApprover"
    from unnest(${[...request.merchants]}::integer[]) as m (merchant)
    cross join lateral (
      select t.* from transaction t where t.merchant_id = m.merchant and ${whereClause(request)}
      order by t.id limit ${totalCap + 1}) as t
    order by t.id limit ${totalCap + 1}`.execute(tx.withoutPlugins())
  const moves = await movesOf(tx, rows)
  return rows.map(({ decision, ...head }) => ({ ...head, ...decision, moves: moves.get(head.id) ?? [] }))
}

type FoundHead = Omit<QueueHead, keyof DecisionFacts | 'moves'> & { readonly decision: DecisionFacts }

/**
 * How these payments came to wait. Asked with the ids that were found: the database then plans for the years they are
 * of, where a join makes it plan for every year there is, which takes it longer than reading.
 */
async function movesOf(
  tx: Tx,
  heads: readonly Pick<QueueHead, 'merchantId' | 'id'>[],
): Promise<ReadonlyMap<number, QueueHead['moves']>> {
  if (heads.length === 0) return new Map()
  const { rows } = await sql<Pick<QueueHead, 'id' | 'moves'>>`
    select e.tx_id as id, json_agg(json_build_object('at', e.at, 'type', e.type, 'fromNo', e.from_no, 'toNo', e.to_no)
      order by e.seq) as moves
    from tx_event e
    where e.merchant_id = any(${[...new Set(heads.map(({ merchantId }) => merchantId))]}::integer[])
      and e.tx_id = any(${heads.map(({ id }) => id)}::bigint[])
      and ${statusIs('e.to_no', 'WAITING_APPROVAL')}
    group by e.tx_id`.execute(tx.withoutPlugins())
  return new Map(rows.map(({ id, moves }) => [id, moves]))
}

/** One payment, waiting or decided. */
export const headOf = (tx: Tx, { merchantId, id }: { readonly merchantId: number; readonly id: number }) =>
  queueHeads(tx, {
    merchants: [merchantId],
    conditions: [sql<boolean>`t.id = ${id}`],
    limits: [],
    includeRelated: false,
  })
