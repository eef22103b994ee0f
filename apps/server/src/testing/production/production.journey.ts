import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../database/embedded-postgres.ts'
import { codeAt } from '../../features/identity/testing/authenticator-app.ts'
import { eventually } from '../eventually.ts'
import { parseMetrics, sumOf } from '../parse-metrics.ts'
import { runNpm, startRealServer, stopRealServers, type RealServer } from '../real-process.ts'
import { selfSigned } from './self-signed.ts'
import { HttpsScript, tlsProxy, type TlsProxy } from './tls-proxy.ts'

/** The first day of an operator: production, TLS at a proxy, a PostgreSQL elsewhere, nothing set up for it. */
const certificate = selfSigned(new Date())
const metricsToken = 'scraper-0123456789abcdef'
const folders: string[] = []
let postgres: EmbeddedPostgres
let proxy: TlsProxy
let server: RealServer
let settings: Record<string, string>
let admin: HttpsScript

function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  // A name too long for a socket: this one listens like one elsewhere, by port and password.
  postgres = await startEmbeddedPostgres({
    dataDir: newFolder(`signalbox-production-${'x'.repeat(80)}`),
    log: { info: () => undefined, warn: () => undefined },
    settings: { fsync: 'off' },
  })
  const password = randomUUID()
  await asSuperuser(
    `create role operator login createrole password '${password}'`,
    'create database operator owner operator',
  )
  proxy = await tlsProxy(certificate)
  const dataDir = newFolder('signalbox-node-')
  const trusted = join(dataDir, 'proxy.pem')
  writeFileSync(trusted, certificate.cert)
  settings = {
    ENVIRONMENT: 'production',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: `postgresql://operator:${password}@${new URL(postgres.ownerUrl).host}/operator`,
    MASTER_KEY: 'ab'.repeat(32),
    PUBLIC_URL: proxy.url,
    TRUSTED_PROXIES: '1',
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'info',
    DRAIN_MS: '0',
    NODE_EXTRA_CA_CERTS: trusted,
  }
})
afterAll(async () => {
  await stopRealServers()
  await proxy?.close()
  await postgres?.stop()
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

const api = (path: string) => `${proxy.url}/signalbox/backoffice/api${path}`
const write = (path: string, body: unknown) =>
  admin.send<Record<string, string>>(api(path), {
    method: 'POST',
    body,
    headers: { 'x-operation-id': randomUUID() },
  })

it('does not start where passwords would travel in clear', async () => {
  const { code, stderr } = await runNpm(['start'], { ...settings, PUBLIC_URL: 'http://console.example' })
  expect(code).toBe(1)
  expect(stderr).toContain('PUBLIC_URL must begin with https:// in production')
})

it('starts on an empty database, and says that it can send no mail', async () => {
  server = await startRealServer(settings)
  proxy.leadTo(server.url)
  const anybody = new HttpsScript(certificate.cert)
  expect((await anybody.send(`${proxy.url}/readyz`)).body).toEqual({ status: 'ready' })
  await eventually(
    () => logged('Mail is not sent: SMTP_URL is not set'),
    (lines) => lines.length === 1,
  )
})

it('lets the first administrator in by a link, with a second factor and cookies for https only', async () => {
  const create = [
    'run',
    'admin',
    '--',
    'create',
    '--username',
    'first.admin',
    '--email',
    'first@mail.example',
  ]
  const { stdout, stderr } = await runNpm(create, settings)
  const [, token] = new RegExp(`${proxy.url}\\S*#reset=(\\S+)`).exec(stdout) ?? []
  expect([token !== undefined, stderr]).toEqual([true, expect.any(String)])
  admin = new HttpsScript(certificate.cert)
  const login = `${proxy.url}/signalbox/login`
  const password = 'violet otter walks 1'
  const post = (path: string, body: unknown) =>
    admin.send<Record<string, string>>(`${login}${path}`, { method: 'POST', body })
  expect((await post('/reset', { token, password })).status).toBe(200)
  expect((await post('', { username: 'first.admin', password })).body).toMatchObject({
    status: 'required-action',
    action: 'AUTHENTICATOR',
  })
  const { secret = '' } = (await post('/required-action/authenticator/begin', {})).body
  const code = await codeAt(secret, new Date())
  expect((await post('/required-action/authenticator/confirm', { code })).body).toMatchObject({
    next: { status: 'authenticated' },
  })
  expect((await admin.send(api('/metadata'))).status).toBe(200)
  for (const line of admin.cookieLines) expect(line).toMatch(/; Secure/)
})

it('shows that no mail is sent at the bell', async () => {
  const { body } = await admin.send<{ items: { title: string }[] }>(api('/alert?merchantId=1000'))
  expect(body.items.map(({ title }) => title)).toContain('Mail is not sent: SMTP_URL is not set')
})

it('shows metrics to who holds the token, and to nobody else', async () => {
  const anybody = new HttpsScript(certificate.cert)
  expect((await anybody.send(`${proxy.url}/metrics`)).status).toBe(401)
  expect((await admin.send(`${proxy.url}/metrics`)).status).toBe(401)
  expect(parseMetrics(await scrape()).size).toBeGreaterThan(30)
})

async function scrape(): Promise<string> {
  const scraper = new HttpsScript(certificate.cert)
  const answer = await scraper.send(`${proxy.url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  expect(answer.status).toBe(200)
  return answer.text
}

it('takes the first payment of the first merchant, and every trace of it can be found', async () => {
  const before = await scrape()
  const names = { baseCurrency: 'EUR', timeZone: 'Europe/Stockholm' }
  const group = await write('/merchant', { name: 'First group', parentId: 1000, ...names })
  expect([group.status, group.text]).toEqual([200, expect.any(String)])
  const brand = await write('/merchant', { name: 'First brand', parentId: Number(group.body.id), ...names })
  expect([brand.status, brand.text]).toEqual([200, expect.any(String)])
  const merchantId = Number(brand.body.id)
  // The merchant's own system is not named yet, so it goes live with a reason.
  for (const operation of ['test', 'go-live']) {
    const moved = await write(`/merchant/${merchantId}/${operation}`, { reason: 'First day' })
    expect([moved.status, moved.text]).toEqual([200, expect.any(String)])
  }
  const client = await write(`/api-client?merchantId=${merchantId}`, {
    name: 'First shop',
    scopes: ['payments:read', 'payments:write'],
  })
  expect([client.status, client.text]).toEqual([200, expect.any(String)])
  const secret = await write(`/api-client/${client.body.id}/secret?merchantId=${merchantId}`, {})
  expect([secret.status, secret.text]).toEqual([200, expect.any(String)])

  const shop = new HttpsScript(certificate.cert)
  const basic = Buffer.from(`${client.body.clientId}:${secret.body.secret}`).toString('base64')
  const token = await shop.send<{ access_token: string }>(
    `${proxy.url}/signalbox/oauth/token?grant_type=client_credentials`,
    { method: 'POST', headers: { authorization: `Basic ${basic}` } },
  )
  const paid = await shop.send<{ txId: number; state: string }>(`${proxy.url}/signalbox/api/v1/deposits`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token.body.access_token}`,
      'idempotency-key': randomUUID(),
      'x-request-id': 'first-payment',
    },
    body: {
      merchantId,
      userId: 'first-user',
      sessionId: 's-1',
      txType: 'BankDeposit',
      amount: { amount: '10.00', currency: 'EUR' },
      ip: '192.0.2.10',
    },
  })
  // Nobody can be asked whether the user is known, so nothing is moved.
  expect([paid.status, paid.text]).toEqual([201, expect.any(String)])
  expect([paid.body.state, paid.headers['x-request-id']]).toEqual(['FAILED', 'first-payment'])
  const { txId } = paid.body

  const steps = await eventually(
    () => logged('payment step').filter((line) => line.txId === txId),
    (lines) => lines.some(({ step }) => step === 'verify'),
  )
  for (const line of steps) expect(line).toMatchObject({ requestId: 'first-payment', merchantId })
  expect(logged('payment ended')).toMatchObject([{ txId, state: 'FAILED', requestId: 'first-payment' }])
  const request = await eventually(
    () => logged('request').filter((line) => line.requestId === 'first-payment'),
    (lines) => lines.length === 1,
  )
  expect(request).toMatchObject([{ route: '/signalbox/api/v1/deposits', status: 201, txId }])
  for (const hidden of ['first-user', '192.0.2.10', token.body.access_token, secret.body.secret ?? ''])
    expect([hidden, server.output().includes(hidden)]).toEqual([hidden, false])

  const after = await scrape()
  const grown = (name: string, labels: Record<string, string> = {}) =>
    sumOf(after, name, labels) - sumOf(before, name, labels)
  const type = 'BankDeposit'
  expect(grown('signalbox_payments_begun_total', { type })).toBe(1)
  expect(grown('signalbox_payments_ended_total', { type, state: 'FAILED' })).toBe(1)
  expect(grown('signalbox_payment_step_duration_seconds_count', { step: 'verify' })).toBe(1)
  expect(grown('signalbox_outbound_refused_total')).toBeGreaterThanOrEqual(1)

  const seen = await admin.send(api(`/transaction/${txId}?merchantId=${merchantId}`))
  expect(seen.status).toBe(200)
  const { body: audit } = await admin.send<{ items: { entityType: string; action: string }[] }>(
    api('/audit?merchantId=1000&limit=100'),
  )
  expect(audit.items.map(({ entityType, action }) => `${entityType} ${action}`)).toEqual(
    expect.arrayContaining(['merchant CREATE', 'api-client CREATE', 'api-client CREATE_SECRET']),
  )
  expect((await admin.send(api('/audit/verify'))).body).toMatchObject({ ok: true })
})

it('stops cleanly', async () => {
  expect((await server.stop()).code).toBe(0)
})
