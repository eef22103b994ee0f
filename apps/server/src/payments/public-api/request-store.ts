import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'

export interface RequestKey {
  readonly merchantId: number
  readonly clientId: string
  readonly idempotencyKey: string
}

export interface StoredRequest {
  readonly requestHash: string
  readonly txId: number | null
  readonly status: number | null
  readonly reply: unknown
  /** Kept long enough: the same key is another request now. */
  readonly isExpired: boolean
}

const keptFor = sql`interval '24 hours'`

/** True for the first one with this key. A second one at the same time waits here until the first has committed. */
export async function claimRequest(
  tx: Tx,
  key: RequestKey,
  requestHash: string,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into api_request
      (merchant_id, client_id, idempotency_key, request_hash, at)
    values (${key.merchantId}, ${key.clientId}, ${key.idempotencyKey}, ${requestHash}, ${now})
    on conflict (merchant_id, client_id, idempotency_key) do update
      set request_hash = excluded.request_hash, at = excluded.at, tx_id = null, status = null, reply = null
      where api_request.at < ${now}::timestamptz - ${keptFor}`.execute(tx)
  return numAffectedRows === 1n
}

/** The request with this key, if there was one, and what was committed when it was looked for. */
export async function findRequest(
  db: Database | Tx,
  key: RequestKey,
  now: Date,
): Promise<{ readonly stored: StoredRequest | undefined; readonly snapshot: string }> {
  const { rows } = await sql<
    Omit<StoredRequest, 'requestHash'> & { requestHash: string | null; snapshot: string }
  >`
    select pg_current_snapshot()::text as snapshot, request_hash, tx_id, status, reply,
      at < ${now}::timestamptz - ${keptFor} as is_expired
    from (values (1)) one left join api_request on merchant_id = ${key.merchantId}
      and client_id = ${key.clientId} and idempotency_key = ${key.idempotencyKey}`.execute(db)
  const [row] = rows
  const stored = row && row.requestHash !== null ? row : undefined
  return { stored: stored as StoredRequest | undefined, snapshot: row?.snapshot ?? '' }
}

export async function bindRequest(tx: Tx, key: RequestKey, txId: number): Promise<void> {
  await sql`update api_request set tx_id = ${txId} where merchant_id = ${key.merchantId}
    and client_id = ${key.clientId} and idempotency_key = ${key.idempotencyKey}`.execute(tx)
}

/** The first answer stays: whoever asks again gets it word by word. */
export async function storeReply(
  db: Database | Tx,
  key: RequestKey,
  status: number,
  reply: unknown,
): Promise<void> {
  await sql`update api_request set status = ${status}, reply = ${JSON.stringify(reply)}::json
    where merchant_id = ${key.merchantId} and client_id = ${key.clientId}
      and idempotency_key = ${key.idempotencyKey} and reply is null`.execute(db)
}

/** Whether a merchant is another one, or below it. */
export async function isWithin(db: Database | Tx, merchantId: number, ancestorId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from merchant m join merchant a on m.path like a.path || '%'
    where m.id = ${merchantId} and a.id = ${ancestorId}`.execute(db)
  return rows.length > 0
}
