import { sql } from 'kysely'
import type { News } from '@signalbox/model/calls/release-note'
import type { Role } from '@signalbox/model/access/roles'
import type { Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'

interface Reader {
  readonly id: string
  readonly homeMerchantId: number
  readonly roles: readonly Role[]
}

export const isPublished = (published: boolean): Condition =>
  published ? sql<boolean>`published_at is not null` : sql<boolean>`published_at is null`

/** Published, and for everybody or for one of the reader's roles. */
const concerns = ({ roles }: Reader) => sql<boolean>`n.published_at is not null
  and (n.audience_roles = '{}' or n.audience_roles && ${[...roles]}::text[])`

export async function newsFor(tx: Tx, reader: Reader, most: number): Promise<News[]> {
  const { rows } = await sql<News>`
    select n.id::text as id, n.release, n.date, n.title, n.category, n.body_md, n.published_at, r.note_id is not null as read
    from release_note n
    left join release_note_read r on r.merchant_id = ${reader.homeMerchantId} and r.user_id = ${reader.id}
      and r.note_id = n.id
    where ${concerns(reader)}
    order by n.date desc, n.published_at desc, n.id limit ${most}`.execute(tx)
  return rows
}

export async function markRead(tx: Tx, reader: Reader, ids: readonly string[], now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into release_note_read (merchant_id, user_id, note_id, read_at)
    select ${reader.homeMerchantId}, ${reader.id}::uuid, n.id, ${now}
    from release_note n where n.id = any(${[...ids]}::uuid[]) and ${concerns(reader)}
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows)
}

/** False when people were told of it before. */
export async function markMailed(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update release_note set mailed_at = ${now}
    where id = ${id} and mailed_at is null`.execute(tx)
  return numAffectedRows > 0n
}

export async function forgetReaders(tx: Tx, id: string): Promise<void> {
  await sql`delete from release_note_read where note_id = ${id}`.execute(tx)
}
