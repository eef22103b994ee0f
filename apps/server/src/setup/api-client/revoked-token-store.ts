import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'
import type { ExpiredSource } from '../../kit/purge-expired.ts'

interface ClientKey {
  readonly merchantId: number
  readonly id: string
}

/** Asked with every call, because a token ends on every node at the moment it is revoked on one. */
export async function isRevoked(
  db: Database | Tx,
  { merchantId, id }: ClientKey,
  tokenHash: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from api_client_revoked_token
    where merchant_id = ${merchantId} and api_client_id = ${id} and token_hash = ${tokenHash}`.execute(db)
  return rows.length > 0
}

/** True for whoever revokes it first. */
export async function insertRevoked(
  tx: Tx,
  { merchantId, id }: ClientKey,
  { hash, expiresAt }: { readonly hash: string; readonly expiresAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into api_client_revoked_token (merchant_id, api_client_id, token_hash, expires_at)
    values (${merchantId}, ${id}, ${hash}, ${expiresAt}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** What has run out is refused for that alone. */
export const expiredInApiClients: ExpiredSource = (now) => {
  const expired = sql<boolean>`expires_at < ${now}::timestamptz - interval '1 hour'`
  return [
    {
      what: 'revoked tokens',
      table: 'api_client_revoked_token',
      key: ['merchant_id', 'api_client_id', 'token_hash'],
      expired,
    },
    {
      what: 'signed proofs',
      table: 'api_client_assertion',
      key: ['merchant_id', 'api_client_id', 'jti'],
      expired,
    },
  ]
}
