import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { withClient } from './with-client.ts'
import pg from 'pg'
import type { Database } from './database.ts'
import type { KeyRing } from './key-ring.ts'
import { openKeyRing, type MasterKeys } from './open-key-ring.ts'
import { isOwner, regainRights } from './app-grants.ts'
import { grantGivenRole, grantRoles, type DatabaseRoles } from './database-roles.ts'

/** Any number: it only has to be the same on every node. Migrations alone may use an advisory lock. */
const lockKey = 727_001_943

interface Migration {
  readonly name: string
  readonly sql: string
  readonly hash: string
}

/** Works from the sources (`src/kit`) and from the bundle (`dist`) alike: the folder stands beside both. */
async function migrationsDir(): Promise<string> {
  let dir = dirname(fileURLToPath(import.meta.url))
  for (let up = 0; up < 4; up++, dir = dirname(dir)) {
    const candidate = join(dir, 'migrations')
    if (
      await readdir(candidate).then(
        (names) => names.length > 0,
        () => false,
      )
    )
      return candidate
  }
  throw new Error('The folder with the migrations is missing')
}

/**
 * The database was made by a checkout from before the first release. Its migrations were replaced by the base of that
 * release, so there is no way from there to here.
 */
export class UnreleasedDatabase extends Error {
  /** The migration its history begins with. */
  readonly begins: string

  constructor(begins: string) {
    super(`The database begins with migration ${begins}, which is not the first of this release`)
    this.begins = begins
  }
}

/** What a later release added is fine: its nodes and ours work side by side while they are upgraded. */
function refuseUnreleased(migrations: readonly Migration[], applied: readonly string[]): void {
  const [begins] = applied.toSorted()
  if (begins !== undefined && begins !== migrations[0]?.name) throw new UnreleasedDatabase(begins)
}

async function readMigrations(): Promise<Migration[]> {
  const dir = await migrationsDir()
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** What the application was given to work with where somebody else migrates. */
interface GivenLogin {
  readonly role: string
  readonly url: string
}

/**
 * Applies what is missing, one transaction each, under a lock that makes concurrent nodes wait for the first. Then the
 * application's login gets its rights: the one it was given, or one that is made here because there is none but the owner's.
 */
export async function migrate(
  ownerUrl: string,
  masterKeys: MasterKeys,
  given?: GivenLogin,
): Promise<{ applied: string[]; roles: DatabaseRoles; keys: KeyRing }> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const migrations = await readMigrations()
    const hashes = await appliedHashes(client)
    // Before anything is changed.
    refuseUnreleased(migrations, [...hashes.keys()])
    await regainRights(client)
    // The job queue brings its own schema and keeps account of it; ours only adds to it.
    await runMigrations({ connectionString: ownerUrl, logger: new Logger(() => () => undefined) })
    const applied = await applyMissing(client, migrations, hashes)
    const keys = await openKeyRing(client, masterKeys)
    const roles =
      given && !(await isOwner(client, given.role))
        ? await grantGivenRole(client, given.role, keys)
        : await grantRoles(client, { url: given?.url ?? ownerUrl, keys })
    return { applied, roles, keys }
  } finally {
    await client.end()
  }
}

/** What was applied already, by name. */
async function appliedHashes(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  await client.query(
    `create table if not exists schema_migration (
       name text primary key, hash text not null, at timestamptz(3) not null default now())`,
  )
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migration',
  )
  return new Map(rows.map((row) => [row.name, row.hash]))
}

async function applyMissing(
  client: pg.Client,
  migrations: readonly Migration[],
  hashes: ReadonlyMap<string, string>,
): Promise<string[]> {
  const applied: string[] = []
  for (const migration of migrations) {
    const known = hashes.get(migration.name)
    if (known === migration.hash) continue
    if (known) throw new Error(`Migration ${migration.name} was changed after it was applied`)
    await apply(client, migration)
    applied.push(migration.name)
  }
  return applied
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '5s'`)
    await client.query(migration.sql)
    await client.query('insert into schema_migration (name, hash) values ($1, $2)', [
      migration.name,
      migration.hash,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Whether the tables are here and belong to others, so that this login can only work with them. */
export async function isMigratedByOthers(url: string): Promise<boolean> {
  const { rows } = await asked<{ mine: boolean }>(
    url,
    `select pg_has_role(session_user, relowner, 'MEMBER') as mine from pg_class
     where oid = to_regclass('public.schema_migration')`,
  )
  return rows[0]?.mine === false
}

/** What this build needs and the database has not got. */
export async function pendingNames(url: string): Promise<string[]> {
  const { rows } = await asked<{ name: string }>(url, 'select name from schema_migration')
  refuseUnreleased(
    await readMigrations(),
    rows.map(({ name }) => name),
  )
  return lacking(rows)
}

async function lacking(done: readonly { readonly name: string }[]): Promise<string[]> {
  const applied = new Set(done.map(({ name }) => name))
  return (await readMigrations()).map(({ name }) => name).filter((name) => !applied.has(name))
}

const asked = <Row extends pg.QueryResultRow>(url: string, text: string): Promise<pg.QueryResult<Row>> =>
  withClient(url, (client) => client.query<Row>(text))

/** For readiness: is this database at the schema this build was made for? */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db)
  return lacking(rows)
}
