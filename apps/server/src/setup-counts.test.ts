import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from './kit/testing/kit-app.ts'
import { paymentPlatform, type PaymentPlatform } from './payments/testing/payment-platform.ts'

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
        { 'idempotency-key': `refund-${Math.random()}` },
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

describe('a maintenance window', () => {
  it('diverts payments while it runs, and lets them back when it ends', async () => {
    const window = await admin.post(`/maintenance?${group}`, {
      title: 'Acme Cards is away',
      psp: 'acmecards',
      startAt: new Date().toISOString(),
      note: 'testing',
    })
    expect(window.status, window.text).toBe(200)
    const during = await platform.deposit()
    expect(await pspOf(during)).toBe('borealpay')
    await admin.post(`/maintenance/${window.body.id}/end-now?${group}`, {})
    const after = await platform.deposit()
    expect(await pspOf(after)).toBe('acmecards')
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
