import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureDue } from './jobs/capture-due.ts'
import { expireDue, pollDue, sweep } from './jobs/payment-work.ts'
import { checkBooks } from './ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { payOnBankPage } from './testing/pay-on-bank-page.ts'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform({ transferMs: [0, 50, 50, 50, 50], pollMs: [60_000] })
})
afterAll(async () => {
  await platform.close()
})

const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })
const post = (path: string, body: unknown = {}) =>
  platform.call('POST', path, body, { 'idempotency-key': randomUUID() })

describe('a withdrawal', () => {
  it('is reserved, waits for approval, is paid out and booked', async () => {
    const { body } = await platform.withdraw()
    expect(body.statusCode).toBe('WAITING_WITHDRAWAL_APPROVAL')
    const mine = await post(`/payments/${body.txId}/approve`)
    expect(mine.status).toBe(403)
    const approver = await platform.as('approver1')
    const version = (await platform.row(body)).version
    const stale = await approver.post(`/transaction/${body.txId}/approve?merchantId=100010001`, {
      version: version - 1,
    })
    expect(stale.status).toBe(409)
    const approved = await approver.post(`/transaction/${body.txId}/approve?merchantId=100010001`, {
      version,
    })
    expect(approved.status).toBe(200)
    await sweep(platform.app.payments.machine)
    const paid = await platform.until(body, 'SUCCESSFUL')
    expect(paid.statusCode).toBe('SUCCESS_WITHDRAWAL_APPROVAL')
  })

  it('of much money needs two different people', async () => {
    const { body } = await platform.withdraw({ ...euro('6000.00') })
    const path = `/transaction/${body.txId}/approve?merchantId=100010001`
    const decide = async (who: string) =>
      (await platform.as(who)).post(path, { version: (await platform.row(body)).version })
    expect((await decide('approver2')).status).toBe(403)
    expect((await decide('approver1')).body.statusNo).toBe(356)
    expect((await decide('approver1')).status).toBe(403)
    expect((await decide('approver2')).status).toBe(200)
    await sweep(platform.app.payments.machine)
    expect((await platform.until(body, 'SUCCESSFUL')).statusCodeNo).toBe(1)
  })

  it('is denied, and the reserve is gone', async () => {
    const { body } = await platform.withdraw()
    const approver = await platform.as('approver1')
    const path = (op: string) => `/transaction/${body.txId}/${op}?merchantId=100010001`
    const now = async () => ({ version: (await platform.row(body)).version })
    expect((await approver.post(path('hold'), await now())).body.statusNo).toBe(355)
    expect((await approver.post(path('approve'), await now())).status).toBe(409)
    expect((await approver.post(path('unhold'), await now())).body.statusNo).toBe(351)
    expect((await approver.post(path('deny'), { ...(await now()), info: 'No documents' })).status).toBe(200)
    await sweep(platform.app.payments.machine)
    expect((await platform.row(body)).statusNo).toBe(601)
  })

  it('can be taken back by the user while nobody has approved it', async () => {
    const { body } = await platform.withdraw()
    const cancelled = await platform.call('DELETE', `/payments/${body.txId}`)
    expect(cancelled.body.statusCode).toBe('ERR_CANCELLED_BY_USER')
    const again = await platform.call('DELETE', `/payments/${body.txId}`)
    expect(again.status).toBe(409)
  })
})

describe('a deposit with a challenge', () => {
  it('waits for the user and ends when they come back', async () => {
    const { body } = await platform.deposit({ ...euro('888.04') })
    expect(body.statusCodeNo).toBe(301)
    const page = await fetch(body.redirectOutput?.url ?? '', { redirect: 'manual' })
    expect(page.status).toBe(303)
    const challenge = await fetch(page.headers.get('location') ?? '', { redirect: 'manual' })
    expect(challenge.status).toBeLessThan(400)
    const back = await fetch(`${body.redirectOutput?.url}?back=1`, { redirect: 'manual' })
    expect(back.headers.get('location')).toContain('https://northlight.example/cashier/')
    expect((await platform.until(body, 'SUCCESSFUL')).statusCodeNo).toBe(0)
  })

  it('posts a form to the bank from a page that nobody can frame, and markup in it is only text', async () => {
    const { body } = await platform.deposit({ ...euro('888.04') })
    const target = { url: 'https://bank.example/acs', method: 'POST', parameters: { creq: '"><script>' } }
    await sql`update transaction set step_state = jsonb_set(step_state, '{redirectTarget}', ${JSON.stringify(target)})
      where id = ${body.txId}`.execute(platform.db)
    const page = await fetch(body.redirectOutput?.url ?? '')
    expect(await page.text()).toContain('name="creq" value="&quot;&gt;&lt;script&gt;"')
    expect(page.headers.get('content-security-policy')?.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      'form-action https://bank.example',
      "frame-ancestors 'none'",
      "style-src 'unsafe-inline'",
    ])
  })

  it('expires when they do not', async () => {
    const { body } = await platform.deposit({ ...euro('888.07') })
    expect(body.statusCodeNo).toBe(301)
    await sql`update transaction set expires_at = now() - interval '1 minute' where id = ${body.txId}`.execute(
      platform.db,
    )
    await expireDue(platform.app.payments.machine)
    expect((await platform.row(body)).statusNo).toBe(551)
  })
})

describe('a bank deposit', () => {
  it('waits for the notification of the bank', async () => {
    const { body } = await platform.deposit({ txType: 'BankDeposit', card: undefined, ...euro('40.00') })
    expect(['WAITING_INPUT', 'SUCCESSFUL']).toContain(body.state)
    await payOnBankPage(platform, body)
    const ended = await platform.until(body, 'SUCCESSFUL', 'FAILED')
    expect(ended.state).toBe('SUCCESSFUL')
  })
})

describe('a redeemed voucher', () => {
  it('is refunded', async () => {
    const code = `REFUND${Date.now().toString(36).toUpperCase()}`
    const voucher = {
      txType: 'VoucherDeposit',
      type: 'partner',
      card: undefined,
      voucherCode: code,
      ...euro('20.00'),
    }
    const { body } = await platform.deposit({ userId: 'with_voucher', ...voucher })
    expect(body.state).toBe('SUCCESSFUL')
    const refund = await post(`/payments/${body.txId}/refund`)
    expect(refund.body).toMatchObject({ state: 'SUCCESSFUL', ...euro('20.00') })
  })
})

describe('reserved money', () => {
  it('is captured by itself and refunded to the last cent', async () => {
    const { body } = await platform.deposit({ ...euro('100.00'), authType: 'PRE_AUTH' })
    expect(body.statusCodeNo).toBe(4)
    await captureDue(platform.app.payments.machine)
    const captured = await platform.row(body)
    expect({ no: captured.statusNo, captured: captured.capturedAmountMinor }).toEqual({
      no: 5,
      captured: 10_000n,
    })
    const part = await post(`/payments/${body.txId}/refund`, euro('33.33'))
    expect(part.body.state).toBe('SUCCESSFUL')
    const tooMuch = await post(`/payments/${body.txId}/refund`, euro('66.68'))
    expect(tooMuch.status).toBe(409)
    const rest = await post(`/payments/${body.txId}/refund`)
    expect({ state: rest.body.state, amount: rest.body.amount.amount }).toEqual({
      state: 'SUCCESSFUL',
      amount: '66.67',
    })
    expect((await post(`/payments/${body.txId}/refund`)).status).toBe(409)
  })

  it('is voided, and can then neither be captured nor refunded', async () => {
    const { body } = await platform.deposit({ ...euro('60.00'), authType: 'PRE_AUTH' })
    const voided = await post(`/payments/${body.txId}/void`)
    expect(voided.body.state).toBe('SUCCESSFUL')
    expect((await post(`/payments/${body.txId}/capture`)).status).toBe(409)
    const refused = await post(`/payments/${body.txId}/refund`)
    const message = 'Nothing was captured; the reservation was voided.'
    expect(refused).toMatchObject({ status: 409, body: { message } })
    const amount = { amount: '60.00', currency: 'EUR' }
    expect((await platform.call('GET', `/payments/${body.txId}`)).body).toMatchObject({
      state: 'SUCCESSFUL',
      statusCodeNo: 3,
      capturedAmount: { amount: '0.00', currency: 'EUR' },
      voidedAmount: amount,
    })
  })
})

describe('a bank account that belongs to one user', () => {
  it('goes to one of five who want to be paid out to it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        platform.withdraw({ userId: `rival_${i}`, iban: 'DE02120300000000202051' }),
      ),
    )
    const numbers = answers.map(({ body }) => body.statusCodeNo)
    expect(numbers.filter((no) => no === 515).length).toBe(4)
  })
})

describe('an answer that never came', () => {
  it('is not understood until the PSP is asked again', async () => {
    const { body } = await platform.deposit({ ...euro('777.03') })
    expect(body.state).toBe('INCONSISTENT')
    await sql`update transaction set poll_at = now() - interval '1 minute' where id = ${body.txId}`.execute(
      platform.db,
    )
    await pollDue(platform.app.payments.machine)
    await sweep(platform.app.payments.machine)
    const row = await platform.row(body)
    expect([0, 577, 405]).toContain(row.statusNo)
  })
})

describe('a card check', () => {
  it('is one from the beginning to the end, and not a deposit', async () => {
    const check = { txType: 'CreditcardAccountVerification', userId: 'user_31', ...euro('0.00') }
    const { body } = await platform.deposit(check)
    expect(body).toMatchObject({ state: 'SUCCESSFUL', method: 'ACCOUNT_VERIFICATION' })
    const { body: found } = await platform.call<{ items: { txId: number }[] }>(
      'GET',
      '/payments?userId=user_31',
    )
    expect(found.items.map(({ txId }) => txId)).toEqual([body.txId])
    expect((await post(`/payments/${body.txId}/refund`)).status).toBe(409)
  })
})

describe('after all of that', () => {
  it('the books are right', async () => {
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
  })
})
