import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import { rolePreset } from '@signalbox/model/entities/role-preset'
import type { Entity, RecordOf } from '@signalbox/model/field/entity'
import type { Insertable } from 'kysely'
import type { Database, Tx } from '@signalbox/server/kit/database'
import { entityStore } from '@signalbox/server/kit/entity-store'
import { keepVersion } from '@signalbox/server/kit/history-store'
import type { BackofficeUserTable, MerchantTable } from '@signalbox/server/kit/tables'
import type { UnitOfWork } from '@signalbox/server/kit/unit-of-work'

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

export async function insertGrants(
  tx: Tx,
  grants: readonly {
    merchantId: number
    userId: string
    role: string
    grantedAt: Date
    grantedBy: string
    lastUsedAt: Date | null
  }[],
): Promise<void> {
  if (grants.length === 0) return
  await tx
    .withTables<{ roleGrantFact: (typeof grants)[number] }>()
    .insertInto('roleGrantFact')
    .values([...grants])
    .execute()
}

type Values = Record<string, unknown> & { readonly merchantId: number }

/** The seed has no person and no selected merchant; it writes where each row says it belongs. */
const scopeOf = ({ merchantId }: Values) => ({
  selected: merchantId,
  chain: [merchantId],
  effective: [merchantId],
  group: merchantId,
})

export const insertBankMapping = (tx: Tx, values: Values) =>
  entityStore(bankMapping, tx, scopeOf(values)).insert(values)

export const insertPreset = (tx: Tx, values: Values) =>
  entityStore(rolePreset, tx, scopeOf(values)).insert(values)

/** A record with its first version in the history, as if somebody had made it. */
export async function insertRecord<E extends Entity>(
  { tx, newId, now }: Pick<UnitOfWork, 'tx' | 'newId' | 'now'>,
  entity: E,
  merchantId: number,
  values: Readonly<Record<string, unknown>>,
): Promise<RecordOf<E>> {
  const recordId = typeof values.id === 'string' ? values.id : newId()
  const stamps = { createdAt: now, updatedAt: now, updatedBy: 'system' }
  const record = await entityStore(entity, tx, scopeOf({ merchantId })).insert({
    merchantId,
    id: recordId,
    ...values,
    ...stamps,
  })
  const about = { merchantId, entity: entity.slug, recordId, version: 1 }
  await keepVersion(tx, { ...about, changeType: 'CREATE', by: 'system', note: 'Demo', record }, now)
  return record
}

/** Ids by username. */
export async function userIds(tx: Tx, usernames: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('backofficeUser')
    .select(['id', 'username'])
    .where('username', 'in', [...usernames])
    .execute()
  return new Map(rows.map(({ id, username }) => [username, id]))
}
