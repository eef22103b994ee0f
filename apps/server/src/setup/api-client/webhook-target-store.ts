import { sql } from 'kysely'
import type { WebhookEvent } from '@signalbox/model/entities/api-client'
import type { Database, Tx } from '../../kit/database.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import type { ApiClientTables } from './api-client-tables.ts'

export const webhookPurpose = 'webhook'

/** Somewhere a client wants to hear of an event. */
export interface WebhookTarget {
  readonly id: string
  readonly merchantId: number
  readonly apiClientId: string
  readonly url: string
  /** Each delivery is signed with all of them: during a rotation there are two. */
  readonly secrets: readonly string[]
}

/** Endpoints of clients on the merchant and above it that want to hear of something. */
const listening = (db: Database | Tx, merchantId: number, event: WebhookEvent) =>
  db
    .withTables<ApiClientTables>()
    .selectFrom('webhookEndpoint as endpoint')
    .innerJoin('apiClient as client', (join) =>
      join
        .onRef('client.merchantId', '=', 'endpoint.merchantId')
        .onRef('client.id', '=', 'endpoint.apiClientId')
        .on('client.state', '=', 'ACTIVE'),
    )
    .innerJoin('merchant as owner', 'owner.id', 'endpoint.merchantId')
    .innerJoin('merchant as asked', (join) =>
      join.on('asked.id', '=', merchantId).on(sql<boolean>`asked.path like owner.path || '%'`),
    )
    .where('endpoint.state', '=', 'ACTIVE')
    .where(sql<boolean>`${event} = any(endpoint.events)`)
    .orderBy('endpoint.id')

/** The ids of those who want to hear of something that happened at the merchant. */
export async function endpointsFor(
  db: Database | Tx,
  merchantId: number,
  event: WebhookEvent,
): Promise<string[]> {
  const rows = await listening(db, merchantId, event).select('endpoint.id').execute()
  return rows.map(({ id }) => id)
}

/** The same with where and how they are told. */
export async function deliveriesTo(
  { db, box }: { readonly db: Database | Tx; readonly box: SecretBox },
  merchantId: number,
  event: WebhookEvent,
  now: Date,
): Promise<WebhookTarget[]> {
  const rows = await listening(db, merchantId, event).selectAll('endpoint').execute()
  return rows.map((row) => {
    const isOverlapping = row.formerUntil !== null && Date.parse(row.formerUntil) > now.getTime()
    const sealed = [row.secret, ...(isOverlapping && row.formerSecret ? [row.formerSecret] : [])]
    return {
      id: row.id,
      merchantId: row.merchantId,
      apiClientId: row.apiClientId,
      url: row.url,
      secrets: sealed.map((text) => box.open(webhookPurpose, row.id, text)),
    }
  })
}

/** A receiver that says it is gone (410) is not called again until somebody switches it on. */
export async function disableEndpoint(
  tx: Tx,
  { merchantId, id }: Pick<WebhookTarget, 'merchantId' | 'id'>,
  now: Date,
): Promise<void> {
  await tx
    .withTables<ApiClientTables>()
    .updateTable('webhookEndpoint')
    .set({ state: 'DISABLED', updatedAt: now, updatedBy: 'system', version: sql<number>`version + 1` })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()
}
