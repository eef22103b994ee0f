import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuid7Factory } from '@signalbox/model/text/uuid7'
import { readConfig } from './config.ts'
import { createTestDatabase, type TestDatabase } from './database/test-database.ts'
import { allChains, verifyChains } from './console/audit/read-model.ts'
import { identityDeps } from './people/identity/read-model.ts'
import { recoveryKey, recoveryPurpose, redeemRecoveryCode } from './people/identity/recovery-codes.ts'
import { userFormats } from './people/userdata/read-model.ts'
import { createDatabase, createPool, type Database } from './kit/database.ts'
import { KeyRing } from './kit/key-ring.ts'
import { secretBox } from './kit/secret-box.ts'
import { testMasterKey } from './kit/testing/test-master-key.ts'
import { auditKey, openDatabase, type OpenDatabase } from './open-database.ts'
import { fingerprinter } from './payments/vault/fingerprint.ts'
import { boundary, putSealed, resealColumn, sealedOtherwise, type Stretch } from './reseal-store.ts'
import { rotateKey } from './rotate-key.ts'
import { sealedColumns, type SealedColumn } from './sealed-columns.ts'

const patience = 120_000
const newKey = randomBytes(32)
const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-keys-'))
const log = pino({ level: 'silent' })
const [oldId = '', newId = ''] = [testMasterKey, newKey].map((key) => new KeyRing([key]).sealing.id)

let database: TestDatabase
let owner: Database
let queue: Database
let client: pg.Client
const opened = new Set<OpenDatabase>()

beforeAll(async () => {
  database = await createTestDatabase('seeded')
  owner = createDatabase(createPool({ url: database.url, max: 1 })).withoutPlugins()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // Rows made up here belong to nobody.
  await client.query(`set session_replication_role = 'replica'`)
}, patience)
afterAll(async () => {
  for (const node of opened) await node.close()
  await queue.destroy()
  await owner.destroy()
  await client.end()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function node(key: Buffer, ...old: Buffer[]): Promise<OpenDatabase> {
  const settings = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MASTER_KEY: key.toString('hex'),
    MASTER_KEYS_OLD: old.map((each) => each.toString('hex')).join(' '),
  })
  const found = await openDatabase(settings, log)
  opened.add(found)
  return found
}

async function close(found: OpenDatabase): Promise<void> {
  opened.delete(found)
  await found.close()
}

const depsOf = ({ db, keys }: OpenDatabase) => ({
  db,
  now: () => new Date(),
  newId: uuid7Factory({ now: () => Date.now(), random: (length) => randomBytes(length) }),
  auditKey: auditKey(keys),
  log,
  userFormats,
})

const rotate = (on: OpenDatabase, onBatch?: () => void | Promise<void>, timeoutMs?: number) =>
  rotateKey({
    deps: depsOf(on),
    ring: on.keys,
    queue,
    beat: () => on.sayKey(),
    wanted: newKey,
    say: () => undefined,
    ...(onBatch && { onBatch }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })

async function asOwner<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows
}

/** Something of each type that may not be missing from a row. */
const fillers: Readonly<Record<string, string>> = {
  integer: '1000',
  bigint: '1',
  smallint: '1',
  text: `'x'`,
  uuid: 'gen_random_uuid()',
  'timestamp with time zone': 'now()',
  boolean: 'false',
  jsonb: `'{}'`,
  bytea: `'x'`,
  ARRAY: `'{}'`,
}

/** What columns with JSON hold around the sealed text. */
const samples: Readonly<Record<string, string>> = {
  callback: `{"eventId":"event-1","payer":"x"}`,
  transaction: `{"input":{"sealedSession":"x","sealedVoucher":"x"},"networkToken":{"sealedProof":"x"}}`,
}

/** A row of its own for a table, whatever columns it has. */
async function makeRow({ table, column, json }: SealedColumn): Promise<void> {
  const needed = await asOwner<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_nullable = 'NO' and column_default is null`,
    [table],
  )
  const values = new Map(needed.map(({ name, type }) => [name, fillers[type] ?? 'null']))
  values.set(column, json ? `'${samples[table] ?? '{}'}'` : `'x'`)
  await asOwner(
    `insert into "${table}" (${[...values.keys()].join()}) values (${[...values.values()].join()})`,
  )
}

const jobs = [
  ['send-mail', { id: 'mail-1', sealed: 'x' }],
  ['gdpr-captured', { merchantId: 1000, subject: 'subject-1', words: 'x' }],
] as const

const nameOf = ({ table, column, path }: SealedColumn): string => [table, column, ...(path ?? [])].join('.')
const textIn = ({ column, path }: SealedColumn): string =>
  path ? `${column} #>> '{${path.join()}}'` : `"${column}"`

async function rowsOf(column: SealedColumn, where = 'true'): Promise<pg.QueryResultRow[]> {
  const facts = Object.entries(column.facts ?? {}).map(([name, expression]) => `${expression} as ${name}`)
  const [schema, table] = column.table.includes('.') ? column.table.split('.') : ['public', column.table]
  return asOwner(
    `select ${[...column.key, ...facts].join()}, ${textIn(column)} as sealed from ${schema}."${table}"
     where ${textIn(column)} is not null and (${where}) and (${column.isQueue ? (column.atRest ?? 'true') : 'true'})`,
  )
}

const contentOf = (column: SealedColumn): string => `what ${nameOf(column)} holds`

/** Each declared column gets a text of the key in use, every other one without its name, as earlier releases wrote it. */
async function fillAll({ keys }: OpenDatabase): Promise<void> {
  const box = secretBox(keys)
  for (const [task, payload] of jobs)
    await asOwner('select enqueue_job($1, $2, now(), null, 1)', [task, JSON.stringify(payload)])
  for (const [index, column] of sealedColumns.entries()) {
    if (!column.isQueue && (await rowsOf(column, `${textIn(column)} = 'x'`)).length === 0)
      await makeRow(column)
    for (const row of await rowsOf(column, `${textIn(column)} = 'x'`)) {
      const sealed = box.seal(column.purpose, column.owner(row), contentOf(column))
      await putSealed(owner, column, row, index % 2 ? sealed : sealed.slice(0, sealed.lastIndexOf('.')))
    }
  }
}

/** A node that has not heard of the new key yet writes something. */
async function sealAsBefore({ keys }: OpenDatabase): Promise<void> {
  const column = sealedColumns.find(({ table }) => table === 'config_secret')
  const [row] = column ? await rowsOf(column, `${textIn(column)} like '%.${newId}'`) : []
  if (!column || !row) throw new Error('Nothing is sealed with the new key')
  const content = secretBox(keys).open(column.purpose, column.owner(row), String(row.sealed))
  await putSealed(
    owner,
    column,
    row,
    secretBox(testMasterKey).seal(column.purpose, column.owner(row), content),
  )
}

/** Every column of the database with a sealed text in it, and the keys those name. */
async function sealedAnywhere(): Promise<Map<string, Set<string>>> {
  const columns = await asOwner<{ schema: string; table: string; name: string }>(
    `select table_schema as schema, table_name as table, column_name as name
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
       and data_type in ('text', 'json', 'jsonb', 'ARRAY') and table_name !~ '_(20\\d\\d|other)$'`,
  )
  const found = new Map<string, Set<string>>()
  for (const { schema, table, name } of columns) {
    const rows = await asOwner<{ key: string | null }>(
      `select distinct (regexp_matches("${name}"::text, '\\mv1\\.[\\w-]{38,}(\\.[0-9a-f]{8})?', 'g'))[1] as key
       from ${schema}."${table}"`,
    )
    const place = `${schema === 'public' ? '' : `${schema}.`}${table}.${name}`
    if (rows.length > 0) found.set(place, new Set(rows.map(({ key }) => key?.slice(1) ?? 'none')))
  }
  return found
}

/** Sealed with a key that is kept, not with the master key. */
const underKeptKeys = ['subject_key.wrapped_key']

it(
  'everything sealed is sealed anew while two nodes run, also after a kill, and the former key is needed no more',
  async () => {
    const unknowing = await node(testMasterKey)
    queue = createDatabase(createPool({ url: unknowing.queueUrl, max: 1 }))
    const print = fingerprinter(unknowing.keys)('ACCOUNT', '4111111111111111')
    const one = await node(newKey, testMasterKey)
    await expect(rotate(one)).rejects.toThrow('1 running node(s) do not know the new key')
    await close(unknowing)
    const two = await node(newKey, testMasterKey)
    expect([one, two].map(({ keys }) => keys.sealing.id)).toEqual([oldId, oldId])

    await fillAll(one)
    const salt = randomBytes(16)
    await asOwner(
      `insert into recovery_code (merchant_id, user_id, code_hash, salt) values (1000, gen_random_uuid(), 'y', $1)`,
      [salt.toString('base64url')],
    )
    const before = await sealedAnywhere()
    const declared = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`))
    expect([...before.keys()].filter((place) => !underKeptKeys.includes(place)).toSorted()).toEqual(
      [...declared].toSorted(),
    )

    let batches = 0
    const killed = rotate(one, () => {
      if (++batches === 3) throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    await expect(node(newKey)).rejects.toThrow('has to be in MASTER_KEYS_OLD')
    await expect(node(testMasterKey)).rejects.toThrow('MASTER_KEY is not the key')

    const [broken] = await asOwner<{ key: string }>(
      `update config_secret set wrapped_key = 'v1.' || repeat('A', 80) || '.${oldId}'
       where ctid = (select max(ctid) from config_secret) returning concat_ws('/', merchant_id, id) as key`,
    )
    const unopened = [`config_secret.wrapped_key ${broken?.key}`]
    let later = 0
    const late = () => (++later === 2 ? sealAsBefore(two) : undefined)
    expect(await rotate(two, late)).toEqual({ outcome: 'rotated', unopened })
    expect(later).toBeGreaterThan(2)
    await asOwner(`delete from config_secret where wrapped_key like 'v1.AAAA%'`)
    expect((await sealedAnywhere()).get('config_secret.wrapped_key')).toEqual(new Set([newId]))
    expect(one.keys.sealing.id).toBe(newId)
    expect(await rotate(two)).toEqual({ outcome: 'nothing to do', unopened: [] })
    await sealAsBefore(two)
    expect(await rotate(two)).toEqual({ outcome: 'sealed anew', unopened: [] })
    for (const each of [one, two]) await close(each)

    const after = await sealedAnywhere()
    for (const place of underKeptKeys) after.delete(place)
    expect(after).toEqual(new Map([...after.keys()].map((place) => [place, new Set([newId])])))
    expect(after.size).toBe(declared.size)
    await expect(node(testMasterKey)).rejects.toThrow('MASTER_KEY is not the key')
    const alone = await node(newKey)
    const box = secretBox(alone.keys)
    for (const column of sealedColumns) {
      const texts = (await rowsOf(column, `${textIn(column)} like 'v1.%'`)).map((row) =>
        box.open(column.purpose, column.owner(row), String(row.sealed)),
      )
      expect(texts, nameOf(column)).toContain(contentOf(column))
    }
    const [set] = await asOwner<{ user_id: string; sealed_key: string }>(
      `select user_id, sealed_key from recovery_code where code_hash = 'y'`,
    )
    expect(box.open(recoveryPurpose, set?.user_id ?? '', set?.sealed_key ?? '')).toBe(
      recoveryKey(testMasterKey, salt).toString('base64url'),
    )

    expect(fingerprinter(alone.keys)('ACCOUNT', '4111111111111111')).toBe(print)
    expect(await verifyChains(depsOf(alone), await allChains(alone.db))).toMatchObject({ ok: true })
    const noted = await asOwner<{ action: string; before: unknown; after: unknown }>(
      `select action, before, after from audit_entry where entity_type = 'master-key' order by seq`,
    )
    expect(noted.map(({ action }) => action)).toEqual([
      'MASTER_KEY_ROTATION_STARTED',
      'MASTER_KEY_ROTATION_RESUMED',
      'MASTER_KEY_ROTATED',
      'MASTER_KEY_SEALED_ANEW',
    ])
    expect(noted[2]).toMatchObject({ before: { key: oldId }, after: { key: newId, unopened: 1 } })
  },
  patience,
)

it('recovery codes of earlier releases are good while the key changes', async () => {
  const [salt, userId] = [randomBytes(16), randomUUID()]
  const hash = createHmac('sha256', recoveryKey(testMasterKey, salt)).update('abcde12345').digest('base64url')
  await asOwner(
    `insert into recovery_code (merchant_id, user_id, code_hash, salt) values (1000, $1, $2, $3)`,
    [userId, hash, salt.toString('base64url')],
  )
  const on = await node(newKey, testMasterKey)
  expect(on.keys.sealing.id).toBe(newId)
  const config = { ...readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url }), masterKey: on.keys }
  const deps = identityDeps(config, depsOf(on))
  const redeem = (code: string) =>
    on.db
      .transaction()
      .execute((tx) => redeemRecoveryCode(deps, tx, { merchantId: 1000, userId }, code, new Date()))
  expect(await redeem('abcde-99999')).toBe(false)
  expect(await redeem('abcde-12345')).toBe(true)
  expect(await redeem('abcde-12345')).toBe(false)
  await close(on)
})

it('a kept key that is lost after the master key has changed is not made up anew', async () => {
  const [lost] = await asOwner<{ sealed: string }>(
    `delete from kept_key where name = 'audit seals' returning sealed`,
  )
  await expect(node(newKey)).rejects.toThrow('kept_key lacks audit seals')
  await asOwner(`insert into kept_key (name, sealed) values ('audit seals', $1)`, [lost?.sealed])
  await close(await node(newKey))
})

const columnOf = (table: string): SealedColumn => {
  const column = sealedColumns.find((each) => each.table === table)
  if (!column) throw new Error(`Nothing is sealed in ${table}`)
  return column
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Index Cond'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How the database finds the rows of a page where a table is large; nothing is changed. */
async function planOf(statement: RawBuilder<unknown>): Promise<Plan[]> {
  return owner.transaction().execute(async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (analyze, format json) ${statement}`.execute(tx)
    return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
  })
}

it.each(sealedColumns.map((column) => [nameOf(column), column] as const))(
  'a page of %s is found by its key, however many rows lie before it',
  async (_name, column) => {
    const [row] = await rowsOf(column)
    const after = column.key.map((name) => row?.[name] as unknown)
    const stretch: Stretch = { keyId: oldId, after, upTo: after, limit: 20 }
    for (const statement of [boundary(column, after, 50), sealedOtherwise(column, stretch)]) {
      const plan = await planOf(statement)
      expect(plan.filter((each) => each['Node Type'].includes('Sort'))).toEqual([])
      expect(plan.map((each) => each['Index Cond'] ?? '').join()).toMatch(new RegExp(column.key[0] ?? ''))
    }
  },
)

it('a page reads so many rows and no more, at the beginning, in the middle and at the end', async () => {
  const column = columnOf('vault_card')
  const rows = 3_000
  const many = '00000000-0000-7000-8000-'
  const refOf = (no: number) => `${many}${String(no).padStart(12, '0')}`
  await asOwner(
    `insert into vault_card (merchant_id, ref, account_hash, sealed_pan, created_at)
     select 1000, ('${many}' || lpad(n::text, 12, '0'))::uuid, 'hash-' || n, 'v1.x.${newId}', now()
     from generate_series(1, ${rows}) n`,
  )
  await asOwner('analyze vault_card')
  const ring = new KeyRing([newKey, testMasterKey])
  const last = { merchant_id: 1000, ref: refOf(rows), account: `hash-${rows}` }
  const sealed = secretBox(testMasterKey).seal(column.purpose, column.owner(last), 'the last card')
  await putSealed(owner, column, last, sealed)
  const pages = [1, 1_500, 2_900].map((no) => [1000, refOf(no)])
  for (const after of pages) {
    const [bound] = (await boundary(column, after, 50).execute(owner)).rows
    const upTo = bound && column.key.map((name) => bound[name])
    const plan = await planOf(sealedOtherwise(column, { keyId: newId, after, upTo, limit: 20 }))
    const read = plan.map((each) => each['Actual Rows'] + (each['Rows Removed by Filter'] ?? 0))
    expect([after, Math.max(...read) <= 50]).toEqual([after, true])
  }
  const batches: number[] = []
  const done = await resealColumn(owner, ring, column, (found) => void batches.push(found), {
    changed: 20,
    lookedAt: 50,
  })
  expect([done, batches]).toEqual([{ rows: 1, unopened: [] }, [1]])
  await asOwner(`delete from vault_card where account_hash like 'hash-%'`)
})

it('a rotation is patient as long as something moves, and gives up when nothing does', async () => {
  const on = await node(newKey, testMasterKey)
  const column = columnOf('config_secret')
  // Other files of tests hold transactions of the same server open for a while, which it also waits for.
  const timeoutMs = 5_000
  await sealAsBefore(on)
  let times = 0
  // Every walk finds that somebody has sealed with the former key meanwhile.
  const meanwhile = () => (++times < 3 ? sealAsBefore(on) : undefined)
  expect(await rotate(on, meanwhile, timeoutMs)).toEqual({ outcome: 'sealed anew', unopened: [] })
  expect(times).toBeGreaterThanOrEqual(3)

  await sealAsBefore(on)
  await client.query('begin')
  await client.query(`select 1 from ${column.table} where ${textIn(column)} like '%.${oldId}' for update`)
  await expect(rotate(on, undefined, timeoutMs)).rejects.toThrow('does not get on. Nothing is lost')
  await client.query('rollback')
  expect(await rotate(on)).toEqual({ outcome: 'sealed anew', unopened: [] })
  await close(on)
})

/** These seal for the columns of others, or with a key that is kept. */
const others = [
  'kit/envelope.ts',
  'kit/subject-seal.ts',
  'rotate-key.ts',
  'reseal-store.ts',
  'payments/gdpr/archive-link.ts',
]

it('whatever seals with the master key declares where it is stored', () => {
  const seals = /\.seal\(|\bseal(Envelope|Bytes)\(/
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing/'))
    .filter((file) => seals.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
  const declared = new Set([...sealedColumns.map(({ sealedBy }) => sealedBy), ...others])
  expect(files.toSorted()).toEqual([...declared].toSorted())
})
