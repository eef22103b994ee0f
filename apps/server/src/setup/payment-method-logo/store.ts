import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'
import type { Instant } from '../../kit/tables.ts'
import type { LogoPicture } from './logo-picture.ts'

interface LogoPictureTable {
  hash: string
  png: Buffer
  createdAt: Instant
}

const tables = (db: Database | Tx) => db.withTables<{ logoPicture: LogoPictureTable }>()

/** The same picture is kept once, whoever uploads it. */
export async function keepPicture(tx: Tx, { hash, png }: LogoPicture, now: Date): Promise<void> {
  await tables(tx)
    .insertInto('logoPicture')
    .values({ hash, png, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function pictureOf(db: Database | Tx, hash: string): Promise<Buffer | undefined> {
  const row = await tables(db)
    .selectFrom('logoPicture')
    .select('png')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.png
}

/** A logo that counts for a merchant. */
export interface CountingLogo {
  readonly id: string
  readonly merchantId: number
  readonly method: string
  readonly service: string | null
  readonly hash: string
  readonly version: number
  readonly updatedAt: string
  readonly updatedBy: string
}

export async function countingLogos(db: Database | Tx, merchantId: number): Promise<CountingLogo[]> {
  const { rows } = await sql<CountingLogo>`
    select distinct on (l.method, l.service)
      l.id, l.merchant_id, l.method, l.service, l.hash, l.version, l.updated_at, l.updated_by
    from merchant asked
    join merchant owner on asked.path like owner.path || '%'
    join payment_method_logo l on l.merchant_id = owner.id
    where asked.id = ${merchantId}
    order by l.method, l.service, owner.level desc`.execute(db)
  return rows
}
