import { afterEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database/test-database.ts'
import { gainAccess } from './gain-access.ts'
import { testMasterKey } from './kit/testing/test-master-key.ts'
import { withClient } from './kit/with-client.ts'
import { StartupError } from './startup-error.ts'

const settings = {
  dataDir: '/home/developer/signalbox/.data',
  databaseUrl: undefined,
  migrationDatabaseUrl: undefined,
  masterKey: testMasterKey,
  oldMasterKeys: [],
}

let database: TestDatabase
afterEach(() => database.drop())

const run = (text: string) => withClient(database.url, (client) => client.query<{ name: string }>(text))
const tables = async () => {
  const { rows } = await run(`select oid::regclass::text as name from pg_class where relkind in ('r', 'p')
    and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace,
      'pg_toast'::regnamespace) order by 1`)
  return rows.map(({ name }) => name)
}

/** As a checkout from before the first release left it: other files, some of whose tables have today's names. */
async function makeUnreleased(): Promise<void> {
  database = await createTestDatabase('template1')
  await run(`create table schema_migration (name text primary key, hash text not null,
      at timestamptz(3) not null default now());
    insert into schema_migration (name, hash) values ('0001-foundation.sql', 'a'), ('0082-inbox.sql', 'b');
    create table merchant (id integer primary key)`)
}

it('a database from before the first release is refused untouched, with its place and the way out', async () => {
  await makeUnreleased()
  const before = await tables()
  const refused = await gainAccess(settings, database.url).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartupError)
  expect((refused as StartupError).message).toBe(
    'The database in DATA_DIR (/home/developer/signalbox/.data) was made before the first release (its first migration is ' +
      '0001-foundation.sql) and cannot be upgraded. Nothing was changed. ' +
      'Delete or rename that folder, or set DATA_DIR to another one, and start again.',
  )
  await expect(gainAccess({ ...settings, databaseUrl: database.url }, database.url)).rejects.toThrow(
    /^The database of DATABASE_URL was made before .* Set DATABASE_URL to an empty database and start again\.$/,
  )
  expect(await tables()).toEqual(before)
})

it('a database that a later release has added to is served, so that nodes can be upgraded one by one', async () => {
  database = await createTestDatabase('migrated')
  await run(`insert into schema_migration (name, hash) values ('9999-later.sql', 'c')`)
  expect((await gainAccess(settings, database.url)).applied).toEqual([])
})
