import { sql, type Insertable } from 'kysely'
import { isUuid } from '@signalbox/model/validators'
import type { Tx } from '../../kit/database.ts'
import type { CustomFilters } from '../../kit/entity-filter.ts'
import type { ConfigSecretTable, ConfigTables } from './config-table.ts'

const tables = (tx: Tx) => tx.withTables<ConfigTables>()

interface Key {
  readonly merchantId: number
  readonly id: string
}

export const configFilters = (selected: number): CustomFilters => {
  const isWanted = (value: string) => sql`${value === 'true'}::boolean`
  return {
    incomplete: (value) => sql<boolean>`(cardinality(missing) > 0) = ${isWanted(value)}`,
    own: (value) => sql<boolean>`(merchant_id = ${selected}) = ${isWanted(value)}`,
  }
}

export const documentsAbout = (tx: Tx, psp: string) =>
  tables(tx)
    .selectFrom('config')
    .select(['merchantId', 'id', 'document', 'missing'])
    .where('type', '=', 'ProviderConfig')
    .where('provider', '=', psp)
    .orderBy('merchantId')
    .forUpdate()
    .execute()

/** Not a change somebody made: the version stays. */
export async function setMissing(tx: Tx, { merchantId, id }: Key, missing: readonly string[]): Promise<void> {
  await tables(tx)
    .updateTable('config')
    .set({ missing: [...missing] })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()
}

export async function insertSecrets(tx: Tx, rows: readonly Insertable<ConfigSecretTable>[]): Promise<void> {
  if (rows.length === 0) return
  await tables(tx)
    .insertInto('configSecret')
    .values([...rows])
    .execute()
}

/** Secrets by id, of one document only. */
export async function secretsOf(tx: Tx, configId: string, ids: readonly string[]) {
  const known = ids.filter(isUuid)
  if (known.length === 0) return []
  return tables(tx)
    .selectFrom('configSecret')
    .selectAll()
    .where('configId', '=', configId)
    .where('id', 'in', known)
    .execute()
}

/** With the document, its secrets go for good. */
export async function removeSecrets(tx: Tx, { merchantId, id }: Key): Promise<void> {
  await tables(tx)
    .deleteFrom('configSecret')
    .where('merchantId', '=', merchantId)
    .where('configId', '=', id)
    .execute()
}

/** The document an own one stands in front of. */
export async function nearestAbove(tx: Tx, above: readonly number[], type: string, provider: string | null) {
  if (above.length === 0) return null
  const rows = await tables(tx)
    .selectFrom('config')
    .select(['id', 'merchantId', 'document'])
    .where('merchantId', 'in', [...above])
    .where('type', '=', type)
    .where('provider', 'is not distinct from', provider)
    .execute()
  return above.flatMap((merchantId) => rows.filter((row) => row.merchantId === merchantId))[0] ?? null
}
