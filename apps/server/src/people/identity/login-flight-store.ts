import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Owner } from './identity-tables.ts'

/** Longer than any evaluation takes. */
const longestFlight = sql`interval '1 minute'`

export async function beginFlight(tx: Tx, owner: Owner, deviceHash: string | null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into login_flight (merchant_id, id, user_id, device_hash, at)
    values (${owner.merchantId}, gen_random_uuid(), ${owner.userId}, ${deviceHash}, clock_timestamp())
    returning id`.execute(tx)
  return rows[0]?.id ?? ''
}

/** False when it had taken so long that it was taken for lost. */
export async function endFlight(tx: Tx, { merchantId }: Owner, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from login_flight where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

/** Attempts of a person that nobody will write the outcome of; how many, counted on this browser or on the account. */
export async function takeLostFlights(tx: Tx, owner: Owner, deviceHash: string | null): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from login_flight where merchant_id = ${owner.merchantId} and user_id = ${owner.userId}
      and device_hash is not distinct from ${deviceHash} and at < clock_timestamp() - ${longestFlight}`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}
