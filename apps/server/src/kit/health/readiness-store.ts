import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** One committed row: a full disk, a read-only replica and a database that is away all refuse it. */
export async function writeToDatabase(db: Database): Promise<void> {
  await sql`insert into platform_setting (name, value) values ('readiness', jsonb_build_object('at', now()))
    on conflict (name) do update set value = excluded.value`.execute(db)
}
