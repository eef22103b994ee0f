import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

export interface Addressee {
  readonly id: string
  readonly merchantId: number
  readonly username: string
  readonly displayName: string
  readonly email: string
}

/** Whom a mail is for: everybody with one of these roles, or who wants mails of a kind. */
export interface Readers {
  readonly roles?: readonly string[]
  readonly preference?: string
}

const mostReaders = 500

/** Active people who may see a merchant. */
export async function readersAt(
  tx: Tx,
  merchantId: number,
  { roles, preference }: Readers,
): Promise<Addressee[]> {
  const wanted = preference
    ? sql`${preference} = any(u.communication_preferences)`
    : sql`u.roles && ${[...(roles ?? [])]}::text[]`
  const { rows } = await sql<Addressee>`
    select u.id, u.merchant_id, u.username, u.email,
      coalesce(nullif(u.display_name, ''), u.first_name || ' ' || u.last_name) as display_name
    from backoffice_user u
    join merchant home on home.id = u.merchant_id
    join merchant asked on asked.id = ${merchantId}
    where u.state = 'ACTIVE' and ${wanted}
      and case when cardinality(u.merchants) = 0 then asked.path like home.path || '%'
        else exists (select 1 from merchant s where s.id = any(u.merchants) and asked.path like s.path || '%') end
    order by u.username limit ${mostReaders}`.execute(tx)
  return rows
}
