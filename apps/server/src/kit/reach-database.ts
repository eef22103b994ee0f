import pg from 'pg'
import { sqlState } from './transaction.ts'

/** Why a login could not connect. */
export interface Unreachable {
  readonly reason: string
  /** Whether it is this login that is not wanted there; otherwise another attempt may well succeed. */
  readonly isNotLetIn: boolean
}

/** The login is unknown, its password wrong (class 28), or it may not use this database. */
const refusesLogin = /^(28...|42501)$/
/** Poolers have no code of their own for it: PgBouncer, Supavisor, RDS Proxy, PgCat. */
const poolerRefusal =
  /no such user|user not found|authentication failed|no credentials for|no pool configured/i
const poolerCodes = new Set(['08P01', 'XX000', '58000'])

/** Connects once and tells in a few words what keeps this login from the database; undefined when nothing does. */
export async function unreachable(url: string): Promise<Unreachable | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    // A name with several addresses fails once for each of them.
    const { message, code, errors } = error as Error & { code?: string; errors?: Error[] }
    const state = sqlState(error) ?? ''
    return {
      reason: message || errors?.[0]?.message || code || 'no reason given',
      isNotLetIn: refusesLogin.test(state) || (poolerCodes.has(state) && poolerRefusal.test(message)),
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}
