import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

interface Notification {
  readonly merchantId: number
  readonly network: string
  readonly eventId: string
  readonly event: string
  readonly tokenRef: string | null
  readonly detail: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** False when it was told before. */
export async function insertNotification(tx: Tx, given: Notification): Promise<boolean> {
  const { rows } = await sql`insert into network_notification
      (merchant_id, network, event_id, event, token_ref, detail, received_at)
    values (${given.merchantId}, ${given.network}, ${given.eventId}, ${given.event}, ${given.tokenRef},
      ${JSON.stringify(given.detail)}::jsonb, ${given.at})
    on conflict do nothing returning event_id`.execute(tx)
  return rows.length > 0
}

export async function markApplied(
  tx: Tx,
  { merchantId, network, eventId, at }: Pick<Notification, 'merchantId' | 'network' | 'eventId' | 'at'>,
): Promise<void> {
  await sql`update network_notification set applied_at = ${at}
    where merchant_id = ${merchantId} and network = ${network} and event_id = ${eventId}`.execute(tx)
}
