import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { kitApp, type Client, type KitApp } from '../../kit/testing/kit-app.ts'
import { testMasterKey } from '../../kit/testing/test-master-key.ts'
import { tokenKeysOf } from './access-token.ts'
import { apiClientFeature, type ApiClientFeature } from './api-client-feature.ts'
import { tokenEndpoint } from './token-endpoint.ts'

const brand = 100010001
const config = {
  masterKey: testMasterKey,
  environment: 'development',
  outboundAllow: [],
  product: 'signalbox',
  publicUrl: 'http://127.0.0.1:3000',
} as const
const scopes = ['payments:read', 'payments:write', 'accounts:read']

let kit: KitApp
let feature: ApiClientFeature
/** Another server on the same database, with what it knows of clients in its own memory. */
let otherNode: ApiClientFeature
let admin: Client
let shop: { id: string; clientId: string; secret: string }

const newShop = async () => {
  const { id, clientId } = (await admin.post(`/api-client?merchantId=${brand}`, { name: 'Shop', scopes }))
    .body
  const { secret } = (await admin.post(`/api-client/${id}/secret?merchantId=${brand}`, {})).body
  return { id, clientId, secret } as typeof shop
}

beforeAll(async () => {
  kit = await kitApp((deps) => {
    feature = apiClientFeature(config, deps)
    return feature.handlers
  })
  otherNode = apiClientFeature(config, kit.deps)
  await tokenEndpoint(kit.app, config, kit.deps)
  admin = kit.as({ authenticatedAt: '2099-01-01T00:00:00Z' })
  shop = await newShop()
})
// Tests are quicker than anybody may ask.
beforeEach(() => sql`delete from login_throttle`.execute(kit.db))
afterAll(async () => {
  await feature.stop?.()
  await otherNode.stop?.()
  await kit.close()
})

const basicOf = ({ clientId, secret }: Pick<typeof shop, 'clientId' | 'secret'>) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
})

/** As OAuth libraries ask: a form. */
async function ask(path: string, fields: Record<string, string> | string, headers: object = basicOf(shop)) {
  const answer = await kit.app.inject({
    method: 'POST',
    url: `/signalbox/oauth/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  })
  const body = answer.body === '' ? undefined : answer.json<Record<string, unknown>>()
  return { status: answer.statusCode, body, headers: answer.headers }
}
const grant = { grant_type: 'client_credentials' }
const newToken = async (fields: object = {}): Promise<string> => {
  const { status, body } = await ask('token', { ...grant, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body?.access_token)
}
const enter = (token: string, { gate }: ApiClientFeature = feature) =>
  gate.authenticateClient({ authorization: `Bearer ${token}`, ip: '10.0.0.1' })
const refusal = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown as { code: string; details: { headers?: Record<string, string> } },
  )
  return [error?.code, error?.details.headers?.['www-authenticate']]
}

describe('the scope of a token', () => {
  it('is what was asked for, and calls beyond it are refused', async () => {
    const { body } = await ask('token', { ...grant, scope: 'payments:read' })
    expect(body?.scope).toBe('payments:read')
    const caller = await enter(String(body?.access_token))
    expect([...caller.scopes]).toEqual(['payments:read'])
    const beyond = Promise.resolve().then(() => feature.gate.requireScope(caller, 'payments:write'))
    expect(await refusal(beyond)).toEqual([
      'FORBIDDEN',
      'Bearer error="insufficient_scope", scope="payments:write"',
    ])
  })

  it.each([undefined, ''])('is everything the client has when it asks for %j', async (scope) => {
    const { body } = await ask('token', { ...grant, ...(scope !== undefined && { scope }) })
    expect(body?.scope).toBe(scopes.join(' '))
  })

  it.each([
    'everything',
    'payments:operate',
    'payments:read payments:operate',
    'payments:read,payments:write',
  ])('is refused when it is unknown or not the client’s: %s', async (scope) => {
    const { status, body } = await ask('token', { ...grant, scope })
    expect([status, body?.error]).toEqual([400, 'invalid_scope'])
    expect(body?.access_token).toBeUndefined()
  })

  it('ends where that of the client ends', async () => {
    const other = await newShop()
    const { body } = await ask('token', { ...grant, scope: 'payments:read accounts:read' }, basicOf(other))
    const changed = await admin.put(`/api-client/${other.id}?merchantId=${brand}`, {
      version: 1,
      scopes: ['payments:read', 'payments:write'],
    })
    expect(changed.status, changed.text).toBe(200)
    const caller = await enter(String(body?.access_token))
    expect([...caller.scopes]).toEqual(['payments:read'])
  })
})

it('a token of a former version, which says nothing of scopes, may do what its client may, and can be revoked', async () => {
  const old = await newShop()
  const { items } = (await admin.get(`/api-client/${old.id}/secret?merchantId=${brand}`)).body
  const until = (kit.clock.now ?? new Date()).getTime() + 60_000
  const body = Buffer.from([old.id, items[0].id, until.toString(36)].join('~')).toString('base64url')
  const signature = createHmac('sha256', tokenKeysOf(testMasterKey).signing())
    .update(body)
    .digest('base64url')
  const token = `${body}.${signature}`
  expect([...(await enter(token)).scopes]).toEqual(scopes)
  expect((await ask('revoke', { token }, basicOf(old))).status).toBe(200)
  // The same signature in other letters is the same token.
  for (const spelling of [token, `${token}=`])
    expect((await refusal(enter(spelling)))[0], spelling).toBe('UNAUTHENTICATED')
})

describe('a client', () => {
  it('may show its secret in the form', async () => {
    const { clientId: client_id, secret: client_secret } = shop
    const { status, body } = await ask('token', { ...grant, client_id, client_secret }, {})
    expect([status, body?.token_type]).toEqual([200, 'bearer'])
    const wrong = await ask('token', { ...grant, client_id, client_secret: 'sbs_guess' }, {})
    expect([wrong.status, wrong.body?.error]).toEqual([401, 'invalid_client'])
  })

  const id = () => encodeURIComponent(shop.clientId)
  it.each([
    ['two ways at once', () => `client_id=${id()}&client_secret=${shop.secret}`],
    ['another name than in the header', () => 'client_id=somebody'],
    ['a parameter twice', () => 'scope=payments:read&scope=payments:write'],
    ['a signed proof beside the header', () => 'client_assertion=x.y.z'],
  ])('is refused for %s', async (_what, more) => {
    const { status, body } = await ask('token', `grant_type=client_credentials&${more()}`)
    expect([status, body?.error]).toEqual([400, 'invalid_request'])
  })

  it('is unknown by a name that nothing can be called by', async () => {
    for (const clientId of ['shop\u0000', '\u0000', '%00shop']) {
      const asked = [
        await ask('token', grant, basicOf({ clientId, secret: 'x' })),
        await ask('token', { ...grant, client_id: clientId, client_secret: 'x' }, {}),
        await ask('introspect', { token: 'x' }, basicOf({ clientId, secret: 'x\u0000' })),
      ]
      expect(asked.map(({ status, body }) => [status, body?.error])).toEqual(
        asked.map(() => [401, 'invalid_client']),
      )
    }
  })

  it('may not show its secret in the address, where it would be logged', async () => {
    const query = `client_id=${id()}&client_secret=${shop.secret}`
    const { status, body } = await ask(`token?${query}`, grant, {})
    expect([status, body?.error]).toEqual([400, 'invalid_request'])
  })
})

describe('introspection', () => {
  it('tells the client about its own token', async () => {
    const token = await newToken({ scope: 'payments:read' })
    const { status, body } = await ask('introspect', { token })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      active: true,
      client_id: shop.clientId,
      scope: 'payments:read',
      token_type: 'bearer',
      iss: 'http://127.0.0.1:3000',
    })
    const seconds = Number(body?.exp) - Math.floor((kit.clock.now ?? new Date()).getTime() / 1000)
    expect(seconds).toBeGreaterThan(3_500)
    expect(seconds).toBeLessThanOrEqual(3_600)
  })

  it('says nothing about a token of somebody else, a wrong one, or to whoever is nobody', async () => {
    const token = await newToken()
    const other = await newShop()
    expect((await ask('introspect', { token }, basicOf(other))).body).toEqual({ active: false })
    expect((await ask('introspect', { token: `${token}x` })).body).toEqual({ active: false })
    const anonymous = await ask('introspect', { token }, {})
    expect([anonymous.status, anonymous.body?.error]).toEqual([401, 'invalid_client'])
    const bearer = await ask('introspect', { token }, { authorization: `Bearer ${token}` })
    expect(bearer.status).toBe(401)
    const nothing = await ask('introspect', {})
    expect([nothing.status, nothing.body?.error]).toEqual([400, 'invalid_request'])
  })
})

describe('a revoked token', () => {
  it('stops working at once on every node, alone, and is written down', async () => {
    const [token, spared] = [await newToken(), await newToken()]
    for (const node of [feature, otherNode]) await enter(token, node)
    const { status, body } = await ask('revoke', { token, token_type_hint: 'access_token' })
    expect([status, body]).toEqual([200, undefined])
    for (const node of [feature, otherNode]) {
      expect((await refusal(enter(token, node)))[0]).toBe('UNAUTHENTICATED')
      expect(await enter(spared, node)).toMatchObject({ clientId: shop.clientId })
    }
    expect((await ask('introspect', { token })).body).toEqual({ active: false })
    expect((await ask('revoke', { token })).status).toBe(200)
    const entries = await kit.db
      .selectFrom('auditEntry')
      .selectAll()
      .where('action', '=', 'REVOKE_TOKEN')
      .where('entityId', '=', shop.id)
      .execute()
    expect(entries).toMatchObject([{ entityId: shop.id, actorType: 'API_CLIENT', actorId: shop.id }])
    expect(JSON.stringify(entries)).not.toContain(token)
  })

  it('is one of the client that asks; what is no token is none already', async () => {
    const token = await newToken()
    const other = await ask('revoke', { token }, basicOf(await newShop()))
    expect([other.status, other.body?.error]).toEqual([400, 'invalid_grant'])
    expect((await ask('revoke', { token }, {})).status).toBe(401)
    expect((await ask('revoke', {})).body?.error).toBe('invalid_request')
    expect(await enter(token)).toMatchObject({ clientId: shop.clientId })
    expect((await ask('revoke', { token: 'no token' })).status).toBe(200)
  })
})

it('the server describes itself as RFC 8414 says, and every address in it answers', async () => {
  const answer = await kit.app.inject('/.well-known/oauth-authorization-server')
  const metadata = answer.json<Record<string, unknown>>()
  expect(metadata).toMatchObject({
    issuer: 'http://127.0.0.1:3000',
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  })
  expect(metadata.scopes_supported).toEqual(expect.arrayContaining(scopes))
  const endpoints = Object.entries(metadata).filter(([name]) => name.endsWith('_endpoint'))
  expect(endpoints.map(([name]) => name)).toEqual([
    'token_endpoint',
    'introspection_endpoint',
    'revocation_endpoint',
  ])
  for (const [, address] of endpoints) {
    const path = String(address).replace('http://127.0.0.1:3000/signalbox/oauth/', '')
    expect((await ask(path, { ...grant, token: 'x' })).status, String(address)).toBe(200)
  }
})

describe('whatever goes wrong', () => {
  const json = { 'content-type': 'application/json' }
  const wrong: [what: string, status: number, error: string, fields: string, headers: object][] = [
    ['a body that is no JSON', 400, 'invalid_request', '{"grant_type":', json],
    ['a body that is nested without end', 400, 'invalid_request', '['.repeat(100), json],
    ['a body that is neither form nor JSON', 415, 'invalid_request', '<a/>', { 'content-type': 'text/xml' }],
    ['a form that is too large', 413, 'invalid_request', `token=${'x'.repeat(20_000)}`, {}],
    ['a list', 400, 'invalid_request', '[]', json],
  ]

  it.each(wrong)('%s is answered as OAuth does', async (_what, status, error, fields, headers) => {
    for (const path of ['token', 'introspect', 'revoke']) {
      const answer = await ask(path, fields, { ...basicOf(shop), ...headers })
      expect([path, answer.status, answer.body]).toEqual([
        path,
        status,
        { error, error_description: expect.any(String) as string },
      ])
    }
  })

  it('asking about tokens too often keeps nobody from getting one', async () => {
    const token = await newToken()
    await sql`insert into login_throttle (key, attempts, window_ends_at)
      values ('introspect:127.0.0.1', 1000, now() + interval '1 hour')`.execute(kit.db)
    const slow = await ask('introspect', { token })
    expect([slow.status, slow.body]).toEqual([
      429,
      { error: 'slow_down', error_description: expect.any(String) as string },
    ])
    expect(Number(slow.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('token', grant)).status).toBe(200)
    expect((await ask('revoke', { token })).status).toBe(200)
  })
})

describe('guesses of a secret', () => {
  const endpoints = ['token', 'introspect', 'revoke']
  const guess = (path: string, clientId: string) =>
    ask(path, { ...grant, token: 'any' }, basicOf({ clientId, secret: 'sbs_guess' }))
  /** How many wrong tries are known: of the address, then of each client from there. */
  const counted = async (): Promise<number[]> => {
    const { rows } = await sql<{ attempts: number }>`select attempts from login_throttle
      where key like 'client:%' order by length(key), attempts desc`.execute(kit.db)
    return rows.map(({ attempts }) => attempts)
  }
  const used = (what: 'address' | 'client', attempts: number) =>
    sql`update login_throttle set attempts = ${attempts}, window_ends_at = clock_timestamp() + interval '1 minute'
      where key like 'client:%' and (key like 'client:%:%') = ${what === 'client'}`.execute(kit.db)
  const slowedDown = async (who: Pick<typeof shop, 'clientId' | 'secret'>) => {
    for (const path of endpoints) {
      const slow = await ask(path, { ...grant, token: 'any' }, basicOf(who))
      expect([path, slow.status, slow.body?.error]).toEqual([path, 429, 'slow_down'])
      expect(Number(slow.headers['retry-after'])).toBeGreaterThan(0)
    }
  }

  it('are counted by all endpoints together, for a client and for an address', async () => {
    for (const path of endpoints) expect((await guess(path, shop.clientId)).status).toBe(401)
    expect(await counted()).toEqual([3, 3])
    await used('client', 29)
    expect((await guess('revoke', shop.clientId)).status).toBe(401)
    await slowedDown(shop)
    const other = await newShop()
    expect((await ask('token', grant, basicOf(other))).status, 'another client from there').toBe(200)
    await used('address', 59)
    expect((await guess('introspect', 'nobody')).status).toBe(401)
    await slowedDown(other)
  })

  it('do not count where the secret was right', async () => {
    const token = await newToken()
    for (const path of endpoints) expect((await ask(path, { ...grant, token })).status).toBe(200)
    expect(await counted()).toEqual([0, 0])
  })
})

it('a token got with a new secret works at once, on servers that knew the client before', async () => {
  const changing = await newShop()
  const tokenWith = async (secret: string) =>
    String((await ask('token', grant, basicOf({ ...changing, secret }))).body?.access_token)
  const former = await tokenWith(changing.secret)
  for (const node of [feature, otherNode]) await enter(former, node)
  const { secret } = (await admin.post(`/api-client/${changing.id}/secret?merchantId=${brand}`, {})).body
  const token = await tokenWith(secret)
  for (const node of [feature, otherNode]) expect((await enter(token, node)).clientId).toBe(changing.clientId)
})
