import type { Insertable, Selectable, Updateable } from 'kysely'
import type { WebhookEndpoint } from '@signalbox/model/calls/api-client'
import { isUuid } from '@signalbox/model/field/validators'
import type { Tx } from '../../kit/database.ts'
import type { ApiClientTables, WebhookEndpointTable } from './api-client-tables.ts'

interface Client {
  readonly merchantId: number
  readonly id: string
}

const tables = (tx: Tx) => tx.withTables<ApiClientTables>()

/** Without the secrets, which never leave the store for a browser. */
const shown = ({
  id,
  url,
  events,
  state,
  formerUntil,
  version,
  createdAt,
  updatedAt,
  updatedBy,
}: Selectable<WebhookEndpointTable>): WebhookEndpoint => ({
  id,
  url,
  events,
  state,
  formerUntil,
  version,
  createdAt,
  updatedAt,
  updatedBy,
})

export async function endpointsOf(tx: Tx, client: Client): Promise<WebhookEndpoint[]> {
  const rows = await tables(tx)
    .selectFrom('webhookEndpoint')
    .selectAll()
    .where('merchantId', '=', client.merchantId)
    .where('apiClientId', '=', client.id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(shown)
}

/** An endpoint that is about to change, with its sealed secret apart: a refusal shows the endpoint. */
interface LockedEndpoint {
  readonly endpoint: WebhookEndpoint
  readonly secret: string
}

export async function lockEndpoint(tx: Tx, client: Client, id: string): Promise<LockedEndpoint | undefined> {
  if (!isUuid(id)) return undefined
  const row = await tables(tx)
    .selectFrom('webhookEndpoint')
    .selectAll()
    .where('merchantId', '=', client.merchantId)
    .where('apiClientId', '=', client.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && { endpoint: shown(row), secret: row.secret }
}

export async function insertEndpoint(
  tx: Tx,
  row: Insertable<WebhookEndpointTable>,
): Promise<WebhookEndpoint> {
  return shown(
    await tables(tx).insertInto('webhookEndpoint').values(row).returningAll().executeTakeFirstOrThrow(),
  )
}

export async function updateEndpoint(
  tx: Tx,
  { merchantId, id }: Client,
  values: Updateable<WebhookEndpointTable>,
): Promise<WebhookEndpoint> {
  return shown(
    await tables(tx)
      .updateTable('webhookEndpoint')
      .set(values)
      .where('merchantId', '=', merchantId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

export async function removeEndpoint(tx: Tx, { merchantId, id }: Client): Promise<void> {
  await tables(tx)
    .deleteFrom('webhookEndpoint')
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()
}
