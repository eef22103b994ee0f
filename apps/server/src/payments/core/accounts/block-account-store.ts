import { sql } from 'kysely'
import type { Tx } from '../../../kit/database.ts'

/** Blocks one account of a user, as staff would; what was blocked before stays as it was. Whether it is blocked by this. */
export async function blockAccount(
  tx: Tx,
  account: { readonly merchantId: number; readonly id: string },
  { reason, by, at }: { readonly reason: string; readonly by: string; readonly at: Date },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update user_psp_account set status = 'BLOCKED', block_reason = ${reason}, blocked_by = ${by},
      blocked_at = ${at}, updated_at = ${at}, updated_by = ${by}, version = version + 1
    where merchant_id = ${account.merchantId} and id = ${account.id} and status <> 'BLOCKED'`.execute(tx)
  return numAffectedRows === 1n
}
