import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/testing/kit-app.ts'
import { eventually } from '../testing/eventually.ts'
import { approveDue, expireDue } from './jobs/payment-work.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import { card, ownPan } from './testing/rule-cases/rule-case.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'

let platform: PaymentPlatform
let admin: Client
beforeAll(async () => {
  platform = await paymentPlatform()
  admin = await platform.as('admin')
})
afterAll(() => platform.close())

const minuteMs = 60_000
const paymentNow = () => platform.app.payments.machine.deps.kit.now().getTime()
const aheadMinutes = () => Math.round((paymentNow() - platform.deps.now().getTime()) / minuteMs)

async function act(body: Record<string, unknown>, minutes: number): Promise<void> {
  const done = await admin.post('/sandbox/act?merchantId=1000', body)
  expect(done.status, done.text).toBe(200)
  await eventually(
    () => Promise.resolve(aheadMinutes()),
    (found) => found === minutes,
    `Payments are not ${minutes} minutes ahead`,
  )
}

describe('travelling in time', () => {
  it('lets payments expire, and leaves whoever is signed in alone', async () => {
    const challenge = (await platform.deposit({ amount: { amount: '888.06', currency: 'EUR' } })).body
    expect(challenge.statusCodeNo).toBe(301)
    const redirect = (await platform.deposit({ txType: 'BankDeposit', card: undefined })).body
    expect(redirect.statusCodeNo).toBe(300)

    await act({ act: 'travel', minutes: 20 }, 20)
    await expireDue(platform.app.payments.machine)
    expect((await platform.row(challenge)).statusNo).toBe(551)
    expect((await platform.row(redirect)).statusNo).toBe(300)

    await act({ act: 'travel', minutes: 60 }, 80)
    await expireDue(platform.app.payments.machine)
    expect((await platform.row(redirect)).statusNo).toBe(568)
    // Fifteen minutes without a click would have ended the session in real time.
    expect((await admin.get('/sandbox?merchantId=1000')).body).toMatchObject({ aheadMinutes: 80 })
    expect((await platform.call('GET', `/payments/${redirect.txId}`)).status).toBe(200)
    const late = (await platform.deposit({ userId: 'late' })).body
    expect(Date.parse((await platform.row(late)).created) - platform.deps.now().getTime()).toBeGreaterThan(
      79 * minuteMs,
    )
  })

  it('approves what waits for the clock, and goes back', async () => {
    const { body } = await platform.withdraw({ userId: 'user_10' })
    await sql`update transaction set status_no = 353, approval_due_at = ${new Date(paymentNow() + 30 * minuteMs)}
      where id = ${body.txId}`.execute(platform.db)
    await approveDue(platform.app.payments.machine)
    expect((await platform.row(body)).statusNo).toBe(353)
    await act({ act: 'travel', minutes: 31 }, 111)
    await approveDue(platform.app.payments.machine)
    expect((await platform.row(body)).statusNo).not.toBe(353)

    await act({ act: 'travel-back' }, 0)
    expect((await admin.get('/sandbox?merchantId=1000')).body).toMatchObject({ aheadMinutes: 0 })
    expect((await platform.deposit({ userId: 'back' })).body.statusCodeNo).toBe(0)
  })

  it('is in the audit log, in real time', async () => {
    const { rows } = await sql<{ action: string; at: Date }>`select action, at from audit_entry
      where entity_type = 'sandbox' order by seq`.execute(platform.db)
    expect(rows.map(({ action }) => action)).toEqual(['TRAVEL', 'TRAVEL', 'TRAVEL', 'TRAVEL_BACK'])
    for (const { at } of rows) expect(new Date(at).getTime()).toBeLessThanOrEqual(Date.now())
  })
})

describe('a reservation nobody captures', () => {
  const euros = (amount: string) => ({ amount: { amount, currency: 'EUR' } })
  const statusOf = async (userId: string, amount: string) =>
    (await platform.deposit({ userId, ...card(ownPan(userId)), ...euros(amount) })).body.statusCodeNo

  const [net, partly, gross] = ['lapses', 'lapses-partly', 'lapses-gross'] as const
  beforeAll(async () => {
    const publish = await rulePublisher(platform)
    const hundred = { window: 'ROLLING', rollingHours: 2_000, maxSum: { EUR: '10000' } }
    await publish('void-capture', {
      conditions: onlyFor(net, partly, gross),
      outputs: { action: 'CAPTURE', captureMethod: 'MANUAL' },
    })
    await publish(
      'period-limit',
      { conditions: onlyFor(net, partly), outputs: { ...hundred, net: true } },
      { conditions: onlyFor(gross), outputs: hundred },
    )
  })

  it('gives its room back to limits that count net, once the PSP has let it go', async () => {
    for (const userId of [net, partly, gross]) {
      const reserved = { userId, authType: 'PRE_AUTH', ...card(ownPan(userId)), ...euros('100.00') }
      const { body } = await platform.deposit(reserved)
      expect(body.statusCodeNo).toBe(3)
      expect(await statusOf(userId, '1.00')).toBe(521)
      if (userId !== partly) continue
      const key = { 'idempotency-key': 'capture-of-a-part' }
      const captured = await platform.call('POST', `/payments/${body.txId}/capture`, euros('30.00'), key)
      expect((await platform.until(captured.body, 'SUCCESSFUL')).state).toBe('SUCCESSFUL')
      expect(await statusOf(userId, '1.00')).toBe(521)
    }
    const days = 31 * 24 * 60
    await act({ act: 'travel', minutes: days }, days)
    expect(await statusOf(gross, '1.00')).toBe(521)
    expect(await statusOf(net, '100.00')).toBe(0)
    expect(await statusOf(partly, '70.01')).toBe(521)
    expect(await statusOf(partly, '70.00')).toBe(0)
    await act({ act: 'travel-back' }, 0)
  })
})
