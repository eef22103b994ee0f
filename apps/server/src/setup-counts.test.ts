import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from './kit/testing/kit-app.ts'
import { deliverDue } from './payments/notifications/deliver.ts'
import { sendWebhook } from './payments/notifications/webhook-sender.ts'
import { onlyFor, rulePublisher } from './payments/testing/publish-rules.ts'
import { paymentPlatform, type PaymentPlatform } from './payments/testing/payment-platform.ts'
import { eventually } from './testing/eventually.ts'
import { newApiToken } from './testing/new-api-token.ts'

/** What people set up in the console decides the very next payment. */

const group = 'merchantId=100010000'
const brand = 'merchantId=100010001'

let platform: PaymentPlatform
let admin: Client
beforeAll(async () => {
  platform = await paymentPlatform()
  admin = await platform.as('admin')
})
afterAll(() => platform.close())

const pspOf = async (answer: { body: { txId: number } }) =>
  (await platform.row({ merchantId: 100010001, txId: answer.body.txId })).psp

describe('the catalogue of PSPs', () => {
  it('refuses a partial refund once it says the PSP cannot, and allows it again', async () => {
    const find = async () => (await admin.get('/psp?keyword=acmecards')).body.items[0]
    const turn = async (partialRefund: boolean) => {
      const { id, version } = await find()
      const saved = await admin.put(`/psp/${id}`, { version, partialRefund, note: 'testing' })
      expect(saved.status, saved.text).toBe(200)
    }
    const paid = await platform.deposit()
    expect(paid.body.state).toBe('SUCCESSFUL')
    const refund = () =>
      platform.call(
        'POST',
        `/payments/${paid.body.txId}/refund`,
        { amount: { amount: '10.00', currency: 'EUR' } },
        { 'idempotency-key': randomUUID() },
      )
    await turn(false)
    expect((await refund()).status).toBe(409)
    await turn(true)
    expect((await refund()).status).toBeLessThan(300)
  })
})

describe('configuration', () => {
  it('reaches the connector: a wrong key is turned away, the right one gets through', async () => {
    const { id } = (await admin.get(`/config?${group}&provider=acmecards&type=ProviderConfig`)).body.items[0]
    const save = async (apiKey: string) => {
      const current = (await admin.get(`/config/${id}?${group}`)).body
      const { accounts } = current.document
      const document = {
        ...current.document,
        accounts: { ...accounts, '3DS': { ...accounts['3DS'], apiKey } },
      }
      const saved = await admin.put(`/config/${id}?${group}`, {
        version: current.version,
        document,
        note: 'key',
      })
      expect(saved.status, saved.text).toBe(200)
    }
    await save('not-the-right-key')
    const refused = await platform.deposit()
    expect([refused.body.state, await pspOf(refused)]).not.toEqual(['SUCCESSFUL', 'acmecards'])
    await save('acme-demo-key-3ds')
    const paid = await platform.deposit()
    expect(paid.body.state).toBe('SUCCESSFUL')
    expect(await pspOf(paid)).toBe('acmecards')
  })
})

/** Saves the brand's document of a type, in place of the one before. */
async function configure(by: Client, type: string, document: object): Promise<void> {
  const [own] = (await by.get(`/config?${brand}&type=${type}&own=true`)).body.items
  const note = 'testing'
  const saved = own
    ? await by.put(`/config/${own.id}?${brand}`, { version: own.version, document, note })
    : await by.post(`/config?${brand}`, { type, document, note })
  expect(saved.status, saved.text).toBe(200)
}

describe('settings of a merchant', () => {
  it('say what the cashier shows', async () => {
    const methods = async () => {
      const path = '/payment-methods?merchantId=100010001&userId=user_61&method=DEPOSIT&currency=EUR'
      const { body } = await platform.call<{ methods: { method: string; available: boolean }[] }>('GET', path)
      return body.methods
    }
    const before = await methods()
    const card = before.find(({ method }) => method === 'CREDITCARD')
    const chosen = { amount: '25.00', currency: 'EUR' }
    expect(card).toMatchObject({
      label: expect.not.stringContaining('Plastic'),
      amounts: expect.not.arrayContaining([chosen]),
    })
    await configure(admin, 'CashierConfig', {
      labels: { CREDITCARD: 'Plastic' },
      amounts: { EUR: ['25.00', '50.00', '99999999.00'], SEK: ['100'] },
      unavailableMethods: 'HIDE',
    })
    const after = await methods()
    expect(after.find(({ method }) => method === 'CREDITCARD')).toMatchObject({
      label: 'Plastic',
      amounts: [chosen, { amount: '50.00', currency: 'EUR' }],
    })
    expect(after.map(({ method }) => method)).toEqual(
      before.filter(({ available }) => available).map(({ method }) => method),
    )
  })

  it('say how the simulated merchant answers', async () => {
    await configure(admin, 'MockMerchantConfig', {
      refusedUsers: { user_62: 'Closed their account' },
      userCategory: 'WHALE',
      openingBalance: { EUR: '40.00' },
    })
    const refused = await platform.row((await platform.deposit({ userId: 'user_62' })).body)
    expect(refused).toMatchObject({ statusNo: 547, merchantErrMsg: 'Closed their account' })
    const paid = await platform.row((await platform.deposit({ userId: 'user_63' })).body)
    expect(paid).toMatchObject({ statusNo: 0, userCat: 'WHALE' })
    const amount = { amount: '40.01', currency: 'EUR' }
    expect((await platform.withdraw({ userId: 'user_64', amount })).body.statusCodeNo).toBe(522)
    await configure(admin, 'MockMerchantConfig', {})
    expect((await platform.row((await platform.deposit({ userId: 'user_62' })).body)).statusNo).toBe(0)
  })

  it('say whom to ask about users, which the go-live checklist wants to have been tried', async () => {
    const isReachable = async () =>
      (await admin.get('/merchant/100010001/checklist')).body.items.find(
        ({ key }: { key: string }) => key === 'reachable',
      ).ok
    const ask = () => admin.post('/merchant/100010001/test-integration', { userId: 'user_66' })
    expect(await isReachable()).toBe(false)
    expect((await ask()).body).toMatchObject({ ok: true, message: 'It knows the user', status: 200 })
    expect(await isReachable()).toBe(true)
    const [inherited] = (await admin.get(`/config?${brand}&type=MerchantConfig`)).body.items
    await configure(admin, 'MerchantConfig', {
      ...inherited?.document,
      'integration.mode': 'STANDARD',
      'integration.url': 'http://127.0.0.1:9/{action}',
    })
    expect((await ask()).body).toMatchObject({ ok: false, status: null })
    expect(await isReachable()).toBe(false)
    await configure(admin, 'MerchantConfig', { ...inherited?.document })
    expect((await ask()).body.ok).toBe(true)
  })

  it('say where messages for queues go, in the words of the template', async () => {
    const received: { authorization: string | undefined; body: { id: number } }[] = []
    const queue = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push({ authorization: request.headers.authorization, body: JSON.parse(body) })
        response.writeHead(202).end()
      })
    })
    await new Promise<void>((ready) => {
      queue.listen(0, '127.0.0.1', ready)
    })
    const url = `http://127.0.0.1:${(queue.address() as AddressInfo).port}/payments`
    const captured: string[] = []
    const deliver = () =>
      deliverDue({
        machine: platform.app.payments.machine.deps,
        sendWebhook,
        captureMessage: async (_account, message) => void captured.push(message),
      })
    const paid = await platform.deposit()
    await deliver()
    const about = (txId: number) => (message: string) => JSON.parse(message).id === txId
    expect(captured.some(about(paid.body.txId))).toBe(true)
    await configure(admin, 'MqIntegrationConfig', { accounts: { warehouse: { url, token: 'queue-token' } } })
    const second = await platform.deposit({ amount: { amount: '12.34', currency: 'EUR' } })
    await deliver()
    expect(captured.some(about(second.body.txId))).toBe(false)
    expect(received.find(({ body }) => body.id === second.body.txId)).toMatchObject({
      authorization: 'Bearer queue-token',
      body: {
        event: 'deposit',
        userId: 'user_1',
        state: 'SUCCESSFUL',
        amount: { amount: '12.34', currency: 'EUR' },
      },
    })
    queue.closeAllConnections()
    queue.close()
  })
})

describe('a maintenance window', () => {
  it('diverts payments while it runs, and lets them back when it ends', async () => {
    const window = await admin.post(`/maintenance?${group}`, {
      title: 'Acme Cards is away',
      psp: 'acmecards',
      startAt: new Date().toISOString(),
      note: 'testing',
    })
    expect(window.status, window.text).toBe(200)
    // Nodes hear of a window a moment after it was written.
    const goesTo = (psp: string) =>
      eventually(
        async () => pspOf(await platform.deposit()),
        (now) => now === psp,
        `Payments do not go to ${psp}`,
      )
    await goesTo('borealpay')
    await admin.post(`/maintenance/${window.body.id}/end-now?${group}`, {})
    await goesTo('acmecards')
  })
})

describe('an API client', () => {
  it('is refused from an address that is not on its list', async () => {
    const client = (await admin.get(`/api-client?${brand}&keyword=demo-client`)).body.items[0]
    const list = async (ipAllowlist: string[]) => {
      const path = `/api-client/${client.id}?${brand}`
      const { version } = (await admin.get(path)).body
      const saved = await admin.put(path, { version, ipAllowlist })
      expect(saved.status, saved.text).toBe(200)
      // What is known of a client is trusted for a few seconds.
      platform.clock.now = new Date((platform.clock.now ?? new Date()).getTime() + 20_000)
    }
    await list(['10.9.9.9'])
    expect((await platform.deposit()).status).toBe(403)
    await list(['127.0.0.1'])
    expect((await platform.deposit()).status).toBe(201)
  })
})

describe('forex rates', () => {
  it('of the list decide the next payment once somebody changes one there', async () => {
    const publish = await rulePublisher(platform)
    await publish('forex', { conditions: onlyFor('user_rate'), outputs: { toCurrency: 'SEK' } })
    const pay = async () =>
      platform.row(
        (await platform.deposit({ userId: 'user_rate', amount: { amount: '50.00', currency: 'EUR' } })).body,
      )
    const before = await pay()
    expect(before).toMatchObject({ statusNo: 0, pspCurrency: 'SEK' })
    const { items } = (await admin.get(`/forex-rate?${brand}&toCurrency=SEK&service=fx-file`)).body
    const [{ id, version, buyRate }] = items
    const saved = await admin.post(`/forex-rate/batch?${brand}`, {
      changes: [{ id, version, buyRate, sellRate: '10.5' }],
      note: 'Desk rate',
    })
    expect(saved.status, saved.text).toBe(200)
    expect(saved.body.items[0]).toMatchObject({ merchantId: 100010001, source: 'MANUAL' })
    await eventually(
      async () => (await pay()).fxRate,
      (rate) => rate === '21/2',
    )
    const [rate] = saved.body.items
    await admin.delete(`/forex-rate/${rate.id}?${brand}&version=${rate.version}&note=back%20again`)
    await eventually(
      async () => (await pay()).fxRate,
      (rate) => rate === before.fxRate,
    )
  })
})

describe('IIN ranges', () => {
  it('say what the card of the next payment is, on every node, and which range said it', async () => {
    const pay = async () => platform.row((await platform.deposit()).body)
    expect(await pay()).toMatchObject({ issuerName: 'Fjordbanken', cardType: 'CREDIT' })
    const added = await admin.post(`/iin?${brand}`, {
      rangeStart: 41111111,
      rangeEnd: 41111111,
      cardBrand: 'VISA',
      cardType: 'DEBIT',
      bankName: 'Mälarbanken',
    })
    expect(added.status, added.text).toBe(200)
    await eventually(
      async () => {
        const { issuerName, cardType, iinId } = await pay()
        return [issuerName, cardType, iinId].join()
      },
      (told) => told === ['Mälarbanken', 'DEBIT', added.body.id].join(),
    )
    const used = await admin.get(`/transaction?${brand}&iinId=${added.body.id}`)
    expect(used.body.items.length).toBeGreaterThan(0)
    await admin.delete(`/iin/${added.body.id}?${brand}&version=1`)
    await eventually(
      async () => (await pay()).issuerName,
      (issuer) => issuer === 'Fjordbanken',
    )
  })
})

describe('exchange of money', () => {
  const payBy = async (userId: string, currency: string) => {
    const made = await platform.call(
      'POST',
      '/deposits',
      {
        merchantId: 100010001,
        userId,
        sessionId: 's-1',
        txType: 'CreditcardDeposit',
        amount: { amount: '50.00', currency },
        card: { pan: '4111111111111111', expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' },
      },
      { authorization: `Bearer ${await newApiToken(platform)}`, 'idempotency-key': randomUUID() },
    )
    return platform.row(made.body)
  }

  it('costs what is set on top of the rule, and may refuse old rates', async () => {
    const publish = await rulePublisher(platform)
    await publish('forex', {
      conditions: onlyFor('user_65'),
      outputs: { toCurrency: 'SEK', marginPct: 10_000 },
    })
    const pay = () => payBy('user_65', 'EUR')
    expect(await pay()).toMatchObject({ statusNo: 0, pspCurrency: 'SEK', fxMarginPpm: 10_000 })
    await configure(admin, 'ForexConfig', { marginPct: 1.5, oldRates: 'REFUSE' })
    expect(await pay()).toMatchObject({ statusNo: 0, fxMarginPpm: 25_000 })
    // Two days on, nothing having been imported: nobody knows what a euro is worth now.
    platform.clock.now = new Date((platform.clock.now ?? new Date()).getTime() + 48 * 3_600_000)
    const later = await platform.as('admin')
    expect(await pay()).toMatchObject({ statusNo: 508 })
    await configure(later, 'ForexConfig', { maxAgeHours: 100, oldRates: 'REFUSE' })
    expect(await pay()).toMatchObject({ statusNo: 0, fxMarginPpm: 10_000 })
  })

  it('is also that of a fee set in another currency: at no old rate where that is refused', async () => {
    const publish = await rulePublisher(platform)
    await publish('fee', {
      conditions: onlyFor('user_66'),
      outputs: { fixedFee: { EUR: '100' }, mode: 'ADDED' },
    })
    const charged = async () => {
      const { statusNo, feeMinor, info } = await payBy('user_66', 'SEK')
      return [statusNo, feeMinor > 0n, info]
    }
    platform.clock.now = new Date(Date.now() + 48 * 3_600_000)
    const later = await platform.as('admin')
    await configure(later, 'ForexConfig', { oldRates: 'REFUSE' })
    expect(await charged()).toEqual([
      508,
      false,
      'The exchange rate from EUR to SEK, which the fee needs, is too old',
    ])
    await configure(later, 'ForexConfig', { oldRates: 'EXCHANGE' })
    expect(await charged()).toEqual([0, true, 'Old exchange rate'])
    await configure(later, 'ForexConfig', { maxAgeHours: 100, oldRates: 'REFUSE' })
    expect(await charged()).toEqual([0, true, null])
  }, 120_000)
})
