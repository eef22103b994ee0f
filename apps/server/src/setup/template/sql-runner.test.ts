import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createDatabase, createPool, type Database } from '../../kit/database.ts'
import { testAppUrl, testReportUrl } from '../../kit/testing/test-logins.ts'
import { defaultTemplates } from './default-templates.ts'
import { createReportStore, type ReportStore } from './report-store.ts'
import { reportViews } from './report-views.ts'
import { checkSql } from './sql-check.ts'
import { createSqlRunner, type SqlRunner } from './sql-runner.ts'
import { hostileStatements } from './testing/hostile-statements.ts'

/** Ours, and a stranger's. What belongs to the stranger must never be seen. */
const own = 100010001
const foreign = 100010002

let database: TestDatabase
let owner: pg.Client
let reports: pg.Pool
let app: Database
let store: ReportStore
let runner: SqlRunner

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await fill(owner)
  app = createDatabase(createPool({ url: testAppUrl(database.url) }))
  reports = createPool({ url: testReportUrl(database.url), max: 2 })
  store = createReportStore(reports, app)
  runner = createSqlRunner(store)
})

afterAll(async () => {
  await reports.end()
  await app.destroy()
  await owner.end()
  await database.drop()
})

async function fill(client: pg.Client): Promise<void> {
  for (const [id, name] of [
    [own, 'Ours'],
    [foreign, 'foreign-secret'],
  ] as const) {
    await client.query(
      `insert into merchant (id, parent_id, path, level, name, state, base_currency, created_at, updated_at, updated_by)
       values ($1, 1000, $2, 1, $3, 'ACTIVE', 'EUR', now(), now(), 'test')`,
      [id, `/${id}/`, name],
    )
    await client.query(
      `insert into backoffice_user (merchant_id, id, username, first_name, last_name, display_name, email, state, last_login, created_at, updated_at, updated_by)
       values ($1, gen_random_uuid(), $2, 'A', 'B', $2, $3, 'ACTIVE', '2026-02-03T09:12:44.120Z', now(), now(), 'test')`,
      [id, `user of ${name}`, `${id}@mail.example`],
    )
  }
}

async function run(source: string, values: Record<string, unknown> = {}, merchants: number[] = [own]) {
  const params = [
    { name: 'since', type: 'date', required: false },
    { name: 'name', type: 'text', required: false },
  ] as const
  const sql = await checkSql(source, { views: reportViews, params })
  if (!sql.ok) throw new Error(JSON.stringify(sql.problems))
  return runner.run({ sql, params, values, merchants })
}

/** Past the check, as if it had missed something. */
const runUnchecked = (text: string, with_: SqlRunner = runner) =>
  with_.run({ sql: { ok: true, text, paramOrder: [] }, params: [], values: {}, merchants: [own] })

describe('a report', () => {
  test('sees the rows of its merchants and no others', async () => {
    expect(await run('select id, name from v_merchants order by id')).toMatchObject({
      ok: true,
      rows: [[own, 'Ours']],
    })
    expect(await run('select count(*) from v_users', {}, [own, foreign])).toMatchObject({ rows: [['2']] })
    expect(await run('select * from v_merchants', {}, [])).toMatchObject({ ok: true, rows: [] })
  })

  test('names its columns and keeps their kinds', async () => {
    const source =
      'select merchant_id, username, last_login, last_login::date as day, 1.10 as n, true as yes, null as none from v_users; -- end'
    expect(await run(source)).toMatchObject({
      ok: true,
      columns: [
        { name: 'merchant_id', type: 'number' },
        { name: 'username', type: 'text' },
        { name: 'last_login', type: 'time' },
        { name: 'day', type: 'date' },
        { name: 'n', type: 'number' },
        { name: 'yes', type: 'boolean' },
        { name: 'none', type: 'text' },
      ],
      rows: [[own, 'user of Ours', '2026-02-03T09:12:44.120Z', '2026-02-03', '1.10', true, null]],
      truncated: false,
    })
  })

  test('takes values that stay values', async () => {
    const source =
      'select username from v_users where last_login > :since and (username = :name or :name is null)'
    expect(await run(source, { since: '2026-01-01' })).toMatchObject({ rows: [['user of Ours']] })
    expect(await run(source, { since: '2026-03-01' })).toMatchObject({ rows: [] })
    expect(await run(source, { since: '2026-01-01', name: "x' or true --" })).toMatchObject({ rows: [] })
    expect(await run(source, { since: 'now' })).toMatchObject({ ok: false, code: 'BAD_VALUE' })
  })

  test('ends at ten thousand rows and says so', async () => {
    const result = await run('select n from generate_series(1, 20000) as n order by n desc')
    expect(result).toMatchObject({ ok: true, truncated: true })
    const { rows } = result as { rows: unknown[][] }
    expect(rows).toHaveLength(10_000)
    expect(rows[0]).toEqual([20_000])
  })

  test('that fails says why', async () => {
    expect(await run('select nothing from v_users')).toMatchObject({
      ok: false,
      code: 'FAILED',
      message: 'column "nothing" does not exist',
    })
    expect(await run('select 1 / 0')).toMatchObject({
      ok: false,
      code: 'FAILED',
      message: 'division by zero',
    })
  })

  test('leaves no scope behind', async () => {
    await run('select 1')
    await run('select 1 / 0')
    expect((await owner.query('select * from report_scope')).rows).toEqual([])
  })
})

test('the views are those the check lets through', async () => {
  const { rows } = await owner.query<{ name: string }>(
    "select viewname as name from pg_views where schemaname = 'report' order by 1",
  )
  expect(rows.map((row) => row.name)).toEqual([...reportViews].toSorted())
})

test('the reports the platform brings along run', async () => {
  for (const { content } of defaultTemplates.filter(({ type }) => type === 'sql')) {
    expect(await run(content)).toMatchObject({ ok: true })
  }
})

describe('limits', () => {
  test('a plan that reads too much is not started', async () => {
    const source = 'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b'
    expect(await run(source)).toMatchObject({ ok: false, code: 'TOO_EXPENSIVE' })
  })

  test('a few enormous rows are cut off', async () => {
    expect(await runUnchecked("select repeat('x', 20000000)")).toMatchObject({ ok: false, code: 'TOO_LARGE' })
  })

  test('the watchdog stops what the session itself would let run on', async () => {
    const calls: string[] = []
    const observed: ReportStore = {
      ...store,
      cancel: (pid) => (calls.push('cancel'), store.cancel(pid)),
      terminate: (pid) => (calls.push('terminate'), store.terminate(pid)),
    }
    const impatient = createSqlRunner(observed, { watchdogMs: 200, graceMs: 60_000 })
    expect(await runUnchecked('select pg_sleep(2)', impatient)).toMatchObject({ ok: false, code: 'TIMEOUT' })
    expect(calls).toEqual(['cancel'])
  })

  test('and ends the connection when cancelling does not help', async () => {
    const deaf: ReportStore = { ...store, cancel: () => Promise.resolve() }
    const impatient = createSqlRunner(deaf, { watchdogMs: 100, graceMs: 100 })
    expect(await runUnchecked('select pg_sleep(2)', impatient)).toMatchObject({ ok: false, code: 'TIMEOUT' })
    expect(await run('select 1')).toMatchObject({ ok: true })
  })

  test('too many at once are turned away, the others wait their turn', async () => {
    const small = createSqlRunner(store, { waiting: 3 })
    const results = await Promise.all(Array.from({ length: 5 }, () => runUnchecked('select 1', small)))
    expect(results.map((result) => (result.ok ? 'ran' : result.code))).toEqual([
      'ran',
      'ran',
      'ran',
      'BUSY',
      'BUSY',
    ])
  })

  test('without its database a report is unavailable', async () => {
    const nowhere = createPool({ url: 'postgres://signalbox_report@127.0.0.1:9/none', max: 2 })
    const broken = createSqlRunner(createReportStore(nowhere, app))
    expect(await runUnchecked('select 1', broken)).toMatchObject({ ok: false, code: 'UNAVAILABLE' })
    await nowhere.end()
  })
})

describe('should the check miss something, the database still', () => {
  test('takes one statement only', async () => {
    for (const text of [
      'select 1) a; commit; create table escaped (a int); select * from (select 1',
      'select 1; select 2',
    ]) {
      expect(await runUnchecked(text)).toMatchObject({ ok: false, code: 'FAILED' })
    }
  })

  test('does not let a report widen its scope', async () => {
    const attempts = [
      "select set_config('signalbox.merchants', '{100010002}', true), (select string_agg(name, ',') from v_merchants)",
      "select set_config('role', 'signalbox_app', true), (select string_agg(name, ',') from v_merchants)",
      "select set_config('search_path', 'public', true), (select string_agg(name, ',') from v_merchants)",
      "select set_config('row_security', 'off', true), (select string_agg(name, ',') from v_merchants)",
      'select * from public.report_scope',
      'select * from public.merchant',
      'select * from public.backoffice_user',
      "select query_to_xml('select * from public.merchant', true, true, '')",
      "select name from v_merchants where 1 / (case when name = 'foreign-secret' then 0 else 1 end) = 1",
    ]
    for (const text of attempts)
      expect(JSON.stringify(await runUnchecked(text)), text).not.toContain('foreign-secret')
    expect(await runUnchecked(attempts.at(-1)!)).toMatchObject({ ok: true, rows: [['Ours']] })
  })

  test('does not honour a scope that has lapsed or belongs to another connection', async () => {
    const sessionOf = new pg.Client({ connectionString: testReportUrl(database.url) })
    await sessionOf.connect()
    const { rows } = await sessionOf.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]!.pid
    const seen = async () => (await sessionOf.query('select * from report.v_merchants')).rows.length
    expect(await seen()).toBe(0)
    const put = 'insert into report_scope values ($1, $2, now() + $3::interval)'
    await owner.query(put, [pid + 1, [own], '1 minute'])
    expect(await seen()).toBe(0)
    await owner.query(put, [pid, [own], '-1 second'])
    expect(await seen()).toBe(0)
    await owner.query(
      "update report_scope set expires_at = now() + interval '1 minute' where backend_pid = $1",
      [pid],
    )
    expect(await seen()).toBe(1)
    await owner.query('truncate report_scope')
    await sessionOf.end()
  })

  test('keeps every hostile statement from doing harm', async () => {
    const before = await fingerprint()
    for (const statement of hostileStatements) {
      const seen = await runAsReport(statement)
      expect(JSON.stringify(seen), statement).not.toContain('foreign-secret')
    }
    expect(await fingerprint()).toEqual(before)
  })
})

/** The bare statement, without the wrapping that would break most of them, on the connection a report would have. */
async function runAsReport(text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: testReportUrl(database.url) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin transaction read only')
    const { rows: backend } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await owner.query("insert into report_scope values ($1, $2, now() + interval '1 minute')", [
      backend[0]?.pid,
      [own],
    ])
    await client.query("set local statement_timeout = '200ms'; set local search_path = report")
    const query: pg.QueryConfig & { queryMode: string } = { text, values: [], queryMode: 'extended' }
    const { rows } = await client.query(query)
    return rows
  } catch (error) {
    return String(error)
  } finally {
    await client.end().catch(() => undefined)
    await owner.query('truncate report_scope')
  }
}

/** Everything a report could have changed. Roles belong to the whole cluster: those of tests beside this one have random names. */
async function fingerprint(): Promise<unknown> {
  const { rows } = await owner.query(`
    select
      (select count(*) from pg_class) as relations,
      (select count(*) from pg_proc) as functions,
      (select count(*) from pg_largeobject_metadata) as objects,
      (select count(*) from pg_extension) as extensions,
      (select string_agg(rolname || rolsuper || rolcreaterole, ',' order by rolname) from pg_roles
        where rolname !~ '_[0-9a-f]{8}') as roles,
      (select md5(string_agg(u::text, '' order by id)) from backoffice_user u) as users,
      (select md5(string_agg(m::text, '' order by id)) from merchant m) as merchants,
      (select count(*) from audit_entry) as audit`)
  return rows
}
