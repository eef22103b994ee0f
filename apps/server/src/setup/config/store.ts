import { sql, type Insertable } from 'kysely'
import type { ConfigDocument } from '@signalbox/model/configuration/credential-field'
import type { ConfigBelow } from '@signalbox/model/calls/configuration'
import { addressKey } from '@signalbox/model/configuration/secret-destination'
import { isUuid } from '@signalbox/model/field/validators'
import type { Tx } from '../../kit/database.ts'
import type { CustomFilters } from '../../kit/entity-filter.ts'
import type { ConfigSecretTable, ConfigTables } from '../../people/settings/read-model.ts'

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
    .selectAll()
    .where('type', '=', 'ProviderConfig')
    .where('provider', '=', psp)
    .orderBy('merchantId')
    .forUpdate()
    .execute()

export const enabledDocuments = (tx: Tx) =>
  tables(tx)
    .selectFrom('config')
    .select(['merchantId', 'id', 'version', 'type', 'provider', 'name', 'document', 'missing'])
    .where('enabled', '=', true)
    .orderBy('merchantId')
    .orderBy('id')
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

export async function putDocument(
  tx: Tx,
  { merchantId, id }: Key,
  {
    document,
    ...values
  }: { document: ConfigDocument; missing: string[]; version: number; updatedAt: Date; updatedBy: string },
): Promise<void> {
  await tables(tx)
    .updateTable('config')
    .set({ ...values, document: JSON.stringify(document) })
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

/**
 * Of one PSP: what was entered for the address of the catalogue, because its document names none. Earlier versions of the
 * document name secrets too, and would bring them back. Where no address was noted with a secret, `sentElsewhere` are those
 * that stay.
 */
export async function removeCatalogueSecrets(
  tx: Tx,
  psp: string,
  sentElsewhere: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`delete from config_secret s using config c
    where c.merchant_id = s.merchant_id and c.id = s.config_id and c.type = 'ProviderConfig' and c.provider = ${psp}
      and ((s.destinations is null and s.id <> all(${[...sentElsewhere]}::uuid[])) or exists (select 1 from unnest(s.destinations) d
        where not jsonb_exists(d::jsonb -> 'sentTo', ${addressKey}))) returning s.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Of one PSP: everything merchants entered for it, wherever it was sent. */
export async function removeAllSecrets(tx: Tx, psp: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`delete from config_secret s using config c
    where c.merchant_id = s.merchant_id and c.id = s.config_id and c.type = 'ProviderConfig' and c.provider = ${psp}
    returning s.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** With the document, its secrets go for good. */
export async function removeSecrets(tx: Tx, { merchantId, id }: Key): Promise<void> {
  await tables(tx)
    .deleteFrom('configSecret')
    .where('merchantId', '=', merchantId)
    .where('configId', '=', id)
    .execute()
}

/** Documents of merchants below one, by merchant and name. */
export async function documentsBelow(tx: Tx, merchants: readonly number[]): Promise<ConfigBelow[]> {
  const { rows } = await sql<ConfigBelow>`
    select c.merchant_id, m.name as merchant, c.id, c.type, c.provider, c.name, c.enabled, c.accounts, c.missing
    from config c join merchant m on m.id = c.merchant_id
    where c.merchant_id = any(${[...merchants]}::integer[]) order by m.path, c.name limit 1000`.execute(tx)
  return rows
}

/** Live merchants at and below a document's owner that would be left without any account at a PSP. */
export async function leftWithout(
  tx: Tx,
  { merchantId, id }: Key,
  inUse: readonly string[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    with effective as (
      select distinct on (m.id, c.provider) m.id, m.name, c.id as config_id, c.enabled, c.document
      from merchant m
      join merchant owner on m.path like owner.path || '%'
      join config c on c.merchant_id = owner.id and c.type = 'ProviderConfig'
      where m.state = 'LIVE' and m.path like (select path from merchant where id = ${merchantId}) || '%'
      order by m.id, c.provider, owner.level desc)
    select id, name from effective group by id, name
    having bool_or(config_id = ${id}::uuid) and not bool_or(
      case when config_id = ${id}::uuid then ${inUse.length > 0} else enabled and exists (
        select 1 from jsonb_each(document -> 'accounts') a where (a.value -> 'enabled') is distinct from 'false'::jsonb)
      end)
    order by id limit 20`.execute(tx)
  return rows
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
