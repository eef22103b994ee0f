import { connect } from 'node:net'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '@signalbox/model/calls/index'
import { loginCalls } from '@signalbox/model/calls/login'
import type { Endpoint } from '@signalbox/model/field/endpoint'
import { roles } from '@signalbox/model/access/roles'
import { jsonSchemaOf } from './kit/openapi/json-schema.ts'
import { oneIn } from './testing/one-in.ts'
import { testPlatform, type TestPlatform } from './testing/test-app.ts'

let platform: TestPlatform
let cookie: string
let port: number
beforeAll(async () => {
  platform = await testPlatform()
  // Everything stands open to this one, so that every call gets to look at what it was sent.
  await sql`update backoffice_user set roles = ${[...roles]}, merchants = '{}' where username = 'admin'`.execute(
    platform.db,
  )
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/signalbox/login',
    payload: { username: 'admin', password: 'signalbox-demo-1' },
  })
  cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  port = Number(new URL(await platform.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => platform.close())

interface Target {
  readonly call: Endpoint
  readonly url: string
}

const somewhere = '01900000-0000-7000-8000-00000000dead'
const known: Readonly<Record<string, string>> = {
  merchantId: '100010002',
  type: 'email',
  slug: 'psp-routing',
  op: 'hold',
  month: '2026-01',
}
/** Transactions have numbers, everything else has ids. */
const idIn = (path: string, name: string): string =>
  name === 'id' && path.startsWith('/transaction/') ? '1' : somewhere
const targetOf =
  (base: string) =>
  (call: Endpoint): Target => ({
    call,
    url:
      base + call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? idIn(call.path, name)),
  })

const targets = [
  ...allCalls.map(targetOf('/signalbox/backoffice/api')),
  ...Object.values<Endpoint>(loginCalls).map(targetOf('/signalbox')),
]
const withBody = targets.filter(({ call }) => call.method === 'POST' || call.method === 'PUT')
/** Opened, it would stay open; what it makes of its query is tested with it. */
const answering = targets.filter(({ call }) => call.key !== 'GET /events')

async function send({ call, url }: Target, payload?: string, more: { query?: string; type?: string } = {}) {
  const answer = await platform.app.inject({
    method: call.method,
    url: `${url}${more.query ?? ''}`,
    ...(payload !== undefined && { payload }),
    headers: { cookie, ...(payload !== undefined && { 'content-type': more.type ?? 'application/json' }) },
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  const body: unknown = isJson ? answer.json() : null
  return { status: answer.statusCode, body: body as { code?: string; fields?: { field: string }[] } | null }
}

/** The audit log keeps refusals, sessions and roles when they were last used, and the login who tried: they may change. */
const mayChange = [
  'audit_chain',
  'audit_entry',
  'session',
  'login_throttle',
  'known_device',
  'user_credential',
  'role_grant_fact',
  // Wrong codes are counted.
  'voucher_try',
]

/** A name that was locked stays there, whatever became of the call that locked it. */
const withoutLocks = (table: string) =>
  table === 'platform_setting' ? sql`where t.name not like 'turn %'` : sql``

/** One text for everything that is stored. */
async function everything(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select tablename::text as name from pg_tables where schemaname = 'public' order by 1`.execute(platform.db)
  // One statement for them all: one for each of them would be most of what these tests do.
  const sums = tables.rows
    .filter(({ name }) => !mayChange.includes(name))
    .map(
      ({ name }) => sql`select ${name}::text as name,
        (select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${sql.table(name)} t
          ${withoutLocks(name)}) as sum`,
    )
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(sums, sql` union all `)}`.execute(
    platform.db,
  )
  return rows.map(({ name, sum }) => `${name} ${sum}`).join('\n')
}

/**
 * Every call is sent several kinds of rubbish, and every kind goes to some of the calls: the same few lines refuse it for
 * all. `npm run test:full` sends everything to everybody.
 */
let group = 0
const share = (targets: readonly Target[]): readonly Target[] => oneIn(16, targets, group++)

/** The calls that did not refuse it with one of these, or left something behind. */
async function lenient(
  payload: string,
  statuses: readonly number[],
  more: { type?: string } = {},
): Promise<string[]> {
  const before = await everything()
  const found: string[] = []
  for (const target of share(withBody)) {
    const { status, body } = await send(target, payload, more)
    if (!statuses.includes(status) || !body?.code) found.push(`${target.call.key} answered ${status}`)
  }
  return (await everything()) === before ? found : [...found, 'something was written']
}

const nested = (levels: number) => `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`

/** Thousands of requests, on machines that may be busy. */
const patience = { timeout: 90_000 }

describe('every call that takes a body', patience, () => {
  it('is looked at here', () => {
    expect(withBody.length).toBeGreaterThan(60)
  })

  it.each<[string, string, number[], { type?: string }?]>([
    ['malformed JSON', '{"name":', [400]],
    ['JSON with something behind it', '{} {}', [400]],
    ['a thousand levels of nesting', nested(1000), [400]],
    ['a poisoned prototype', '{"__proto__":{"roles":["OPERATOR_ADMIN"]}}', [400]],
    ['a NUL character', JSON.stringify({ name: 'a\u0000b' }), [400]],
    ['half a surrogate pair', '{"name":"\\ud800"}', [400]],
    ['a list', '[1,2]', [422]],
    ['an empty list', '[]', [422]],
    ['null', 'null', [422]],
    ['a text', '"text"', [422]],
    ['a number', '1e400', [400, 422]],
    ['plain text', 'name=value', [415], { type: 'text/plain' }],
    ['a form', 'name=value', [415], { type: 'application/x-www-form-urlencoded' }],
    ['a form in parts', '--x\r\n\r\n--x--', [415], { type: 'multipart/form-data; boundary=x' }],
    ['XML', '<name/>', [415], { type: 'application/xml' }],
  ])('refuses %s and writes nothing', async (_what, payload, statuses, more) => {
    expect(await lenient(payload, statuses, more)).toEqual([])
  })

  it('refuses ten megabytes, and whatever is larger than what it says it takes, and writes nothing', async () => {
    const before = await everything()
    const tenMegabytes = JSON.stringify({ name: 'x'.repeat(10_000_000) })
    for (const target of share(withBody)) {
      const { bodyLimit = 0 } = target.call
      const { status } = await send(target, bodyLimit < 10_000_000 ? tenMegabytes : 'x'.repeat(bodyLimit + 1))
      expect(status, target.call.key).toBe(413)
    }
    expect(await everything()).toBe(before)
  })

  it('refuses a field it does not know, by name, and writes nothing', async () => {
    const before = await everything()
    for (const target of share(withBody)) {
      const answer = await send(target, JSON.stringify({ type: 'email', isAdmin: true }))
      expect(answer.status, target.call.key).toBe(422)
      expect(
        answer.body?.fields?.map(({ field }) => field),
        target.call.key,
      ).toContain('isAdmin')
    }
    expect(await everything()).toBe(before)
  })

  it('refuses values of the wrong kind in each of its fields, and writes nothing', async () => {
    const before = await everything()
    for (const target of share(withBody.filter(({ call }) => call.body))) {
      const { properties = {} } = jsonSchemaOf(target.call.body as never, 'input') as { properties?: object }
      for (const name of Object.keys(properties)) {
        for (const value of [{ $ne: 1 }, -1e15, '9'.repeat(400), 'constructor']) {
          const { status } = await send(target, JSON.stringify({ [name]: value }))
          expect(status, `${target.call.key} ${name} ${JSON.stringify(value)}`).toBeLessThan(500)
        }
      }
    }
    expect(await everything()).toBe(before)
  })

  it('answers any JSON without falling over', async () => {
    const json = fc.json({ maxDepth: 4 })
    for (const target of share(withBody)) {
      await fc.assert(
        fc.asyncProperty(json, async (payload) => {
          expect((await send(target, payload)).status, target.call.key).toBeLessThan(500)
        }),
        { numRuns: 10 },
      )
    }
  })

  it('gives up on a client that sends its body drop by drop, and writes nothing', async () => {
    const before = await everything()
    Object.assign(platform.app.server, { requestTimeout: 1_000, headersTimeout: 1_000 })
    const answers = await Promise.all(withBody.map((target) => drip(target)))
    for (const [index, answer] of answers.entries()) {
      expect(answer, withBody[index]?.call.key).toMatch(/^HTTP\/1\.1 408/)
    }
    expect(await everything()).toBe(before)
  })
})

describe('every call', patience, () => {
  /** Words that every object answers to, although nobody put them there. */
  const byBirth = ['constructor', 'toString', '__proto__']

  it('takes no word for something it knows that every object knows', async () => {
    const wrong: string[] = []
    for (const { call, url } of share(answering)) {
      const query = call.query && (jsonSchemaOf(call.query as never, 'input') as { properties?: object })
      for (const name of Object.keys(query?.properties ?? {}))
        for (const word of byBirth) {
          const { status } = await send({ call, url }, undefined, { query: `?${name}=${word}` })
          if (status >= 500) wrong.push(`${call.key} ${name}=${word}`)
        }
      const { status } = await send({ call, url: url.replaceAll(/(psp-routing|email|hold)/g, 'constructor') })
      if (status >= 500) wrong.push(`${call.key} at ${url}`)
    }
    expect(wrong).toEqual([])
  })
})

function drip({ call, url }: Target): Promise<string> {
  return new Promise((resolve, reject) => {
    const head = `${call.method} ${url} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\n`
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}content-length: 500\r\n\r\n{"`))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

const queryOf = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`

describe('every call', patience, () => {
  it('answers odd queries and paths without falling over', async () => {
    const odd = ["'", '%', '..%2f..', '9'.repeat(400), '-1', '1e400', '💥', 'x'.repeat(1_500), '\u0001']
    for (const target of share(answering.filter(({ call }) => call.effect === 'read'))) {
      const { call } = target
      const declared = call.query ? (jsonSchemaOf(call.query, 'input') as { properties?: object }) : {}
      const names = [...Object.keys(declared.properties ?? {}), 'unheardOf']
      // What is unheard of is refused before anything else is read, so it is tried alone.
      const heard = names.slice(0, -1)
      const together = odd.map((value) => heard.map((name) => queryOf(name, value)).join('&'))
      const alone = names.map((name, index) => queryOf(name, odd[index % odd.length] ?? ''))
      for (const query of [...together, ...alone, queryOf('merchantId', '-1')]) {
        const { status } = await send(target, undefined, { query: `?${query}` })
        expect(status, `${call.key} ${query.slice(0, 100)}`).toBeLessThan(500)
      }
      if (!call.path.includes('{')) continue
      for (const value of odd) {
        const url = `/signalbox/backoffice/api${call.path.replaceAll(/\{\w+\}/g, encodeURIComponent(value))}`
        expect((await send({ call, url })).status, url.slice(0, 80)).toBeLessThan(500)
      }
    }
  })
})
