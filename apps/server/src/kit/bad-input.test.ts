import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../setup/bank-mapping/routes.ts'
import { kitApp, testBase, type KitApp } from './testing/kit-app.ts'

let kit: KitApp
let port = 0
beforeAll(async () => {
  kit = await kitApp(handlers)
  const address = new URL(await kit.app.listen({ host: '127.0.0.1', port: 0 }))
  port = Number(address.port)
})
afterAll(() => kit.close())

const path = '/bank-mapping?merchantId=100010001'
const good = { title: 'Good', bic: 'A', swift: 'NDEASESS', note: 'fine' }

async function rows(): Promise<number> {
  const counted = await kit.db
    .selectFrom('recordVersion')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(counted.n)
}

describe('bad input', () => {
  const raw = (payload: string, headers: Record<string, string> = {}) =>
    kit.as().post(path, undefined, { payload, headers: { 'content-type': 'application/json', ...headers } })

  it.each([
    ['malformed JSON', '{"title":', 400, 'MALFORMED_JSON'],
    ['an empty body', '', 422, 'INVALID'],
    ['a body that is no object', '[1,2]', 422, 'INVALID'],
    ['null', 'null', 422, 'INVALID'],
    ['a thousand levels of nesting', `${'['.repeat(1000)}${']'.repeat(1000)}`, 400, 'MALFORMED_JSON'],
    ['a poisoned prototype', '{"__proto__":{"admin":true}}', 400, 'BAD_REQUEST'],
    ['a NUL character', JSON.stringify({ ...good, title: 'a\u0000b' }), 400, 'BAD_REQUEST'],
    ['half a surrogate pair', '{"title":"\\ud800"}', 400, 'BAD_REQUEST'],
    ['ten megabytes', JSON.stringify({ ...good, title: 'x'.repeat(10_000_000) }), 413, 'TOO_LARGE'],
    ['an unknown field', JSON.stringify({ ...good, isAdmin: true }), 422, 'INVALID'],
    ['a foreign merchant in the body', JSON.stringify({ ...good, merchantId: 100020000 }), 422, 'INVALID'],
    ['an id of the caller’s choice', JSON.stringify({ ...good, id: 'x' }), 422, 'INVALID'],
    ['a wrong type', JSON.stringify({ ...good, title: { $ne: 1 } }), 422, 'INVALID'],
    ['a number beyond integers', JSON.stringify({ ...good, beneficiaryNameMax: 1e20 }), 422, 'INVALID'],
  ])('%s is refused and writes nothing', async (_what, payload, status, code) => {
    const before = await rows()
    const answer = await raw(payload)
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.body.errorId).toBeTruthy()
    expect(await rows()).toBe(before)
  })

  it.each([['text/plain'], ['application/x-www-form-urlencoded'], ['multipart/form-data; boundary=x']])(
    'a body of type %s is refused',
    async (type) => {
      const answer = await raw(JSON.stringify(good), { 'content-type': type })
      expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
    },
  )

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'not an address' }],
  ])('a write another site started is refused: %o', async (headers) => {
    const before = await rows()
    expect(await raw(JSON.stringify(good), headers)).toMatchObject({
      status: 403,
      body: { code: 'CROSS_SITE' },
    })
    expect(await rows()).toBe(before)
  })

  it.each([
    ['/bank-mapping?limit=0'],
    ['/bank-mapping?limit=1001'],
    ['/bank-mapping?start=-1'],
    ['/bank-mapping?start=10001'],
    ['/bank-mapping?limit=ten'],
    ['/bank-mapping?sort=password'],
    ['/bank-mapping?sort=title:sideways'],
    ['/bank-mapping?cursor=garbage'],
    ['/bank-mapping?enabled=maybe'],
    ['/bank-mapping/export?columns=secret'],
  ])('%s is a 422', async (url) => {
    expect((await kit.as().get(url)).status).toBe(422)
  })

  it('a number that is none is told to be one, in the words of the platform', async () => {
    const client = kit.as()
    const { id } = (await client.post('/bank-mapping', { title: 'Numbers', note: 'For numbers' })).body
    for (const version of ['1', 1.5, null, {}, true]) {
      const { status, body } = await client.put(`/bank-mapping/${id}`, { version, note: 'Changed' })
      const message = version === 1.5 ? 'Must be a whole number' : 'Must be a number'
      expect([status, body.fields]).toMatchObject([422, [{ field: 'version', message }]])
    }
  })

  it('odd paths and headers are refused, never a 5xx', async () => {
    const client = kit.as()
    const odd = [
      '/bank-mapping/%00',
      '/bank-mapping/not-a-uuid',
      `/bank-mapping/${'x'.repeat(500)}`,
      '/nothing',
      '/bank-mapping/..%2f..',
    ]
    for (const url of odd) {
      const answer = await client.get(url)
      expect([400, 404, 414, 422], url).toContain(answer.status)
    }
    const badOperation = await client.post(path, good, { headers: { 'x-operation-id': 'not-a-uuid' } })
    expect(badOperation.status).toBe(400)
    expect((await client.get('/bank-mapping?keyword=%25_%5C')).status).toBe(200)
  })

  it('every answer carries the security headers', async () => {
    for (const answer of [
      await kit.as().get('/bank-mapping'),
      await kit.as().get('/nothing'),
      await raw('{'),
    ]) {
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['strict-transport-security']).toContain('max-age')
    }
  })

  it('a request that names two hosts is refused: whoever stands in front may have meant the other', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        const [one, another] = ['host: console.example', 'Host: another.example']
        socket.write(`GET ${testBase}${path} HTTP/1.1\r\n${one}\r\n${another}\r\nconnection: close\r\n\r\n`)
      })
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400/)
    expect(answer).toContain('"BAD_REQUEST"')
  })

  it('a client that sends its body drop by drop is cut off with a 408, and nothing is written', async () => {
    const before = await rows()
    kit.app.server.requestTimeout = 300
    kit.app.server.headersTimeout = 300
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST ${testBase}${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"`,
        )
      })
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 408/)
    expect(await rows()).toBe(before)
  })
})
