import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { runQueuedJobs } from './kit/jobs/job-queue.ts'
import { watchedJob, watchedTask } from './kit/jobs/watched-job.ts'
import { createLog } from './kit/logger.ts'
import { Metrics } from './kit/metrics.ts'
import { inContext, ownContext } from './kit/request-context.ts'
import { testMasterKey } from './kit/testing/test-master-key.ts'
import { openTracing } from './kit/tracing/open-tracing.ts'
import { spanReceiver, type ReceivedSpan } from './kit/tracing/testing/span-receiver.ts'
import type { SamplerName } from './kit/tracing/tracing-settings.ts'
import { paymentPlatform, type PaymentPlatform } from './payments/testing/payment-platform.ts'
import { parseMetrics } from './testing/parse-metrics.ts'

/** Whether something of this package is in the process, into which this file has loaded the whole server. */
const isLoaded = (name: string): boolean =>
  Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes(`/node_modules/${name}/`))

// Modules stay loaded: no other file of tests switches tracing on, and here the first test comes before all that do.
const isTracingLoaded = () => ['@opentelemetry/sdk-trace', '@opentelemetry/otlp-transformer'].some(isLoaded)

const log = createLog('silent')

it('without a receiver there is no tracing, and no library of it is loaded', async () => {
  const config = readConfig({ MASTER_KEY: testMasterKey.toString('hex') })
  expect(await openTracing(config, { now: () => new Date(), log, version: '1' })).toBeUndefined()
  expect(isTracingLoaded()).toBe(false)
})

describe('sending spans', () => {
  // One each: what was given up in one test may arrive in the next.
  let receiver: Awaited<ReturnType<typeof spanReceiver>>
  beforeEach(async () => {
    receiver = await spanReceiver()
  })
  afterEach(() => receiver.close())

  async function opened({ timeoutMs = 10_000, sampler = 'always_on' as SamplerName, ratio = 1 } = {}) {
    const metrics = new Metrics()
    const logged: string[] = []
    const tracing = await openTracing(
      {
        tracing: { ...receiver.settings, timeoutMs, sampler, ratio },
        environment: 'production',
        outboundAllow: [],
      },
      {
        now: () => new Date(),
        log: createLog('warn', { write: (line) => void logged.push(line) }),
        version: '1',
      },
    )
    if (!tracing) throw new Error('There is a receiver')
    tracing.countIn(metrics)
    const make = (count: number) => {
      for (let n = 0; n < count; n++) tracing.begin(ownContext(), 'made').end()
    }
    const counted = async (outcome: string) =>
      (await metrics.spans.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
    return { tracing, make, counted, logged }
  }

  it('gives up on a receiver that does not answer in time, and says so once', async () => {
    receiver.told.answer = 'none'
    const { tracing, make, counted, logged } = await opened({ timeoutMs: 60 })
    make(3)
    await tracing.flush()
    make(2)
    await tracing.close()
    expect(await counted('unsent')).toBe(5)
    expect(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['traces cannot be sent'])
  })

  it('drops and counts what finds no room while the receiver is slow', async () => {
    receiver.told.answer = 'none'
    const { mostWaiting } = await import('./kit/tracing/span-queue.ts')
    const { tracing, make, counted } = await opened({ timeoutMs: 60 })
    // The first batch is on its way as soon as it is full.
    make(256 + mostWaiting + 7)
    expect(await counted('overflowed')).toBe(7)
    await tracing.close()
    expect(await counted('unsent')).toBe(256 + mostWaiting)
  })

  it('what is under way when it closes arrives, and a trace has the id that stands in the log', async () => {
    const { tracing } = await opened()
    const context = ownContext()
    const span = tracing.begin(context, 'outer')
    inContext({ ...context, span }, () => span.child('inner').end())
    span.end()
    span.end()
    await tracing.close()
    const [inner, outer, ...more] = receiver.spans()
    expect(more).toEqual([])
    expect([inner?.name, inner?.traceId, outer?.traceId]).toEqual(['inner', context.traceId, context.traceId])
    expect(inner?.parentSpanId).toBe(outer?.spanId)
    expect(outer?.parentSpanId).toBeUndefined()
  })

  it.each([
    ['always_off', 1, 0],
    ['traceidratio', 0, 0],
    ['traceidratio', 1, 2],
    ['parentbased_traceidratio', 1, 2],
  ] as const)('sampler %s with %d makes %d of two spans', async (sampler, ratio, expected) => {
    const { tracing, make } = await opened({ sampler, ratio })
    make(2)
    await tracing.close()
    expect(receiver.spans()).toHaveLength(expected)
  })
})

describe('with a receiver', () => {
  let platform: PaymentPlatform
  let receiver: Awaited<ReturnType<typeof spanReceiver>>
  beforeAll(async () => {
    receiver = await spanReceiver()
    platform = await paymentPlatform({}, 0, { tracing: receiver.settings })
  })
  afterAll(async () => {
    await platform.close()
    await receiver.close()
  })

  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const caller = '00f067aa0ba902b7'
  const traceparent = `00-${trace}-${caller}-01`

  const sentSpans = async (): Promise<ReceivedSpan[]> => {
    await platform.tracing?.flush()
    return receiver.spans()
  }
  const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
    const found = spans.find((span) => span.name === name)
    if (!found) throw new Error(`No span ${name} among ${spans.map((span) => span.name).join(', ')}`)
    return found
  }
  const counted = async (outcome: string): Promise<number> => {
    const { body } = await platform.app.inject({ url: '/metrics' })
    const samples = parseMetrics(body).get('signalbox_spans_total')?.samples ?? []
    return samples.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
  }

  const card = { pan: '4111111111111111', expiry: '2030-12', cvv: '987', holder: 'Ada Lindberg' }
  const deposit = (headers: Record<string, string> = {}) =>
    platform.call(
      'POST',
      '/deposits',
      {
        merchantId: 100010001,
        userId: `ada.lindberg-${randomUUID().slice(0, 8)}`,
        sessionId: 'session-of-ada',
        txType: 'CreditcardDeposit',
        amount: { amount: '100.00', currency: 'EUR' },
        card,
        ip: '192.0.2.10',
      },
      { 'idempotency-key': `key-of-ada-${randomUUID()}`, ...headers },
    )

  /** Parts of what was typed or sent in any test of this file. */
  const hidden = [
    card.pan,
    '****',
    '2030-12',
    'indberg',
    'Ada',
    '-of-ada',
    '@',
    '192.0.2.',
    'Bearer',
    'demo-client',
    '?',
  ]
  const said: string[] = []
  afterEach(async () => {
    receiver.told.answer = 200
    for (const { name, attributes } of await sentSpans())
      said.push(name, ...Object.values(attributes).map(String))
    receiver.requests.splice(0)
  })

  it('a deposit is one trace from the request over its steps to the call of the PSP', async () => {
    const { body } = await deposit()
    const spans = await sentSpans()
    const request = named(spans, 'POST /signalbox/api/v1/deposits')
    const submit = named(spans, 'payment submit')
    const call = spans.find(({ parentSpanId, name }) => parentSpanId === submit.spanId && name === 'POST PSP')
    expect(body.state).toBe('SUCCESSFUL')
    expect(request).toMatchObject({
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/signalbox/api/v1/deposits',
        'http.response.status_code': 201,
        'url.scheme': 'http',
        'signalbox.payment.id': body.txId,
      },
    })
    expect(submit).toMatchObject({
      parentSpanId: request.spanId,
      traceId: request.traceId,
      attributes: {
        'signalbox.payment.id': body.txId,
        'signalbox.merchant.id': 100010001,
        'signalbox.payment.step': 'submit',
        'signalbox.psp': expect.any(String) as string,
        'signalbox.outcome': 'next',
        'signalbox.payment.status': expect.any(Number) as number,
      },
    })
    expect(call).toMatchObject({
      kind: 3,
      traceId: request.traceId,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(platform.sandboxUrl).port),
        'signalbox.call.target': 'PSP',
      },
    })
    const steps = spans.filter(({ name }) => name.startsWith('payment '))
    expect(steps.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['payment register', 'payment limits', 'payment route', 'payment transfer']),
    )
    for (const step of steps) {
      expect(step).toMatchObject({ parentSpanId: request.spanId, traceId: request.traceId })
      expect(BigInt(step.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(step.endTimeUnixNano))
    }
    expect(receiver.requests[0]).toMatchObject({
      headers: { 'content-type': 'application/json', 'x-api-key': 'of the collector' },
    })
    expect(receiver.requests[0]?.headers.traceparent, 'sending spans is part of no trace').toBeUndefined()
    expect(receiver.resources()[0]).toMatchObject({ 'service.name': 'signalbox-test' })
    expect(await counted('sent')).toBeGreaterThanOrEqual(spans.length)
  })

  it('goes on with the trace of the caller, and answers with its own span', async () => {
    const { headers } = await platform.app.inject({
      url: '/signalbox/api/v1/payments/ada.lindberg?user=id-of-ada',
      headers: { traceparent, 'x-request-id': 'shop-7', 'user-agent': 'Browser-of-ada' },
    })
    const [span] = await sentSpans()
    expect(span).toMatchObject({
      name: 'GET /signalbox/api/v1/payments/:id',
      traceId: trace,
      parentSpanId: caller,
      attributes: {
        'http.response.status_code': 401,
        'signalbox.request.id': 'shop-7',
        'signalbox.error.code': 'UNAUTHENTICATED',
        'signalbox.error.id': expect.any(String) as string,
      },
    })
    expect(headers.traceparent).toBe(`00-${trace}-${span?.spanId}-01`)
  })

  it('tells nothing of who tries to sign in', async () => {
    const { statusCode } = await platform.app.inject({
      method: 'POST',
      url: '/signalbox/login',
      payload: { username: 'ada@lindberg.example', password: 'password-of-ada' },
    })
    expect(await sentSpans()).toMatchObject([
      { name: 'POST /signalbox/login', attributes: { 'http.response.status_code': statusCode } },
    ])
  })

  it('makes no spans of what the caller does not sample, nor of health checks', async () => {
    const unsampled = { traceparent: traceparent.replace(/01$/, '00') }
    await platform.app.inject({ url: '/signalbox/nothing', headers: unsampled })
    for (const url of ['/healthz', '/readyz', '/metrics']) await platform.app.inject({ url })
    expect(await sentSpans()).toEqual([])
  })

  it('a job is part of the trace of the request that queued it, and linked to it', async () => {
    const { body } = await deposit()
    const { version } = await platform.row(body)
    const investigator = await platform.as('investigator')
    const info = 'Words-of-ada: ada@lindberg.example'
    await investigator.post(`/transaction/${body.txId}/refund?merchantId=100010001`, { version, info })
    const { queueUrl, app, tracing } = platform
    const tasks = app.payments.tasks.map((task) => watchedTask(task, { log, tracing }))
    await runQueuedJobs({ url: queueUrl, log, tasks })
    const spans = await sentSpans()
    const request = named(spans, 'POST /signalbox/backoffice/api/transaction/:id/:op')
    const job = named(spans, 'job drive-payment')
    const step = named(spans, 'payment child-submit')
    expect(job).toMatchObject({
      kind: 5,
      traceId: request.traceId,
      parentSpanId: request.spanId,
      links: [{ traceId: request.traceId, spanId: request.spanId }],
      attributes: { 'signalbox.job.name': 'drive-payment', 'signalbox.outcome': 'done' },
    })
    expect(step.parentSpanId).toBe(job.spanId)
    expect(spans.filter(({ parentSpanId }) => parentSpanId === step.spanId)).toMatchObject([
      { name: 'POST PSP' },
    ])
  })

  it('a webhook is part of the trace of its payment, and linked to the job that sends it', async () => {
    const admin = await platform.as('admin')
    const { items } = (await admin.get('/api-client?merchantId=100010001&keyword=demo-client')).body
    const { id } = items.find(({ clientId }: { clientId: string }) => clientId === 'demo-client')
    const url = new URL('/webhook-of-ada', receiver.settings.endpoint).href
    await admin.post(`/api-client/${id}/webhook?merchantId=100010001`, { url, events: ['payment.completed'] })
    await deposit({ traceparent })
    const { app, tracing } = platform
    const jobs = app.payments.jobs.filter(({ name }) => name === 'payment-notifications')
    for (const job of jobs)
      await watchedJob(job, { log, tracing }).run({ now: new Date(), signal: new AbortController().signal })
    const spans = await sentSpans()
    const request = named(spans, 'POST /signalbox/api/v1/deposits')
    const job = named(spans, 'job payment-notifications')
    const message = named(spans, 'message WEBHOOK')
    const call = named(spans, 'POST WEBHOOK')
    expect(job.traceId).not.toBe(trace)
    expect(message).toMatchObject({
      traceId: trace,
      parentSpanId: request.spanId,
      links: [{ traceId: job.traceId, spanId: job.spanId }],
      attributes: { 'signalbox.message.kind': 'WEBHOOK', 'signalbox.outcome': 'sent' },
    })
    expect(call.parentSpanId).toBe(message.spanId)
    expect(receiver.others.map((headers) => headers.traceparent)).toEqual([`00-${trace}-${call.spanId}-01`])
  })

  it.each([
    ['hangs', 'none' as const],
    ['answers 500', 500],
  ])('a receiver that %s breaks nothing, and what it does not take is counted', async (_, answer) => {
    const before = await counted('unsent')
    receiver.told.answer = answer
    const first = await deposit()
    const flushing = platform.tracing?.flush()
    const second = await deposit()
    expect([first.body.state, second.body.state]).toEqual(['SUCCESSFUL', 'SUCCESSFUL'])
    if (answer === 'none') await expect.poll(() => receiver.held.length).toBeGreaterThan(0)
    // Whoever comes again is sent away at once.
    receiver.told.answer = 500
    for (const reply of receiver.held.splice(0)) reply.destroy()
    await flushing
    expect(await counted('unsent')).toBeGreaterThan(before)
  })

  // Last, because it looks at the spans of all tests before it.
  it('no span says anything about a person, a card or a secret', () => {
    expect(said).toEqual(
      expect.arrayContaining(['payment submit', 'payment child-submit', 'POST /signalbox/login']),
    )
    expect(said.filter((text) => text === card.cvv || hidden.some((part) => text.includes(part)))).toEqual([])
  })
})
