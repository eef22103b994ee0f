import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '@signalbox/model/calls/index'
import { endpoint, pageQuery } from '@signalbox/model/field/endpoint'
import { invalid } from '@signalbox/model/text/refusal'
import { ConsolePriority } from './console-priority.ts'
import { consoleRoutes } from './console-routes.ts'
import { createServer } from './create-server.ts'
import { handle } from './handle.ts'
import { HeavyWork, inTurns } from './heavy-work.ts'
import { Metrics } from './metrics.ts'
import { kitApp, testUser, type KitApp } from './testing/kit-app.ts'

const limits = { perUser: 2, perNode: 3, againInMs: 10_000 }

describe('what takes long', () => {
  it('is done for one person a few at a time, and for all together a few more', () => {
    const work = new HeavyWork(limits)
    const [first] = [work.enter('anna'), work.enter('anna')]
    expect(() => work.enter('anna')).toThrow('You already have 2 of these running')
    const other = work.enter('ben')
    expect(() => work.enter('clara')).toThrow('Too many exports, imports')
    first?.()
    first?.()
    work.enter('clara')
    expect(() => work.enter('ben')).toThrow('Too many exports, imports')
    other()
    work.enter('anna')
    expect(() => work.enter('anna')).toThrow('You already have 2')
  })

  it('says when to come back', () => {
    const work = new HeavyWork({ ...limits, perUser: 0 })
    let refused: unknown
    try {
      work.enter('anna')
    } catch (error) {
      refused = error
    }
    expect(refused).toMatchObject({ status: 429, details: { headers: { 'retry-after': '10' } } })
  })

  it('is declared as such: every file that leaves or comes in', () => {
    /** One record that is there already, a stream that does nothing most of the time, or what a job makes later. */
    const light = [
      'GET /events',
      'GET /invoice/{id}/document',
      'GET /ledger-request/{id}/file',
      'GET /settlement/import/options',
      'GET /case/{id}/file/{fileId}',
      'GET /template/preview/{id}',
      'POST /gdpr/export',
    ]
    const long = allCalls.filter(
      ({ key, reply, path }) =>
        !light.includes(key) && (reply === 'stream' || /\/(import|backtest|export)\b/.test(path)),
    )
    expect(long.length).toBeGreaterThan(20)
    expect(long.filter(({ heavy }) => !heavy).map(({ key }) => key)).toEqual([])
  })
})

it('is counted before anything of it is read: whoever has too many running costs no look through a file', async () => {
  const kit = await kitApp((deps) => {
    Object.assign(deps, { heavyWork: new HeavyWork({ ...limits, perUser: 0 }) })
    const heavy = endpoint('POST /heavy', {
      summary: 'Takes long',
      tag: 'Heavy',
      access: 'signedIn',
      scope: 'none',
      effect: 'read',
      heavy: true,
      body: z.strictObject({ content: z.string() }),
      reply: z.object({}),
    })
    return [handle(heavy, () => Promise.resolve({}))]
  })
  const answer = await kit.as().post('/heavy', { content: '4111 1111 1111 1111', unknown: 1 })
  await kit.close()
  expect([answer.status, answer.body.code]).toEqual([429, 'RATE_LIMITED'])
})

describe('a list longer than an ordinary page', () => {
  const listed = endpoint('GET /listed', {
    summary: 'A list',
    tag: 'Test',
    access: 'signedIn',
    scope: 'none',
    query: z.object(pageQuery),
    reply: z.object({ limit: z.number() }),
  })
  const computed = endpoint('POST /computed', {
    summary: 'Runs a script',
    tag: 'Test',
    access: 'signedIn',
    scope: 'none',
    effect: 'read',
    computes: true,
    reply: z.object({}),
  })

  const charted = endpoint('POST /charted', {
    summary: 'Adds figures up',
    tag: 'Test',
    access: 'signedIn',
    scope: 'none',
    effect: 'read',
    charts: true,
    reply: z.object({}),
  })

  it('takes a turn as exports do, an ordinary one does not, and what computes or charts takes one of its own', async () => {
    const heavyWork = new HeavyWork({ ...limits, perUser: 1 })
    const computing = new HeavyWork({ ...limits, perUser: 1 })
    const charting = new HeavyWork({ ...limits, perUser: 1 })
    const kit = await kitApp((deps) => {
      Object.assign(deps, { heavyWork, computing, charting })
      return [
        handle(listed, ({ query }) => Promise.resolve({ limit: query.limit })),
        handle(computed, () => Promise.resolve({})),
        handle(charted, () => Promise.resolve({})),
      ]
    })
    const statuses = async () => {
      const ask = [
        kit.as().get('/listed?limit=200'),
        kit.as().get('/listed?limit=201'),
        kit.as().post('/computed'),
        kit.as().post('/charted'),
      ]
      return (await Promise.all(ask)).map(({ status }) => status)
    }
    // Each turn is given back: the second time is as good as the first.
    expect([await statuses(), await statuses()]).toEqual([
      [200, 200, 200, 200],
      [200, 200, 200, 200],
    ])
    const leave = heavyWork.enter(testUser().id)
    expect(await statuses()).toEqual([200, 429, 200, 200])
    leave()
    const leaveComputing = computing.enter(testUser().id)
    expect(await statuses()).toEqual([200, 200, 429, 200])
    leaveComputing()
    charting.enter(testUser().id)
    expect(await statuses()).toEqual([200, 200, 200, 429])
    await kit.close()
  })

  it('is known by its limit: no declared call takes many rows by another name', () => {
    const shapeOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {}
    /** Not how many rows are shown. */
    const others = ['merchantId', 'start', 'version', 'txId', 'chainId', 'before', 'revision', 'days']
    const many = allCalls.flatMap(({ key, query }) =>
      Object.entries(shapeOf(query))
        .filter(([, member]) => z.safeParse(member as z.core.$ZodType, '201').data === 201)
        .map(([name]) => `${key} ${name}`),
    )
    expect(many.length).toBeGreaterThan(20)
    expect(many.filter((each) => ![...others, 'limit'].includes(each.split(' ')[2] ?? ''))).toEqual([])
  })
})

it('what runs scripts or rules for whoever asks is declared to compute', () => {
  const running = allCalls.filter(({ key }) =>
    /^POST \/(template\/(render|preview|validate|run|\{id\}\/(run|send-test))|ruleset\/(lint|simulate))$/.test(
      key,
    ),
  )
  expect(running).toHaveLength(8)
  expect(running.filter(({ computes }) => !computes).map(({ key }) => key)).toEqual([])
})

it('what adds up figures of a period for a chart is declared to', () => {
  const drawing = allCalls.filter(({ key }) =>
    /^(POST \/analytics\/query$|GET \/ruleset\/performance)/.test(key),
  )
  expect(drawing).toHaveLength(4)
  expect(drawing.filter(({ charts }) => !charts).map(({ key }) => key)).toEqual([])
})

describe('pieces of a long answer', () => {
  const priority = () =>
    new ConsolePriority({ payments: 1, turnMs: 1_000_000, lingerMs: 0, waitMs: 1_000_000 })

  it('come one by one, in order, and let go of their source when nobody wants more', async () => {
    let closed = false
    async function* numbers() {
      try {
        for (let n = 1; ; n++) yield await Promise.resolve(n)
      } finally {
        closed = true
      }
    }
    const seen: number[] = []
    for await (const n of inTurns(numbers(), priority())) if (seen.push(n) === 3) break
    expect({ seen, closed }).toEqual({ seen: [1, 2, 3], closed: true })
  })

  it('are not made while payments have their turn beside a screen in use', async () => {
    const console = priority()
    let made = 0
    async function* pieces() {
      for (;;) yield await Promise.resolve(++made)
    }
    let answer = () => {}
    const call = console.call(() => new Promise<void>((done) => (answer = done)))
    const leave = await console.turn()
    const piece = inTurns(pieces(), console).next()
    await new Promise((done) => setImmediate(done))
    expect(made).toBe(0)
    leave()
    await piece
    expect(made).toBe(1)
    answer()
    await call
    console.end()
  })

  it('leave three times as long as one took to a screen in use before the next one', async () => {
    const console = priority()
    const pieceMs = 20
    async function* pieces() {
      for (;;) {
        const end = performance.now() + pieceMs
        while (performance.now() < end);
        yield await Promise.resolve(performance.now())
      }
    }
    let answer = () => {}
    const call = console.call(() => new Promise<void>((done) => (answer = done)))
    const made: number[] = []
    for await (const at of inTurns(pieces(), console)) if (made.push(at) === 2) break
    const [first = 0, second = 0] = made
    // Its own time, and three times that of the one before; timers may be a millisecond early.
    expect(second - first).toBeGreaterThanOrEqual(4 * pieceMs - 2)
    answer()
    await call
    console.end()
  })
})

describe('a call that takes long', () => {
  let kit: KitApp
  let address: string
  let close: () => Promise<unknown>
  const heavyWork = new HeavyWork({ ...limits, perUser: 1 })
  const declared = { summary: 'For the test', tag: 'Test', access: 'signedIn', heavy: true } as const
  const endless = endpoint('GET /long/export', { ...declared, reply: 'stream' })
  const refused = endpoint('GET /long/refused', { ...declared, reply: 'stream' })

  beforeAll(async () => {
    kit = await kitApp(() => [])
    const app = await createServer({ log: kit.deps.log, metrics: new Metrics(), trustedProxies: 0 })
    const handlers = [
      handle(endless, () => {
        const begun = new Readable({ read: () => undefined })
        begun.push('begun')
        return Promise.resolve(begun)
      }),
      handle(refused, () =>
        Promise.reject(invalid({ field: 'format', code: 'INVALID', message: 'Neither' })),
      ),
    ]
    consoleRoutes(app, '', handlers, { ...kit.deps, heavyWork }, () => Promise.resolve(testUser()))
    address = await app.listen({ port: 0, host: '127.0.0.1' })
    close = () => app.close()
  })
  afterAll(async () => {
    await close()
    await kit.close()
  })

  /** Unpacked, because packing keeps the first bytes back. */
  const ask = (path: string, signal?: AbortSignal) =>
    fetch(`${address}${path}`, { headers: { 'accept-encoding': 'identity' }, ...(signal && { signal }) })

  it('keeps its place for as long as its answer is read, and no longer', async () => {
    expect((await ask('/long/refused')).status).toBe(422)
    const reader = new AbortController()
    expect((await ask('/long/export', reader.signal)).status).toBe(200)
    const second = await ask('/long/export')
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10'])
    reader.abort()
    await expect.poll(async () => (await ask('/long/refused')).status).toBe(422)
  })
})
