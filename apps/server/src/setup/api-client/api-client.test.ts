import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { kitApp, type Client, type KitApp } from '../../kit/testing/kit-app.ts'
import { hiddenAddresses } from '../../kit/outbound/testing/hidden-addresses.ts'
import { testMasterKey } from '../../kit/testing/test-master-key.ts'
import { apiClientFeature, type ApiClientFeature } from './api-client-feature.ts'
import { deliveriesTo } from './read-model.ts'
import { secretBox } from '../../kit/secret-box.ts'
import type { StaffMail } from '../../people/user/read-model.ts'
import { RateLimit } from './rate-limit.ts'
import { unresolvedAlerts } from '../alert/store.ts'
import { remindExpiry } from './remind-expiry.ts'
import { SharedRateLimit } from './shared-rate-limit.ts'
import { tokenEndpoint } from './token-endpoint.ts'

const brand = 100010001
const sibling = 100010002
const config = {
  masterKey: testMasterKey,
  environment: 'development',
  outboundAllow: [],
  product: 'signalbox',
  publicUrl: 'http://127.0.0.1:3000',
} as const

let kit: KitApp
let feature: ApiClientFeature
let admin: Client
beforeAll(async () => {
  kit = await kitApp((deps) => {
    feature = apiClientFeature(config, deps)
    return feature.handlers
  })
  await tokenEndpoint(kit.app, config, kit.deps)
  // Whoever moves the clock would otherwise have to sign in again.
  admin = kit.as({ authenticatedAt: '2099-01-01T00:00:00Z' })
})
beforeEach(() => forgetTries())
afterAll(async () => {
  await feature.stop?.()
  await kit.close()
})

const newClient = async (more: object = {}) => {
  const answer = await admin.post(`/api-client?merchantId=${brand}`, {
    name: 'Shop',
    scopes: ['payments:read'],
    ...more,
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { id: string; clientId: string; version: number }
}
const newSecret = async (id: string, body: object = {}) =>
  admin.post(`/api-client/${id}/secret?merchantId=${brand}`, body)

const basic = (clientId: string, secret: string) =>
  `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
/** These tests are quicker than anybody may ask. */
const forgetTries = () =>
  sql`delete from login_throttle where key like any(array['token:%', 'client:%'])`.execute(kit.db)
const askToken = async (clientId: string, secret: string, more: object = {}) =>
  kit.app.inject({
    method: 'POST',
    url: '/signalbox/oauth/token?grant_type=client_credentials',
    headers: { authorization: basic(clientId, secret) },
    ...more,
  })
const tokenOf = async (clientId: string, secret: string): Promise<string> => {
  await forgetTries()
  const answer = await askToken(clientId, secret)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ access_token: string }>().access_token
}
const enter = (token: string, ip = '10.0.0.1') =>
  feature.gate.authenticateClient({ authorization: `Bearer ${token}`, ip })
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (error: { code?: string }) => error.code,
  )
const minutesLater = (minutes: number) => {
  kit.clock.now = new Date((kit.clock.now ?? new Date()).getTime() + minutes * 60_000)
}

describe('API clients', () => {
  it('get a client id and a secret that is shown once and kept only as a hash', async () => {
    const client = await newClient()
    expect(client.clientId).toMatch(/^[0-9a-f]{32}$/)
    const made = await newSecret(client.id)
    expect(made.body.secret).toMatch(/^sbs_/)
    const rows = await kit.db
      .withTables<{ apiClientSecret: { id: string; hash: string } }>()
      .selectFrom('apiClientSecret')
      .select(['id', 'hash'])
      .where('id', '=', made.body.id)
      .execute()
    expect(rows[0]?.hash).toMatch(/^\$argon2id\$/)
    for (const path of ['', '/secret', '/history', '/usage']) {
      const { text } = await admin.get(`/api-client/${client.id}${path}?merchantId=${brand}`)
      expect(text).not.toContain(made.body.secret)
      expect(text).not.toContain('argon2')
    }
    const audit = await kit.db
      .selectFrom('auditEntry')
      .selectAll()
      .where('entityId', '=', client.id)
      .execute()
    expect(audit.map(({ action }) => action)).toEqual(['CREATE', 'CREATE_SECRET'])
    expect(JSON.stringify(audit)).not.toContain(made.body.secret)
  })

  it('exchange the secret for a token that tells who they are and what they may', async () => {
    const client = await newClient({ scopes: ['payments:read', 'payments:write'], accessTokenTtl: 600 })
    const { secret } = (await newSecret(client.id)).body
    const answer = await askToken(client.clientId, secret)
    expect(answer.json()).toMatchObject({
      token_type: 'bearer',
      expires_in: 600,
      scope: 'payments:read payments:write',
    })
    const caller = await enter(answer.json<{ access_token: string }>().access_token)
    expect(caller).toMatchObject({ clientId: client.clientId, merchantId: brand })
    expect(() => feature.gate.requireScope(caller, 'payments:write')).not.toThrow()
    expect(() => feature.gate.requireScope(caller, 'payments:operate')).toThrow(/payments:operate/)
  })

  it('may name the grant in a form or in JSON, and no other grant', async () => {
    const client = await newClient()
    const { secret } = (await newSecret(client.id)).body
    const url = '/signalbox/oauth/token'
    const form = await askToken(client.clientId, secret, {
      url,
      payload: 'grant_type=client_credentials',
      headers: {
        authorization: basic(client.clientId, secret),
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    expect(form.statusCode).toBe(200)
    const json = await askToken(client.clientId, secret, {
      url,
      payload: { grant_type: 'client_credentials' },
    })
    expect(json.statusCode).toBe(200)
    const other = await askToken(client.clientId, secret, { url: `${url}?grant_type=password` })
    expect([other.statusCode, other.json<{ error: string }>().error]).toEqual([400, 'unsupported_grant_type'])
  })

  it('ask ten times a second from one address, whichever server they ask', async () => {
    const client = await newClient()
    const { secret } = (await newSecret(client.id)).body
    // As another server leaves it that was asked ten times just now.
    await sql`insert into login_throttle (key, attempts, window_ends_at)
      values ('token:127.0.0.1', 10, clock_timestamp() + interval '1 minute')
      on conflict (key) do update set attempts = 10, window_ends_at = excluded.window_ends_at`.execute(kit.db)
    const slowed = await askToken(client.clientId, secret)
    expect([slowed.statusCode, slowed.json<{ error: string }>().error]).toEqual([429, 'slow_down'])
    expect(slowed.headers['retry-after']).toBe('1')
    await forgetTries()
    expect((await askToken(client.clientId, secret)).statusCode).toBe(200)
  })

  it('are refused with one answer whether the name or the secret is wrong', async () => {
    const client = await newClient()
    await newSecret(client.id)
    const wrong = [
      await askToken(client.clientId, 'sbs_guess'),
      await askToken('nobody', 'sbs_guess'),
      await askToken(client.clientId, ''),
    ]
    for (const answer of wrong) {
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toBe('Basic realm="oauth"')
      expect(answer.json()).toEqual({
        error: 'invalid_client',
        error_description: 'The client or its secret is wrong',
      })
    }
  })

  it.each([
    ['changed', (token: string) => `${token.slice(0, -2)}xx`],
    ['unsigned', (token: string) => token.split('.')[0] ?? ''],
    ['empty', () => ''],
  ])('are not let in with a token that is %s', async (_how, spoil) => {
    const client = await newClient()
    const token = await tokenOf(client.clientId, (await newSecret(client.id)).body.secret)
    expect(await codeOf(enter(spoil(token)))).toBe('UNAUTHENTICATED')
  })

  it('lose their token with its time', async () => {
    const client = await newClient({ accessTokenTtl: 300 })
    const token = await tokenOf(client.clientId, (await newSecret(client.id)).body.secret)
    expect(await codeOf(enter(token))).toBe('in')
    minutesLater(6)
    expect(await codeOf(enter(token))).toBe('UNAUTHENTICATED')
  })

  it.each([
    ['suspended', 'suspend'],
    ['revoked', 'revoke'],
  ])('that are %s are out within a minute', async (_how, operation) => {
    const client = await newClient()
    const { secret } = (await newSecret(client.id)).body
    const token = await tokenOf(client.clientId, secret)
    expect(await codeOf(enter(token))).toBe('in')
    const answer = await admin.post(`/api-client/${client.id}/${operation}?merchantId=${brand}`, {
      reason: 'Leaked',
    })
    expect(answer.status, answer.text).toBe(200)
    minutesLater(1)
    expect(await codeOf(enter(token))).toBe('UNAUTHENTICATED')
    expect((await askToken(client.clientId, secret)).statusCode).toBe(401)
  })

  it('are made once for an operation id: the answer is not kept, so the second try is refused', async () => {
    const client = await newClient()
    const path = `/api-client/${client.id}/secret?merchantId=${brand}`
    const headers = { 'x-operation-id': randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(path, {}, { headers })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('OPERATION_ID_REUSED')
    expect((await admin.get(path)).body.items).toHaveLength(1)
    const kept = await kit.db
      .selectFrom('operation')
      .select('reply')
      .where('operationId', '=', headers['x-operation-id'])
      .executeTakeFirst()
    expect(kept?.reply).toBeNull()
  })

  it('keep the former secret for the overlap, and have at most two that work', async () => {
    const client = await newClient()
    const first = (await newSecret(client.id)).body.secret
    const second = (await newSecret(client.id, { overlapHours: 1 })).body.secret
    expect((await newSecret(client.id)).body.message).toContain('Revoke one of them first')
    const token = await tokenOf(client.clientId, first)
    expect((await askToken(client.clientId, second)).statusCode).toBe(200)
    minutesLater(61)
    expect((await askToken(client.clientId, first)).statusCode).toBe(401)
    expect(await codeOf(enter(token))).toBe('UNAUTHENTICATED')
    expect((await askToken(client.clientId, second)).statusCode).toBe(200)
    const list = await admin.get(`/api-client/${client.id}/secret?merchantId=${brand}`)
    expect(list.body.items.map(({ state }: { state: string }) => state)).toEqual(['ACTIVE', 'EXPIRED'])
  })

  it('need a fresh proof of who asks before a secret is made', async () => {
    const client = await newClient()
    const stale = kit.as({ authenticatedAt: '2020-01-01T00:00:00Z' })
    const answer = await stale.post(`/api-client/${client.id}/secret?merchantId=${brand}`, {})
    expect(answer.body.code).toBe('STEP_UP')
  })

  it('get a scope more only with a fresh proof of who gives it, and lose one without', async () => {
    const client = await newClient({ scopes: ['payments:read', 'accounts:read'] })
    const stale = kit.as({ authenticatedAt: '2020-01-01T00:00:00Z' })
    const path = `/api-client/${client.id}?merchantId=${brand}`
    const more = await stale.put(path, { version: 1, scopes: ['payments:read', 'payments:write'] })
    expect(more.body.code, more.text).toBe('STEP_UP')
    const fewer = await stale.put(path, { version: 1, scopes: ['payments:read'] })
    expect(fewer.status, fewer.text).toBe(200)
    expect((await admin.put(path, { version: 2, scopes: ['payments:write'] })).status).toBe(200)
  })

  it('call from their own addresses only', async () => {
    const client = await newClient({ ipAllowlist: ['10.0.0.0/24', '127.0.0.1'] })
    const token = await tokenOf(client.clientId, (await newSecret(client.id)).body.secret)
    expect(await codeOf(enter(token, '10.0.0.77'))).toBe('in')
    expect(await codeOf(enter(token, '10.0.1.1'))).toBe('FORBIDDEN')
    const bad = await admin.post(`/api-client?merchantId=${brand}`, {
      name: 'Bad list',
      scopes: ['payments:read'],
      ipAllowlist: ['10.0.0.0/99'],
    })
    expect(bad.body.fields[0]).toMatchObject({ field: 'ipAllowlist' })
  })

  it('are slowed down at their rate', async () => {
    const client = await newClient({ rateLimit: 10 })
    const token = await tokenOf(client.clientId, (await newSecret(client.id)).body.secret)
    kit.clock.now ??= new Date()
    const answers = await Promise.all(Array.from({ length: 12 }, () => codeOf(enter(token))))
    expect(answers.filter((answer) => answer === 'RATE_LIMITED')).toHaveLength(2)
    kit.clock.now = new Date(kit.clock.now.getTime() + 1000)
    expect(await codeOf(enter(token))).toBe('in')
  })

  it('show how they are used, without what was in the calls', async () => {
    const client = await newClient()
    const caller = await enter(await tokenOf(client.clientId, (await newSecret(client.id)).body.secret))
    for (const status of [201, 422, 500])
      feature.gate.noteCall(caller, {
        method: 'POST',
        path: '/deposits',
        status,
        latencyMs: 12,
        ip: '10.0.0.1',
      })
    await feature.gate.stop()
    const { body } = await admin.get(`/api-client/${client.id}/usage?merchantId=${brand}`)
    expect(body.days).toMatchObject([{ calls: 3, clientErrors: 1, serverErrors: 1 }])
    expect(body.calls).toHaveLength(3)
    const seen = await admin.get(`/api-client/${client.id}?merchantId=${brand}`)
    expect(seen.body).toMatchObject({ lastUsedIp: '10.0.0.1', version: 1 })
    const removed = await admin.delete(`/api-client/${client.id}?merchantId=${brand}&version=1`)
    expect(removed).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
  })

  it('stay once their secret let them in, although no call of theirs was counted yet', async () => {
    const client = await newClient()
    await tokenOf(client.clientId, (await newSecret(client.id)).body.secret)
    const path = `/api-client/${client.id}?merchantId=${brand}`
    expect(await admin.delete(`${path}&version=1`)).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
    expect((await admin.get(path)).body).toMatchObject({ lastUsedIp: '127.0.0.1', version: 1 })
  })

  it('are gone with their secrets when they were never used', async () => {
    const client = await newClient()
    await newSecret(client.id)
    const removed = await admin.delete(`/api-client/${client.id}?merchantId=${brand}&version=1`)
    expect(removed.status, removed.text).toBe(200)
  })

  it('belong to their merchant', async () => {
    const client = await newClient()
    const foreign = kit.as({ homeMerchantId: sibling, roles: ['MERCHANT_ADMIN'] })
    for (const path of ['', '/secret', '/usage', '/webhook', '/history'])
      expect((await foreign.get(`/api-client/${client.id}${path}?merchantId=${sibling}`)).status).toBe(404)
    expect((await foreign.post(`/api-client/${client.id}/secret?merchantId=${sibling}`, {})).status).toBe(404)
  })

  it('get no new secret or key from who may not do what they may', async () => {
    const client = await newClient({ scopes: ['rules:write'] })
    const merchantAdmin = kit.as({ roles: ['MERCHANT_ADMIN'] })
    const path = `/api-client/${client.id}`
    expect((await merchantAdmin.post(`${path}/secret?merchantId=${brand}`, {})).status).toBe(403)
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const signingKeyPublic = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const change = { version: 1, signingKeyPublic }
    expect((await merchantAdmin.put(`${path}?merchantId=${brand}`, change)).status).toBe(403)
    expect((await admin.put(`${path}?merchantId=${brand}`, change)).status).toBe(200)
  })

  it('get no scope that whoever makes them does not have', async () => {
    const merchantAdmin = kit.as({ roles: ['MERCHANT_ADMIN'] })
    const ask = (scopes: string[]) =>
      merchantAdmin.post(`/api-client?merchantId=${brand}`, { name: 'Reach', scopes })
    expect((await ask(['rules:write'])).status).toBe(403)
    expect((await ask(['payments:operate'])).status).toBe(200)
    const { body } = await kit.as({ roles: ['AGENT'] }).get(`/api-client?merchantId=${brand}`)
    expect(body.code).toBe('FORBIDDEN')
  })
})

describe('a signed proof instead of a secret', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const assertion = (clientId: string, claims: object = {}, key = pair.privateKey) => {
    const seconds = Math.floor((kit.clock.now ?? new Date()).getTime() / 1000)
    const audience = 'http://127.0.0.1:3000/signalbox/oauth/token'
    const own = {
      iss: clientId,
      sub: clientId,
      aud: audience,
      exp: seconds + 60,
      jti: randomUUID(),
      ...claims,
    }
    const text = `${part({ alg: 'ES256', typ: 'JWT' })}.${part(own)}`
    const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
    return `${text}.${signature.toString('base64url')}`
  }
  const show = async (text: string) => {
    await forgetTries()
    return kit.app.inject({
      method: 'POST',
      url: '/signalbox/oauth/token',
      payload: {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: text,
      },
    })
  }

  it('lets the client in once, and no longer once the key is another', async () => {
    minutesLater(1)
    const client = await newClient({ signingKeyPublic: pem })
    const proof = assertion(client.clientId)
    const first = await show(proof)
    expect(first.statusCode, first.body).toBe(200)
    const token = first.json<{ access_token: string }>().access_token
    expect(await enter(token)).toMatchObject({ clientId: client.clientId })
    expect((await show(proof)).statusCode).toBe(401)
    const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const next = other.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const changed = await admin.put(`/api-client/${client.id}?merchantId=${brand}`, {
      version: 1,
      signingKeyPublic: next,
    })
    expect(changed.status, changed.text).toBe(200)
    minutesLater(1)
    expect(await codeOf(enter(token))).toBe('UNAUTHENTICATED')
    expect((await show(assertion(client.clientId))).statusCode).toBe(401)
    expect((await show(assertion(client.clientId, {}, other.privateKey))).statusCode).toBe(200)
  })

  it('keeps the client from being removed, although no call of it was counted yet', async () => {
    minutesLater(1)
    const client = await newClient({ signingKeyPublic: pem })
    expect((await show(assertion(client.clientId))).statusCode).toBe(200)
    const removed = await admin.delete(`/api-client/${client.id}?merchantId=${brand}&version=1`)
    expect(removed).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
  })

  it('is refused when it is for somebody else, over, unsigned or by a weak key', async () => {
    minutesLater(1)
    const { clientId } = await newClient({ signingKeyPublic: pem })
    const seconds = Math.floor((kit.clock.now ?? new Date()).getTime() / 1000)
    const wrong = [
      { aud: 'https://elsewhere.example' },
      { exp: seconds - 600 },
      { exp: seconds + 86_400 },
      { jti: '' },
      { nbf: seconds + 600 },
      { iat: seconds + 600 },
      { nbf: 'soon' },
    ]
    for (const claims of wrong) expect((await show(assertion(clientId, claims))).statusCode).toBe(401)
    const [, body] = assertion(clientId).split('.')
    expect((await show(`${part({ alg: 'none' })}.${body}.`)).statusCode).toBe(401)
    const weak = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
    const answer = await admin.post(`/api-client?merchantId=${brand}`, {
      name: 'Weak',
      scopes: ['payments:read'],
      signingKeyPublic: weak.export({ type: 'spki', format: 'pem' }).toString(),
    })
    expect(answer.body.fields).toMatchObject([
      { field: 'signingKeyPublic', message: expect.stringContaining('3072') },
    ])
  })
})

it('calls are counted together by all servers, however far apart their clocks are', async () => {
  await sql`delete from tx_node`.execute(kit.db)
  for (const node of [3, 4])
    await sql`insert into tx_node (node, holder, lease_until)
      values (${node}, ${randomUUID()}, now() + interval '1 hour')`.execute(kit.db)
  const limited = { merchantId: brand, id: (await newClient({ rateLimit: 25 })).id, rateLimit: 25 }
  let at = new Date('2026-04-01T10:00:00.500Z')
  const servers = [0, 60_000].map(
    (aheadMs) =>
      new SharedRateLimit({
        db: kit.db,
        now: () => new Date(at.getTime() + aheadMs),
        clock: () => sql`${at}::timestamptz`,
      }),
  )
  const letIn = async () => {
    let count = 0
    for (let call = 0; call < 60; call++) if ((await servers[call % 2]?.take(limited)) === 0) count++
    return count
  }
  expect(await letIn()).toBe(25)
  at = new Date('2026-04-01T10:00:01.000Z')
  expect(await letIn()).toBe(25)
  at = new Date('2026-04-01T10:00:02.000Z')
  const atOnce = await Promise.all(Array.from({ length: 20 }, async () => servers[0]?.take(limited)))
  expect(atOnce.filter((wait) => wait === 0).length).toBe(20)
  // Somebody puts the clocks right, and nobody waits until they are where they were.
  at = new Date('2026-04-01T09:00:00.000Z')
  expect(await letIn()).toBe(25)
  await sql`delete from tx_node`.execute(kit.db)
})

it('a clock that is put back locks nobody out', () => {
  let at = Date.parse('2026-04-01T10:00:00.000Z')
  const limit = new RateLimit(() => at)
  const letIn = () => Array.from({ length: 8 }, () => limit.take('client', 5)).filter((wait) => wait === 0)
  expect(letIn()).toHaveLength(5)
  at -= 3_600_000
  expect(letIn()).toHaveLength(0)
  at += 1_000
  expect(letIn()).toHaveLength(5)
})

it('people are told a month, a week and a day before a secret ends, once each', async () => {
  minutesLater(1)
  const client = await newClient({ name: 'Ending soon' })
  await newSecret(client.id, { expiresInDays: 40 })
  const letters: string[] = []
  const mail: StaffMail = (_unit, { template, facts }) => {
    if (facts.client === 'Ending soon') letters.push(`${template} ${String(facts.days)}`)
    return Promise.resolve(1)
  }
  const job = remindExpiry(kit.deps, mail)
  const daysLater = async (days: number) => {
    minutesLater(days * 24 * 60)
    await job.run({ now: kit.clock.now ?? new Date(), signal: new AbortController().signal })
  }
  for (const days of [0, 9, 2, 1, 21, 1, 5, 1]) await daysLater(days)
  expect(letters).toEqual(['SecretExpiry 30', 'SecretExpiry 7', 'SecretExpiry 1'])
  const bell = async () =>
    (await unresolvedAlerts(kit.db, [brand])).filter(({ subject }) => subject === client.id)
  // The secret has ended in the meantime, so there is nothing to rotate any more.
  expect(await bell()).toEqual([])
  await newSecret(client.id, { expiresInDays: 5 })
  await daysLater(0)
  expect(await bell()).toMatchObject([{ source: 'SECRET_EXPIRY', severity: 'WARNING', state: 'OPEN' }])
})

describe('webhooks of an API client', () => {
  const add = (id: string, body: object) => admin.post(`/api-client/${id}/webhook?merchantId=${brand}`, body)
  const targets = async (merchantId: number) =>
    deliveriesTo(
      { db: kit.db, box: secretBox(testMasterKey) },
      merchantId,
      'payment.completed',
      kit.clock.now ?? new Date(),
    )

  it('are told of their events at addresses that are safe to call, signed with a secret of their own', async () => {
    const client = await newClient()
    const made = await add(client.id, { url: 'https://shop.example/hook', events: ['payment.completed'] })
    expect(made.status, made.text).toBe(200)
    expect(made.body.secret).toMatch(/^whsec_/)
    const [target] = await targets(brand)
    expect(target).toMatchObject({ url: 'https://shop.example/hook', secrets: [made.body.secret] })
    expect(await targets(sibling)).toEqual([])
    expect((await admin.get(`/api-client/${client.id}/webhook?merchantId=${brand}`)).text).not.toContain(
      'whsec_',
    )
    const refused = ['http://shop.example/hook', 'ftp://shop.example', 'https://u:p@shop.example/']
    for (const url of refused)
      expect((await add(client.id, { url, events: ['payment.completed'] })).status, url).toBe(422)
    expect(
      (await add(client.id, { url: 'http://127.0.0.1:4000/hook', events: [] })).body.fields[0].message,
    ).toBe('Please add at least one event')
  })

  it('are added and moved only with a fresh proof of who does it', async () => {
    const client = await newClient()
    const events = ['payment.completed']
    const stale = kit.as({ authenticatedAt: '2020-01-01T00:00:00Z' })
    const path = `/api-client/${client.id}/webhook`
    const first = { url: 'https://elsewhere.example/hook', events }
    const added = await stale.post(`${path}?merchantId=${brand}`, first)
    expect(added.body.code, added.text).toBe('STEP_UP')
    expect((await admin.get(`${path}?merchantId=${brand}`)).body.items).toEqual([])
    const { body } = await add(client.id, { url: 'https://shop.example/hook', events })
    const moved = await stale.put(`${path}/${body.endpoint.id}?merchantId=${brand}`, { version: 1, ...first })
    expect(moved.body.code, moved.text).toBe('STEP_UP')
    await admin.delete(`${path}/${body.endpoint.id}?merchantId=${brand}`)
  })

  it('are not taken at addresses inside of a network, however they are written', async () => {
    const client = await newClient()
    for (const host of hiddenAddresses) {
      const answer = await add(client.id, { url: `https://${host}/hook`, events: ['payment.completed'] })
      expect(answer.status, host).toBe(422)
      expect(answer.body.fields, host).toMatchObject([{ field: 'url' }])
    }
    const { body } = await add(client.id, { url: 'https://shop.example/hook', events: ['payment.completed'] })
    const moved = await admin.put(
      `/api-client/${client.id}/webhook/${body.endpoint.id}?merchantId=${brand}`,
      { version: 1, url: 'https://169.254.169.254/latest' },
    )
    expect(moved.body.fields).toMatchObject([{ field: 'url' }])
    await admin.put(`/api-client/${client.id}/webhook/${body.endpoint.id}?merchantId=${brand}`, {
      version: 1,
      state: 'DISABLED',
    })
  })

  it('sign with both secrets while one takes over from the other, and rest when switched off', async () => {
    const [target] = await targets(brand)
    const list = await admin.get(`/api-client/${target?.apiClientId}/webhook?merchantId=${brand}`)
    const path = `/api-client/${target?.apiClientId}/webhook/${target?.id}`
    const rotated = await admin.post(`${path}/secret?merchantId=${brand}`, { overlapHours: 2 })
    const [during] = await targets(brand)
    expect(during?.secrets).toEqual([rotated.body.secret, target?.secrets[0]])
    minutesLater(121)
    expect((await targets(brand))[0]?.secrets).toEqual([rotated.body.secret])
    const stale = await admin.put(`${path}?merchantId=${brand}`, {
      version: list.body.items[0].version,
      state: 'DISABLED',
    })
    expect(stale.body.code).toBe('VERSION_CONFLICT')
    const now = await admin.get(`/api-client/${target?.apiClientId}/webhook?merchantId=${brand}`)
    expect(stale.body.current).toEqual(now.body.items[0])
    const off = await admin.put(`${path}?merchantId=${brand}`, { version: 2, state: 'DISABLED' })
    expect(off.body).toMatchObject({ state: 'DISABLED', version: 3 })
    expect(await targets(brand)).toEqual([])
  })

  it('sign with another secret at another address, shown once', async () => {
    const client = await newClient()
    const events = ['payment.completed']
    const made = await add(client.id, { url: 'https://shop.example/first', events })
    const path = `/api-client/${client.id}/webhook/${made.body.endpoint.id}`
    await admin.post(`${path}/secret?merchantId=${brand}`, { overlapHours: 2 })
    const same = await admin.put(`${path}?merchantId=${brand}`, {
      version: 2,
      url: 'https://shop.example/first',
    })
    expect(same.body.secret, same.text).toBeUndefined()
    const moved = await admin.put(`${path}?merchantId=${brand}`, {
      version: 3,
      url: 'https://shop.example/second',
    })
    expect(moved.status, moved.text).toBe(200)
    expect(moved.body.secret).toMatch(/^whsec_/)
    expect(await targets(brand)).toMatchObject([
      { url: 'https://shop.example/second', secrets: [moved.body.secret] },
    ])
  })
})
