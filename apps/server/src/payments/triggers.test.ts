import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from './jobs/payment-work.ts'
import { checkBooks } from './ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform({ transferMs: [0, 50, 50, 50, 50], pollMs: [60_000] })
}, 90_000)
afterAll(() => platform.close())

const card = (pan: string) => ({ card: { pan, expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' } })
const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })
let nextUser = 0
/** Somebody of their own per payment, so that no payment stands in another's way. */
const somebody = () => ({ userId: `user_${(nextUser++ % 50) + 1}` })

describe('cards that decide', () => {
  it.each([
    ['4111111111111111', 'SUCCESSFUL', 0],
    ['4242424242424242', 'SUCCESSFUL', 0],
    ['5555555555554444', 'SUCCESSFUL', 0],
    ['378282246310005', 'SUCCESSFUL', 0],
    ['4000000000003220', 'WAITING_INPUT', 301],
    ['4000000000000002', 'FAILED', 530],
    ['4000000000009995', 'FAILED', 504],
    ['4000000000009987', 'FAILED', 539],
    ['4000000000009979', 'FAILED', 539],
    ['4000000000000069', 'FAILED', 531],
    ['4000000000000127', 'FAILED', 532],
    ['4111111111111112', 'FAILED', 519],
  ])('%s: %s %i', async (pan, state, no) => {
    const { status, body } = await platform.deposit({ ...somebody(), ...card(pan) })
    expect({ status, state: body.state, no: body.statusCodeNo }).toEqual({ status: 201, state, no })
  })
})

describe('amounts that decide', () => {
  it.each([
    ['666.05', 530],
    ['666.12', 502],
    ['666.13', 535],
    ['666.14', 519],
    ['666.15', 536],
    ['666.41', 539],
    ['666.51', 504],
    ['666.54', 531],
    ['666.57', 540],
    ['666.59', 503],
    ['666.61', 521],
    ['666.65', 543],
    ['777.03', 405],
    ['777.04', 401],
    ['777.13', 597],
    ['888.01', 0],
    ['888.02', 529],
    ['888.03', 0],
    ['888.08', 550],
    ['999.01', 548],
    ['999.02', 522],
    ['999.03', 520],
    ['999.04', 402],
    ['999.05', 525],
    ['999.06', 546],
  ])('%s EUR ends with %i', async (amount, no) => {
    const { body } = await platform.deposit({ ...somebody(), ...euro(amount), ...card('4000006666660005') })
    expect(body.statusCodeNo).toBe(no)
  })

  it('777.12: out of service at the first PSP, so the second one takes it', async () => {
    const { body } = await platform.deposit({ ...somebody(), ...euro('777.12') })
    const row = await platform.row(body)
    expect({ first: row.initiatedPsp, last: row.psp, attempts: row.attemptCount }).toEqual({
      first: 'acmecards',
      last: 'borealpay',
      attempts: 2,
    })
  })

  it('999.07: the merchant takes note at the third try', async () => {
    const { body } = await platform.deposit({ ...somebody(), ...euro('999.07') })
    expect(body.state).toBe('PROCESSING')
    for (let i = 0; i < 6 && (await platform.row(body)).statusNo !== 0; i++) {
      await new Promise((resolve) => setTimeout(resolve, 80))
      await sweep(platform.app.payments.machine)
    }
    expect((await platform.row(body)).statusNo).toBe(0)
  })
})

describe('users that decide', () => {
  it.each([
    ['kyc-underage-1', 565],
    ['kyc-fail-1', 564],
    ['kyc-down-1', 566],
    ['fraud-high-1', 571],
    ['user_blocked', 547],
  ])('%s ends with %i', async (userId, no) => {
    const { body } = await platform.deposit({ userId })
    expect(body.statusCodeNo).toBe(no)
  })
})

describe('accounts to pay out to', () => {
  it.each([
    ['SE4550000000058398257467', 519],
    ['DE89370400440532013000', 351],
  ])('%s: %i', async (iban, no) => {
    const { body } = await platform.withdraw({ ...somebody(), iban })
    expect(body.statusCodeNo).toBe(no)
  })
})

describe('after all of that', () => {
  it('the books are right and every payment is in a state its number says', async () => {
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from transaction
      where next_step is not null and lease_until < now()`.execute(platform.db)
    expect(rows[0]?.count).toBe(0)
  })
})
