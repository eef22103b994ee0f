import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

export async function countTries(tx: Tx, merchantId: number, who: string, since: Date): Promise<number> {
  const { rows } = await sql<{ tries: number }>`select count(*)::integer as tries from voucher_try
    where merchant_id = ${merchantId} and tried_by = ${who} and at > ${since}`.execute(tx)
  return rows[0]?.tries ?? 0
}

export async function insertTry(
  tx: Tx,
  values: { readonly merchantId: number; readonly id: string; readonly triedBy: string; readonly at: Date },
): Promise<void> {
  await sql`insert into voucher_try (merchant_id, id, tried_by, at)
    values (${values.merchantId}, ${values.id}, ${values.triedBy}, ${values.at})`.execute(tx)
}

export async function removeOldTries(tx: Tx, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from voucher_try where at <= ${before}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
