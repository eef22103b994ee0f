import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/testing/kit-app.ts'
import { eventually } from '../testing/eventually.ts'
import { approveDue, expireDue } from './jobs/payment-work.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'

let platform: PaymentPlatform
let admin: Client
beforeAll(async () => {
  platform = await paymentPlatform()
  admin = await platform.as('admin')
})
afterAll(() => platform.close())

const minuteMs = 60_000
const paymentNow = () => platform.app.payments.machine.parts.kit.now().getTime()
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
    expect(Date.parse((await platform.row(late)).createdAt) - platform.deps.now().getTime()).toBeGreaterThan(
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
