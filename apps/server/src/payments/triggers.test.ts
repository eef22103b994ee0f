import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from './jobs/payment-work.ts'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { statusCodeOf, txStatuses } from '@signalbox/model/reference/status-codes'
import { ibanOf } from '@signalbox/sandbox/psp/payer-iban'
import { checkBooks } from './ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { eventually } from '../testing/eventually.ts'
import { oneIn } from '../testing/one-in.ts'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform({ transferMs: [0, 50, 50, 50, 50], pollMs: [60_000] })
})
afterAll(() => platform.close())

const card = (pan: string) => ({ card: { pan, expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' } })
const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })
let nextUser = 0
/** Somebody of their own per payment, so that no payment stands in another's way. */
const somebody = () => ({ userId: `user_${(nextUser++ % 50) + 1}` })

describe('cards that decide', () => {
  it.each(
    oneIn(3, [
      ['4111111111111111', 'SUCCESSFUL', 0],
      ['4242424242424242', 'SUCCESSFUL', 0],
      ['5555555555554444', 'SUCCESSFUL', 0],
      ['378282246310005', 'SUCCESSFUL', 0],
      ['4000000000003220', 'WAITING_INPUT', 301],
      ['4000002760003184', 'WAITING_INPUT', 301],
      ['4000000000000119', 'FAILED', 538],
      ['4000000000000259', 'SUCCESSFUL', 0],
      ['4000000000000341', 'SUCCESSFUL', 0],
      ['4000006666660005', 'SUCCESSFUL', 0],
      ['5105105105105100', 'SUCCESSFUL', 0],
      ['5200828282828210', 'SUCCESSFUL', 0],
      ['4000056655665556', 'SUCCESSFUL', 0],
      ['6011111111111117', 'SUCCESSFUL', 0],
      ['3566002020360505', 'SUCCESSFUL', 0],
      ['4000000000000002', 'FAILED', 530],
      ['4000000000009995', 'FAILED', 504],
      ['4000000000009987', 'FAILED', 539],
      ['4000000000009979', 'FAILED', 539],
      ['4000000000000069', 'FAILED', 531],
      ['4000000000000127', 'FAILED', 532],
      ['4111111111111112', 'FAILED', 519],
    ]),
  )('%s: %s %i', async (pan, state, no) => {
    const { status, body } = await platform.deposit({ ...somebody(), ...card(pan) })
    expect({ status, state: body.state, no: body.statusCodeNo }).toEqual({ status: 201, state, no })
  })
})

describe('amounts that decide', () => {
  it.each(
    oneIn(3, [
      ['666.05', 530],
      ['666.12', 502],
      ['666.13', 535],
      ['666.14', 519],
      ['666.15', 536],
      ['666.41', 539],
      ['666.43', 539],
      ['666.51', 504],
      ['666.54', 531],
      ['666.57', 540],
      ['666.59', 503],
      ['666.61', 521],
      ['666.62', 540],
      ['666.65', 543],
      ['666.91', 538],
      ['666.96', 538],
      ['777.02', 501],
      ['777.03', 405],
      ['777.04', 401],
      ['777.06', 303],
      ['777.07', 303],
      ['777.09', 303],
      ['777.11', 301],
      ['777.13', 597],
      ['888.01', 0],
      ['888.02', 529],
      ['888.03', 0],
      ['888.04', 301],
      ['888.05', 301],
      ['888.06', 301],
      ['888.07', 301],
      ['888.08', 550],
      ['999.01', 548],
      ['999.02', 522],
      ['999.03', 520],
      ['999.04', 402],
      ['999.05', 525],
      ['999.06', 546],
    ]),
  )('%s EUR ends with %i', async (amount, no) => {
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

  it('777.01: nobody answers in time', async () => {
    await sql`update psp set read_timeout_ms = 1000 where psp = 'walletx'`.execute(platform.db)
    const { body } = await platform.deposit({
      ...somebody(),
      ...euro('777.01'),
      txType: 'SkrillDeposit',
      card: undefined,
      walletAccount: 'ada@wallet.example',
    })
    expect(body.statusCodeNo).toBe(400)
  })

  it.each([
    ['777.05', 407],
    ['777.08', 0],
    ['777.10', 0],
  ])('%s EUR ends with %i when the callback has come', async (amount, no) => {
    const { body } = await platform.deposit({ ...somebody(), ...euro(amount) })
    expect(await until(body, no)).toBe(no)
  })

  it('777.11: declined first, taken once the user was challenged', async () => {
    const { body } = await platform.deposit({ ...somebody(), ...euro('777.11') })
    await challenge(body, '1234')
    expect(await until(body, 0)).toBe(0)
    expect((await platform.row(body)).attemptCount).toBe(2)
  })

  it.each([
    ['888.04', '', 0, 'CHALLENGED'],
    ['888.05', '', 529, 'CHALLENGE_FAILED'],
    ['888.06', '1234', 0, 'CHALLENGED'],
    ['888.06', '9999', 529, 'CHALLENGE_FAILED'],
    ['888.07', '', 551, 'CHALLENGE_FAILED'],
  ])('%s EUR after the page of the bank, code "%s": %i, kept as %s', async (amount, otp, no, flow) => {
    const { body } = await platform.deposit({ ...somebody(), ...euro(amount) })
    expect((await platform.row(body)).threeDsFlow).toBe('CHALLENGE')
    await challenge(body, otp)
    expect(await until(body, no)).toBe(no)
    expect((await platform.row(body)).threeDsFlow).toBe(flow)
  })

  it('999.07: the merchant takes note at the third try', async () => {
    const { body } = await platform.deposit({ ...somebody(), ...euro('999.07') })
    expect(body.state).toBe('PROCESSING')
    const swept = async () => {
      await sweep(platform.app.payments.machine)
      return (await platform.row(body)).statusNo
    }
    expect(await eventually(swept, (no) => no === 0)).toBe(0)
  })
})

async function until(body: PaymentAnswer, no: number): Promise<number> {
  const statusNo = async () => (await platform.row(body)).statusNo
  return eventually(statusNo, (reached) => reached === no, `Not ${no}`)
}

/** Sits at the page of the bank, types a code in where it asks for one, and comes back. */
async function challenge({ redirectOutput }: PaymentAnswer, otp: string): Promise<void> {
  const url = redirectOutput?.url ?? ''
  const page = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? ''
  const typed = otp && { method: 'POST', body: new URLSearchParams({ otp }) }
  await fetch(page, { redirect: 'manual', ...typed })
  await fetch(`${url}?back=1`, { redirect: 'manual' })
}

describe('users that decide', () => {
  it.each([
    ['kyc-underage-1', 565],
    ['kyc-fail-1', 564],
    ['kyc-down-1', 566],
    ['fraud-high-1', 571],
    ['user_blocked', 547],
    ['kyc-pep-1', 0],
    ['fraud-mid-1', 301],
  ])('%s ends with %i', async (userId, no) => {
    const { body } = await platform.deposit({ userId })
    expect(body.statusCodeNo).toBe(no)
  })
})

describe('a user whose check takes its time', () => {
  const delays = (delayScale: number) =>
    fetch(`${platform.sandboxUrl}/admin/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ delayScale }),
    })

  it('waits for it', async () => {
    await delays(1)
    const { body } = await platform.deposit({ userId: 'kyc-pending-1' })
    await delays(0)
    expect(body.statusCodeNo).toBe(305)
  })
})

describe('accounts to pay out to', () => {
  it.each([
    ['SE4550000000058398257467', 519],
    ['DE89370400440532013000', 351],
    ['SE4550000000058398257466', 351],
  ])('%s: %i', async (iban, no) => {
    const { body } = await platform.withdraw({ ...somebody(), iban })
    expect(body.statusCodeNo).toBe(no)
  })
})

describe('payouts after approval', () => {
  async function payOut(payout: Record<string, unknown>, no: number): Promise<number> {
    const { body } = await platform.withdraw(payout)
    const approver = await platform.as('approver1')
    const { version } = await platform.row(body)
    const path = `/transaction/${body.txId}/approve?merchantId=100010001`
    expect((await approver.post(path, { version, info: 'Seen' })).status).toBe(200)
    await sweep(platform.app.payments.machine)
    return until(body, no)
  }

  it.each([
    ['FI2112345600000785', 410],
    ['GB29NWBK60161331926819', 505],
    ['NO9386011117947', 575],
    ['MT84MALT011000012345MTLCAST001S', 1],
  ])('to %s end with %i', async (iban, no) => {
    expect(await payOut({ ...somebody(), iban }, no)).toBe(no)
  })

  it('of less than we said are a case, and the books keep what was owed', async () => {
    const asked = euro('61.37')
    const amountRange = { from: '61.37', to: '61.37', currency: 'EUR' }
    const script = {
      psp: 'nordbank',
      match: { amountRange },
      steps: [{ action: 'RESPOND', amountFactor: 0.9 }],
    }
    const told = await fetch(`${platform.sandboxUrl}/admin/scripts/pays-too-little`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(script),
    })
    expect(told.status).toBe(200)
    expect(await payOut({ ...somebody(), ...asked, iban: ibanOf('paid-too-little') }, 407)).toBe(407)
  })
})

describe('a stored card made for it', () => {
  it('is refused when it is repeated', async () => {
    const userId = 'user_7'
    const { body } = await platform.deposit({ userId, storeAccount: true, ...card('4000000000000341') })
    const { accountId } = await platform.row(body)
    const again = { merchantId: 100010001, userId, txType: 'CreditcardDeposit', accountId, ...euro('5.00') }
    const repeated = await platform.call('POST', '/repeat', again, { 'idempotency-key': 'repeat-of-341' })
    expect(repeated.body.statusCodeNo).toBe(530)
  })
})

describe('after all of that', () => {
  it('a payment has been in each of the nine statuses', async () => {
    const { body } = await platform.withdraw({ ...somebody(), iban: ibanOf('who-changes-their-mind') })
    await platform.call('DELETE', `/payments/${body.txId}`)
    const { rows } = await sql<{ no: number }>`select distinct to_no as no from tx_event`.execute(platform.db)
    const reached = new Set(rows.map(({ no }) => statusCodeOf(no)?.status))
    expect(txStatuses.filter((status) => !reached.has(status))).toEqual([])
  })

  it('the books are right and every payment is in a state its number says', async () => {
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from transaction
      where next_step is not null and lease_until < now()`.execute(platform.db)
    expect(rows[0]?.count).toBe(0)
  })
})
