import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { readConfig } from './config.ts'
import { withDatabase } from './database/connection-url.ts'
import { createTestDatabase } from './database/test-database.ts'
import { runQueuedJobs } from './kit/jobs/job-queue.ts'
import { scramVerifier } from './kit/scram-verifier.ts'
import { testMasterKey } from './kit/testing/test-master-key.ts'
import { openDatabase, type OpenDatabase } from './open-database.ts'
import { StartupError } from './startup-error.ts'

/** Databases are made from nothing here, on machines that may be busy. */
const patience = 120_000

const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-login-'))
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function open(env: Record<string, string>): Promise<OpenDatabase & { said: string[] }> {
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) })
  const config = readConfig({ DATA_DIR: dataDir, MASTER_KEY: testMasterKey.toString('hex'), ...env })
  const database = await openDatabase(config, log)
  closers.push(() => database.close())
  return { ...database, said }
}

/** What somebody who got a statement through the application would say first. */
const waysUp = [
  'select 1',
  'set role none',
  'reset role',
  'reset session authorization',
  'set session authorization signalbox_owner',
  'set role signalbox_owner',
  `select set_config('role', 'none', false)`,
  'discard all',
]

const forbidden = [
  `update audit_entry set note = 'x'`,
  'delete from audit_entry',
  'truncate audit_entry',
  'delete from audit_anchor',
  'delete from posting',
  'drop table audit_entry',
  'alter table audit_entry disable trigger all',
  'alter table audit_entry owner to current_user',
  'grant signalbox_owner to current_user',
  `set session_replication_role = 'replica'`,
  'create table mine (id int)',
  'create temporary table mine (id int)',
  'create function mine() returns int language sql return 1',
  `create or replace function enqueue_job(task text, payload json, run_at timestamptz, job_key text, max_attempts integer)
     returns void language sql as ''`,
  'create schema mine',
  'create role mine',
  'create extension dblink',
  'select rolpassword from pg_authid',
  `select pg_read_file('postgresql.conf')`,
  `copy (select 1) to program 'true'`,
  `select lo_export(1, '/tmp/x')`,
  `insert into schema_migration (name, hash) values ('x', 'x')`,
  'alter system set fsync = off',
]

/** Which of these get through on the connections the server works with; each is taken back. */
async function whatGetsThrough(url: string, ways: readonly string[] = ['set role none']): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const done: string[] = []
  try {
    for (const way of ways)
      for (const act of forbidden) {
        await client.query(way).catch(() => undefined)
        await client.query('begin')
        const passed = await client.query(act).then(
          () => true,
          () => false,
        )
        await client.query('rollback')
        if (passed) done.push(`${way}; ${act}`)
      }
  } finally {
    await client.end()
  }
  return done
}

async function asCluster(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function fromCluster(statement: string): Promise<{ verifier: string }[]> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') })
  await client.connect()
  const { rows } = await client.query<{ verifier: string }>(statement)
  await client.end()
  return rows
}

async function asTenant(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Everything in a database that roles were given by name, policies included. */
async function rightsOf(url: string, roles: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ what: string }>(
    `select distinct refobjid::regrole || ' ' || classid::regclass || ' ' || objid as what from pg_shdepend
     where dbid = (select oid from pg_database where datname = current_database())
       and refclassid = 'pg_authid'::regclass and refobjid::regrole::text = any($1)`,
    [roles],
  )
  await client.end()
  return rows.map(({ what }) => what)
}

/** A server of somebody else's: a login that owns a database of its own, and another one that owns nothing. */
async function tenant(powers = '') {
  const name = `t_${randomBytes(4).toString('hex')}`
  await asCluster(
    `create role ${name} login ${powers}`,
    `create role ${name}_app login`,
    `create database ${name} owner ${name}`,
  )
  closers.push(() => asCluster(`drop database ${name} with (force)`))
  const urlAs = (user: string): string => {
    const url = new URL(withDatabase(inject('clusterUrl'), name))
    if (url.searchParams.has('user')) url.searchParams.set('user', user)
    else url.username = user
    return url.href
  }
  return { name, owner: urlAs(name), app: urlAs(`${name}_app`) }
}

const userIn = (given: string): string => {
  const url = new URL(given)
  return url.searchParams.get('user') ?? url.username
}

const rolesOf = ({ url, queueUrl, reportUrl = '' }: OpenDatabase): string[] =>
  [url, queueUrl, reportUrl].map(userIn)

/** Made with the template of all test databases, whose rights every copy begins with. */
const templateRoles = ['signalbox_app', 'signalbox_jobs', 'signalbox_report']

/** Tables that their owner could not write to, which the next upgrade would. */
async function lostBy(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not (has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update')
         and has_table_privilege(oid, 'delete')) order by 1`,
  )
  await client.end()
  return rows.map(({ name }) => name)
}

/** The queue and the listener are the application too: they use what they are given here. */
async function worksFor({ db, queueUrl }: OpenDatabase): Promise<void> {
  const log = pino({ level: 'silent' })
  const ran: unknown[] = []
  await sql`select enqueue_job('note', '{"a":1}', now(), null, 1)`.execute(db)
  await runQueuedJobs({
    url: queueUrl,
    log,
    tasks: [{ name: 'note', run: (payload) => Promise.resolve(void ran.push(payload)) }],
  })
  expect(ran).toEqual([{ a: 1 }])
}

describe('the login the server works with', { timeout: patience }, () => {
  it('has no power over the database beyond its rows, whatever it says', async () => {
    const database = await createTestDatabase()
    closers.push(() => database.drop())
    const opened = await open({ DATABASE_URL: database.url })
    expect(await whatGetsThrough(opened.url, waysUp)).toEqual([])
    expect(await whatGetsThrough(opened.queueUrl)).toEqual([])
    await worksFor(opened)
    expect(opened.warnings).toEqual([])
  })

  it('is made beside the roles of another platform on the same server', async () => {
    const { owner } = await tenant('createrole')
    const settings = { DATABASE_URL: owner, MASTER_KEY: 'ab'.repeat(32) }
    const opened = await open(settings)
    expect(opened.url).toMatch(/signalbox_app_[0-9a-f]{12}/)
    expect(opened.reportUrl).toMatch(/signalbox_report_[0-9a-f]{12}/)
    expect(await whatGetsThrough(opened.url)).toEqual([])
    await worksFor(opened)
    expect(opened.warnings).toEqual([])
    expect(await rightsOf(owner, templateRoles)).toEqual([])

    // Earlier releases gave all platforms of a server the same role.
    await asTenant(
      owner,
      'grant usage on schema public, graphile_worker to signalbox_app',
      'grant select, update on all tables in schema public, graphile_worker to signalbox_app',
      'grant execute on all functions in schema public to signalbox_app',
      'create policy "signalbox signalbox_app" on graphile_worker._private_jobs to signalbox_app using (true)',
    )
    expect((await rightsOf(owner, templateRoles)).length).toBeGreaterThan(100)
    const again = await open(settings)
    expect(again.url).toBe(opened.url)
    expect(await rightsOf(owner, templateRoles)).toEqual([])
    await worksFor(again)
  })

  it('has nothing in a copy of its database on the same server, which gets logins of its own', async () => {
    const [first, second] = [await createTestDatabase(), await createTestDatabase()]
    closers.push(
      () => first.drop(),
      () => second.drop(),
    )
    const brought = await rightsOf(second.url, templateRoles)
    const one = await open({ DATABASE_URL: first.url })
    const two = await open({ DATABASE_URL: second.url })
    expect(new Set([...rolesOf(one), ...rolesOf(two)]).size).toBe(6)
    expect(await rightsOf(second.url, [...rolesOf(one), ...templateRoles])).toEqual([])
    expect(await rightsOf(first.url, [...rolesOf(two), ...templateRoles])).toEqual([])
    expect((await rightsOf(second.url, rolesOf(two))).length).toBe(brought.length)
    await worksFor(one)
    await worksFor(two)
  })

  it('has a password that no statement tells the server', async () => {
    const password = randomBytes(32).toString('hex')
    const name = `t_${randomBytes(4).toString('hex')}`
    const verifierOf = async () => {
      const [row] = await fromCluster(
        `select rolpassword as verifier from pg_authid where rolname = '${name}'`,
      )
      return row?.verifier ?? ''
    }
    await asCluster(`create role ${name} login password '${password}'`)
    const theirs = await verifierOf()
    const [, salt = ''] = /^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(theirs) ?? []
    expect(scramVerifier(password, Buffer.from(salt, 'base64'))).toBe(theirs)
    await asCluster(`alter role ${name} password '${scramVerifier(password)}'`)
    expect(await verifierOf()).toBe(scramVerifier(password))
    await asCluster(`drop role ${name}`)
  })

  it('is the owner only where the others are not let in, not where the server has no room for them', async () => {
    const { owner, name } = await tenant('createrole')
    const settings = { DATABASE_URL: owner, MASTER_KEY: randomBytes(32).toString('hex') }
    const { url, queueUrl } = await open(settings)
    for (const role of [url, queueUrl].map(userIn)) {
      await asCluster(`alter role ${role} connection limit 0`)
      await expect(open(settings)).rejects.toThrow(StartupError)
      await asCluster(`alter role ${role} connection limit -1`)
    }
    await asCluster(`revoke connect on database ${name} from public`)
    const asOwner = await open(settings)
    expect(asOwner.url).toBe(owner)
    expect(asOwner.warnings[0]).toContain('The login the server works with owns tables')
  })

  it('is the given one where migrations have another, and needs no owner once they ran', async () => {
    const { owner, app } = await tenant()
    await expect(open({ DATABASE_URL: app })).rejects.toThrow('set MIGRATION_DATABASE_URL')
    const both = await open({ DATABASE_URL: app, MIGRATION_DATABASE_URL: owner })
    expect(both.url).toBe(app)
    expect(await whatGetsThrough(both.url)).toEqual([])
    await worksFor(both)
    expect(both.warnings).toEqual([expect.stringContaining('no role for reports')])
    const alone = await open({ DATABASE_URL: app })
    await worksFor(alone)
    expect(alone.warnings).toEqual(both.warnings)

    const asOwner = await open({ DATABASE_URL: owner })
    const warning = 'The login the server works with owns tables of this database'
    expect(asOwner.warnings[0]).toContain(warning)
    expect(asOwner.said.join()).toContain(warning)
  })

  it('takes nothing from the owner of the tables when that is the given one', async () => {
    const { owner, app, name } = await tenant()
    const asOwnerTwice = { DATABASE_URL: owner, MIGRATION_DATABASE_URL: owner }
    const twice = await open(asOwnerTwice)
    expect(twice.warnings[0]).toContain('owns tables of this database')
    expect(await lostBy(owner)).toEqual([])

    await asCluster(`grant ${name} to ${name}_app`)
    const member = await open({ DATABASE_URL: app, MIGRATION_DATABASE_URL: owner })
    expect(member.warnings[0]).toContain('owns tables of this database')
    expect(await lostBy(owner)).toEqual([])
  })

  it('gives back to an owner what an earlier release took away', async () => {
    const { owner } = await tenant()
    await open({ DATABASE_URL: owner })
    const client = new pg.Client({ connectionString: owner })
    await client.connect()
    await client.query('revoke insert, update, delete on schema_migration, audit_entry from current_user')
    await client.end()
    expect(await lostBy(owner)).toEqual(['audit_entry', 'schema_migration'])
    await open({ DATABASE_URL: owner })
    expect(await lostBy(owner)).toEqual([])
  })
})

/** Where the owner's address may be known: what migrates, and the database itself. */
const ownersFiles = ['gain-access.ts', 'open-database.ts', 'kit/migrate.ts']

it('nothing of the server but migrations knows the login of the owner', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)(testing|database)\//.test(file),
    )
    .filter((file) =>
      /ownerUrl|migrationDatabaseUrl/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
    )
  expect(files.toSorted()).toEqual([...ownersFiles, 'config.ts'].toSorted())
})
