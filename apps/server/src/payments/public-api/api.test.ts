import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import * as z from 'zod/mini'
import { publicCalls } from './public-calls.ts'
import { scriptedServices } from '../testing/scripted-services.ts'
import { answeredCall } from '../testing/answered-call.ts'

let platform: TestPlatform
let tokens: Record<'one' | 'two', string>
const services = scriptedServices()

beforeAll(async () => {
  platform = await testPlatform({}, { services })
  const tokenOf = async (clientId: string): Promise<string> => {
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/signalbox/oauth/token?grant_type=client_credentials',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:demo-client-secret`).toString('base64')}` },
    })
    return answer.json<{ access_token: string }>().access_token
  }
  tokens = { one: await tokenOf('demo-client'), two: await tokenOf('demo-client-2') }
})
afterAll(() => platform.close())

/** Every answer so far, to be compared with the description at the end. */
const answered: { readonly method: string; readonly path: string; readonly status: number }[] = []

async function send(
  method: InjectOptions['method'],
  path: string,
  payload?: object,
  headers: Record<string, string> = {},
) {
  const answer = await platform.app.inject({
    method: method ?? 'GET',
    url: `/signalbox/api/v1${path}`,
    headers: { authorization: `Bearer ${tokens.one}`, 'idempotency-key': randomUUID(), ...headers },
    ...(payload && { payload }),
  })
  const { statusCode: status } = answer
  answered.push({ method: (method ?? 'GET').toLowerCase(), path: path.replace(/\?.*/, ''), status })
  return { status, body: answer.json<Record<string, unknown>>(), headers: answer.headers }
}

const deposit = (changes: object = {}) => ({
  merchantId: 100010001,
  userId: 'user_1',
  sessionId: 's-1',
  txType: 'CreditcardDeposit',
  amount: { amount: '10.00', currency: 'EUR' },
  card: { pan: '4111111111111111', expiry: '2030-12', cvv: '123' },
  ...changes,
})

const countOf = async (table: 'transaction' | 'journal_entry'): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from ${sql.table(table)}`.execute(platform.db)
  return rows[0]?.count ?? 0
}

/** A token of the demo client for some of what it may do. */
async function tokenFor(scope: string): Promise<string> {
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/signalbox/oauth/token',
    payload: {
      grant_type: 'client_credentials',
      scope,
      client_id: 'demo-client',
      client_secret: 'demo-client-secret',
    },
  })
  return answer.json<{ access_token: string }>().access_token
}

interface DescribedCall {
  readonly operationId: string
  readonly security: readonly { readonly oauth?: readonly string[] }[]
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string }[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Record<string, { readonly example?: object } | undefined>
  }
  readonly responses: Record<string, unknown>
}

const described = async (): Promise<[path: string, methods: Record<string, DescribedCall>][]> => {
  const answer = await platform.app.inject('/signalbox/api/v1/openapi.json')
  return Object.entries(answer.json<{ paths: Record<string, Record<string, DescribedCall>> }>().paths)
}

/** Every call that takes a body, on a payment that exists. */
async function callsWithBody() {
  const made = await send('POST', '/deposits', deposit({ userId: `body_${randomUUID().slice(0, 8)}` }))
  const calls = (await described()).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody?.content['application/json'])
      .map(([method, { requestBody, parameters }]) => ({
        method: method.toUpperCase() as 'POST' | 'PUT',
        required: requestBody?.required,
        example: requestBody?.content['application/json']?.example,
        needsKey: parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'),
        path: path
          .replace('/payments/{id}', `/payments/${String(made.body.txId)}`)
          .replace('{id}', randomUUID())
          .replace('{what}', 'status'),
      })),
  )
  expect(calls.length).toBeGreaterThan(10)
  return calls
}

/** Every call that needs a scope, at an address that fits. */
async function callsWithScope() {
  return (await described()).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) => {
      const scope = security[0]?.oauth?.[0]
      return scope
        ? [{ method: method.toUpperCase() as 'GET', path: path.replaceAll(/\{\w+\}/g, '1'), scope }]
        : []
    }),
  )
}

describe('who may call', () => {
  it.each([
    ['nobody', {}, 401],
    ['somebody with a token of their own making', { authorization: 'Bearer abc.def' }, 401],
  ])('%s: %o', async (_who, headers, status) => {
    const answer = await platform.app.inject({ method: 'GET', url: '/signalbox/api/v1/payments', headers })
    expect(answer.statusCode).toBe(status)
  })

  it('a token is good for the calls of its scope and for no other', async () => {
    const calls = await callsWithScope()
    const granted = { authorization: `Bearer ${await tokenFor('vouchers:redeem')}` }
    const none = { authorization: `Bearer ${await tokenFor('kyc:check')}` }
    expect(new Set(calls.map(({ scope }) => scope)).size).toBe(7)
    for (const { method, path, scope } of calls) {
      const headers = scope === 'vouchers:redeem' ? none : granted
      const { status, headers: answered } = await send(method, path, undefined, headers)
      expect([status, answered['www-authenticate']], `${method} ${path}`).toEqual([
        403,
        `Bearer error="insufficient_scope", scope="${scope}"`,
      ])
    }
    expect((await send('POST', '/vouchers/redeem-check', {}, granted)).status).toBe(422)
  })

  it('a client sees and touches its own merchant only', async () => {
    const made = await send('POST', '/deposits', deposit())
    expect(made.status).toBe(201)
    const other = { authorization: `Bearer ${tokens.two}` }
    expect((await send('GET', `/payments/${String(made.body.txId)}`, undefined, other)).status).toBe(404)
    expect((await send('POST', `/payments/${String(made.body.txId)}/refund`, {}, other)).status).toBe(404)
    expect((await send('POST', '/deposits', deposit(), other)).status).toBe(422)
    const list = await send('GET', '/payments', undefined, other)
    expect(list.body.items).toEqual([])
  })
})

describe('bad input', () => {
  it.each<[string, object]>([
    ['a negative amount', { amount: { amount: '-1.00', currency: 'EUR' } }],
    ['nothing', { amount: { amount: '0.00', currency: 'EUR' } }],
    ['a third decimal', { amount: { amount: '1.001', currency: 'EUR' } }],
    ['1e20', { amount: { amount: '1e20', currency: 'EUR' } }],
    ['a hundred thousand million', { amount: { amount: '99999999999999.00', currency: 'EUR' } }],
    ['an unknown currency', { amount: { amount: '1.00', currency: 'XQQ' } }],
    ['a user id of 51 characters', { userId: 'u'.repeat(51) }],
    ['an unknown field', { colour: 'red' }],
    ['another merchant', { merchantId: 100010002 }],
    ['a merchant nobody has', { merchantId: 5 }],
    ['an unknown type', { txType: 'Cash' }],
    ['an address that runs code', { returnUrls: { success: 'javascript:alert(1)' } }],
  ])('%s is refused, and nothing is written', async (_what, changes) => {
    const before = [await countOf('transaction'), await countOf('journal_entry')]
    const { status, body } = await send('POST', '/deposits', deposit(changes))
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'INVALID' })
    expect([await countOf('transaction'), await countOf('journal_entry')]).toEqual(before)
  })

  it.each<[string, object, number]>([
    ['no account at all', { card: undefined }, 544],
    ['two accounts', { walletAccount: 'ada@wallet.example' }, 527],
    ['a wrong check digit', { card: { pan: '4111111111111112', expiry: '2030-12' } }, 519],
    ['an expired card', { card: { pan: '4111111111111111', expiry: '2020-01' } }, 531],
    ['a token nobody gave out', { card: undefined, cardToken: 'ct_nobody' }, 563],
    ["somebody else's account", { card: undefined, accountId: '01900000-0000-7000-8000-00000000dead' }, 563],
  ])('%s is a payment that failed', async (_what, changes, no) => {
    const { status, body } = await send('POST', '/deposits', deposit(changes))
    expect({ status, no: body.statusCodeNo, state: body.state }).toEqual({ status: 201, no, state: 'FAILED' })
  })

  it('a card check that asks for money is refused, and nothing is written', async () => {
    const before = [await countOf('transaction'), await countOf('journal_entry')]
    const check = deposit({ txType: 'CreditcardAccountVerification' })
    const { status, body } = await send('POST', '/deposits', check)
    expect({ status, fields: body.fields }).toMatchObject({ status: 422, fields: [{ field: 'amount' }] })
    expect([await countOf('transaction'), await countOf('journal_entry')]).toEqual(before)
  })

  it('a card check captures nothing and books nothing', async () => {
    const zero = { amount: '0.00', currency: 'EUR' }
    const check = deposit({ userId: 'checks', txType: 'CreditcardAccountVerification', amount: zero })
    const { body } = await send('POST', '/deposits', check)
    expect(body).toMatchObject({ state: 'SUCCESSFUL', amount: zero, method: 'ACCOUNT_VERIFICATION' })
    // What the PSP takes for asking is a cost all the same.
    const { rows } = await sql`select event_type from journal_entry
      where source_id = ${String(body.txId)} and event_type <> 'PSP_FEE'`.execute(platform.db)
    expect(rows).toEqual([])
  })

  it('an id of the merchant is used once', async () => {
    const merchantTxId = randomUUID()
    expect((await send('POST', '/deposits', deposit({ merchantTxId }))).body.state).toBe('SUCCESSFUL')
    expect((await send('POST', '/deposits', deposit({ merchantTxId }))).body.statusCodeNo).toBe(518)
  })
})

describe('a body', () => {
  it.each(['null', '[]', '"text"', '1', 'true'])('that is %s is refused by every call', async (payload) => {
    const before = await countOf('transaction')
    const calls = await callsWithBody()
    for (const { method, path } of calls) {
      const answer = await platform.app.inject({
        method,
        url: `/signalbox/api/v1${path}`,
        payload,
        headers: {
          authorization: `Bearer ${tokens.one}`,
          'idempotency-key': randomUUID(),
          'content-type': 'application/json',
        },
      })
      expect(answer.statusCode, `${method} ${path} ${answer.body}`).toBe(422)
    }
    expect(await countOf('transaction')).toBe(before + 1)
  })

  it('that is not there is refused, or the documented default', async () => {
    for (const { method, path, required } of await callsWithBody()) {
      const { status, body } = await send(method, path)
      if (required) expect(status, `${method} ${path}`).toBe(422)
      else expect(status, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(500)
    }
    const made = await send('POST', '/deposits', deposit({ userId: 'whole-refund' }))
    const refund = await send('POST', `/payments/${String(made.body.txId)}/refund`)
    expect(refund).toMatchObject({ status: 201, body: { txType: 'Refund', amount: { amount: '10.00' } } })
  })
})

describe('checks without a payment', () => {
  const kyc = { merchantId: 100010001, userId: 'user_1', provider: 'kyc-sim' }
  const found = {
    kind: 'checked',
    finding: {
      providerRef: 'c-1',
      overallStatus: 'VERIFIED',
      idStatus: 'VERIFIED',
      ageStatus: 'VERIFIED',
      addressStatus: 'UNKNOWN',
      pepsSanctions: ['PEP_WARNING'],
      score: 40,
      documents: [],
      response: {},
    },
  } as const

  it('a user is checked, and payments that follow know it', async () => {
    services.kyc.check = () => Promise.resolve({ ...found, log: answeredCall('KYC', 'kyc') })
    const { status, body } = await send('POST', '/kyc/checks', kyc)
    expect({ status, warnings: body.warnings, kyc: body.status }).toEqual({
      status: 201,
      warnings: ['PEP_WARNING'],
      kyc: 'VERIFIED',
    })
    const { rows } = await sql`select tx_id from kyc_check where id = ${String(body.checkId)}`.execute(
      platform.db,
    )
    expect(rows).toEqual([{ txId: null }])
    const paid = await send('POST', '/deposits', deposit())
    const { rows: seen } = await sql<{ kycStatus: string }>`select kyc_status from transaction
      where id = ${Number(paid.body.txId)}`.execute(platform.db)
    expect(seen[0]?.kycStatus).toBe('VERIFIED')
  })

  it('nobody is checked whom no rule names a provider for, or at another merchant', async () => {
    const { provider: _none, ...unnamed } = kyc
    expect((await send('POST', '/kyc/checks', unnamed)).status).toBe(422)
    expect((await send('POST', '/kyc/checks', { ...kyc, provider: 'nobody' })).status).toBe(422)
    const other = { authorization: `Bearer ${tokens.two}` }
    expect((await send('POST', '/kyc/checks', kyc, other)).status).toBe(422)
  })

  it('a voucher is looked at without being redeemed', async () => {
    const body = { merchantId: 100010001, voucherCode: 'GOOD12345678' }
    const { status, body: answer } = await send('POST', '/vouchers/redeem-check', body)
    expect({ status, answer }).toEqual({ status: 200, answer: { valid: false, reason: 'wrong_code' } })
    expect((await send('POST', '/vouchers/redeem-check', { ...body, merchantId: 100010002 })).status).toBe(
      422,
    )
  })
})

describe('what a PSP can do', () => {
  it('is said by the catalogue: with the flag off a part is not refunded', async () => {
    const { body } = await send('POST', '/deposits', deposit())
    const admin = await platform.as('admin')
    const list = await admin.get('/psp?keyword=acmecards')
    const { id, version } = (list.body.items as { id: string; version: number; psp: string }[]).find(
      ({ psp }) => psp === 'acmecards',
    ) as { id: string; version: number }
    const part = { amount: { amount: '4.00', currency: 'EUR' } }
    const refund = () => send('POST', `/payments/${String(body.txId)}/refund`, part)
    expect((await refund()).body.state).toBe('SUCCESSFUL')
    await admin.put(`/psp/${id}`, { version, partialRefund: false, note: 'For a test' })
    expect((await refund()).status).toBe(409)
    await admin.put(`/psp/${id}`, { version: version + 1, partialRefund: true, note: 'For a test' })
    expect((await refund()).body.state).toBe('SUCCESSFUL')
  })
})

describe('cards', () => {
  it.each([{}, { merchantId: 100010001 }])(
    'are exchanged for a token that is good once: %j',
    async (where) => {
      const { status, body } = await send('POST', '/vault/cards', {
        ...where,
        pan: '4242424242424242',
        expiry: '2030-12',
        cvv: '123',
      })
      expect({ status, masked: body.maskedAccount }).toEqual({ status: 201, masked: '424242******4242' })
      const { cardToken } = body
      expect((await send('POST', '/deposits', deposit({ card: undefined, cardToken }))).body.state).toBe(
        'SUCCESSFUL',
      )
      expect(
        (await send('POST', '/deposits', deposit({ card: undefined, cardToken }))).body.statusCodeNo,
      ).toBe(563)
    },
  )

  it('leave nothing of their number or code in the database of payments', async () => {
    const { body } = await send(
      'POST',
      '/deposits',
      deposit({ card: { pan: '5555555555554444', expiry: '2030-12', cvv: '987' } }),
    )
    for (const table of ['transaction', 'tx_event', 'tx_log', 'tx_attempt', 'outbox', 'api_request']) {
      const { rows } =
        await sql`select 1 from ${sql.table(table)} t where t::text like '%5555555555554444%'`.execute(
          platform.db,
        )
      expect(rows, table).toEqual([])
    }
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from card_token
      where tx_id = ${Number(body.txId)} and sealed_cvv is not null`.execute(platform.db)
    expect(rows[0]?.count).toBe(0)
  })
})

describe('payments are found', () => {
  const userId = 'user_44'
  const page = async (more: string) => {
    const { status, body } = await send('GET', `/payments?userId=${userId}&${more}`)
    return {
      status,
      items: (body.items as { txId: number }[] | undefined) ?? [],
      cursor: body.cursor as string | undefined,
      fields: body.fields as { field: string }[] | undefined,
    }
  }

  it('page by page, newest first, each once while others arrive', async () => {
    const made: number[] = []
    const pay = async () => {
      const { body } = await send('POST', '/deposits', deposit({ userId }))
      made.unshift(Number(body.txId))
    }
    for (let i = 0; i < 3; i++) await pay()
    const expected = [...made]
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const found = await page(`limit=1${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...found.items.map(({ txId }) => txId))
      cursor = found.cursor
      if (seen.length === 1) await pay()
    } while (cursor)
    expect(seen).toEqual(expected)
    expect((await page('limit=100')).cursor).toBeUndefined()
  })

  it('many at a time by few at a time: a long list takes a turn, as files do', async () => {
    const { heavyWork } = platform.app.payments.machine.deps.kit
    const full = Array.from({ length: 6 }, (_, other) => heavyWork?.enter(`other-${other}`))
    const refused = await send('GET', `/payments?userId=${userId}&limit=201`)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
    expect((await page('limit=200')).status).toBe(200)
    for (const leave of full) leave?.()
    expect((await page('limit=10000')).status).toBe(200)
    expect((await page('limit=10001')).status).toBe(422)
    // By its limit it is known: no call says by another name how many rows it shows.
    const shapeOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {}
    const numbers = publicCalls(platform.app.payments).flatMap(({ query }) =>
      Object.entries(shapeOf(query)).flatMap(([name, member]) =>
        z.safeParse(member as z.core.$ZodType, '201').data === 201 ? [name] : [],
      ),
    )
    expect([...new Set(numbers)].toSorted()).toEqual(['limit', 'merchantId'])
  })

  it.each(['x', 'Wy0xXQ', 'eyJpZCI6MX0', 'WyIxOyBkcm9wIl0'])(
    'by no cursor of their own making: %s',
    async (cursor) => {
      const { status, fields } = await page(`cursor=${cursor}`)
      expect([status, fields?.[0]?.field]).toEqual([422, 'cursor'])
    },
  )

  it.each([
    ['states', 'SUCCESSFUL'],
    ['statuses', 'ERR_SYSTEM_ERROR'],
    ['txTypes', 'CreditcardDeposit,Refund'],
    ['psps', 'acmecards'],
    ['currencies', 'EUR,JPY'],
  ])('by %s there are, and by no others', async (name, known) => {
    expect((await page(`${name}=${known}`)).status).toBe(200)
    for (const unknown of ['toString', `${known},Nothing`, '']) {
      const { status, fields } = await page(`${name}=${unknown}`)
      expect([unknown, status, fields?.[0]?.field]).toEqual([unknown, 422, name])
    }
  })
})

describe('the description', () => {
  it('says every call, with an example a developer can paste', async () => {
    const { status, body } = await send('GET', '/openapi.json')
    expect(status).toBe(200)
    expect(body.webhooks).toMatchObject({
      'payment.completed': {
        post: { requestBody: { content: { 'application/json': { example: { sequence: 3 } } } } },
      },
    })
    const paths = body.paths as Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { example?: unknown }> } }>
    >
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/deposits',
        '/withdrawals',
        '/payments/{id}',
        '/payments/{id}/refund',
        '/vault/cards',
        '/payment-methods',
        '/kyc/checks',
        '/vouchers/redeem-check',
        '/accounts/{id}/{what}',
        '/oauth/token',
        '/oauth/introspect',
        '/oauth/revoke',
        '/.well-known/oauth-authorization-server',
      ]),
    )
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { requestBody }] of Object.entries(methods))
        if (requestBody)
          expect(Object.values(requestBody.content)[0]?.example, `${method} ${path}`).toBeDefined()
    const example = paths['/deposits']?.post?.requestBody?.content['application/json']?.example as object
    const { body: answer } = await send('POST', '/deposits', example)
    expect(answer.state).toBe('SUCCESSFUL')
  })

  it('says of every field of a payment what it is, in answers and webhooks alike', async () => {
    type Described = Record<string, { readonly description?: string }>
    const { body } = await send('GET', '/openapi.json')
    /** What the description has at a path. */
    const at = (...path: string[]) =>
      path.reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], body) as Described
    const json = ['content', 'application/json', 'schema']
    const payment = { $ref: '#/components/schemas/Payment' }
    expect(at('paths', '/payments/{id}', 'get', 'responses', '200', ...json)).toEqual(payment)
    expect(at('webhooks', 'payment.completed', 'post', 'requestBody', ...json)).toEqual({
      $ref: '#/components/schemas/PaymentMessage',
    })
    expect(at('components', 'schemas', 'PaymentMessage', 'properties').data).toEqual(payment)
    const properties = at('components', 'schemas', 'Payment', 'properties')
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining(['voidedAmount', 'returnedAmount', 'chargebackAmount']),
    )
    const silent = Object.entries(properties).filter(([, { description }]) => !description)
    expect(silent.map(([name]) => name)).toEqual([])
  })

  it('asks for an Idempotency-Key where a call is refused without one, and nowhere else', async () => {
    for (const { method, path, example, needsKey } of await callsWithBody()) {
      const { body } = await send(method, path, example, { 'idempotency-key': '' })
      expect(body.code === 'IDEMPOTENCY_KEY', `${method} ${path} ${JSON.stringify(body)}`).toBe(needsKey)
    }
  })

  it('names every call so that the name can stand in an address, and the session cookie as it is called', async () => {
    const console = (await platform.app.inject('/signalbox/backoffice/api/openapi.json')).json<{
      paths: Record<string, Record<string, DescribedCall>>
      components: { securitySchemes: { session: { name: string } } }
    }>()
    for (const paths of [await described(), Object.entries(console.paths)]) {
      const ids = paths.flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId))
      expect(ids.filter((id) => !/^[A-Za-z]\w*$/.test(id))).toEqual([])
      expect(ids.length).toBe(new Set(ids).size)
    }
    const login = await platform.app.inject({
      method: 'POST',
      url: '/signalbox/login',
      payload: { username: 'admin', password: 'signalbox-demo-1' },
    })
    const names = login.cookies.map(({ name }) => name)
    expect(names).toContain(console.components.securitySchemes.session.name)
  })

  it('declares what is too large, no JSON or our own fault, and every status that was answered above', async () => {
    const paths = await described()
    for (const [path, methods] of paths)
      for (const [method, { requestBody, responses, security }] of Object.entries(methods)) {
        if (!security[0]?.oauth) continue
        const expected = ['401', '403', '429', '500', '503', ...(requestBody ? ['413', '415'] : [])]
        expect(Object.keys(responses), `${method} ${path}`).toEqual(expect.arrayContaining(expected))
      }
    const fits = (template: string, path: string) =>
      new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
    const undeclared = answered.flatMap(({ method, path, status }) => {
      const call = paths.find(([template]) => fits(template, path))?.[1][method]
      return call && !call.responses[status] ? [`${method} ${path} ${status}`] : []
    })
    expect([...new Set(undeclared)]).toEqual([])
  })

  it('leads nowhere else', async () => {
    expect((await send('GET', '/nothing')).status).toBe(404)
  })
})
