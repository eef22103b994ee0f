import type { Database, Tx } from './database.ts'
import { isLostName } from './named-statements.ts'

const retryable = new Set(['40001', '40P01'])
const maxAttempts = 5

export const sqlState = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined

/** Others were in the way: nothing was written, and the same would work a moment later. */
export const isConflict = (error: unknown): boolean => retryable.has(sqlState(error) ?? '')

const isRetryable = (error: unknown): boolean => isConflict(error) || isLostName(error)

/**
 * One unit of work. Serialisation failures, deadlocks and a change of the tables meanwhile run the body again, so it must
 * have no effect outside the database: no mail, no call, no event that is not a row.
 */
export async function transaction<T>(db: Database, body: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(body)
    } catch (error) {
      if (attempt >= maxAttempts || !isRetryable(error)) throw error
    }
  }
}
