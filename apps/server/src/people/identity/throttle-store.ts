import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { withIdentity } from './identity-tables.ts'

/**
 * Counts one more attempt and gives the count and how long the window it falls into lasts. The database's clock decides:
 * servers whose clocks differ would otherwise begin a window anew for each other.
 */
export async function countAttempt(
  tx: Tx,
  key: string,
  windowMs: number,
): Promise<{ attempts: number; leftSeconds: number }> {
  const { rows } = await sql<{ attempts: number; leftSeconds: number }>`
    insert into login_throttle as t (key, attempts, window_ends_at)
    values (${key}, 1, clock_timestamp() + ${`${windowMs} milliseconds`}::interval)
    on conflict (key) do update set
      attempts = case when t.window_ends_at <= clock_timestamp() then 1 else t.attempts + 1 end,
      window_ends_at = case when t.window_ends_at <= clock_timestamp() then excluded.window_ends_at
        else least(t.window_ends_at, excluded.window_ends_at) end
    returning attempts, ceil(extract(epoch from window_ends_at - clock_timestamp()))::integer as left_seconds`.execute(
    tx,
  )
  const { attempts, leftSeconds } = rows[0] ?? { attempts: 1, leftSeconds: 0 }
  // A clock that was put back in this very moment would make a window longer than it is.
  return { attempts, leftSeconds: Math.min(leftSeconds, Math.ceil(windowMs / 1_000)) }
}

export async function takeBackAttempt(tx: Tx, keys: readonly string[]): Promise<void> {
  await withIdentity(tx)
    .updateTable('loginThrottle')
    .set({ attempts: sql<number>`greatest(attempts - 1, 0)` })
    .where('key', 'in', [...keys])
    .execute()
}
