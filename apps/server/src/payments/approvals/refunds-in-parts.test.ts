import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import { sweep } from '../jobs/payment-work.ts'
import { checkBooks } from '../ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { rulePublisher } from '../testing/publish-rules.ts'
import { typeWorthlessKrona } from '../testing/typed-rate.ts'

const brand = 100010001
const at = `merchantId=${brand}`
const little = {
  op: 'moneyRange',
  max: { EUR: '20000' },
  minInclusive: true,
  maxInclusive: true,
  onMissing: 'CONVERT',
} as const
const refunds = { txType: { op: 'in', values: ['Refund'] } } as const

let platform: PaymentPlatform
let investigator: Client
let approver: Client
let second: Client

/* Up to 200 EUR nobody approves a refund, up to 1000 EUR one person does, and above two. */
beforeAll(async () => {
  platform = await paymentPlatform()
  await sql`update config set document = document || '{"approval.maxSingle": {"EUR": "1000.00"}}', version = version + 1
    where type = 'MerchantConfig' and merchant_id = 100010000`.execute(platform.db)
  const publish = await rulePublisher(platform)
  await publish(
    'approval',
    {
      conditions: { ...refunds, amount: little },
      outputs: { approvalMethod: 'AUTOMATIC', approvalAction: 'APPROVE' },
    },
    { conditions: refunds, outputs: { approvalMethod: 'MANUAL', levels: 'ONE' } },
  )
  investigator = await platform.as('investigator')
  approver = await platform.as('approver3')
  second = await platform.as('approver2')
})
afterAll(() => platform.close())

let users = 0
async function paid(currency = 'EUR'): Promise<number> {
  const amount = { amount: currency === 'SEK' ? '16000.00' : '1600.00', currency }
  const { body } = await platform.deposit({ userId: `refunded-${++users}`, amount })
  expect(body.state, JSON.stringify(body)).toBe('SUCCESSFUL')
  return body.txId
}
const rowOf = (txId: number) => platform.row({ merchantId: brand, txId })

async function ask(txId: number, amount: string, currency = 'EUR'): Promise<number> {
  const { version } = await rowOf(txId)
  const asked = await investigator.post(`/transaction/${txId}/refund?${at}`, {
    version,
    info: 'Back',
    amount: { amount, currency },
  })
  expect(asked.status, asked.text).toBe(200)
  await sweep(platform.app.payments.machine)
  return asked.body.childId
}

async function decide(who: Client, op: 'approve' | 'deny', id: number) {
  const { version } = await rowOf(id)
  const { status } = await who.post(`/transaction/${id}/${op}?${at}`, { version, info: 'Looked into' })
  await sweep(platform.app.payments.machine)
  return status
}
const stands = async (id: number) => {
  const { statusNo, approvalMode } = await rowOf(id)
  return [statusNo, approvalMode]
}

describe('refunds of one payment', () => {
  it('in parts take as many people as all of them at once', async () => {
    const txId = await paid()
    expect(await stands(await ask(txId, '150.00'))).toEqual([0, 'AUTO'])
    const one = await ask(txId, '150.00')
    expect(await stands(one)).toEqual([351, 'SINGLE'])
    expect(await decide(approver, 'approve', one)).toBe(200)
    expect(await stands(one)).toEqual([0, 'SINGLE'])
    const two = await ask(txId, '800.00')
    expect(await stands(two)).toEqual([351, 'TWO_LEVEL'])
    expect((await rowOf(two)).info).toContain('With other refunds of the payment: 1100.00 EUR')
    expect(await decide(approver, 'approve', two)).toBe(200)
    expect([await decide(approver, 'approve', two), (await rowOf(two)).statusNo]).toEqual([403, 356])
    expect(await decide(second, 'approve', two)).toBe(200)
    expect((await rowOf(two)).statusNo).toBe(0)
    expect(await checkBooks(platform.db, brand)).toEqual([])
  })

  it('that were denied count no more', async () => {
    const txId = await paid()
    const first = await ask(txId, '900.00')
    expect(await stands(first)).toEqual([351, 'SINGLE'])
    expect(await decide(approver, 'deny', first)).toBe(200)
    expect(await stands(await ask(txId, '900.00'))).toEqual([351, 'SINGLE'])
  })

  it('asked for while another waits count with it', async () => {
    const txId = await paid()
    expect(await stands(await ask(txId, '700.00'))).toEqual([351, 'SINGLE'])
    expect(await stands(await ask(txId, '700.00'))).toEqual([351, 'TWO_LEVEL'])
  })

  it('asked for at the same moment are not both passed by one', async () => {
    const txId = await paid()
    const refund = (key: string) =>
      platform.call<{ txId: number }>(
        'POST',
        `/payments/${txId}/refund`,
        { amount: { amount: '700.00', currency: 'EUR' } },
        { 'idempotency-key': `at-once-${txId}-${key}` },
      )
    const both = await Promise.all([refund('one'), refund('other')])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    const modes = await Promise.all(both.map(async ({ body }) => (await rowOf(body.txId)).approvalMode))
    expect(modes).toContain('TWO_LEVEL')
  })

  it('in parts are worth as much as the published rate says, whatever rate somebody entered', async () => {
    const txId = await paid('SEK')
    const rate = await typeWorthlessKrona(platform)
    const first = await ask(txId, '7000.00', 'SEK')
    const part = await ask(txId, '7000.00', 'SEK')
    await rate.remove()
    expect([await stands(first), await stands(part)]).toEqual([
      [351, 'SINGLE'],
      [351, 'TWO_LEVEL'],
    ])
  })
})
