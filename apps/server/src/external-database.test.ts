import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './database/embedded-postgres.ts'
import { lockDataDir, type DataDirLock } from './database/lock-data-dir.ts'
import { processesWorkingIn } from './database/process-facts.ts'
import { demoPassword } from '@signalbox/sandbox/demo/demo-platform'
import { codeAt } from './people/identity/testing/authenticator-app.ts'
import { gainAccess } from './gain-access.ts'
import { unreachable } from './kit/reach-database.ts'
import { oneIn } from './testing/one-in.ts'
import { runNode, runNpm, startRealServer, stopRealServers, type Ended } from './testing/real-process.ts'

/** Starting a server takes seconds: `npm test` starts those that the journeys do not. */
const isFull = process.env.TEST_FULL !== undefined
/** Whole servers are started here, one after another, on machines that may be busy. */
const patience = 120_000
const masterKey = 'ab'.repeat(32)
/** Everything an address can get wrong about a password. */
const password = 'k+e/e@p er%ü'

let cluster: EmbeddedPostgres
let clusterDir: string
let lock: DataDirLock
let folders: string[] = []

/** A folder with a name too long for a socket, so that the server listens like one elsewhere: by port and password. */
beforeAll(async () => {
  // Named and locked like the cluster of the run, so that the next one tidies up when this one is killed.
  clusterDir = mkdtempSync(join(tmpdir(), `signalbox-tests-${'x'.repeat(80)}`))
  chmodSync(clusterDir, 0o711)
  lock = lockDataDir(clusterDir)
  cluster = await startEmbeddedPostgres({
    dataDir: clusterDir,
    log: { info: () => undefined, warn: () => undefined },
    settings: { fsync: 'off', log_statement: 'ddl' },
  })
  await asSuperuser(`create role tenant login password '${password}'`, 'create database tenant owner tenant')
  await asSuperuser(
    `create role keeper login createrole password '${password}'`,
    'create database keeper owner keeper',
  )
  const built = await runNode(['tools/build.mjs'])
  if (built.code !== 0) throw new Error(built.stderr)
}, 120_000)
afterAll(async () => {
  await cluster.stop()
  lock.release()
  // Another run may be tidying up here at the same moment.
  rmSync(clusterDir, { recursive: true, force: true, maxRetries: 5 })
})
afterEach(async () => {
  await stopRealServers()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders = []
})

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.ownerUrl })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function urlOf(name: 'tenant' | 'keeper', more = '', secret = password): string {
  const { host } = new URL(cluster.ownerUrl)
  // A plus sign may stand in a password as it is.
  return `postgresql://${name}:${encodeURIComponent(secret).replaceAll('%2B', '+')}@${host}/${name}${more}`
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-node-'))
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

const settings = (more: Record<string, string>) => ({
  PORT: '0',
  DATA_DIR: newFolder(),
  MASTER_KEY: masterKey,
  TRAFFIC_TPS: '0',
  SEED_TRANSACTIONS: '0',
  ...more,
})
const production = { ENVIRONMENT: 'production', DEMO: 'off', PUBLIC_URL: 'https://console.example' }

/** A script's view of the server: cookies and JSON. */
class Script {
  readonly #cookies = new Map<string, string>()

  async send<Reply>(url: string, body?: unknown): Promise<{ status: number; body: Reply }> {
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        'x-operation-id': randomUUID(),
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
    return { status: answer.status, body: (await answer.json()) as Reply }
  }
}

const api = (url: string, path: string) => `${url}/signalbox/backoffice/api${path}`
const report = {
  template: { type: 'sql', content: 'select id from v_merchants order by id', params: [] },
  params: {},
}

function linkIn({ stdout, stderr }: Ended): string {
  const link = /https?:\S+#reset=(\S+)/.exec(stdout)?.[1]
  if (!link) throw new Error(`No link in: ${stdout}${stderr}`)
  return link
}

const createAdmin = (username: string, given: Record<string, string>, ...more: string[]) =>
  runNpm(
    ['run', 'admin', '--', 'create', '--username', username, '--email', `${username}@mail.example`, ...more],
    given,
  )

/** From the link to a session with a second factor. */
async function signIn(url: string, username: string, token: string): Promise<Script> {
  const script = new Script()
  const chosen = 'violet otter walks 1'
  expect((await script.send(`${url}/signalbox/login/reset`, { token, password: chosen })).status).toBe(200)
  const begun = await script.send(`${url}/signalbox/login`, { username, password: chosen })
  expect(begun.body).toMatchObject({ status: 'required-action', action: 'AUTHENTICATOR' })
  const step = `${url}/signalbox/login/required-action/authenticator`
  const { secret } = (await script.send<{ secret: string }>(`${step}/begin`, {})).body
  const code = await codeAt(secret, new Date())
  const done = await script.send(`${step}/confirm`, { code })
  expect(done.body).toMatchObject({ next: { status: 'authenticated' } })
  return script
}

describe('an external PostgreSQL', { timeout: patience }, () => {
  it('that lets us make no roles serves everything but reports, from an empty database on', async () => {
    const given = settings({ ...production, DATABASE_URL: urlOf('tenant') })
    const token = linkIn(await createAdmin('root.admin', given))
    if (isFull) {
      const again = await createAdmin('second.admin', given)
      expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('Add --another') as string })
    }
    const server = await startRealServer(given)
    const admin = await signIn(server.url, 'root.admin', token)
    expect((await admin.send(`${server.url}/readyz`)).body).toEqual({
      status: 'ready',
      warnings: 2,
    })
    expect(await admin.send(api(server.url, '/template/run?merchantId=1000'), report)).toMatchObject({
      status: 409,
      body: { message: 'This database has no role for reports, so none can be run.' },
    })
    const mapping = { title: 'Nordea', bic: '^NDEA', swift: 'NDEASESS', note: 'first' }
    expect((await admin.send(api(server.url, '/bank-mapping?merchantId=1000'), mapping)).status).toBe(200)
    const mails = await admin.send<{ items: { templateType: string }[] }>(
      api(server.url, '/template/email/read?merchantId=1000'),
    )
    expect(mails.body.items.map(({ templateType }) => templateType)).toContain('Welcome')
    expect((await admin.send(api(server.url, '/audit/verify'))).body).toMatchObject({ ok: true })
    expect((await server.stop()).code).toBe(0)
  })

  it.runIf(isFull)('that lets us make roles serves two nodes as one, reports included', async () => {
    const [one, two] = await Promise.all([
      startRealServer(settings({ DATABASE_URL: urlOf('keeper') })),
      startRealServer(settings({ DATABASE_URL: urlOf('keeper', '?sslmode=disable') })),
    ])
    const admin = new Script()
    const login = { username: 'admin', password: demoPassword }
    expect((await admin.send(`${one.url}/signalbox/login`, login)).body).toEqual({ status: 'authenticated' })
    expect((await admin.send(api(two.url, '/metadata'))).status).toBe(200)
    for (const node of [one, two]) {
      const ran = await admin.send(api(node.url, '/template/run?merchantId=100010000'), report)
      expect(ran).toMatchObject({
        status: 200,
        body: { rows: [[100010000], [100010001], [100010002], [100010003]] },
      })
    }
    const { rows } = await asOwner(
      'keeper',
      `select distinct usename from pg_stat_activity where datname = 'keeper' and application_name like 'signalbox%' order by 1`,
    )
    const logins = rows.map(({ usename }: { usename: string }) => usename)
    // Connections of reports end when nobody has run one for a while.
    expect(logins.filter((login) => login !== 'signalbox_report')).toEqual([
      'signalbox_app',
      'signalbox_jobs',
    ])
    expect((await one.stop()).code).toBe(0)
    expect((await admin.send(api(two.url, '/metadata'))).status).toBe(200)
    expect((await two.stop()).code).toBe(0)
  })

  it('is told no password, whatever its log keeps', async () => {
    const config = readConfig({ DATA_DIR: newFolder(), DATABASE_URL: urlOf('keeper'), MASTER_KEY: masterKey })
    const { url } = await gainAccess(config, urlOf('keeper'))
    const { password: secret } = new URL(url)
    expect(await unreachable(url)).toBeUndefined()
    const wrong = new URL(url)
    wrong.password = 'wrong'
    expect(await unreachable(wrong.href)).toMatchObject({ isNotLetIn: true })
    const written = readFileSync(join(clusterDir, 'postgres.log'), 'utf8')
    expect(written).toMatch(/alter role signalbox_app\S* login noinherit password 'SCRAM-SHA-256\$4096:/)
    expect([secret.length > 20, written.includes(secret)]).toEqual([true, false])
  })

  it.runIf(isFull)('on which roles of our names belong to somebody else is served without them', async () => {
    const server = await startRealServer(settings({ ...production, DATABASE_URL: urlOf('tenant') }))
    expect((await new Script().send(`${server.url}/readyz`)).body).toMatchObject({ status: 'ready' })
    expect((await server.stop()).code).toBe(0)
  })

  it('is refused in one line when it cannot be used', async () => {
    const cases = [
      [{ DATABASE_URL: urlOf('tenant', '', 'wrong') }, 'password authentication failed for user "tenant"'],
      [
        { DATABASE_URL: urlOf('tenant', '?sslmode=verify-full') },
        'The server does not support SSL connections',
      ],
      [{ DATABASE_URL: 'postgresql://tenant:x@localhost:1/tenant' }, 'ECONNREFUSED'],
      [{ DATABASE_URL: urlOf('tenant'), MASTER_KEY: 'cd'.repeat(32) }, 'MASTER_KEY is not the key'],
    ] as const
    const tried = oneIn(2, cases)
    const ended = await Promise.all(tried.map(([given]) => runNode(['tools/start.mjs'], settings(given))))
    for (const [index, [, message]] of tried.entries()) {
      expect(ended[index]?.code, message).toBe(1)
      expect(ended[index]?.stderr.trim().split('\n')).toEqual([expect.stringContaining(message)])
    }
  })
})

async function asOwner(name: 'tenant' | 'keeper', statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: urlOf(name) })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

it.runIf(isFull)(
  'the first administrator of the embedded database is made before the server runs, another while it does',
  async () => {
    const given = settings(production)
    const token = linkIn(await createAdmin('root.admin', given))
    const server = await startRealServer(given)
    await signIn(server.url, 'root.admin', token)
    const second = linkIn(await createAdmin('second.admin', given, '--another'))
    await signIn(server.url, 'second.admin', second)
    expect((await server.stop()).code).toBe(0)
    await expect(fetch(server.url)).rejects.toThrow('fetch failed')
    expect(processesWorkingIn(join(given.DATA_DIR, 'postgres'))).toEqual([])
  },
  patience,
)
