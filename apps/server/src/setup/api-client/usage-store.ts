import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'
import type { ApiClientDayTable, ApiClientTables } from './api-client-tables.ts'

const tables = (db: Database | Tx) => db.withTables<ApiClientTables>()

export type DayCount = ApiClientDayTable

export interface ClientKey {
  readonly merchantId: number
  readonly apiClientId: string
}

export interface KeptCall {
  readonly id: string
  readonly at: Date | string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly latencyMs: number
  readonly ip: string
}

/** In the order of the key, so that nodes writing at once wait for each other instead of locking up. */
export async function addDays(db: Database, counts: readonly DayCount[]): Promise<void> {
  const inOrder = [...counts].sort((a, b) => (a.apiClientId < b.apiClientId ? -1 : 1))
  await tables(db)
    .insertInto('apiClientDay')
    .values(inOrder)
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'apiClientId', 'day']).doUpdateSet({
        calls: sql<number>`api_client_day.calls + excluded.calls`,
        clientErrors: sql<number>`api_client_day.client_errors + excluded.client_errors`,
        serverErrors: sql<number>`api_client_day.server_errors + excluded.server_errors`,
      }),
    )
    .execute()
}

export async function addCalls(
  db: Database,
  key: ClientKey,
  calls: readonly KeptCall[],
  keep: number,
): Promise<void> {
  await tables(db)
    .insertInto('apiClientCall')
    .values(calls.map((call) => ({ ...key, ...call })))
    .execute()
  await tables(db)
    .deleteFrom('apiClientCall')
    .where('merchantId', '=', key.merchantId)
    .where('apiClientId', '=', key.apiClientId)
    .where('id', 'not in', (newest) =>
      newest
        .selectFrom('apiClientCall')
        .select('id')
        .where('merchantId', '=', key.merchantId)
        .where('apiClientId', '=', key.apiClientId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(keep),
    )
    .execute()
}

/** Not a change of the record: its version stays, and nobody's edit is refused because the client was busy. */
export async function touchClients(
  db: Database,
  uses: readonly { merchantId: number; id: string; at: Date; ip: string }[],
): Promise<void> {
  for (const { merchantId, id, at, ip } of uses) {
    await tables(db)
      .updateTable('apiClient')
      .set({ lastUsedAt: at, lastUsedIp: ip })
      .where('merchantId', '=', merchantId)
      .where('id', '=', id)
      .execute()
  }
}

export async function daysOf(tx: Tx, key: ClientKey, since: string): Promise<DayCount[]> {
  return tables(tx)
    .selectFrom('apiClientDay')
    .selectAll()
    .where('merchantId', '=', key.merchantId)
    .where('apiClientId', '=', key.apiClientId)
    .where('day', '>=', since)
    .orderBy('day')
    .execute()
}

export async function callsOf(tx: Tx, key: ClientKey, limit: number): Promise<KeptCall[]> {
  return tables(tx)
    .selectFrom('apiClientCall')
    .select(['id', 'at', 'method', 'path', 'status', 'latencyMs', 'ip'])
    .where('merchantId', '=', key.merchantId)
    .where('apiClientId', '=', key.apiClientId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
