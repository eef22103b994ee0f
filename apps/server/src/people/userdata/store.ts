import type { ColumnType } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Instant } from '../../kit/tables.ts'

interface UserSettingTable {
  merchantId: number
  userId: string
  settings: ColumnType<unknown, string, string>
  version: number
  updatedAt: Instant
}

export interface Person {
  readonly id: string
  readonly homeMerchantId: number
}

const settings = (tx: Tx) => tx.withTables<{ userSetting: UserSettingTable }>()

export async function getSettings(tx: Tx, person: Person): Promise<{ settings: unknown; version: number }> {
  const row = await settings(tx)
    .selectFrom('userSetting')
    .select(['settings', 'version'])
    .where('merchantId', '=', person.homeMerchantId)
    .where('userId', '=', person.id)
    .executeTakeFirst()
  return row ?? { settings: {}, version: 0 }
}

/** False when somebody, most likely the same person in another window, was faster. */
export async function putSettings(
  tx: Tx,
  person: Person,
  version: number,
  chosen: object,
  now: Date,
): Promise<boolean> {
  const values = { settings: JSON.stringify(chosen), version: version + 1, updatedAt: now }
  if (version === 0) {
    const inserted = await settings(tx)
      .insertInto('userSetting')
      .values({ ...values, merchantId: person.homeMerchantId, userId: person.id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return inserted.numInsertedOrUpdatedRows === 1n
  }
  const updated = await settings(tx)
    .updateTable('userSetting')
    .set(values)
    .where('merchantId', '=', person.homeMerchantId)
    .where('userId', '=', person.id)
    .where('version', '=', version)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function timeZoneOf(tx: Tx, merchantId: number): Promise<string> {
  const row = await tx
    .selectFrom('merchant')
    .select('timeZone')
    .where('id', '=', merchantId)
    .executeTakeFirst()
  return row?.timeZone ?? 'UTC'
}
