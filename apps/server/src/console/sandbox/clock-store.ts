import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'

const name = 'sandbox-clock'

/** How far payments are ahead of real time. */
export async function readAheadMs(db: Database | Tx): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`select (value ->> 'aheadMs')::float8 as ahead
    from platform_setting where name = ${name}`.execute(db)
  return rows[0]?.ahead ?? 0
}

export async function writeAheadMs(db: Database | Tx, aheadMs: number): Promise<void> {
  await sql`insert into platform_setting (name, value) values (${name}, ${JSON.stringify({ aheadMs })}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(db)
}
