import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Semaphore } from '../kit/semaphore.ts'
import { clientOf, type Client } from '../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../testing/test-app.ts'
import type { CallbackSubject } from '@signalbox/model/payments/callback-subject'
import { receiveCallback } from './core/flow/callbacks.ts'
import { sweep } from './jobs/payment-work.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import { callbackOf, scriptedServices } from './testing/scripted-services.ts'
import { findTransaction } from './core/record/transaction-store.ts'

const merchantId = 100010001
const services = scriptedServices()
const euros = (minor: string) => ({ EUR: minor })

let platform: TestPlatform
let publish: Awaited<ReturnType<typeof rulePublisher>>
let api: Client
let approver: Client

const daily = ['next_day', 'takes_room_now', 'all_at_once']
const waiting = [...daily, 'lowered', 'hourly', 'single', 'unlimited', 'net_payout']

beforeAll(async () => {
  platform = await testPlatform({}, { services })
  const granted = await platform.app.inject({
    method: 'POST',
    url: '/signalbox/oauth/token?grant_type=client_credentials',
    headers: {
      authorization: `Basic ${Buffer.from('demo-client:demo-client-secret').toString('base64')}`,
    },
  })
  const token = granted.json<{ access_token: string }>().access_token
  api = clientOf(platform.app, '/signalbox/api/v1', () => ({
    authorization: `Bearer ${token}`,
    'idempotency-key': randomUUID(),
  }))
  approver = await platform.as('approver1')
  publish = await rulePublisher(platform, merchantId)
  await publish('approval', {
    conditions: { ...onlyFor(...waiting), method: { op: 'in', values: ['WITHDRAWAL'] } },
    outputs: { approvalMethod: 'MANUAL' },
  })
  await publish('user-psp-account', {
    conditions: onlyFor(...waiting),
    outputs: { requireUsedForDeposit: false, canShare: true },
  })
  const thousand = { window: 'ROLLING', rollingHours: 24, maxSum: euros('100000') }
  await publish(
    'period-limit',
    { conditions: onlyFor(...daily, 'gross_refund'), outputs: thousand },
    {
      conditions: onlyFor('net_refund', 'net_dispute', 'net_payout'),
      outputs: { ...thousand, net: true },
    },
    { conditions: onlyFor('net_count'), outputs: { ...thousand, net: true, maxCount: 2 } },
  )
  await publish('velocity', {
    conditions: onlyFor('hourly'),
    outputs: { scope: 'USER', window: 1, unit: 'HOUR', maxTx: 1, action: 'DECLINE' },
  })
})
afterAll(async () => {
  await platform.close()
})

async function withdraw(userId: string, amount: string): Promise<PaymentAnswer> {
  const { status, body } = await api.post('/withdrawals', {
    merchantId,
    userId,
    sessionId: 's-1',
    txType: 'BankIBANWithdrawal',
    amount: { amount, currency: 'EUR' },
    iban: 'DE89370400440532013000',
    ip: '192.0.2.10',
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as PaymentAnswer
}

const row = async ({ txId }: PaymentAnswer) => {
  const found = await findTransaction(platform.db, merchantId, txId)
  if (!found) throw new Error(`There is no transaction ${txId}`)
  return found
}

const approve = async (payment: PaymentAnswer): Promise<void> => {
  const answer = await approver.post(`/transaction/${payment.txId}/approve?merchantId=${merchantId}`, {
    version: (await row(payment)).version,
    info: 'The user was called back',
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

/** Approves and lets the payment go as far as it goes. */
async function decided(payment: PaymentAnswer): Promise<number> {
  await approve(payment)
  await sweep(platform.app.payments.machine)
  return (await row(payment)).statusNo
}

/** As if the payment had been asked for so much earlier. */
const age = (payment: PaymentAnswer, hours: number) =>
  sql`update counter_event set at = at - ${`${hours} hours`}::interval
    where merchant_id = ${merchantId} and tx_id = ${payment.txId}`.execute(platform.db)

describe('a withdrawal that waited for approval', () => {
  it('is refused when others have used up the room meanwhile, and the merchant releases it', async () => {
    const first = await withdraw('next_day', '600.00')
    await age(first, 25)
    const second = await withdraw('next_day', '601.00')
    expect(await decided(second)).toBe(1)
    expect(await decided(first)).toBe(521)
    expect(services.told.get(first.txId)).toEqual(['authorize', 'cancel'])
    expect((await row(first)).info).toContain('leaves no room for 600.00 EUR')
  })

  it('takes its room when it is paid out, not when it was asked for', async () => {
    const first = await withdraw('takes_room_now', '600.00')
    await age(first, 25)
    expect(await decided(first)).toBe(1)
    expect((await withdraw('takes_room_now', '601.00')).statusCodeNo).toBe(521)
  })

  it('finds room for exactly one of those approved at once', async () => {
    const all: PaymentAnswer[] = []
    for (const amount of ['600.00', '601.00', '602.00', '603.00']) {
      const next = await withdraw('all_at_once', amount)
      expect(next.state).toBe('WAITING_APPROVAL')
      await age(next, 25)
      all.push(next)
    }
    await Promise.all(all.map(approve))
    await sweep(platform.app.payments.machine)
    const ends = await Promise.all(all.map(async (each) => (await row(each)).statusNo))
    expect(ends.toSorted((a, b) => a - b)).toEqual([1, 521, 521, 521])
  })

  it('goes by limits that came into force meanwhile, and whoever asked first is served first', async () => {
    const first = await withdraw('lowered', '300.00')
    const second = await withdraw('lowered', '301.00')
    await publish('period-limit', {
      conditions: onlyFor('lowered'),
      outputs: { window: 'DAY', maxSum: euros('50000') },
    })
    expect(await decided(second)).toBe(521)
    expect(await decided(first)).toBe(1)
  })

  it('is not refused for tries that came after it and were refused themselves', async () => {
    const first = await withdraw('hourly', '30.00')
    expect((await withdraw('hourly', '31.00')).statusCodeNo).toBe(503)
    expect(await decided(first)).toBe(1)
  })

  it('is refused by a velocity rule that came into force meanwhile', async () => {
    const first = await withdraw('unlimited', '30.00')
    const second = await withdraw('unlimited', '31.00')
    await publish('velocity', {
      conditions: onlyFor('unlimited'),
      outputs: { scope: 'USER', window: 1, unit: 'HOUR', maxTx: 1, action: 'DECLINE' },
    })
    expect(await decided(second)).toBe(503)
    expect(await decided(first)).toBe(1)
  })

  it('is refused when single payments of its amount are not allowed any more', async () => {
    const first = await withdraw('single', '300.00')
    await publish('limit', {
      conditions: onlyFor('single'),
      outputs: { min: euros('1'), max: euros('10000') },
    })
    expect(await decided(first)).toBe(526)
  })
})

describe('a limit of net deposits', () => {
  const deposit = async (userId: string, amount: string): Promise<PaymentAnswer> => {
    const { status, body } = await api.post('/deposits', {
      merchantId,
      userId,
      sessionId: 's-1',
      txType: 'SkrillDeposit',
      amount: { amount, currency: 'EUR' },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body as PaymentAnswer
  }
  const refund = async ({ txId }: PaymentAnswer, amount: string) => {
    const { body } = await api.post(`/payments/${txId}/refund`, { amount: { amount, currency: 'EUR' } })
    expect(body).toMatchObject({ state: 'SUCCESSFUL' })
  }
  /** The PSP reports that money went back, or came back again. */
  const reports = async (payment: PaymentAnswer, subject: CallbackSubject, minor: bigint) => {
    const { psp, pspAccount } = await row(payment)
    await receiveCallback(platform.app.payments.machine, {
      psp: psp ?? '',
      account: pspAccount ?? '',
      raw: callbackOf({
        eventId: randomUUID(),
        reference: payment.txRefId,
        statusNo: 0,
        subject,
        amount: { minor, currency: 'EUR' },
      }),
      ip: '192.0.2.1',
      semaphore: new Semaphore(1),
    })
  }

  it('has room again for what was refunded, and a limit of deposits has not', async () => {
    for (const [userId, after] of [
      ['net_refund', 0],
      ['gross_refund', 521],
    ] as const) {
      const first = await deposit(userId, '600.00')
      expect((await deposit(userId, '601.00')).statusCodeNo).toBe(521)
      await refund(first, '200.00')
      expect((await deposit(userId, '600.01')).statusCodeNo).toBe(521)
      expect((await deposit(userId, '600.00')).statusCodeNo).toBe(after)
    }
  })

  it('has room for what was charged back until the dispute is won', async () => {
    const first = await deposit('net_dispute', '600.00')
    await reports(first, 'disputeFiled', 60_000n)
    expect((await deposit('net_dispute', '700.00')).statusCodeNo).toBe(0)
    await reports(first, 'disputeResolved', 60_000n)
    expect((await deposit('net_dispute', '1.00')).statusCodeNo).toBe(521)
  })

  it('has no room for a payout that came back, and none is refused by it', async () => {
    await deposit('net_payout', '900.00')
    const payout = await withdraw('net_payout', '500.00')
    expect(await decided(payout)).toBe(1)
    expect((await deposit('net_payout', '600.01')).statusCodeNo).toBe(521)
    await reports(payout, 'reversal', 50_000n)
    expect((await deposit('net_payout', '100.01')).statusCodeNo).toBe(521)
    expect((await deposit('net_payout', '100.00')).statusCodeNo).toBe(0)
  })

  it('counts deposits alone where it limits their number', async () => {
    const first = await deposit('net_count', '20.00')
    await refund(first, '20.00')
    expect((await deposit('net_count', '21.00')).statusCodeNo).toBe(0)
    expect((await deposit('net_count', '22.00')).statusCodeNo).toBe(521)
  })
})
