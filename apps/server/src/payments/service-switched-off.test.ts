import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { pollDue, sweep } from './jobs/payment-work.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'

const documents = 'kyc-partly-switched-off'
const denied = 'fraud-high-denied'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform()
  const publish = await rulePublisher(platform)
  await publish('kyc-routing', {
    conditions: onlyFor(documents),
    outputs: { kycProvider: 'kyc-sim', scopes: ['ID'], blocking: true },
  })
  await publish('fraud-provider', {
    conditions: onlyFor(denied),
    outputs: { fraudProvider: 'fraud-sim', fraudAccount: 'default', mode: 'SYNC' },
  })
  await publish('fraud-score', { conditions: onlyFor(denied), outputs: { action: 'REVIEW' } })
  await publish('fraud-provider-block', { conditions: onlyFor(denied), outputs: { action: 'ACCEPT' } })
  await publish('user-psp-account', {
    conditions: onlyFor(denied),
    outputs: { ignoreCheckIfUsed: true },
  })
  await publish('approval', {
    conditions: onlyFor(denied),
    outputs: { approvalMethod: 'AUTOMATIC', approvalAction: 'DENY' },
  })
}, 60_000)
afterAll(() => platform.close())

/** Whoever switches a service off does so in the console; only the row matters here. */
async function whileOff<T>(provider: string, run: () => Promise<T>): Promise<T> {
  const set = (enabled: boolean) =>
    sql`update config set enabled = ${enabled}, version = version + 1 where provider = ${provider}`.execute(
      platform.db,
    )
  await set(false)
  try {
    return await run()
  } finally {
    await set(true)
  }
}

describe('a service that is switched off while a payment waits for it', () => {
  it('fails the deposit when the user comes back from 3-D Secure', async () => {
    const { body } = await platform.deposit({ amount: { amount: '888.04', currency: 'EUR' } })
    expect(body.statusCodeNo).toBe(StatusNo.WAITING_3D_SECURE)
    const back = await whileOff('3ds-sim', () =>
      fetch(`${body.redirectOutput?.url}?back=1`, { redirect: 'manual' }),
    )
    expect(back.status).toBe(303)
    expect((await platform.row(body)).statusNo).toBe(StatusNo.ERR_DECLINED_3D_VALIDATION_FAILED)
  })

  it('leaves the documents it was checking to the next provider', async () => {
    const { body } = await platform.deposit({ userId: documents })
    expect(body.statusCodeNo).toBe(StatusNo.WAITING_KYC_VERIFICATION)
    await sql`update transaction set poll_at = now() - interval '1 minute' where id = ${body.txId}`.execute(
      platform.db,
    )
    await whileOff('kyc-sim', async () => {
      await pollDue(platform.app.payments.machine)
      await sweep(platform.app.payments.machine)
    })
    const { statusNo, stepState } = await platform.row(body)
    expect([statusNo, stepState.kyc?.provider]).toEqual([StatusNo.WAITING_KYC_VERIFICATION, 'kyc-sim-2'])
  })
})

it('a rule that denies does so also where another asks for a review', async () => {
  const { body } = await platform.withdraw({ userId: denied })
  expect((await platform.row(body)).statusNo).toBe(StatusNo.ERR_CANCELLED_BY_MERCHANT)
})
