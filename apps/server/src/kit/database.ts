import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
/** A running transaction. Stores take this, never the pool, so that nothing is written outside one. */
export type Tx = Kysely<Tables>

const int8 = 20
const timestamptz = 1184
const date = 1082

/** A whole number as it comes out of the database: exact, because one that would not be is refused on its way. */
export type Int8 = number

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${text} is beyond 2^53`)
  return value
}

const utcInstant = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/

/** Taken apart and put together again, which is several times quicker than the calendar in between. */
function isoInstant(text: string): string {
  const parts = utcInstant.exec(text)
  if (!parts) return new Date(text).toISOString()
  const [, day, time, fraction = ''] = parts
  return `${day}T${time}.${fraction.padEnd(3, '0')}Z`
}

/** Instants leave the database as ISO texts in UTC, days as `YYYY-MM-DD`: nothing here depends on a local clock. */
const parsers: Record<number, (text: string) => unknown> = {
  [int8]: safeInteger,
  [timestamptz]: isoInstant,
  [date]: (text) => text,
}

const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown),
} as pg.CustomTypesConfig

export interface PoolOptions {
  readonly url: string
  readonly max?: number
  /** How long somebody waits for a connection, the time in the queue included. */
  readonly timeoutMs?: number
  readonly onError?: (error: Error) => void
}

export function createPool({ url, max = 20, timeoutMs = 5_000, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: typeParsers,
    connectionTimeoutMillis: timeoutMs,
    // A new connection knows none of our tables yet, and whoever gets it waits until it has learned them.
    idleTimeoutMillis: 5 * 60_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'signalbox',
  })
  // Without listeners a database restart would end the process instead of the connection.
  pool.on('error', (error) => onError?.(error))
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)))
  return pool
}

export const createDatabase = (pool: PostgresPool): Database =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
