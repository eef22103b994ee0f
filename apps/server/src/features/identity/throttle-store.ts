import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { withIdentity } from './identity-tables.ts'

/**
 * Counts one more attempt and gives the count and the end of the window it falls into. A window never reaches further
 * than its length from now: where the clock was put back, what was counted stays and ends when it should.
 */
export async function countAttempt(
  tx: Tx,
  key: string,
  windowMs: number,
  now: Date,
): Promise<{ attempts: number; windowEndsAt: string }> {
  const fresh = { attempts: 1, windowEndsAt: new Date(now.getTime() + windowMs) }
  const over = sql<boolean>`login_throttle.window_ends_at <= ${now}`
  return withIdentity(tx)
    .insertInto('loginThrottle')
    .values({ key, ...fresh })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        attempts: sql<number>`case when ${over} then 1 else login_throttle.attempts + 1 end`,
        windowEndsAt: sql<string>`case when ${over} then ${fresh.windowEndsAt}
          else least(login_throttle.window_ends_at, ${fresh.windowEndsAt}) end`,
      }),
    )
    .returning(['attempts', 'windowEndsAt'])
    .executeTakeFirstOrThrow()
}

export async function takeBackAttempt(tx: Tx, keys: readonly string[]): Promise<void> {
  await withIdentity(tx)
    .updateTable('loginThrottle')
    .set({ attempts: sql<number>`greatest(attempts - 1, 0)` })
    .where('key', 'in', [...keys])
    .execute()
}
