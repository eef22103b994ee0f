import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Role } from '@signalbox/model/access/roles'
import { systemActor } from '../../kit/audit.ts'
import { consoleRoutes } from '../../kit/console-routes.ts'
import { createServer } from '../../kit/create-server.ts'
import { EventFeed } from '../../kit/events/event-feed.ts'
import { currentHorizon } from '../../kit/events/outbox-reader.ts'
import { writeResumePoint } from '../../kit/events/resume-point.ts'
import { Metrics } from '../../kit/metrics.ts'
import type { SessionUser } from '../../kit/session-user.ts'
import { kitApp, testUser, type KitApp } from '../../kit/testing/kit-app.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { OpenStreams } from './open-streams.ts'
import { handlers } from './routes.ts'

const group = 100010000
const brand = 100010001
const sibling = 100010002

interface ReceivedEvent {
  readonly event: string
  readonly id: string | null
  readonly data: { topic?: string; key?: string; merchantId?: number }
}

let kit: KitApp
let app: FastifyInstance
let feed: EventFeed
/** Of another node. */
let otherFeed: EventFeed
let address: string
const streams = new OpenStreams()
const signedIn = new Map<string, SessionUser>()
const open: AbortController[] = []

const authenticate = (request: FastifyRequest): Promise<SessionUser> => {
  const user = signedIn.get(String(request.headers['x-test-user']))
  return user ? Promise.resolve(user) : Promise.reject(new Refusal('UNAUTHENTICATED'))
}

beforeAll(async () => {
  kit = await kitApp(() => [])
  const feedOptions = { db: kit.db, log: kit.deps.log, pollMs: 1_000_000 }
  feed = new EventFeed(feedOptions)
  otherFeed = new EventFeed(feedOptions)
  await Promise.all([feed.start(), otherFeed.start()])
  app = await createServer({ log: kit.deps.log, metrics: new Metrics(), trustedProxies: 0 })
  const countWork = () => Promise.resolve({ alerts: 3 })
  for (const [prefix, ofNode, beatMs] of [
    ['', feed, 150],
    ['/unhurried', feed, 1_000_000],
    ['/other', otherFeed, 1_000_000],
  ] as const) {
    const deps = { feed: ofNode, streams, authenticate, countWork, beatMs }
    consoleRoutes(app, prefix, handlers(deps), kit.deps, authenticate)
  }
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort()
  signedIn.clear()
})
afterAll(async () => {
  streams.endAll()
  await app.close()
  await Promise.all([feed.stop(), otherFeed.stop()])
  await kit.close()
})

function signIn(name: string, roles: Role[] = ['MERCHANT_ADMIN'], overrides: Partial<SessionUser> = {}) {
  signedIn.set(name, testUser({ id: `user-${name}`, username: name, roles, ...overrides }))
  return name
}

/** Opens a stream and gives its messages one by one; beats are passed over unless asked for. */
async function listen(
  name: string,
  merchantId: number,
  lastEventId?: string,
  { prefix = '', since }: { prefix?: string; since?: string } = {},
) {
  const abort = new AbortController()
  open.push(abort)
  const response = await fetch(
    `${address}${prefix}/events?merchantId=${merchantId}${since ? `&since=${since}` : ''}`,
    {
      headers: {
        'x-test-user': name,
        accept: 'text/event-stream',
        ...(lastEventId && { 'last-event-id': lastEventId }),
      },
      signal: abort.signal,
    },
  )
  const blocks = blocksOf(response)
  const next = async (wanted: (block: string) => boolean): Promise<string> => {
    for (;;) {
      const { value, done } = await blocks.next()
      if (done) return 'end'
      if (wanted(value)) return value
    }
  }
  return {
    response,
    next: async (): Promise<ReceivedEvent | 'end'> => {
      const block = await next((text) => text.startsWith('event:'))
      return block === 'end' ? 'end' : parseBlock(block)
    },
    beat: () => next((text) => text.startsWith(': beat')),
    leave: () => abort.abort(),
  }
}

async function* blocksOf(response: Response): AsyncGenerator<string> {
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk as Uint8Array)
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    yield* blocks
  }
}

function parseBlock(block: string): ReceivedEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null
  return {
    event: field('event') ?? '',
    id: field('id'),
    data: JSON.parse(field('data') ?? '{}') as ReceivedEvent['data'],
  }
}

async function emit(topic: string, merchantId: number, key: string) {
  await perform(kit.deps, systemActor, (work) => Promise.resolve(work.emit({ topic, merchantId, key })))
  await feed.poll()
}

it('tells changes in scope, at once, without the record', async () => {
  const stream = await listen(signIn('anna'), group)
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
  expect(stream.response.headers.get('cache-control')).toBe('no-cache, no-transform')
  expect(stream.response.headers.get('x-content-type-options')).toBe('nosniff')
  await stream.beat()
  await emit('user', brand, 'u-1')
  expect(await stream.next()).toMatchObject({
    event: 'change',
    id: expect.stringMatching(/^\d+-\d+$/) as string,
    data: { topic: 'user', key: 'u-1', merchantId: brand },
  })
})

it('tells nothing of other merchants, of what the person may not read, or of unlisted topics', async () => {
  const stream = await listen(signIn('bo', ['CONFIG']), brand)
  await stream.beat()
  await emit('bank-mapping', sibling, 'other merchant')
  await emit('user', brand, 'no right to users')
  await emit('engine-room', brand, 'not for browsers')
  await emit('bank-mapping', brand, 'own')
  expect(await stream.next()).toMatchObject({ data: { key: 'own' } })
})

it('tells what is inherited from above, and only that', async () => {
  const stream = await listen(signIn('cy'), brand)
  await stream.beat()
  await emit('user', group, 'staff of the group')
  await emit('bank-mapping', group, 'inherited')
  expect(await stream.next()).toMatchObject({ data: { key: 'inherited' } })
})

it('goes on where a browser left off', async () => {
  const name = signIn('di')
  const first = await listen(name, group)
  await first.beat()
  await emit('user', brand, 'seen')
  const seen = await first.next()
  first.leave()
  await emit('user', brand, 'missed 1')
  await emit('user', sibling, 'missed 2')
  const second = await listen(name, group, seen === 'end' ? '' : (seen.id ?? ''))
  const keys: string[] = []
  while (keys.at(-1) !== 'missed 2') {
    const told = await second.next()
    if (told === 'end') break
    keys.push(told.data.key ?? told.event)
  }
  // While other transactions run, what was seen may be told again; what was missed may not be left out.
  expect(keys.filter((key) => key.startsWith('missed'))).toEqual(['missed 1', 'missed 2'])
})

it('tells a page what happened between its first rows and its stream, whatever node each came from', async () => {
  const since = writeResumePoint(await currentHorizon(kit.db), new Date())
  await emit('user', brand, 'in between')
  await otherFeed.poll()
  const stream = await listen(signIn('pia'), group, undefined, { prefix: '/other', since })
  // While somebody on the same server writes for long, the point lies further back, and what came before is told again.
  const told: unknown[] = []
  while (!told.includes('in between')) {
    const event = await stream.next()
    expect(event).toMatchObject({ event: 'change' })
    told.push((event as { data: { key: string } }).data.key)
  }
  stream.leave()
})

it('refuses a point that is none', async () => {
  expect((await listen(signIn('quin'), group, undefined, { since: 'garbage' })).response.status).toBe(422)
})

it('moves the point to go on from with every beat, so that pages can read it', async () => {
  const stream = await listen(signIn('ed'), group)
  await stream.beat()
  expect(await stream.beat()).toMatch(/^: beat\nevent: beat\nid: \d+-\d+\ndata: \{\}$/)
})

it('asks to look again when the past is too long ago or not ours', async () => {
  const name = signIn('flo')
  const dayOld = `1-${Date.now() - 24 * 60 * 60 * 1000}`
  for (const id of ['garbage', dayOld, `99999999999-${Date.now()}`]) {
    const stream = await listen(name, group, id)
    expect(await stream.next()).toMatchObject({ event: 'resync' })
  }
})

it('ends when the session is revoked or the merchant is out of reach', async () => {
  const revoked = await listen(signIn('gil'), brand)
  await revoked.beat()
  signedIn.delete('gil')
  expect(await revoked.next()).toMatchObject({ event: 'signed-out' })
  expect(await revoked.next()).toBe('end')

  const outside = await listen(
    signIn('hal', ['MERCHANT_ADMIN'], { homeMerchantId: group, internalUser: false }),
    brand,
  )
  await outside.beat()
  await sql`update merchant set state = 'SUSPENDED' where id = ${brand}`.execute(kit.db)
  expect(await outside.next()).toMatchObject({ event: 'signed-out' })
  await sql`update merchant set state = 'LIVE' where id = ${brand}`.execute(kit.db)
})

it('throws out at once whoever a change concerns, without waiting for the next beat', async () => {
  const [disabled, other] = [
    await listen(signIn('mia'), brand, undefined, { prefix: '/unhurried' }),
    await listen(signIn('ned'), brand, undefined, { prefix: '/unhurried' }),
  ]
  await Promise.all([disabled.beat(), other.beat()])
  signedIn.delete('mia')
  signedIn.delete('ned')
  await emit('user', group, 'user-mia')
  expect(await disabled.next()).toMatchObject({ event: 'signed-out' })

  await emit('merchant', group, String(group))
  expect(await other.next()).toMatchObject({ event: 'signed-out' })
})

it('stops telling what a role no longer opens', async () => {
  const stream = await listen(signIn('ida', ['MERCHANT_ADMIN', 'CONFIG']), brand)
  await stream.beat()
  signIn('ida', ['CONFIG'])
  await stream.beat()
  await stream.beat()
  await emit('user', brand, 'hidden now')
  await emit('bank-mapping', brand, 'still open')
  expect(await stream.next()).toMatchObject({ data: { key: 'still open' } })
})

it('refuses a merchant outside the scope and more streams than anybody needs', async () => {
  const name = signIn('jo', ['MERCHANT_ADMIN'], { homeMerchantId: brand, internalUser: false })
  expect((await listen(name, sibling)).response.status).toBe(403)
  const all = await Promise.all(Array.from({ length: 20 }, () => listen(name, brand)))
  expect(all.every(({ response }) => response.status === 200)).toBe(true)
  expect((await listen(name, brand)).response.status).toBe(429)
})

it('ends every stream when the server stops', async () => {
  const stream = await listen(signIn('kim'), group)
  await stream.beat()
  streams.endAll()
  expect(await stream.next()).toBe('end')
})

it('counts the work that waits', async () => {
  const response = await fetch(`${address}/counters?merchantId=${group}`, {
    headers: { 'x-test-user': signIn('lea') },
  })
  expect(await response.json()).toEqual({ alerts: 3 })
})
