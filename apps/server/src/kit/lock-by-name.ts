import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Those who do the same piece of work wait for each other until the end of their transactions. A row of its own is what
 * they wait at: unlike an advisory lock, every pooler and every database that speaks PostgreSQL has rows.
 */
export async function lockByName(tx: Tx, work: string): Promise<void> {
  const name = `turn ${work}`
  await sql`insert into platform_setting (name, value) values (${name}, '{}') on conflict (name) do nothing`.execute(
    tx,
  )
  await sql`select 1 from platform_setting where name = ${name} for update`.execute(tx)
}
