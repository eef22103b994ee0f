import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { newApiToken } from '../../testing/new-api-token.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { payLinks } from '../core/flow/links.ts'
import { answeredCall } from '../testing/answered-call.ts'
import { scriptedServices } from '../testing/scripted-services.ts'

const merchantId = 100010001
const pan = '4111111111111111'

const deposit = (platform: TestPlatform, token: string) =>
  platform.app.inject({
    method: 'POST',
    url: '/signalbox/api/v1/deposits',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    payload: {
      merchantId,
      userId: `payer_${randomUUID().slice(0, 6)}`,
      sessionId: 's-1',
      txType: 'CreditcardDeposit',
      amount: { amount: '10.00', currency: 'EUR' },
      card: { pan, expiry: '2030-12', cvv: '123' },
    },
  })

describe('the page that a payer is sent through', () => {
  let platform: TestPlatform
  let id: number
  const services = scriptedServices()
  const open = (path: string) => platform.app.inject(path)
  const pathOf = (address: string) => new URL(address).pathname
  const pageOf = (key: { merchantId: number; id: number }) => pathOf(platform.app.payments.links.payPage(key))

  async function newPayment(): Promise<number> {
    const made = await deposit(platform, await newApiToken(platform))
    if (made.statusCode !== 201) throw new Error(made.body)
    return made.json<{ txId: number }>().txId
  }

  beforeAll(async () => {
    platform = await testPlatform({}, { services })
    id = await newPayment()
  })
  afterAll(() => platform.close())

  it('opens by the address that was given out, and by no other', async () => {
    const given = pageOf({ merchantId, id })
    expect((await open(given)).statusCode).toBeLessThan(400)
    const signature = given.slice(-32)
    const other = payLinks({ ...platform.config, masterKey: Buffer.alloc(32, 1) })
    const forged = [
      // The signature of this payment on another one, which is there as well.
      pageOf({ merchantId, id: await newPayment() }).slice(0, -32) + signature,
      given.slice(0, -32) + [...signature].reverse().join(''),
      given.slice(0, -1) + (given.endsWith('A') ? 'B' : 'A'),
      given.slice(0, -1),
      `${given}A`,
      given.slice(0, -32),
      pathOf(other.payPage({ merchantId, id })),
    ]
    for (const path of forged) expect((await open(path)).statusCode, path).toBe(404)
  })

  it('asks the PSP once in a while, however often somebody comes back to it', async () => {
    services.answer(() => ({
      kind: 'pending',
      statusNo: StatusNo.WAITING_NOTIFICATION,
      waitsFor: 'notification',
      instructions: {},
      pspRefId: 'open',
      pspCode: '09',
      pspMessage: 'Open',
      log: answeredCall('PSP', 'psp'),
    }))
    const back = `${pageOf({ merchantId, id: await newPayment() })}?back=1`
    const asked = () => services.calls.filter((name) => name === 'query').length
    const before = asked()
    // However slow the machine is, they come within a moment.
    const at = new Date()
    platform.clock.now = at
    const opened = await Promise.all([open(back), open(back), open(back)])
    for (let again = 0; again < 3; again++) opened.push(await open(back))
    expect(opened.filter(({ statusCode }) => statusCode >= 400)).toEqual([])
    expect(asked() - before).toBe(1)
    platform.clock.now = new Date(at.getTime() + 5_000)
    await open(back)
    expect(asked() - before).toBe(2)
    platform.clock.now = null
  })
})

it('in production a card comes encrypted: in clear it is refused, and nothing of it is kept', async () => {
  const settings = { environment: 'production', publicUrl: 'https://pay.example' } as const
  const platform = await testPlatform(settings, { services: scriptedServices() })
  try {
    const countOf = async (table: 'transaction' | 'vault_card' | 'card_token') => {
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count
        from ${sql.table(table)}`.execute(platform.db)
      return rows[0]?.count
    }
    const counts = async () => [
      await countOf('transaction'),
      await countOf('vault_card'),
      await countOf('card_token'),
    ]
    const before = await counts()
    const token = await newApiToken(platform)
    const paid = await deposit(platform, token)
    expect([paid.statusCode, paid.json<object>()]).toMatchObject([422, { fields: [{ field: 'card' }] }])
    const kept = await platform.app.inject({
      method: 'POST',
      url: '/signalbox/api/v1/vault/cards',
      headers: { authorization: `Bearer ${token}` },
      payload: { merchantId, pan, expiry: '2030-12', cvv: '123' },
    })
    expect([kept.statusCode, kept.json<object>()]).toMatchObject([422, { fields: [{ field: 'pan' }] }])
    expect([paid.body, kept.body].filter((text) => text.includes(pan))).toEqual([])
    expect(await counts()).toEqual(before)
  } finally {
    await platform.close()
  }
})
