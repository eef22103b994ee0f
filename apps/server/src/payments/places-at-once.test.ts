import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import type { Rule } from '@signalbox/model/rules/rule'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PspCall } from './connectors/connector.ts'
import type { PspOutcome } from './connectors/psp-outcome.ts'
import { skewedPlatform, type SkewedPlatform } from './testing/skewed-nodes.ts'
import { onlyFor } from './testing/publish-rules.ts'
import { scriptedServices } from './testing/scripted-services.ts'
import { findTransaction } from './core/record/transaction-store.ts'
import { answeredCall } from './testing/answered-call.ts'

const merchantId = 100010001
const services = scriptedServices()
const log = answeredCall()

/** Refuses what ends in 66 cents, and everything of a card that nobody likes. */
const answerTo = ({ amount, requestedAmount }: PspCall): PspOutcome =>
  requestedAmount.minor % 100n === 66n
    ? { kind: 'declined', statusNo: 530, pspRefId: null, pspCode: '05', pspMessage: 'No', log }
    : {
        kind: 'approved',
        statusNo: 0,
        pspRefId: randomUUID(),
        pspCode: '00',
        pspMessage: 'Yes',
        amount,
        captured: true,
        log,
      }

let platform: SkewedPlatform

const fee = { fixedFee: { EUR: '100' } }
const cardRow = (userId: string, more: Rule['conditions'] = {}) => ({ ...onlyFor(userId), ...more })

beforeAll(async () => {
  services.answer(answerTo)
  platform = await skewedPlatform(services, [4, -4])
  await platform.publish(
    'fee',
    { conditions: onlyFor('free_five'), outputs: { ...fee, freeCount: 5, freeDays: 30 } },
    { conditions: onlyFor('free_one'), outputs: { ...fee, freeCount: 1, freeDays: 30 } },
    { conditions: onlyFor('next_free'), outputs: { ...fee, nextFree: true } },
  )
  await platform.publish(
    '3ds2-routing',
    {
      conditions: cardRow('exempt', { exemptInRow: { op: 'range', max: { value: 5, inclusive: false } } }),
      outputs: { mpi: '3ds-sim', exemption: 'LOW_VALUE', challenge: 'NO_CHALLENGE' },
    },
    { conditions: cardRow('exempt'), outputs: { mpi: '3ds-sim' } },
  )
  const acme = { psp: 'acmecards', pspAccount: '3DS' }
  await platform.publish('psp-routing', { conditions: onlyFor('exempt', 'budget'), outputs: acme })
  await platform.publish('psp-fallback', {
    conditions: cardRow('budget', { txStatusCode: { op: 'in', values: ['ERR_DECLINED_BANK_REFUSAL'] } }),
    outputs: { pspFallback: 'borealpay', pspFallbackAccount: 'default', maxAttempts: 2 },
  })
})
afterAll(async () => {
  await platform.close()
})

const card = { pan: '4111111111111111', expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' }

const deposit = (userId: string, amount: string, also: object = {}, no = 0): Promise<PaymentAnswer> =>
  platform.pay(platform.nodes[no % platform.nodes.length] as FastifyInstance, '/deposits', {
    userId,
    txType: 'SkrillDeposit',
    amount: { amount, currency: 'EUR' },
    ...also,
  })

/** No two are the same, or the second would be taken for the first sent again. */
const atOnce = (count: number, userId: string, cents: (no: number) => string, also: object = {}) =>
  Promise.all(Array.from({ length: count }, (_, no) => deposit(userId, cents(no), also, no)))

const rowOf = async ({ txId }: PaymentAnswer) => {
  const row = await findTransaction(platform.db, merchantId, txId)
  if (!row) throw new Error(`There is no transaction ${txId}`)
  return row
}

const areFree = async (...payments: readonly PaymentAnswer[]): Promise<boolean[]> =>
  Promise.all(payments.map(async (payment) => (await rowOf(payment)).feeMinor === 0n))

describe('what only so many get, on two nodes whose clocks are eight seconds apart', () => {
  it('five free payments are five, however many come at once', async () => {
    const payments = await atOnce(12, 'free_five', (no) => `10.${10 + no}`)
    expect(payments.map(({ state }) => state)).toEqual(payments.map(() => 'SUCCESSFUL'))
    expect((await areFree(...payments)).filter(Boolean)).toHaveLength(5)
  })

  it('a free payment that fails leaves its place to the next', async () => {
    const failed = await deposit('free_one', '10.66')
    expect(failed.state).toBe('FAILED')
    const next = await deposit('free_one', '11.00')
    const last = await deposit('free_one', '12.00')
    expect(await areFree(failed, next, last)).toEqual([true, true, false])
  })

  it('after one that was charged one is free, however many come at once', async () => {
    expect(await areFree(await deposit('next_free', '10.00'))).toEqual([false])
    // None succeeds before all have their price: each that is charged and succeeds would make another one free.
    let submitted = 0
    let letGo = () => {}
    const allAreThere = new Promise<void>((resolve) => (letGo = resolve))
    services.before('submit', () => {
      if (++submitted === 6) letGo()
      return allAreThere
    })
    const payments = await atOnce(6, 'next_free', (no) => `10.${10 + no}`)
    services.before('submit', () => undefined)
    expect((await areFree(...payments)).filter(Boolean)).toHaveLength(1)
  })

  it('five payments with a card go without strong authentication', async () => {
    const also = { txType: 'CreditcardDeposit', card }
    const payments = await atOnce(8, 'exempt', (no) => `10.${10 + no}`, also)
    const rows = await Promise.all(payments.map(rowOf))
    expect(rows.map(({ threeDsFlow }) => threeDsFlow)).toEqual(rows.map(() => 'FRICTIONLESS'))
    expect(rows.filter(({ threeDsExemption }) => threeDsExemption === 'LOW_VALUE')).toHaveLength(5)
  })

  it('a card is not tried again beyond the budget of its scheme', async () => {
    const also = { txType: 'CreditcardDeposit', card: { ...card, pan: '4242424242424242' } }
    const first = await rowOf(await deposit('budget', '9.66', also))
    expect(first.attemptCount).toBe(2)
    // 2 declines are there; 15 more leave room for one more try after the next decline, and for none after that.
    await sql`insert into scheme_decline (merchant_id, account_hash, at, tx_id, attempt_no, brand, status_no)
      select ${merchantId}, ${first.accountHash}, now(), no, 1, 'VISA', 530 from generate_series(1, 15) no`.execute(
      platform.db,
    )
    const payments = await atOnce(6, 'budget', (no) => `1${no}.66`, also)
    const rows = await Promise.all(payments.map(rowOf))
    expect(rows.map(({ attemptCount }) => attemptCount).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 2])
    expect(rows.filter(({ info }) => info?.includes('retry budget'))).toHaveLength(5)
  })
})
