import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../database/embedded-postgres.ts'
import { eventually } from '../eventually.ts'
import { parseMetrics, sumOf } from '../parse-metrics.ts'
import { runNpm, startRealServer, stopRealServers, type RealServer } from '../real-process.ts'
import { ConsolePerson } from './console-person.ts'
import { openBank, openShop, type Bank } from './external-services.ts'
import { selfSigned } from './self-signed.ts'
import { HttpsScript, tlsProxy, type TlsProxy } from './tls-proxy.ts'

/** The first day of an operator: production, TLS at a proxy, a PostgreSQL elsewhere, nothing set up for it. */
const certificate = selfSigned(new Date())
const metricsToken = 'scraper-0123456789abcdef'
const bankKey = 'key-of-the-first-bank'
const folders: string[] = []
let postgres: EmbeddedPostgres
let proxy: TlsProxy
let server: RealServer
let bank: Bank
let shop: Awaited<ReturnType<typeof openShop>>
/** What the nodes are given, and what whoever deploys them has besides. */
let settings: Record<string, string>
let deployment: Record<string, string>
let admin: ConsolePerson
let second: ConsolePerson
let merchantId: number

function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

async function inDatabase<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** A PostgreSQL of the operator: one login owns the database and may make roles, the other owns nothing. */
async function databaseOfOperator(): Promise<{ readonly owner: string; readonly clerk: string }> {
  // A name too long for a socket: this one listens like one elsewhere, by port and password.
  postgres = await startEmbeddedPostgres({
    dataDir: newFolder(`signalbox-production-${'x'.repeat(80)}`),
    log: { info: () => undefined, warn: () => undefined },
    settings: { fsync: 'off' },
  })
  const [ownerPassword, clerkPassword] = [randomUUID(), randomUUID()]
  const { ownerUrl } = postgres
  await inDatabase(ownerUrl, `create role keeper login createrole password '${ownerPassword}'`)
  await inDatabase(ownerUrl, `create role clerk login password '${clerkPassword}'`)
  await inDatabase(ownerUrl, 'create database operator owner keeper')
  const { host } = new URL(ownerUrl)
  return {
    owner: `postgresql://keeper:${ownerPassword}@${host}/operator`,
    clerk: `postgresql://clerk:${clerkPassword}@${host}/operator`,
  }
}

beforeAll(async () => {
  const { owner, clerk } = await databaseOfOperator()
  proxy = await tlsProxy(certificate)
  bank = await openBank(certificate, bankKey)
  shop = await openShop(certificate)
  const dataDir = newFolder('signalbox-node-')
  const trusted = join(dataDir, 'proxy.pem')
  writeFileSync(trusted, certificate.cert)
  settings = {
    ENVIRONMENT: 'production',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: clerk,
    MASTER_KEY: 'ab'.repeat(32),
    PUBLIC_URL: proxy.url,
    TRUSTED_PROXIES: '1',
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'info',
    DRAIN_MS: '0',
    NODE_EXTRA_CA_CERTS: trusted,
    // Both stand inside of the operator's network.
    OUTBOUND_ALLOW: `127.0.0.1:${bank.port}, 127.0.0.1:${shop.port}`,
  }
  deployment = { ...settings, MIGRATION_DATABASE_URL: owner }
})
afterAll(async () => {
  await stopRealServers()
  for (const each of [proxy, bank, shop]) await (each as TlsProxy | undefined)?.close()
  await (postgres as EmbeddedPostgres | undefined)?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

type Line = Readonly<Record<string, unknown>>
const logged = (msg: string): Line[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.msg === msg)

async function scrape(): Promise<string> {
  const scraper = new HttpsScript(certificate.cert)
  const answer = await scraper.send(`${proxy.url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  expect(answer.status).toBe(200)
  return answer.text
}

it('does not start where passwords would travel in clear', async () => {
  const { code, stderr } = await runNpm(['start'], { ...settings, PUBLIC_URL: 'http://console.example' })
  expect(code).toBe(1)
  expect(stderr).toContain('PUBLIC_URL must begin with https:// in production')
})

it('does not start on an empty database with a login that owns nothing', async () => {
  const { code, stderr } = await runNpm(['start'], settings)
  expect([code, stderr]).toEqual([1, expect.stringContaining('set MIGRATION_DATABASE_URL')])
})

it('starts once the owner has migrated, and says that it can send no mail', async () => {
  const migrated = await runNpm(['run', 'admin', '--', 'migrate'], deployment)
  expect([migrated.code, migrated.stdout]).toEqual([0, expect.stringContaining('The database is migrated.')])
  server = await startRealServer(settings)
  proxy.leadTo(server.url)
  const anybody = new HttpsScript(certificate.cert)
  // No warnings: neither a login that could rewrite the audit log, nor one that is missing for reports.
  expect((await anybody.send(`${proxy.url}/readyz`)).body).toEqual({ status: 'ready' })
  await eventually(
    () => logged('Email is not sent: SMTP_URL is not set'),
    (lines) => lines.length === 1,
  )
})

it('works with a login that owns nothing and can be nobody else', async () => {
  const { DATABASE_URL: clerk = '' } = settings
  const [power] = await inDatabase<{ owned: string; memberships: string }>(
    clerk,
    `select (select count(*) from pg_class where relowner = clerk.oid) as owned,
       (select count(*) from pg_auth_members where member = clerk.oid) as memberships
     from pg_roles clerk where rolname = session_user`,
  )
  expect(power).toEqual({ owned: '0', memberships: '0' })
  for (const act of ['delete from audit_entry', 'drop table audit_entry', 'create table mine (id int)'])
    await expect(inDatabase(clerk, act)).rejects.toThrow(/permission denied|must be owner/)
  const sessions = await inDatabase<{ usename: string }>(
    postgres.ownerUrl,
    `select distinct usename::text from pg_stat_activity where datname = 'operator'`,
  )
  expect(sessions).toEqual([{ usename: 'clerk' }])
})

/** As it is typed on the machine; prints the link for the first password. */
async function makeAdmin(username: string, ...more: string[]): Promise<ConsolePerson> {
  const who = ['--username', username, '--email', `${username}@mail.example`]
  const { stdout, stderr } = await runNpm(['run', 'admin', '--', 'create', ...who, ...more], settings)
  const [, token = ''] = new RegExp(`${proxy.url}\\S*#reset=(\\S+)`).exec(stdout) ?? []
  expect([token !== '', stderr]).toEqual([true, expect.any(String)])
  const person = new ConsolePerson({ url: proxy.url, ca: certificate.cert, username })
  await person.enter(token)
  return person
}

it('lets two administrators in by a link, with a second factor and cookies for https only', async () => {
  admin = await makeAdmin('first.admin')
  second = await makeAdmin('second.admin', '--another')
  expect((await admin.get('/metadata')).status).toBe(200)
  for (const line of admin.cookieLines) expect(line).toMatch(/; Secure/)
})

it('shows that no mail is sent at the bell', async () => {
  const { body } = await admin.get<{ items: { title: string }[] }>('/alert?merchantId=1000')
  expect(body.items.map(({ title }) => title)).toContain('Email is not sent: SMTP_URL is not set')
})

it('shows metrics to who holds the token, and to nobody else', async () => {
  for (const nobody of [new HttpsScript(certificate.cert), admin.script])
    expect((await nobody.send(`${proxy.url}/metrics`)).status).toBe(401)
  expect(parseMetrics(await scrape()).size).toBeGreaterThan(30)
})

it('makes the first merchant, whose own system is called by https', async () => {
  const names = { baseCurrency: 'EUR', timeZone: 'Europe/Stockholm' }
  const group = await admin.done('/merchant', { name: 'First group', parentId: 1000, ...names })
  const brand = await admin.done('/merchant', { name: 'First brand', parentId: Number(group.id), ...names })
  merchantId = Number(brand.id)
  const system = (address: string) => ({
    type: 'MerchantConfig',
    note: 'First day',
    document: { 'integration.mode': 'STANDARD', 'integration.url': address },
  })
  const at = `/config?merchantId=${merchantId}`
  // A port nobody listed, on the machine of the platform itself.
  const elsewhere = await admin.post(at, system('https://localhost:9/{action}'))
  expect([elsewhere.status, elsewhere.text]).toEqual([422, expect.stringContaining('points to this machine')])
  await admin.done(at, system(`${shop.url}/{action}`))
})

/** What the first administrator asked for and the second has to confirm, and cannot be confirmed by whoever asked. */
async function confirmed(recordId: string | undefined): Promise<void> {
  const { body } = await second.get<{ items: { id: string; version: number }[] }>(
    `/pending-grant?merchantId=1000&recordId=${recordId}&state=WAITING`,
  )
  expect(body.items).toHaveLength(1)
  const path = `/pending-grant/${body.items[0]?.id}/confirm?merchantId=1000`
  const seen = { version: body.items[0]?.version }
  const alone = await admin.post(path, seen)
  expect([alone.status, alone.body.code]).toEqual([403, 'FOUR_EYES'])
  await second.done(path, seen)
}

it('connects the first PSP: catalogue, template, host, account, and an answer from it', async () => {
  const firstBank = await admin.done('/psp', {
    psp: 'first-bank',
    name: 'First bank',
    classification: 'ONLINE_BANKING',
    txTypes: ['BankDeposit'],
    authTypes: ['SALE'],
    connector: 'manualbank',
    note: 'First day',
  })
  const account = { type: 'STRING', scope: 'ACCOUNT', required: true }
  const template = await admin.done('/credentials-template', {
    psp: 'first-bank',
    note: 'First day',
    fields: [
      { ...account, key: 'endpoint', label: 'Address', validation: 'URL', receives: 'CARD' },
      { ...account, key: 'customerNo', label: 'Customer number' },
      { ...account, key: 'apiKey', label: 'API key', secret: true, sentTo: ['endpoint', 'customerNo'] },
    ],
  })
  await admin.done(`/credentials-template/${template.id}/publish`, {})
  await admin.done(`/psp/${firstBank.id}/activate`, {})

  const configured = {
    type: 'ProviderConfig',
    provider: 'first-bank',
    note: 'First day',
    document: { accounts: { default: { endpoint: bank.url, customerNo: '4711', apiKey: bankKey } } },
  }
  const at = `merchantId=${merchantId}`
  const unlisted = await admin.post(`/config?${at}`, configured)
  expect([unlisted.status, unlisted.text]).toEqual([422, expect.stringContaining('not among the hosts')])
  const hosts = { 'dataDestinations.hosts': { 'First bank': bank.host } }
  const platform = await admin.done('/config?merchantId=1000', {
    type: 'PlatformConfig',
    document: hosts,
    note: 'First day',
  })
  // One person alone does not say where card numbers go.
  const tooEarly = await admin.post(`/config?${at}`, configured)
  expect([tooEarly.status, tooEarly.text]).toEqual([422, expect.stringContaining('not among the hosts')])
  await confirmed(platform.id)
  const { id } = await admin.done(`/config?${at}`, configured)
  const tried = await admin.post(`/config/${id}/test?${at}`, { account: 'default' })
  expect([tried.status, tried.text]).toEqual([200, expect.stringContaining('"ok":true')])
})

/** Prepared by one, put into effect by another. */
async function publish(table: string, says: { conditions: object; outputs: object }): Promise<void> {
  interface Ruleset {
    readonly summary: { readonly id: string }
    readonly open: { readonly version: number; readonly revision: number } | null
    readonly active: object | null
  }
  const at = `?merchantId=${merchantId}`
  const rule = { id: 'a', no: 1, name: 'Bank', note: '', enabled: true, ...says }
  const content = { name: 'First day', note: '', priority: 10, inherit: 'OVERRIDABLE', enabled: true }
  const { summary, open } = await admin.done<Ruleset>(`/ruleset${at}`, {
    table,
    content: { ...content, preconditions: {}, rules: [rule] },
    changeNote: 'The first day',
  })
  const move = { version: open?.version, revision: open?.revision }
  await admin.done(`/ruleset/${summary.id}/submit${at}`, move)
  const alone = await admin.post(`/ruleset/${summary.id}/approve${at}`, move)
  expect([table, alone.status]).toEqual([table, 403])
  const { active } = await second.done<Ruleset>(`/ruleset/${summary.id}/approve${at}`, move)
  expect([table, active]).toEqual([table, expect.objectContaining({ state: 'ACTIVE' })])
}

it('sends payments where two people said', async () => {
  await publish('psp-routing', {
    conditions: { txType: { op: 'in', values: ['BankDeposit'] } },
    outputs: { psp: 'first-bank', pspAccount: 'default' },
  })
  await publish('payment-methods', {
    conditions: { method: { op: 'in', values: ['DEPOSIT'] } },
    outputs: { depositMethods: ['BANK'] },
  })
  for (const operation of ['test', 'go-live'])
    await admin.done(`/merchant/${merchantId}/${operation}`, { reason: 'First day' })
  expect((await admin.get(`/merchant/${merchantId}?merchantId=1000`)).body).toMatchObject({ state: 'LIVE' })
})

it('takes the first payment of the first merchant, and every trace of it can be found', async () => {
  const before = await scrape()
  const at = `merchantId=${merchantId}`
  const client = await admin.done(`/api-client?${at}`, {
    name: 'First shop',
    scopes: ['payments:read', 'payments:write'],
  })
  const secret = await admin.done(`/api-client/${client.id}/secret?${at}`, {})
  const caller = new HttpsScript(certificate.cert)
  const basic = Buffer.from(`${client.clientId}:${secret.secret}`).toString('base64')
  const token = await caller.send<{ access_token: string }>(
    `${proxy.url}/signalbox/oauth/token?grant_type=client_credentials`,
    { method: 'POST', headers: { authorization: `Basic ${basic}` } },
  )
  const authorization = `Bearer ${token.body.access_token}`
  const paid = await caller.send<{ txId: number; state: string }>(`${proxy.url}/signalbox/api/v1/deposits`, {
    method: 'POST',
    headers: { authorization, 'idempotency-key': randomUUID(), 'x-request-id': 'first-payment' },
    body: {
      merchantId,
      userId: 'first-user',
      sessionId: 's-1',
      txType: 'BankDeposit',
      amount: { amount: '10.00', currency: 'EUR' },
      ip: '192.0.2.10',
    },
  })
  expect([paid.status, paid.text]).toEqual([201, expect.stringContaining('WAITING')])
  expect(paid.headers['x-request-id']).toBe('first-payment')
  const { txId } = paid.body

  // The money arrives, and the bank says so through the proxy.
  expect(await bank.bookAll()).toEqual([204])
  const payment = await eventually(
    async () =>
      (
        await caller.send<{ state: string }>(`${proxy.url}/signalbox/api/v1/payments/${txId}?${at}`, {
          headers: { authorization },
        })
      ).body,
    ({ state }) => state !== 'WAITING',
  )
  expect(payment.state).toBe('SUCCESSFUL')
  expect(shop.asked.map(({ path }) => path)).toEqual(['/verifyuser', '/authorize', '/transfer'])

  const steps = await eventually(
    () => logged('payment step').filter((line) => line.txId === txId),
    (lines) => lines.some(({ step }) => step === 'transfer'),
  )
  for (const step of ['verify', 'submit'])
    expect(steps).toContainEqual(expect.objectContaining({ step, requestId: 'first-payment', merchantId }))
  expect(logged('payment ended')).toMatchObject([{ txId, state: 'SUCCESSFUL' }])
  const request = await eventually(
    () => logged('request').filter((line) => line.requestId === 'first-payment'),
    (lines) => lines.length === 1,
  )
  expect(request).toMatchObject([{ route: '/signalbox/api/v1/deposits', status: 201, txId }])
  const secrets = [token.body.access_token, secret.secret ?? '', bankKey]
  for (const hidden of ['first-user', '192.0.2.10', ...secrets])
    expect([hidden, server.output().includes(hidden)]).toEqual([hidden, false])

  const after = await scrape()
  const grown = (name: string, labels: Record<string, string> = {}) =>
    sumOf(after, name, labels) - sumOf(before, name, labels)
  const type = 'BankDeposit'
  expect(grown('signalbox_payments_begun_total', { type })).toBe(1)
  expect(grown('signalbox_payments_ended_total', { type, state: 'SUCCESSFUL' })).toBe(1)
  expect(grown('signalbox_payment_step_duration_seconds_count', { step: 'verify' })).toBe(1)
  expect(grown('signalbox_psp_call_duration_seconds_count', { operation: 'submit' })).toBe(1)
  expect(grown('signalbox_outbound_refused_total')).toBe(0)

  expect((await admin.get(`/transaction/${txId}?${at}`)).status).toBe(200)
})

it('leaves an audit log that names both people and holds', async () => {
  const { body } = await admin.get<{ items: { entityType: string; action: string; username: string }[] }>(
    '/audit?merchantId=1000&limit=100',
  )
  expect(body.items.map(({ entityType, action }) => `${entityType} ${action}`)).toEqual(
    expect.arrayContaining([
      'merchant CREATE',
      'psp CREATE',
      'psp ACTIVATE',
      'config CREATE',
      'ruleset APPROVE',
      'api-client CREATE',
      'api-client CREATE_SECRET',
    ]),
  )
  expect((await admin.get('/audit/verify')).body).toMatchObject({ ok: true })
})

it('stops cleanly', async () => {
  expect((await server.stop()).code).toBe(0)
})
