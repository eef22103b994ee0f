import { sql } from 'kysely'
import type { Database, Tx } from '../../../kit/database.ts'

export interface DueNotification {
  readonly merchantId: number
  readonly id: string
  /** Null where it is about an account. */
  readonly txId: number | null
  readonly accountId: string | null
  readonly kind: string
  readonly leg: string
  readonly target: string
  readonly body: Readonly<Record<string, unknown>>
  /** Counted from 1, this one included. */
  readonly attempt: number
  readonly createdAt: string
  /** The place of a webhook among those of its payment to the same receiver, counted from 1; null for everything else. */
  readonly sequence: number | null
  /** Ours until then. Whoever comes back later has lost it to somebody else. */
  readonly takenUntil: string
  /** `traceparent` of the request that began the payment. */
  readonly trace: string | null
}

interface Taking {
  readonly now: Date
  readonly until: Date
  readonly limit: number
  /** Were tried already, and have had their turn. */
  readonly except: readonly string[]
}

/**
 * Takes what is due for a while, so that no two servers send the same at the same time. A webhook waits for those of the
 * same payment to the same receiver that come before it: as long as one is on its way or will be tried again, the next
 * one is not sent by anybody.
 */
export async function takeDue(
  db: Database,
  { now, until, limit, except }: Taking,
): Promise<DueNotification[]> {
  const { rows } = await sql<DueNotification>`
    update notification n set next_at = ${until}, attempt = n.attempt + 1
    from (select merchant_id, id from notification next where status = 'PENDING' and next_at <= ${now}
      and id <> all(${[...except]}::uuid[])
      and not exists (select 1 from notification earlier where earlier.merchant_id = next.merchant_id
        and earlier.tx_id = next.tx_id and earlier.target = next.target and earlier.sequence < next.sequence
        and earlier.sequence is not null and earlier.status = 'PENDING')
      order by next_at, id limit ${limit} for update skip locked) due
    where n.merchant_id = due.merchant_id and n.id = due.id
    returning n.merchant_id, n.id, n.tx_id, n.account_id, n.kind, n.leg, n.target, n.body, n.attempt, n.created_at, n.sequence,
      n.next_at as taken_until, (select t.step_state->>'trace' from transaction t
        where t.merchant_id = n.merchant_id and t.id = n.tx_id) as trace`.execute(db)
  return rows
}

/** Messages about an account, one per endpoint. They belong to no payment and come in no order. */
export async function insertAccountWebhooks(
  tx: Tx,
  {
    merchantId,
    accountId,
    body,
  }: {
    readonly merchantId: number
    readonly accountId: string
    readonly body: { readonly type: string; readonly data: object }
  },
  messages: readonly { readonly id: string; readonly target: string }[],
  now: Date,
): Promise<void> {
  for (const { id, target } of messages)
    await sql`insert into notification (merchant_id, id, account_id, kind, leg, target, body, status, next_at, created_at)
      values (${merchantId}, ${id}, ${accountId}, 'WEBHOOK', ${`${body.type} ${target}`}, ${target},
        ${JSON.stringify(body)}::jsonb, 'PENDING', ${now}, ${now})`.execute(tx)
}

export interface Delivery {
  readonly status: 'PENDING' | 'SENT' | 'DEAD'
  readonly nextAt: Date | null
  readonly httpStatus: number | null
  readonly responseSnippet: string | null
}

/**
 * How a try ended. False, and nothing written, where the message is no longer ours: it took so long that somebody else
 * sends it now, or whom it is about was erased.
 */
export async function noteDelivery(
  db: Database | Tx,
  due: Pick<DueNotification, 'merchantId' | 'id' | 'txId' | 'target' | 'sequence' | 'takenUntil'>,
  delivery: Delivery,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`update notification set status = ${delivery.status}, next_at = ${delivery.nextAt},
      http_status = ${delivery.httpStatus}, response_snippet = ${delivery.responseSnippet},
      sent_at = ${delivery.status === 'SENT' ? now : null}
    where merchant_id = ${due.merchantId} and id = ${due.id} and status = 'PENDING'
      and next_at = ${due.takenUntil}`.execute(db)
  if (numAffectedRows === 0n) return false
  // Those behind it cannot go before it is tried again, and need not be looked at until then.
  if (delivery.status === 'PENDING' && due.sequence !== null)
    await sql`update notification set next_at = ${delivery.nextAt} where merchant_id = ${due.merchantId}
      and tx_id = ${due.txId} and target = ${due.target} and sequence > ${due.sequence} and status = 'PENDING'
      and next_at < ${delivery.nextAt}`.execute(db)
  return true
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
    : sql`(kind in ('WEBHOOK', 'EMAIL', 'SMS', 'MQ', 'NOTIFICATION') and status in ('SENT', 'DEAD'))
      or (kind in ('TRANSFER', 'CANCEL') and status = 'DEAD')`
  const { numAffectedRows = 0n } =
    await sql`update notification set status = 'PENDING', next_at = ${now}, attempt = 0
    where merchant_id = ${merchantId} and tx_id = ${id} and kind <> ${untrue} and (${wanted})`.execute(tx)
  return Number(numAffectedRows)
}
