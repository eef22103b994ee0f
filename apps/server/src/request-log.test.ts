import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from './kit/logger.ts'
import { inContext, ownContext } from './kit/request-context.ts'
import { runPaymentJobs } from './payments/testing/run-payment-jobs.ts'
import { paymentPlatform, type PaymentPlatform } from './payments/testing/payment-platform.ts'
import { eventually } from './testing/eventually.ts'
import { testWayOut } from './kit/outbound/testing/test-way-out.ts'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform({}, 0, { logLevel: 'info' })
})
afterAll(() => platform.close())
afterEach(() => void platform.logged.splice(0))

type Line = Readonly<Record<string, unknown>>
const lines = (msg?: string): Line[] =>
  platform.logged
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => msg === undefined || line.msg === msg)

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${trace}-00f067aa0ba902b7-01`

const ask = (url: string, headers: Record<string, string> = {}) => platform.app.inject({ url, headers })

describe('one line per request', () => {
  it('says who asked for what, how it ended and how long it took, without the path as it was asked for', async () => {
    await ask('/signalbox/api/v1/payments/123456?userId=ada.lindberg', { 'x-request-id': 'shop-7f.1:a' })
    expect(lines('request').filter(({ requestId }) => requestId === 'shop-7f.1:a')).toEqual([
      {
        level: 30,
        time: expect.any(Number) as number,
        requestId: 'shop-7f.1:a',
        traceId: expect.stringMatching(/^[\da-f]{32}$/) as string,
        errorId: expect.any(String) as string,
        code: 'UNAUTHENTICATED',
        method: 'GET',
        route: '/signalbox/api/v1/payments/:id',
        status: 401,
        ms: expect.any(Number) as number,
        msg: 'request',
      },
    ])
  })

  it('is not written for health checks, metrics and files of the console, unless they fail', async () => {
    for (const url of ['/healthz', '/readyz', '/metrics']) expect((await ask(url)).statusCode).toBe(200)
    expect(lines('request')).toEqual([])
    await ask('/nowhere')
    expect(lines('request')).toMatchObject([{ route: 'unmatched', status: 404 }])
  })
})

describe('the id of a request', () => {
  it('is that of the caller, and its trace goes on', async () => {
    const answer = await ask('/healthz', { 'x-request-id': 'abc', traceparent })
    expect(answer.headers['x-request-id']).toBe('abc')
    expect(answer.headers.traceparent).toMatch(new RegExp(`^00-${trace}-[\\da-f]{16}-01$`))
    expect(answer.headers.traceparent).not.toBe(traceparent)
  })

  it.each([
    ['too long', 'a'.repeat(65)],
    ['empty', ''],
    ['with a space', 'a b'],
    ['with a quote', 'a"b'],
    ['with letters of others', 'ä'],
    ['a card number', '4111111111111111'],
  ])('is ours where the caller sends one that is %s', async (_, given) => {
    const { headers } = await ask('/healthz', { 'x-request-id': given })
    expect(headers['x-request-id']).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
  })

  it.each([
    ['of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['of an unknown version', `ff-${trace}-00f067aa0ba902b7-01`],
    ['with a card number', `00-${trace.slice(0, 12)}00004111111111111111-00f067aa0ba902b7-01`],
    ['in capitals', traceparent.toUpperCase()],
    ['with more than its version has', `${traceparent}-more`],
    ['that is endless', `01${traceparent.slice(2)}-${'x'.repeat(300)}`],
  ])('begins a trace where the caller sends one %s', async (_, given) => {
    const { headers } = await ask('/healthz', { traceparent: given })
    expect(headers.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/)
    expect(headers.traceparent).not.toContain(trace.slice(0, 12))
  })

  it('is not the id of an error, which nobody else can choose', async () => {
    const errors = new Set<string>()
    for (let n = 0; n < 2; n++) {
      const answer = await ask('/signalbox/api/v1/payments', { 'x-request-id': 'same' })
      errors.add(answer.json<{ errorId: string }>().errorId)
    }
    expect(errors.size).toBe(2)
  })
})

describe('an errorId', () => {
  it('is found in the log, whatever was wrong', async () => {
    const post = (url: string, payload: string, type = 'application/json') =>
      platform.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
    const admin = await platform.as('admin')
    const refused = [
      await ask('/signalbox/backoffice/api/metadata'),
      await ask('/signalbox/backoffice/api/no-such-call'),
      await ask('/signalbox/nothing'),
      await post('/signalbox/login', '{'),
      await post('/signalbox/login', '<x/>', 'application/xml'),
      await post('/signalbox/login', JSON.stringify({ username: 'a', password: 'b' })),
      await post('/signalbox/login', `"${'x'.repeat(300_000)}"`),
      await ask('/signalbox/api/v1/payments/%00'),
      await platform.app.inject({
        method: 'POST',
        url: '/signalbox/login',
        headers: { 'sec-fetch-site': 'cross-site' },
      }),
    ].map((answer) => answer.json<{ errorId?: string }>().errorId)
    const answers = [
      ...refused,
      (await platform.deposit({ amount: 'much' })).body,
      (await admin.get('/transaction/1?merchantId=100010001')).body,
      (await admin.post('/bank-mapping?merchantId=1000', {})).body,
    ].map((each) => (typeof each === 'object' ? (each as { errorId?: string }).errorId : each))
    for (const errorId of answers) {
      expect(errorId).toMatch(/./)
      await eventually(
        () => lines('request').filter((line) => line.errorId === errorId).length,
        (found) => found === 1,
        `nobody finds ${errorId}`,
      )
    }
  })

  it('of a defect stands beside what broke, without what was typed', async () => {
    const { app } = platform
    const context = ownContext()
    inContext(context, () =>
      app.log.error({ err: new Error('duplicate key (card)=(4111 1111 1111 1111)') }, 'request failed'),
    )
    expect(lines('request failed')).toMatchObject([
      { requestId: context.requestId, err: { message: expect.stringContaining('hidden') as string } },
    ])
    expect(platform.logged.join('')).not.toContain('4111 1111')
  })
})

describe('a payment', () => {
  it('leaves a line per step with the id of the request, and says how it ended', async () => {
    const { body } = await platform.call(
      'POST',
      '/deposits',
      {
        merchantId: 100010001,
        userId: 'logged-user',
        sessionId: 's-1',
        txType: 'CreditcardDeposit',
        amount: { amount: '100.00', currency: 'EUR' },
        card: { pan: '4111111111111111', expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' },
        ip: '192.0.2.10',
      },
      { 'idempotency-key': randomUUID(), 'x-request-id': 'shop-42', traceparent },
    )
    const steps = lines('payment step')
    expect(steps.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['register', 'verify', 'limits', 'route', 'authorize', 'submit', 'transfer']),
    )
    for (const line of steps)
      expect(line).toMatchObject({
        requestId: 'shop-42',
        traceId: trace,
        txId: body.txId,
        merchantId: 100010001,
        outcome: expect.stringMatching(/^(next|waits|again|ends)$/) as string,
        status: expect.any(Number) as number,
        ms: expect.any(Number) as number,
      })
    expect(lines('payment ended')).toMatchObject([
      { requestId: 'shop-42', txId: body.txId, state: 'SUCCESSFUL' },
    ])
    await eventually(
      () => lines('request').filter(({ txId }) => txId === body.txId),
      ([request]) => request?.requestId === 'shop-42' && request.status === 201,
    )
    const all = platform.logged.join('')
    for (const secret of ['4111111111111111', 'Lindberg', 'logged-user', '192.0.2.10', 'Bearer'])
      expect([secret, all.includes(secret)]).toEqual([secret, false])
  })

  it('that people go on with in a job keeps the id of their request', async () => {
    const { body } = await platform.deposit({ userId: 'refunded' })
    const { version } = await platform.row(body)
    const investigator = await platform.as('investigator')
    platform.logged.splice(0)
    const refunded = await investigator.post(
      `/transaction/${body.txId}/refund?merchantId=100010001`,
      { version, info: 'Back' },
      { headers: { 'x-request-id': 'desk-9' } },
    )
    expect(refunded.status).toBe(200)
    await runPaymentJobs(platform)
    expect(lines('payment step').filter(({ step }) => step === 'child-submit')).toMatchObject([
      { requestId: 'desk-9' },
    ])
  })
})

describe('a call to the outside', () => {
  let server: Server
  let heard: IncomingHttpHeaders[]
  beforeAll(async () => {
    heard = []
    server = createServer((request, reply) => {
      heard.push(request.headers)
      reply.end('{}')
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  })
  afterAll(() => void server.close())

  it('carries the trace of the request it is made for, and none where there is none', async () => {
    const wayOut = testWayOut(() => new Date())
    const call = () =>
      wayOut.exchange({
        method: 'POST',
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        headers: {},
        body: '',
        timeouts: { connectMs: 5_000, readMs: 5_000 },
      })
    const context = ownContext()
    await inContext(context, call)
    await call()
    wayOut.close()
    expect(heard.map((headers) => headers.traceparent)).toEqual([
      expect.stringContaining(context.traceId),
      undefined,
    ])
  })
})

it('nothing is written below the level asked for', () => {
  const written: string[] = []
  const log = createLog('warn', { write: (line) => void written.push(line) })
  log.info('quiet')
  log.warn('loud')
  expect(written).toHaveLength(1)
})
