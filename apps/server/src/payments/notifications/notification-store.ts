import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'

export interface DueNotification {
  readonly merchantId: number
  readonly id: string
  readonly txId: number
  readonly kind: string
  readonly leg: string
  readonly target: string
  readonly body: Readonly<Record<string, unknown>>
  /** Counted from 1, this one included. */
  readonly attempt: number
  readonly createdAt: string
}

/** Takes what is due for a while, so that no two servers send the same at the same time. */
export async function takeDue(
  db: Database,
  now: Date,
  until: Date,
  limit: number,
): Promise<DueNotification[]> {
  const { rows } = await sql<DueNotification>`
    update notification n set next_at = ${until}, attempt = n.attempt + 1
    from (select merchant_id, id from notification where status = 'PENDING' and next_at <= ${now}
      order by next_at limit ${limit} for update skip locked) due
    where n.merchant_id = due.merchant_id and n.id = due.id
    returning n.merchant_id, n.id, n.tx_id, n.kind, n.leg, n.target, n.body, n.attempt, n.created_at`.execute(
    db,
  )
  return rows
}

export interface Delivery {
  readonly status: 'PENDING' | 'SENT' | 'DEAD'
  readonly nextAt: Date | null
  readonly httpStatus: number | null
  readonly responseSnippet: string | null
}

export async function noteDelivery(
  db: Database | Tx,
  { merchantId, id }: Pick<DueNotification, 'merchantId' | 'id'>,
  delivery: Delivery,
  now: Date,
): Promise<void> {
  await sql`update notification set status = ${delivery.status}, next_at = ${delivery.nextAt},
      http_status = ${delivery.httpStatus}, response_snippet = ${delivery.responseSnippet},
      sent_at = ${delivery.status === 'SENT' ? now : null}
    where merchant_id = ${merchantId} and id = ${id}`.execute(db)
}

/**
 * Messages about a payment are due again, as they were. Those that move money at the merchant are sent again where
 * somebody wants just them, or where they never arrived; none that says the opposite of how the payment ended.
 */
export async function requeue(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: number },
  { kind, untrue, now }: { readonly kind: string | undefined; readonly untrue: string; readonly now: Date },
): Promise<number> {
  const wanted = kind
    ? sql`kind = ${kind} and status in ('SENT', 'DEAD')`
    : sql`(kind in ('WEBHOOK', 'EMAIL', 'MQ', 'NOTIFICATION') and status in ('SENT', 'DEAD'))
      or (kind in ('TRANSFER', 'CANCEL') and status = 'DEAD')`
  const { numAffectedRows = 0n } =
    await sql`update notification set status = 'PENDING', next_at = ${now}, attempt = 0
    where merchant_id = ${merchantId} and tx_id = ${id} and kind <> ${untrue} and (${wanted})`.execute(tx)
  return Number(numAffectedRows)
}
