import { sql } from 'kysely'
import type { Role } from '@signalbox/model/access/roles'
import type { Tx } from '../../kit/database.ts'
import { withIdentity, type Owner } from './identity-tables.ts'

export type AccountState = 'INVITED' | 'ACTIVE' | 'DISABLED' | 'LOCKED' | 'DELETED'
export type RequiredAction = 'AUTHENTICATOR' | 'SECURITY_KEY' | 'RESET_PASSWORD'

/** A person with everything that decides whether they may sign in. */
export interface Account {
  readonly owner: Owner
  readonly username: string
  readonly displayName: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly merchants: readonly number[]
  readonly requiredActions: readonly RequiredAction[]
  readonly state: AccountState
  readonly failedAttempts: number
  readonly lastLogin: string | null
  readonly home: {
    readonly path: string
    readonly level: number
    /** The home merchant or one above it is suspended or closed. */
    readonly withdrawn: boolean
    /** Address ranges of the nearest merchant that has any; empty means anywhere. */
    readonly allowedIps: readonly string[]
  }
  readonly passwordHash: string | null
  readonly previousHashes: readonly string[]
  readonly passwordChangedAt: string | null
  readonly demo: boolean
  readonly lockedUntil: string | null
  readonly lastFailureAt: string | null
}

export const isInternal = (account: Account): boolean => account.home.level === 0

const ancestorIds = sql<number[]>`string_to_array(trim(both '/' from m.path), '/')::integer[]`
const withdrawn = sql<boolean>`exists (
  select 1 from merchant a where a.id = any(${ancestorIds}) and a.state in ('SUSPENDED', 'CLOSED'))`
const allowedIps = sql<string[] | null>`(
  select a.allowed_ips from merchant a
  where a.id = any(${ancestorIds}) and cardinality(a.allowed_ips) > 0
  order by a.level desc limit 1)`

export function accounts(tx: Tx) {
  return withIdentity(tx)
    .selectFrom('backofficeUser as u')
    .innerJoin('merchant as m', 'm.id', 'u.merchantId')
    .leftJoin('userCredential as c', (join) =>
      join.onRef('c.merchantId', '=', 'u.merchantId').onRef('c.userId', '=', 'u.id'),
    )
    .select([
      'u.merchantId',
      'u.id',
      'u.username',
      'u.firstName',
      'u.lastName',
      'u.displayName',
      'u.email',
      'u.roles',
      'u.merchants',
      'u.requiredActions',
      'u.state',
      'u.failedAttempts',
      'u.lastLogin',
      'm.path',
      'm.level',
      'c.passwordHash',
      'c.previousHashes',
      'c.passwordChangedAt',
      'c.demo',
      'c.lockedUntil',
      'c.lastFailureAt',
    ])
    .select([withdrawn.as('withdrawn'), allowedIps.as('allowedIps')])
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>

export const toAccount = (row: AccountRow): Account => ({
  owner: { merchantId: row.merchantId, userId: row.id },
  username: row.username,
  displayName: row.displayName ?? `${row.firstName} ${row.lastName}`,
  email: row.email,
  roles: row.roles as Role[],
  merchants: row.merchants,
  requiredActions: row.requiredActions as RequiredAction[],
  state: row.state as AccountState,
  failedAttempts: row.failedAttempts,
  lastLogin: row.lastLogin,
  home: {
    path: row.path,
    level: row.level,
    withdrawn: row.withdrawn,
    allowedIps: row.allowedIps ?? [],
  },
  passwordHash: row.passwordHash,
  previousHashes: row.previousHashes ?? [],
  passwordChangedAt: row.passwordChangedAt,
  demo: row.demo ?? false,
  lockedUntil: row.lockedUntil,
  lastFailureAt: row.lastFailureAt,
})

export async function accountByUsername(tx: Tx, username: string): Promise<Account | undefined> {
  const row = await accounts(tx).where('u.username', '=', username).executeTakeFirst()
  return row && toAccount(row)
}

/** A person who forgot one of the two may remember the other. */
export async function accountByUsernameOrEmail(tx: Tx, name: string): Promise<Account | undefined> {
  const row = await accounts(tx)
    .where('u.state', '<>', 'DELETED')
    .where((eb) => eb.or([eb('u.username', '=', name), eb(sql<string>`lower(u.email)`, '=', name)]))
    .orderBy(sql`u.username = ${name}`, 'desc')
    .executeTakeFirst()
  return row && toAccount(row)
}

export async function accountById(tx: Tx, userId: string): Promise<Account | undefined> {
  const row = await accounts(tx).where('u.id', '=', userId).executeTakeFirst()
  return row && toAccount(row)
}

/** The user's row is the lock for everything that belongs to the person; nothing below it is locked on its own. */
export async function lockAccount(tx: Tx, userId: string): Promise<Account | undefined> {
  await tx.selectFrom('backofficeUser').select('id').where('id', '=', userId).forUpdate().execute()
  return accountById(tx, userId)
}

/** Locks that would last longer than any may: the clock was put back since. */
export async function shortenLocks(tx: Tx, longest: Date): Promise<void> {
  await withIdentity(tx)
    .updateTable('userCredential')
    .set({ lockedUntil: longest })
    .where('lockedUntil', '>', longest.toISOString())
    .execute()
}

export async function expiredLocks(tx: Tx, now: Date): Promise<string[]> {
  const rows = await withIdentity(tx)
    .selectFrom('backofficeUser as u')
    .innerJoin('userCredential as c', (join) =>
      join.onRef('c.merchantId', '=', 'u.merchantId').onRef('c.userId', '=', 'u.id'),
    )
    .select('u.id')
    .where('u.state', '=', 'LOCKED')
    .where('c.lockedUntil', '<=', now.toISOString())
    .execute()
  return rows.map(({ id }) => id)
}

export interface CredentialChange {
  readonly passwordHash?: string | null
  readonly previousHashes?: string[]
  readonly passwordChangedAt?: Date
  readonly demo?: boolean
  readonly lockedUntil?: Date | null
  readonly lastFailureAt?: Date | null
  readonly activeSince?: Date
}

export async function saveCredential(
  tx: Tx,
  owner: Owner,
  change: CredentialChange,
  now: Date,
): Promise<void> {
  await withIdentity(tx)
    .insertInto('userCredential')
    .values({
      ...owner,
      passwordHash: null,
      previousHashes: [],
      passwordChangedAt: null,
      demo: false,
      lockedUntil: null,
      lastFailureAt: null,
      activeSince: now,
      ...change,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['merchantId', 'userId'])
        .doUpdateSet(Object.keys(change).length > 0 ? change : { userId: owner.userId }),
    )
    .execute()
}

/** Facts about signing in; they are no edit of the record, so its version stays. */
export async function noteOnUser(
  tx: Tx,
  { merchantId, userId }: Owner,
  change: { failedAttempts?: number; state?: AccountState; lastLogin?: Date; lastLoginIp?: string },
): Promise<void> {
  await tx
    .updateTable('backofficeUser')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', userId)
    .execute()
}
