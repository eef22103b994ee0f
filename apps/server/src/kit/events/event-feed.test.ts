import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { systemActor } from '../audit.ts'
import type { Database } from '../database.ts'
import { kitApp, type KitApp } from '../testing/kit-app.ts'
import { perform } from '../unit-of-work.ts'
import { EventFeed } from './event-feed.ts'

let kit: KitApp
const feeds: EventFeed[] = []
beforeAll(async () => {
  kit = await kitApp(() => [])
})
afterEach(() => Promise.all(feeds.splice(0).map((feed) => feed.stop())))
afterAll(() => kit.close())

/** Polls only when told to, so that tests decide when a node looks. */
async function feed(options: { directUrl?: string; db?: Database } = {}) {
  const made = new EventFeed({ db: kit.db, log: kit.deps.log, pollMs: 1_000_000, ...options })
  feeds.push(made)
  await made.start()
  const keys: string[] = []
  made.subscribe(({ events }) => keys.push(...events.map(({ key }) => key)))
  return { feed: made, keys }
}

const emit = (...keys: string[]) =>
  perform(kit.deps, systemActor, (work) => {
    for (const key of keys) work.emit({ merchantId: 1000, topic: 'user', key })
    return Promise.resolve()
  })

/** A transaction that has written its event and not committed yet. */
async function openTransaction(key: string) {
  const client = new pg.Client({ connectionString: kit.ownerUrl })
  await client.connect()
  await client.query('begin')
  await client.query(
    `insert into outbox (merchant_id, id, topic, key, payload, at) values (1000, $1, 'user', $2, '{}', now())`,
    [randomUUID(), key],
  )
  return {
    end: async (how: 'commit' | 'rollback') => {
      await client.query(how)
      await client.end()
    },
  }
}

it('passes each event on once, in the order of its transaction', async () => {
  await emit('before the start')
  const { feed: node, keys } = await feed()
  await emit('a', 'b')
  await node.poll()
  await emit('c')
  await node.poll()
  await node.poll()
  expect(keys).toEqual(['a', 'b', 'c'])
})

it('does not miss an event whose transaction commits after later ones were read', async () => {
  const { feed: node, keys } = await feed()
  const late = await openTransaction('late')
  const never = await openTransaction('never')
  await emit('early')
  await node.poll()
  await emit('middle')
  await node.poll()
  expect(keys).toEqual(['early', 'middle'])
  await late.end('commit')
  await never.end('rollback')
  await node.poll()
  expect(keys).toEqual(['early', 'middle', 'late'])
})

it('tells somebody who comes back everything since they left, late commits included', async () => {
  const { feed: node } = await feed()
  const late = await openTransaction('late')
  await emit('seen')
  await node.poll()
  const left = node.horizon
  await late.end('commit')
  await emit('missed')
  const keys = (await node.since(left, 100))?.events.map(({ key }) => key)
  expect(keys).toEqual(expect.arrayContaining(['late', 'missed']))
})

it('says so when there is too much to tell or the past is unknown', async () => {
  const { feed: node } = await feed()
  const left = node.horizon
  await emit('1', '2', '3')
  expect(await node.since(left, 2)).toBeNull()
  expect(await node.since(left + 1_000_000n, 2)).toBeNull()
})

it('asks the database as often for many listeners as for one, and once where nothing has happened', async () => {
  let statements = 0
  const db = kit.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const { feed: node } = await feed({ db })
  for (let listener = 0; listener < 50; listener++) node.subscribe(() => undefined)
  await node.poll()
  statements = 0
  for (let look = 0; look < 5; look++) await node.poll()
  expect(statements).toBe(5)
})

it('reads more than a page', async () => {
  const { feed: node, keys } = await feed()
  const many = Array.from({ length: 2_500 }, (_, index) => String(index))
  await emit(...many)
  await node.poll()
  expect(keys.length).toBe(2_500)
  expect(new Set(keys).size).toBe(2_500)
})

it('wakes the other node up', async () => {
  const [writer, reader] = await Promise.all([feed({ directUrl: kit.url }), feed({ directUrl: kit.url })])
  const heard = new Promise<void>((resolve) => {
    reader.feed.subscribe(() => resolve())
  })
  await emit('hello')
  writer.feed.wake()
  await heard
  expect(reader.keys).toEqual(['hello'])
})
