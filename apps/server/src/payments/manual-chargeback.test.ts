import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { checkBooks } from './ledger/invariants.ts'
import {
  amounts,
  casesOf,
  childrenOf,
  deposit,
  euro,
  happens,
  heard,
  merchantId,
  openCases,
  operate,
  platform,
  startReturns,
} from './testing/returned-money.ts'

/** A chargeback that somebody writes down by hand, against what the PSP's own report of the same would have booked. */
beforeAll(startReturns)
afterAll(() => platform.close())

const write = (body: PaymentAnswer, amount?: string) =>
  operate('investigator', body, 'correction', {
    correction: 'ManualChargeback',
    info: 'Bank letter',
    notificationDate: '2026-02-01',
    ...(amount !== undefined && { amount: euro(amount) }),
  })
const writeWon = (body: PaymentAnswer, amount?: string) =>
  operate('investigator', body, 'correction', {
    correction: 'ManualChargebackWon',
    info: 'Won it',
    ...(amount !== undefined && { amount: euro(amount) }),
  })

/** The most that is offered to be charged back, or won. */
const offered = async ({ txId }: PaymentAnswer, type: string): Promise<string | undefined> => {
  const client = await platform.as('investigator')
  const { body } = await client.get(`/transaction/${txId}/reason?merchantId=${merchantId}`)
  const { corrections } = body as { corrections: { type: string; most: { amount: string } | null }[] }
  return corrections.find((each) => each.type === type)?.most?.amount
}

/** What moved and where it was booked, whoever wrote it down. */
const booked = async (body: PaymentAnswer) => {
  const client = await platform.as('investigator')
  const children = await childrenOf(body)
  const entries = await Promise.all(
    children.map(async ({ id }) => {
      const { body: answer } = await client.get(`/transaction/${id}/posting?merchantId=${merchantId}`)
      const { entries: found } = answer as {
        entries: { eventType: string; lines: unknown[] }[]
      }
      return found.map(({ eventType, lines }) => ({ eventType, lines }))
    }),
  )
  return { moved: amounts(children).map(([, ...minor]) => minor), entries }
}

const kinds = [
  ['an added fee with tax', 'user_2', [-6100, 500, 125, 6725]],
  ['a deducted fee with tax', 'user_4', [-5475, 500, 125, 6100]],
  ['a fee the merchant bears', 'user_6', [-6100, 0, 0, 6100]],
] as const
/** What the user pays is what could be forgotten; other currencies and taxes are in `parts-of-a-payment.test.ts`. */
const feesOfUser = kinds.slice(0, 2)

describe('a chargeback written down by hand', () => {
  it.each(kinds)('of a deposit with %s takes all that the PSP took', async (_what, userId, whole) => {
    const body = await deposit(userId, '61.00')
    const charged = (whole[3] / 100).toFixed(2)
    expect(await offered(body, 'ManualChargeback')).toBe(charged)
    const done = await write(body)
    expect(done.status, done.text).toBe(200)
    expect(amounts(await childrenOf(body))).toEqual([['ManualChargeback', ...whole]])
    expect(await offered(body, 'ManualChargeback')).toBeUndefined()
    expect((await write(body, '0.01')).body.message).toBe(
      'The full amount was already refunded or charged back.',
    )
    // And the PSP's own report finds as little left as the offer.
    await happens(body, { act: 'dispute' })
    await heard(body, 1)
    expect((await openCases(body)).map(({ cause }) => cause)).toEqual([
      expect.stringContaining('Only 0.00 EUR is left of it'),
    ])
    expect(await offered(body, 'ManualChargebackWon')).toBe(charged)
    expect((await writeWon(body)).status).toBe(200)
    expect(await offered(body, 'ManualChargeback')).toBe(charged)
  })

  it.each(feesOfUser)(
    'of a deposit with %s books what a dispute by the PSP books',
    async (_what, userId, whole) => {
      const [byHand, byPsp] = [await deposit(userId, '61.00'), await deposit(userId, '61.00')]
      const rest = ((whole[3] - 3333) / 100).toFixed(2)
      for (const [index, part] of ['33.33', rest].entries()) {
        const written = await write(byHand, part)
        expect(written.status, written.text).toBe(200)
        await happens(byPsp, { act: 'dispute', amount: part })
        await heard(byPsp, index + 1)
      }
      const expected = await booked(byPsp)
      expect(expected.moved).toHaveLength(2)
      expect(expected.entries.flat().map(({ lines }) => lines.length)).toEqual([2, 2])
      expect(await booked(byHand)).toEqual(expected)
      for (const each of [byHand, byPsp]) expect(await offered(each, 'ManualChargeback')).toBeUndefined()
      for (const part of ['0.01', undefined]) expect((await writeWon(byHand, part)).status).toBe(200)
      expect(await offered(byHand, 'ManualChargebackWon')).toBeUndefined()
      expect((await platform.row(byHand)).chargebackAmountMinor).toBe(0n)
    },
  )

  it('takes the fee that a refund left, and no more', async () => {
    const body = await deposit('user_2', '61.00')
    expect((await operate('investigator', body, 'correction', refundElsewhere)).status).toBe(200)
    expect(await offered(body, 'ManualChargeback')).toBe('6.25')
    expect(await offered(body, 'ManualRefund')).toBeUndefined()
    expect((await write(body, '6.26')).body.message).toBe('At most 6.25 EUR is left.')
    for (const part of ['1.25', undefined]) expect((await write(body, part)).status).toBe(200)
    const taken = (await childrenOf(body)).slice(1)
    expect(amounts(taken)).toEqual([
      ['ManualChargeback', 0, 100, 25, 125],
      ['ManualChargeback', 0, 400, 100, 500],
    ])
    expect(await offered(body, 'ManualChargeback')).toBeUndefined()
    expect((await writeWon(body)).status).toBe(200)
    expect(amounts(await childrenOf(body)).at(-1)).toEqual(['ManualChargebackWon', 0, 500, 125, 625])
  })

  it('closes the dispute of a fee alone only when the last of it was won', async () => {
    const body = await deposit('user_2', '61.00')
    expect((await operate('investigator', body, 'correction', refundElsewhere)).status).toBe(200)
    await happens(body, { act: 'dispute', amount: '6.25' })
    await heard(body, 1)
    const [, dispute] = await childrenOf(body)
    const state = async () => (await casesOf({ txId: dispute?.id ?? 0 })).map((each) => each.state)
    expect((await writeWon(body, '6.00')).status).toBe(200)
    expect(await state()).toEqual(['OPEN'])
    expect((await writeWon(body)).status).toBe(200)
    expect(await state()).toEqual(['RESOLVED'])
  })

  it('leaves books behind that hold', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})

const refundElsewhere = { correction: 'ManualRefund', info: 'Paid back by hand' }
