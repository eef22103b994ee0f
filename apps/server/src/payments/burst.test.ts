import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildApp, consoleBase } from '../app.ts'
import { laneSizes, openLanes, type DatabaseLanes } from '../kit/database-lanes.ts'
import { clientOf } from '../kit/testing/kit-app.ts'
import { eventually } from '../testing/eventually.ts'
import { testPlatform, testUrls, type TestPlatform } from '../testing/test-app.ts'
import { scriptedServices, type ScriptedServices } from './testing/scripted-services.ts'

const merchantId = 100010001
const limits = { databaseConnections: 11, paymentsOpen: 40, paymentsWaiting: 60, paymentsWaitMs: 1_500 }
const burst = 200

let platform: TestPlatform
let node: FastifyInstance
let lanes: DatabaseLanes
let services: ScriptedServices
let authorization: string

/** A server with few connections that has not done anything yet: nothing it looks up is in memory. */
beforeAll(async () => {
  platform = await testPlatform()
  await sql`update api_client set rate_limit = 100000`.execute(platform.db)
  lanes = openLanes({
    url: platform.url,
    connections: limits.databaseConnections,
    prepared: true,
    onError: () => undefined,
  })
  services = scriptedServices()
  node = await buildApp({
    config: { ...platform.config, ...limits },
    deps: { ...platform.deps, db: lanes.console },
    database: { ...testUrls(platform.ownerUrl), lanes },
    payments: { services, timings: { leaseMs: 120_000 } },
  })
  await node.ready()
  const granted = await node.inject({
    method: 'POST',
    url: '/signalbox/oauth/token?grant_type=client_credentials',
    headers: {
      authorization: `Basic ${Buffer.from('demo-client:demo-client-secret').toString('base64')}`,
    },
  })
  authorization = `Bearer ${granted.json<{ access_token: string }>().access_token}`
})
afterAll(async () => {
  await node.close()
  await lanes.close()
  await platform.close()
})

const deposit = (key: string, no: number) =>
  node.inject({
    method: 'POST',
    url: '/signalbox/api/v1/deposits',
    headers: { authorization, 'idempotency-key': key },
    payload: {
      merchantId,
      userId: `slow_${no}`,
      sessionId: 's-1',
      txType: 'SkrillDeposit',
      walletAccount: `slow${no}@wallet.example`,
      amount: { amount: '10.00', currency: 'EUR' },
    },
  })

const consoleClient = async () => {
  const login = await node.inject({
    method: 'POST',
    url: '/signalbox/login',
    payload: { username: 'admin', password: 'signalbox-demo-1' },
  })
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return clientOf(node, consoleBase('signalbox'), () => ({ cookie }))
}

const written = async () => {
  const { rows } = await sql<{ payments: number; keys: number }>`select
    (select count(*)::integer from transaction where user_id like 'slow_%') as payments,
    (select count(*)::integer from api_request) as keys`.execute(platform.db)
  return rows[0]
}

const metric = async (name: string): Promise<number> => {
  const { body } = await node.inject({ url: '/metrics' })
  const line = body.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ')[1])
}

it('a burst at slow PSPs: what begins ends, what does not leaves no trace, and nobody else waits for it', async () => {
  const admin = await consoleClient()
  let answer = (): void => undefined
  const slow = new Promise<void>((done) => (answer = done))
  services.before('submit', () => slow)
  const keys = Array.from({ length: burst }, () => randomUUID())
  const answers = keys.map(deposit)

  const atPsp = () => services.calls.filter((name) => name === 'submit').length
  const refused = () => metric('signalbox_payments_refused_total')
  // How many get in before the others lose their patience depends on the machine; none hangs in between.
  await eventually(
    async () => (await refused()) + atPsp(),
    (answeredOrOpen) => answeredOrOpen === burst,
    'Somebody is neither with a PSP nor refused',
  )
  const open = atPsp()
  expect(open).toBeGreaterThan(1)
  expect(open).toBeLessThanOrEqual(limits.paymentsOpen)
  // All that were let in wait for their PSP, and hold nothing.
  const busy = () => Promise.resolve(lanes.use().map((lane) => lane.busy))
  await eventually(busy, (each) => each.every((count) => count === 0), 'Somebody holds a connection')
  expect(await metric('signalbox_payments_open')).toBe(open)
  expect(await metric('signalbox_database_connections_busy{lane="payments"}')).toBe(0)
  const seen = await admin.get(`/transaction?merchantId=${merchantId}`)
  expect(seen.status).toBe(200)
  const saved = await admin.post(`/bank-mapping?merchantId=${merchantId}`, {
    title: 'Meanwhile',
    bic: 'X',
    swift: 'NDEASESS',
    note: 'during the burst',
  })
  expect(saved.status).toBe(200)

  expect(await written()).toEqual({ payments: open, keys: open })
  answer()
  const all = await Promise.all(answers)
  const accepted = all.filter(({ statusCode }) => statusCode === 201)
  expect(accepted.map((each) => each.json<{ state: string }>().state)).toEqual(
    accepted.map(() => 'SUCCESSFUL'),
  )
  expect(accepted).toHaveLength(open)
  const others = all.filter(({ statusCode }) => statusCode !== 201)
  expect(new Set(others.map((each) => each.json<{ code: string }>().code))).toEqual(
    new Set(['PAYMENTS_BUSY']),
  )
  expect(others.every((each) => each.statusCode === 503 && Number(each.headers['retry-after']) >= 1)).toBe(
    true,
  )
  expect(await written()).toEqual({ payments: open, keys: open })

  // The key of one that was refused is as good as new.
  const place = all.findIndex(({ statusCode }) => statusCode === 503)
  const again = await deposit(keys[place] ?? '', place)
  expect(again.json()).toMatchObject({ state: 'SUCCESSFUL' })
  expect(again.headers['idempotent-replay']).toBeUndefined()
}, 60_000)

it('payments ask for their turn before they take a connection, and calls of the console are counted', async () => {
  const admin = await consoleClient()
  const turn = vi.spyOn(lanes.priority, 'turn')
  const call = vi.spyOn(lanes.priority, 'call')
  await deposit(randomUUID(), burst + 1)
  expect(turn).toHaveBeenCalled()
  expect(call).not.toHaveBeenCalled()
  turn.mockClear()
  const seen = await admin.get(`/bank-mapping?merchantId=${merchantId}`)
  expect(seen.status).toBe(200)
  expect(call).toHaveBeenCalledOnce()
  expect(turn).not.toHaveBeenCalled()
  expect(lanes.priority.state).toEqual({ working: 0, waiting: 0 })
}, 60_000)

it('bulk calls, which open a transaction per record within their own, do not wait for each other for ever', async () => {
  const admin = await consoleClient()
  const ids = [{ id: randomUUID() }]
  const calls = Array.from({ length: 4 * limits.databaseConnections }, () =>
    admin.post('/user/bulk', {
      operation: 'add-role',
      ids,
      params: { role: 'KYC' },
    }),
  )
  const answers = await Promise.all(calls)
  expect(new Set(answers.map(({ status, text }) => (status === 200 ? status : text)))).toEqual(new Set([200]))
}, 60_000)

it('whoever only asks how a payment stands does not queue behind payments', async () => {
  const paid = await deposit(randomUUID(), burst)
  const { txId } = paid.json<{ txId: number }>()
  let release = (): void => undefined
  const released = new Promise<void>((done) => (release = done))
  const { payments: size } = laneSizes(limits.databaseConnections)
  const held = Array.from({ length: size }, () => lanes.payments.transaction().execute(() => released))
  try {
    const payments = () => lanes.use().find(({ lane }) => lane === 'payments')
    await eventually(
      () => Promise.resolve(payments()?.busy),
      (busy) => busy === size,
      'Not all connections are held',
    )
    const visit = 'method=DEPOSIT&currency=EUR&userId=slow_1&sessionId=s-1'
    const paths = [
      `/payments/${txId}`,
      `/payments?merchantId=${merchantId}`,
      `/payment-methods?merchantId=${merchantId}&${visit}`,
    ]
    for (const path of paths) {
      const look = node.inject({ url: `/signalbox/api/v1${path}`, headers: { authorization } })
      let isAnswered = false
      void look.then(() => (isAnswered = true))
      const waits = eventually(
        () => Promise.resolve(payments()?.waiting),
        (waiting) => waiting !== 0 || isAnswered,
        'Neither waits nor is answered',
      )
      const first = await Promise.race([look, waits])
      expect(first, path).toMatchObject({ statusCode: 200 })
    }
  } finally {
    release()
    await Promise.all(held)
  }
}, 60_000)
