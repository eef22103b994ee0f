import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'
import type { CustomFilters } from '../../kit/entity-filter.ts'
import { peopleBehindClients } from './client-people-store.ts'
import type { ApiClientSecretTable, ApiClientTable, ApiClientTables } from './api-client-tables.ts'

const tables = (db: Database | Tx) => db.withTables<ApiClientTables>()

const callerColumns = [
  'merchantId',
  'id',
  'clientId',
  'name',
  'scopes',
  'accessTokenTtl',
  'ipAllowlist',
  'rateLimit',
  'signingKeyPublic',
  'signingKeyId',
  'state',
] as const

/** A client with the secrets tokens may come from at this moment. */
export async function clientById(db: Database, id: string, now: Date) {
  const client = await tables(db)
    .selectFrom('apiClient')
    .select(callerColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!client) return undefined
  const secrets = await liveSecrets(db, client, now)
  const key = client.signingKeyId === null ? [] : [client.signingKeyId]
  const behind = (await peopleBehindClients(db, [client.id])).get(client.id)
  return {
    ...client,
    people: behind?.people ?? [client.id, client.clientId],
    label: behind?.label ?? client.clientId,
    liveSecrets: [...secrets.map((secret) => secret.id), ...key],
  }
}

/** By the name it signs in with, and its secrets with what they are checked against. */
export async function clientByName(db: Database | Tx, clientId: string, now: Date) {
  const client = await tables(db)
    .selectFrom('apiClient')
    .select(callerColumns)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return client && { ...client, secrets: await liveSecrets(db, client, now) }
}

const liveSecrets = (
  db: Database | Tx,
  { merchantId, id }: Pick<ApiClientTable, 'merchantId' | 'id'>,
  now: Date,
) =>
  tables(db)
    .selectFrom('apiClientSecret')
    .select(['id', 'hash', 'expiresAt'])
    .where('merchantId', '=', merchantId)
    .where('apiClientId', '=', id)
    .where('state', '<>', 'REVOKED')
    .where('expiresAt', '>', now.toISOString())
    .execute()

/** What may be shown of secrets: everything but the hash. Newest first. */
export const secretsOf = (tx: Tx, merchantId: number, apiClientId: string) =>
  tables(tx)
    .selectFrom('apiClientSecret')
    .select(['id', 'last4', 'state', 'createdAt', 'createdBy', 'expiresAt', 'lastUsedAt'])
    .where('merchantId', '=', merchantId)
    .where('apiClientId', '=', apiClientId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

export async function insertSecret(tx: Tx, secret: Insertable<ApiClientSecretTable>): Promise<void> {
  await tables(tx).insertInto('apiClientSecret').values(secret).execute()
}

export async function updateSecret(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
  values: Updateable<ApiClientSecretTable>,
): Promise<void> {
  await tables(tx)
    .updateTable('apiClientSecret')
    .set(values)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()
}

export async function revokeSecrets(tx: Tx, merchantId: number, apiClientId: string): Promise<void> {
  await tables(tx)
    .updateTable('apiClientSecret')
    .set({ state: 'REVOKED' })
    .where('merchantId', '=', merchantId)
    .where('apiClientId', '=', apiClientId)
    .execute()
}

export async function insertClient(tx: Tx, client: Insertable<ApiClientTable>): Promise<void> {
  await tables(tx).insertInto('apiClient').values(client).execute()
}

const dayMs = 24 * 60 * 60 * 1000

const expiryNotice = (now: Date): Date => new Date(now.getTime() + 30 * dayMs)

export const clientFilters = (now: Date): CustomFilters => {
  const isWanted = (value: string) => sql`${value === 'true'}::boolean`
  const unusedSince = new Date(now.getTime() - 90 * dayMs)
  const expiringBefore = expiryNotice(now)
  return {
    unused: (value) =>
      sql<boolean>`(coalesce(last_used_at, created_at) < ${unusedSince}) = ${isWanted(value)}`,
    expiring: (value) =>
      sql<boolean>`coalesce(secret_expires_at < ${expiringBefore}, false) = ${isWanted(value)}`,
  }
}

/** Everything that belongs to a client which never made a call. */
export async function removeTraces(tx: Tx, merchantId: number, apiClientId: string): Promise<void> {
  const db = tables(tx)
  for (const table of ['apiClientSecret', 'webhookEndpoint', 'apiClientDay', 'apiClientCall'] as const) {
    await db
      .deleteFrom(table)
      .where('merchantId', '=', merchantId)
      .where('apiClientId', '=', apiClientId)
      .execute()
  }
}

/** The last moment any of its secrets works; null when none does. */
export async function noteExpiry(tx: Tx, merchantId: number, apiClientId: string): Promise<void> {
  const newest = tables(tx)
    .selectFrom('apiClientSecret')
    .select((secret) => secret.fn.max('expiresAt').as('at'))
    .where('merchantId', '=', merchantId)
    .where('apiClientId', '=', apiClientId)
    .where('state', '<>', 'REVOKED')
  await tables(tx)
    .updateTable('apiClient')
    .set({ secretExpiresAt: newest })
    .where('merchantId', '=', merchantId)
    .where('id', '=', apiClientId)
    .execute()
}

/** True for the first who shows a proof; it counts once. */
export async function claimAssertion(
  db: Database,
  {
    merchantId,
    apiClientId,
    jti,
    expiresAt,
  }: { merchantId: number; apiClientId: string; jti: string; expiresAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into api_client_assertion (merchant_id, api_client_id, jti, expires_at)
    values (${merchantId}, ${apiClientId}, ${jti}, ${expiresAt}) on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Servers that take payments now. */
export async function countNodes(db: Database): Promise<number> {
  const { rows } = await sql<{ nodes: number }>`
    select count(*)::integer as nodes from tx_node where lease_until > clock_timestamp()`.execute(db)
  return rows[0]?.nodes ?? 1
}

/** A second further ahead is one that a clock which was put back left behind. */
const furthestAhead = 5

interface TakenCalls {
  /** By all servers in this second, these included. */
  readonly taken: number
  /** Until the second is over. */
  readonly leftMs: number
}

/**
 * Takes some of the calls of the current second for one server. Which second it is the database says, whose clock is one
 * for all servers; `clock` takes its place in tests.
 */
export async function takeCalls(
  db: Database,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
  wanted: number,
  clock: RawBuilder<unknown> = sql`clock_timestamp()`,
): Promise<TakenCalls> {
  const time = sql`extract(epoch from ${clock})`
  const { rows } = await sql<TakenCalls>`
    insert into api_client_rate as r (merchant_id, api_client_id, second, taken)
    values (${merchantId}, ${id}, floor(${time})::bigint, ${wanted})
    on conflict (merchant_id, api_client_id) do update set
      taken = case when excluded.second between r.second - ${furthestAhead} and r.second
        then r.taken + excluded.taken else excluded.taken end,
      second = case when excluded.second between r.second - ${furthestAhead} and r.second
        then r.second else excluded.second end
    returning taken, greatest(0, ceil((second + 1 - ${time}) * 1000))::integer as left_ms`.execute(db)
  return rows[0] ?? { taken: wanted, leftMs: 0 }
}

export interface ExpiringSecret {
  readonly merchantId: number
  readonly id: string
  readonly apiClientId: string
  readonly client: string
  readonly last4: string
  readonly expiresAt: string
  readonly remindedDays: number | null
}

/** Secrets that end soon, unless their successor works already. */
export async function expiringSecrets(db: Database, now: Date, before: Date): Promise<ExpiringSecret[]> {
  const { rows } = await sql<ExpiringSecret>`
    select s.merchant_id, s.id, s.api_client_id, c.name as client, s.last4, s.expires_at, s.reminded_days
    from api_client_secret s
    join api_client c on c.merchant_id = s.merchant_id and c.id = s.api_client_id
    where s.state = 'ACTIVE' and c.state = 'ACTIVE' and s.expires_at > ${now} and s.expires_at <= ${before}
    order by s.expires_at limit 500`.execute(db)
  return rows
}

export interface ExpiringClient {
  readonly id: string
  readonly name: string
  readonly expiresAt: string
}

/** Active clients the list shows as expiring, the soonest first, and how many there are. */
export async function expiringClients(
  tx: Tx,
  merchants: readonly number[],
  { now, most }: { readonly now: Date; readonly most: number },
): Promise<{ total: number; soonest: ExpiringClient[] }> {
  const expiring = sql`api_client where merchant_id = any(${[...merchants]}::integer[]) and state = 'ACTIVE'
    and secret_expires_at < ${expiryNotice(now)}`
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::integer as total from ${expiring}`.execute(tx)
  const { rows } = await sql<ExpiringClient>`select id, name, secret_expires_at as expires_at from ${expiring}
    order by secret_expires_at, id limit ${most}`.execute(tx)
  return { total: counted[0]?.total ?? 0, soonest: rows }
}
