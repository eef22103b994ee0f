import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { accounts, toAccount, type Account } from './account-store.ts'
import { withIdentity, type Owner } from './identity-tables.ts'

export interface NewSession extends Owner {
  readonly tokenHash: string
  readonly id: string
  readonly createdAt: Date
  readonly authenticatedAt: Date
  readonly lastSeenAt: Date
  readonly absoluteEndsAt: Date
  readonly ip: string
  readonly userAgent: string
}

export interface SessionRow extends Owner {
  readonly id: string
  readonly createdAt: string
  readonly authenticatedAt: string
  readonly lastSeenAt: string
  readonly absoluteEndsAt: string
  readonly ip: string
  readonly userAgent: string
}

const columns = [
  'id',
  'merchantId',
  'userId',
  'createdAt',
  'authenticatedAt',
  'lastSeenAt',
  'absoluteEndsAt',
  'ip',
  'userAgent',
] as const

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await withIdentity(tx)
    .insertInto('session')
    .values({ ...session, ceremony: null })
    .execute()
}

const callers = (tx: Tx, tokenHash: string) =>
  accounts(tx)
    .innerJoin('session as s', (join) =>
      join.onRef('s.merchantId', '=', 'u.merchantId').onRef('s.userId', '=', 'u.id'),
    )
    .select(['s.id as sessionId', 's.createdAt', 's.authenticatedAt', 's.lastSeenAt', 's.absoluteEndsAt'])
    .select(['s.ip', 's.userAgent'])
    .where('s.tokenHash', '=', tokenHash)

type CallerRow = Awaited<ReturnType<ReturnType<typeof callers>['executeTakeFirstOrThrow']>>

let callersText: string | undefined

/**
 * Every request begins with this question. So it is asked at once and not in two, and its text, which takes longer to
 * put together than the database takes to answer, is put together once.
 */
export async function sessionAndAccount(
  tx: Tx,
  tokenHash: string,
): Promise<{ session: SessionRow; account: Account } | undefined> {
  callersText ??= callers(tx, tokenHash).compile().sql
  const { rows } = await tx.executeQuery(CompiledQuery.raw(callersText, [tokenHash]))
  const [row] = rows as CallerRow[]
  if (!row) return undefined
  const { sessionId, createdAt, authenticatedAt, lastSeenAt, absoluteEndsAt, ip, userAgent } = row
  const account = toAccount(row)
  const times = { createdAt, authenticatedAt, lastSeenAt, absoluteEndsAt }
  return { account, session: { ...account.owner, id: sessionId, ...times, ip, userAgent } }
}

export async function sessionById(tx: Tx, id: string): Promise<SessionRow | undefined> {
  return withIdentity(tx).selectFrom('session').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Newest activity first. `since` leaves out those that idled away but were not yet cleaned up. */
export async function sessionsOfUser(tx: Tx, owner: Owner, since: Date, now: Date): Promise<SessionRow[]> {
  return withIdentity(tx)
    .selectFrom('session')
    .select(columns)
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where('lastSeenAt', '>', since.toISOString())
    .where('absoluteEndsAt', '>', now.toISOString())
    .orderBy('lastSeenAt', 'desc')
    .limit(100)
    .execute()
}

export async function touchSession(tx: Tx, id: string, now: Date): Promise<void> {
  await withIdentity(tx).updateTable('session').set({ lastSeenAt: now }).where('id', '=', id).execute()
}

/** The old token stops working with the commit. */
export async function rotateSession(tx: Tx, id: string, tokenHash: string, now: Date): Promise<void> {
  await withIdentity(tx)
    .updateTable('session')
    .set({ tokenHash, authenticatedAt: now, lastSeenAt: now })
    .where('id', '=', id)
    .execute()
}

export async function removeSessionByToken(tx: Tx, tokenHash: string): Promise<SessionRow | undefined> {
  return withIdentity(tx)
    .deleteFrom('session')
    .where('tokenHash', '=', tokenHash)
    .returning(columns)
    .executeTakeFirst()
}

export async function removeSession(tx: Tx, owner: Owner, id: string): Promise<boolean> {
  const removed = await withIdentity(tx)
    .deleteFrom('session')
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

export interface Kept {
  readonly sessionId?: string
  readonly attemptHash?: string
}

/** Ends all sessions and half-finished logins of a person, but for the one that asks. Gives the number of sessions. */
export async function removeSessionsOfUser(tx: Tx, owner: Owner, keep: Kept = {}): Promise<number> {
  const db = withIdentity(tx)
  await db
    .deleteFrom('loginAttempt')
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where('tokenHash', '<>', keep.attemptHash ?? '')
    .execute()
  const removed = await db
    .deleteFrom('session')
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where(sql<string>`id::text`, '<>', keep.sessionId ?? '')
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}
