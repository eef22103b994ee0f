import { sql } from 'kysely'
import { mostCounted, type ClientsWidgetData } from '@signalbox/model/calls/home-areas'
import type { Role } from '@signalbox/model/access/roles'
import type { Tx } from '../../kit/database.ts'
import { unlessAboutRestricted } from '../gdpr/read-model.ts'

const mostShown = 5

interface Looking {
  readonly roles: readonly Role[]
  readonly now: Date
}

type WebhookTrouble = Pick<ClientsWidgetData, 'failedWebhooks' | 'retriedWebhooks' | 'failed'>

/** Webhooks that were given up in a week, and those that are tried again. */
export async function webhookTrouble(
  tx: Tx,
  merchants: readonly number[],
  { roles, now }: Looking,
): Promise<WebhookTrouble> {
  const ids = sql`${[...merchants]}::integer[]`
  const dead = sql`from notification n left join transaction t on t.merchant_id = n.merchant_id and t.id = n.tx_id
    where n.merchant_id = any(${ids}) and n.status = 'DEAD' and n.kind = 'WEBHOOK'
      and n.created_at > ${now}::timestamptz - interval '7 days' and ${unlessAboutRestricted(roles)}`
  const { rows: counted } = await sql<{ failed: number; retried: number }>`select
      (select count(*) from (select 1 ${dead} limit ${mostCounted}) as few)::integer as failed,
      (select count(*) from (select 1 from notification n
        where n.status = 'PENDING' and n.kind = 'WEBHOOK' and n.attempt > 0 and n.merchant_id = any(${ids})
        limit ${mostCounted}) as few)::integer as retried`.execute(tx)
  const { rows } = await sql<ClientsWidgetData['failed'][number]>`
    select n.id, n.tx_id, n.created_at ${dead} order by n.created_at desc, n.id limit ${mostShown}`.execute(
    tx,
  )
  return { failedWebhooks: counted[0]?.failed ?? 0, retriedWebhooks: counted[0]?.retried ?? 0, failed: rows }
}
