import { sql } from 'kysely'
import type { Tx } from './database.ts'
import type { SessionUser } from './session-user.ts'

/** Merchants that hide personal data from whoever has no right to it. */
async function maskingMerchants(tx: Tx, merchants: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from merchant where id = any(${[...merchants]}::integer[]) and mask_sensitive_data`.execute(tx)
  return new Set(rows.map((row) => row.id))
}

export const seesPersonalData = ({ roles }: Pick<SessionUser, 'roles'>): boolean =>
  roles.includes('DATA_VIEWER')

/** Of these merchants, those whose users' data is hidden from this reader. */
export const hiddenFrom = async (
  { tx, user }: { readonly tx: Tx; readonly user: Pick<SessionUser, 'roles'> },
  merchants: readonly number[],
): Promise<ReadonlySet<number>> => (seesPersonalData(user) ? new Set() : maskingMerchants(tx, merchants))
