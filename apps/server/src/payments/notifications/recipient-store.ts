import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

/**
 * Whether mail to this address goes to staff who would be shown the users of the merchant in the console: active, at
 * home at the merchant or above it, and with the role for it where the merchant hides its users.
 */
export async function isOfStaffWhoSeeUsers(tx: Tx, merchantId: number, address: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from backoffice_user u
    join merchant home on home.id = u.merchant_id
    join merchant asked on asked.id = ${merchantId}
    where lower(u.email) = lower(${address}) and u.state = 'ACTIVE' and cardinality(u.roles) > 0
      and asked.path like home.path || '%'
      and (cardinality(u.merchants) = 0 or exists (
        select 1 from merchant given where given.id = any(u.merchants) and asked.path like given.path || '%'))
      and (not asked.mask_sensitive_data or 'DATA_VIEWER' = any(u.roles))
    limit 1`.execute(tx)
  return rows.length > 0
}
