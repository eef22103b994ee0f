import { sql } from 'kysely'
import type { Role } from '@signalbox/model/access/roles'
import type { Tx } from '../../kit/database.ts'
import type { CustomFilters } from '../../kit/entity-filter.ts'
import { differsFromPreset } from './preset-store.ts'

const dayMs = 24 * 60 * 60 * 1000
export const inactivityDays = 90

export const inactiveBefore = (now: Date): Date => new Date(now.getTime() - inactivityDays * dayMs)

/** Conditions of the filters that are not simply a field. */
export const userFilters = (now: Date): CustomFilters => {
  const isWanted = (value: string) => sql`${value === 'true'}::boolean`
  return {
    noTwoFactor: (value) => sql<boolean>`(cardinality(two_factor) = 0) = ${isWanted(value)}`,
    neverLoggedIn: (value) => sql<boolean>`(last_login is null) = ${isWanted(value)}`,
    inactive: (value) =>
      sql<boolean>`(coalesce(last_login, created_at) < ${inactiveBefore(now)}) = ${isWanted(value)}`,
    differsFromPreset: (value) => differsFromPreset(value === 'true'),
    // People belong to their home and work for the merchants they are limited to; either is meant.
    merchants: (value) => {
      const ids = value.split(',').map(Number).filter(Number.isSafeInteger)
      return sql<boolean>`(merchants && ${ids}::integer[] or merchant_id = any(${ids}::integer[]))`
    },
  }
}

/** Changes to who administers a merchant wait for each other here. The lock does not hold up rows that refer to it. */
export async function lockMerchants(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .selectFrom('merchant')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

const enabledStates = ['ACTIVE', 'LOCKED']

/** Invited ones count here: they are about to come. */
export async function hasOperator(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('backofficeUser')
    .select('id')
    .where('state', 'in', [...enabledStates, 'INVITED'])
    .where(sql<boolean>`roles @> array['OPERATOR_ADMIN']::text[]`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function anotherHolds(tx: Tx, role: Role, exceptUserId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('backofficeUser')
    .select('id')
    .where('state', 'in', enabledStates)
    .where('id', '<>', exceptUserId)
    .where(sql<boolean>`roles @> array[${role}]::text[]`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Somebody else with the role whose reach, from home or by name, covers the merchant. */
export async function anotherHoldsOver(
  tx: Tx,
  role: Role,
  merchantId: number,
  exceptUserId: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found
    from backoffice_user u
    join merchant home on home.id = u.merchant_id
    join merchant target on target.id = ${merchantId}
    where u.state = any(${enabledStates}::text[]) and u.id <> ${exceptUserId}::uuid
      and u.roles @> array[${role}]::text[]
      and case when cardinality(u.merchants) = 0 then target.path like home.path || '%'
        else exists (select 1 from merchant m where m.id = any(u.merchants) and target.path like m.path || '%') end
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether some of the merchants lie outside what the own ones hold. Closed ones count: they may open again. */
export async function reachesBeyond(
  tx: Tx,
  merchants: readonly number[],
  own: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found from merchant theirs
    where theirs.id = any(${[...merchants]}::integer[]) and not exists (
      select 1 from merchant mine where mine.id = any(${[...own]}::integer[]) and theirs.path like mine.path || '%')
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Who at this merchant already is the one contact of a kind. */
export async function holderOfContact(
  tx: Tx,
  merchantId: number,
  contactType: string,
  exceptUserId: string | null,
): Promise<string | undefined> {
  let query = tx
    .selectFrom('backofficeUser')
    .select('username')
    .where('merchantId', '=', merchantId)
    .where('state', '<>', 'DELETED')
    .where(sql<boolean>`contact_types @> array[${contactType}]::text[]`)
  if (exceptUserId !== null) query = query.where('id', '<>', exceptUserId)
  return (await query.executeTakeFirst())?.username
}

/** Names stay reserved for good, addresses only as long as somebody uses them. */
export async function isTaken(
  tx: Tx,
  what: { username: string } | { email: string; exceptUserId?: string },
): Promise<boolean> {
  let query = tx.selectFrom('backofficeUser').select('id').limit(1)
  if ('username' in what) query = query.where('username', '=', what.username)
  else {
    query = query
      .where(sql<string>`lower(email)`, '=', what.email.toLowerCase())
      .where('state', '<>', 'DELETED')
    if (what.exceptUserId !== undefined) query = query.where('id', '<>', what.exceptUserId)
  }
  return (await query.executeTakeFirst()) !== undefined
}

export interface InactiveUser {
  readonly id: string
  readonly merchantId: number
  readonly state: string
  readonly roles: Role[]
  readonly merchants: number[]
}

/** Everybody who could sign in and has not done so for too long. Demo logins are nobody. */
const inactive = (before: Date) => sql<boolean>`
  u.state in ('INVITED', 'ACTIVE', 'LOCKED') and not coalesce(c.demo, false)
  and greatest(u.last_login, c.active_since, u.created_at) < ${before}`

const usersWithCredential = sql`backoffice_user u
  left join user_credential c on c.merchant_id = u.merchant_id and c.user_id = u.id`

export async function inactiveUsers(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from ${usersWithCredential} where ${inactive(before)} order by u.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The same question about one of them, asked again under lock. */
export async function inactiveUser(tx: Tx, id: string, before: Date): Promise<InactiveUser | undefined> {
  const { rows } = await sql<InactiveUser>`
    select u.id, u.merchant_id, u.state, u.roles, u.merchants from ${usersWithCredential}
    where u.id = ${id}::uuid and ${inactive(before)} for update of u`.execute(tx)
  return rows[0]
}
