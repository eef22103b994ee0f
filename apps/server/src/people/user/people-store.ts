import { sql } from 'kysely'
import type { Role } from '@signalbox/model/access/roles'
import type { Tx } from '../../kit/database.ts'

export interface Colleague {
  readonly id: string
  readonly username: string
  readonly name: string
}

const mostPeople = 500

/** Active people with one of these roles who may see a merchant, by their names. */
export async function peopleFor(tx: Tx, merchantId: number, roles: readonly Role[]): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select u.id, u.username, coalesce(nullif(u.display_name, ''), u.first_name || ' ' || u.last_name) as name
    from backoffice_user u
    join merchant home on home.id = u.merchant_id
    join merchant asked on asked.id = ${merchantId}
    where u.state = 'ACTIVE' and u.roles && ${[...roles]}::text[]
      and case when cardinality(u.merchants) = 0 then asked.path like home.path || '%'
        else exists (select 1 from merchant s where s.id = any(u.merchants) and asked.path like s.path || '%') end
    order by name, u.username limit ${mostPeople}`.execute(tx)
  return rows
}
