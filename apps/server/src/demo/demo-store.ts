import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import type { Insertable } from 'kysely'
import type { Database, Tx } from '../kit/database.ts'
import { entityStore } from '../kit/entity-store.ts'
import type { BackofficeUserTable, MerchantTable } from '../kit/tables.ts'

export async function merchantExists(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom('merchant').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function insertMerchant(tx: Tx, values: Insertable<MerchantTable>): Promise<void> {
  await tx.insertInto('merchant').values(values).execute()
}

export async function insertUser(tx: Tx, values: Insertable<BackofficeUserTable>): Promise<void> {
  await tx.insertInto('backofficeUser').values(values).execute()
}

/** The seed has no person and no selected merchant; it writes where each row says it belongs. */
export function insertBankMapping(tx: Tx, values: Record<string, unknown> & { merchantId: number }) {
  const scope = {
    selected: values.merchantId,
    chain: [values.merchantId],
    effective: [values.merchantId],
    group: values.merchantId,
  }
  return entityStore(bankMapping, tx, scope).insert(values)
}
