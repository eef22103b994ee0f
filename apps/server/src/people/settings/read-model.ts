import { sql } from 'kysely'
import { formatsOf } from '@signalbox/model/configuration/integration-fields'
import { asksAbove, grantMerchantsOf } from '@signalbox/model/configuration/platform-config'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Database, Tx } from '../../kit/database.ts'
import type { ConfigTables } from './config-table.ts'

export type { ConfigSecretTable, ConfigTables } from './config-table.ts'

const tables = (db: Database | Tx) => db.withTables<ConfigTables>()

/** The document that counts for a merchant: its own, or the nearest one above. */
export const nearest = (db: Database | Tx, merchantId: number, type: string, provider: string | null) =>
  tables(db)
    .selectFrom('config')
    .innerJoin('merchant as owner', 'owner.id', 'config.merchantId')
    .innerJoin('merchant as asked', (join) =>
      join.on('asked.id', '=', merchantId).on(sql<boolean>`asked.path like owner.path || '%'`),
    )
    .selectAll('config')
    .where('config.type', '=', type)
    .where('config.provider', 'is not distinct from', provider)
    .orderBy('owner.level', 'desc')
    .limit(1)
    .executeTakeFirst()

/** How staff of a merchant read dates and figures unless they chose otherwise. It holds no secrets. */
export async function localeConfig(db: Database | Tx, merchantId: number): Promise<Partial<UserFormats>> {
  const row = await nearest(db, merchantId, 'LocaleConfig', null)
  return row?.enabled ? formatsOf(row.document) : {}
}

/** What holds for the platform as a whole; nothing where nobody set anything. */
export async function platformDocument(db: Database | Tx) {
  const row = await tables(db)
    .selectFrom('config')
    .select('document')
    .where('type', '=', 'PlatformConfig')
    .where('enabled', '=', true)
    .executeTakeFirst()
  return row?.document ?? {}
}

/**
 * Whether power that reaches these merchants, and all below them, takes a second person: always in production, elsewhere where
 * the settings list one of them, one above or one below. What is granted above a listed merchant works at it.
 */
export async function asksForSecondPerson(
  db: Database | Tx,
  production: boolean,
  merchants: readonly number[],
): Promise<boolean> {
  return production || isInLineWithAny(db, merchants, grantMerchantsOf(await platformDocument(db)), true)
}

/** The same for a way into an account that holds no power: above a listed merchant the settings say. */
export async function asksForWaysIn(
  db: Database | Tx,
  production: boolean,
  merchants: readonly number[],
): Promise<boolean> {
  if (production) return true
  const document = await platformDocument(db)
  return isInLineWithAny(db, merchants, grantMerchantsOf(document), asksAbove(document))
}

/** Whether one of the merchants is a listed one, stands below one, or above one: power reaches all that stands below. */
async function isInLineWithAny(
  db: Database | Tx,
  merchants: readonly number[],
  listed: readonly number[],
  above: boolean,
): Promise<boolean> {
  if (listed.length === 0) return false
  const { rows } = await sql`select 1 from merchant m
    join merchant other on m.path like other.path || '%' or (${above} and other.path like m.path || '%')
    where m.id = any(${[...merchants]}::integer[]) and other.id = any(${[...listed]}::integer[]) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether a merchant is one of those at which power takes a second person, or stands below one. */
export async function isWhereTwoAreAsked(
  db: Database | Tx,
  production: boolean,
  merchantId: number,
): Promise<boolean> {
  if (production) return true
  const listed = grantMerchantsOf(await platformDocument(db))
  const isOutside = await Promise.all(listed.map(async (top) => !(await areAllWithin(db, [merchantId], top))))
  return isOutside.includes(false)
}

/** Whether all of the merchants stand below another one, or are that one. */
export async function areAllWithin(db: Database | Tx, merchants: readonly number[], home: number) {
  const { rows } = await sql`select 1 from merchant m join merchant top on top.id = ${home}
    where m.id = any(${[...merchants]}::integer[]) and not m.path like top.path || '%' limit 1`.execute(db)
  return rows.length === 0
}
