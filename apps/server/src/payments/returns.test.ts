import { sql } from 'kysely'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../kit/database.ts'
import { eventually } from '../testing/eventually.ts'
import { applyDueCallbacks } from './core/flow/apply-callback.ts'
import { checkBooks } from './ledger/invariants.ts'
import { oneDecides } from './testing/one-decides.ts'
import {
  amounts,
  casesOf,
  childrenOf,
  decide,
  deposit,
  euro,
  expectBooksAgree,
  happens,
  heard,
  heardOf,
  machine,
  merchantId,
  openCases,
  operationsOf,
  operate,
  outcomes,
  payOut,
  platform,
  startReturns,
  walletAt,
} from './testing/returned-money.ts'

beforeAll(startReturns)
afterAll(() => platform.close())

/** What went back of a payment whole, and is not counted as much as the payment was. */
const countedTwice = async ({ txId }: { readonly txId: number }) => {
  const { rows } = await sql`select paid.amounts, back.amounts as back from counter_event paid
    join transaction child on child.merchant_id = paid.merchant_id and child.origin_tx_id = paid.tx_id
    join counter_event back on back.merchant_id = child.merchant_id and back.tx_id = child.id
    where paid.tx_id = ${txId} and paid.amounts <> back.amounts`.execute(platform.db)
  return rows
}

/** As the public API shows it. */
const answerOf = async ({ txId }: { readonly txId: number }) =>
  (await platform.call('GET', `/payments/${txId}`)).body

describe('a deposit with a fee of the user', () => {
  it.each([
    ['user_1', '61.00', ['Reversal', -6100, 500, 125, 6725]],
    ['user_4', '61.00', ['Reversal', -5475, 500, 125, 6100]],
    ['user_6', '61.00', ['Reversal', -6100, 0, 0, 6100]],
  ] as const)('of %s is taken back whole: %s', async (userId, amount, expected) => {
    const before = await walletAt(userId)
    const body = await deposit(userId, amount)
    expect(body.state).toBe('SUCCESSFUL')
    expect(await walletAt(userId)).not.toBe(before)
    const wallet = (-expected[1] / 100).toFixed(2)
    expect([body.amount, body.requestedAmount]).toEqual([euro(wallet), euro(amount)])
    await happens(body, { act: 'reversal' })
    expect(await outcomes(body, 1)).toEqual(['APPLIED'])
    expect(amounts(await childrenOf(body))).toEqual([expected])
    expect(await platform.row(body)).toMatchObject({
      returnedAmountMinor: BigInt(-expected[1]),
      chargebackAmountMinor: 0n,
    })
    expect(await answerOf(body)).toMatchObject({ state: 'SUCCESSFUL', returnedAmount: euro(wallet) })
    expect(await walletAt(userId), 'the merchant heard of it, once').toBe(before)
    expect(await walletAt(userId)).toBe(before)
    await expectBooksAgree(body)
  })

  it('is taken back in parts that come to the whole, and not a cent more', async () => {
    const body = await deposit('user_2', '61.00')
    for (const [index, part] of ['0.01', '33.33', '33.91'].entries()) {
      await happens(body, { act: 'reversal', amount: part })
      expect((await outcomes(body, index + 1)).at(-1)).toBe('APPLIED')
    }
    const children = await childrenOf(body)
    const sum = (key: 'walletCents' | 'feeCents' | 'vat' | 'psp') =>
      children.reduce((total, each) => total + each[key], 0)
    expect([sum('walletCents'), sum('feeCents'), sum('vat'), sum('psp')]).toEqual([-6100, 500, 125, 6725])
    await happens(body, { act: 'reversal', amount: '0.01' })
    expect((await outcomes(body, 4)).at(-1)).toBe('REFUSED')
    expect(await childrenOf(body)).toHaveLength(3)
    await expectBooksAgree(body)
  })
})

describe('what somebody lets happen in the panel of the sandbox', () => {
  const act = async (body: PaymentAnswer, what: object) => {
    const [operation] = await operationsOf(body.txRefId)
    const admin = await platform.as('admin')
    return admin.post('/sandbox/act?merchantId=1000', { act: 'event', operation: operation?.id, ...what })
  }

  it('is a reversal or a dispute of the amount given, or of all that is left', async () => {
    const body = await deposit('user_12', '61.00')
    for (const [index, what] of [
      { event: 'reversal', amount: '20.00' },
      { event: 'dispute', amount: '1.00' },
      { event: 'reversal' },
    ].entries()) {
      const done = await act(body, what)
      expect(done.status, done.text).toBe(200)
      expect((await outcomes(body, index + 1)).at(-1)).toBe('APPLIED')
    }
    expect(amounts(await childrenOf(body))).toEqual([
      ['Reversal', -2000, 0, 0, 2000],
      ['DisputeFiled', -100, 0, 0, 100],
      ['Reversal', -4000, 0, 0, 4000],
    ])
    await expectBooksAgree(body)
    expect((await act(body, { event: 'reversal', amount: 'much' })).status).toBe(422)
    // What is about another kind of event is not dropped in silence.
    expect((await act(body, { event: 'reversal', callback: { amountPct: 50 } })).status).toBe(422)
    expect((await act(body, { event: 'callback', amount: '1.00' })).status).toBe(422)
  })
})

describe('a payout with a fee', () => {
  it.each([
    // The bank in Sweden is paid in kronor.
    ['user_3', 'SE4550000000058398257466', ['Reversal', 6825, 500, 125]],
    ['user_5', 'DE89370400440532013000', ['Reversal', 6200, 500, 125]],
  ] as const)(
    'of %s that came back gives the user everything, the fee too',
    async (userId, iban, expected) => {
      const wallet = await walletAt(userId)
      const body = await payOut(userId, '62.00', iban)
      await happens(body, { act: 'reversal' })
      await eventually(
        () => childrenOf(body),
        (all) => all.length > 0,
      )
      expect(await walletAt(userId)).toBe(wallet)
      expect(await countedTwice(body), 'limits get back what they counted').toEqual([])
      const { pspAmountMinor } = await platform.row(body)
      expect(amounts(await childrenOf(body))).toEqual([[...expected, Number(pspAmountMinor)]])
      await expectBooksAgree(body)
      const before = (await heardOf(body.txId)).length
      await happens(body, { act: 'reversal' })
      expect((await outcomes(body, before + 1)).at(-1)).toBe('IGNORED_DUPLICATE')
      expect(await childrenOf(body)).toHaveLength(1)
      expect(await openCases(body)).toEqual([])
    },
  )
})

describe('the same thing under two event ids', () => {
  it('is booked once where it is a part, and another part of the same amount is another', async () => {
    const body = await deposit('user_7', '100.00')
    await happens(body, { act: 'dispute', amount: '30.00' })
    await heard(body, 1)
    for (const count of [2, 3]) {
      await happens(body, { act: 'dispute' })
      expect((await outcomes(body, count)).at(-1)).toBe('IGNORED_DUPLICATE')
    }
    expect((await platform.row(body)).chargebackAmountMinor).toBe(3000n)
    await expectBooksAgree(body)
    await happens(body, { act: 'dispute', amount: '30.00' })
    expect((await outcomes(body, 4)).at(-1)).toBe('APPLIED')
    expect((await platform.row(body)).chargebackAmountMinor).toBe(6000n)
    expect(await openCases(body)).toEqual([])
    await expectBooksAgree(body)
  })

  it('is booked once where it was won', async () => {
    const body = await deposit('user_7', '100.00')
    await happens(body, { act: 'dispute', amount: '30.00' })
    await heard(body, 1)
    await happens(body, { act: 'dispute', amount: '40.00' })
    await heard(body, 2)
    await happens(body, { act: 'disputeWon' })
    expect(await outcomes(body, 3)).toEqual(['APPLIED', 'APPLIED', 'APPLIED'])
    await happens(body, { act: 'disputeWon' })
    expect((await outcomes(body, 4)).at(-1)).toBe('IGNORED_DUPLICATE')
    expect(amounts(await childrenOf(body)).at(-1)).toEqual(['DisputeResolved', 7000, 0, 0, 7000])
    expect(await openCases(body)).toEqual([])
    await expectBooksAgree(body)
  })

  it('is booked once; what did not move at all is a case that can be dismissed', async () => {
    const body = await deposit('user_7', '61.00')
    await happens(body, { act: 'dispute' })
    await heard(body, 1)
    await Promise.all([happens(body, { act: 'dispute' }), happens(body, { act: 'reversal' })])
    expect((await outcomes(body, 3)).toSorted()).toEqual(['APPLIED', 'IGNORED_DUPLICATE', 'REFUSED'])
    expect(amounts(await childrenOf(body))).toEqual([['DisputeFiled', -6100, 0, 0, 6100]])
    const [first, ...others] = await openCases(body)
    if (!first) throw new Error('A case was expected')
    expect(others).toEqual([])
    expect(first.cause).toContain('reports a reversal')
    const admin = await platform.as('admin')
    const { body: sheet } = await admin.get(`/case/${first.id}?merchantId=${merchantId}`)
    // The PSP names what moves, and has named nothing here.
    expect(sheet.allowed).toContain('dismiss')
    for (const action of ['apply', 'book']) {
      expect(sheet.allowed).not.toContain(action)
      const refused = await decide(first, action, { text: 'The bank is sure' })
      expect([refused.status, refused.body.message], action).toEqual([
        409,
        'The callback can never be applied; dismiss it.',
      ])
    }
    const gone = await decide(first, 'dismiss', { text: 'Sent twice' })
    expect(gone.status, gone.text).toBe(200)
    expect(await openCases(body)).toEqual([])
    expect((await heardOf(body.txId)).filter(({ outcome }) => outcome === 'DISMISSED')).toHaveLength(1)
  })

  it('at once is booked once', async () => {
    const body = await deposit('user_7', '63.00')
    await Promise.all(Array.from({ length: 4 }, () => happens(body, { act: 'reversal' })))
    expect((await outcomes(body, 4)).toSorted()).toEqual([
      'APPLIED',
      'IGNORED_DUPLICATE',
      'IGNORED_DUPLICATE',
      'IGNORED_DUPLICATE',
    ])
    expect(await childrenOf(body)).toHaveLength(1)
    expect(await openCases(body)).toEqual([])
    await expectBooksAgree(body)
  })
})

describe('what goes back', () => {
  it('is never more than was captured, refunds and disputes together', async () => {
    const body = await deposit('user_8', '60.00')
    expect((await operate('admin', body, 'refund', { amount: euro('40.00'), info: 'Back' })).status).toBe(200)
    await happens(body, { act: 'dispute', amount: '30.00' })
    expect((await outcomes(body, 1)).at(-1)).toBe('REFUSED')
    await happens(body, { act: 'dispute', amount: '20.00' })
    expect((await outcomes(body, 2)).at(-1)).toBe('APPLIED')
    expect(await platform.row(body)).toMatchObject({
      refundedAmountMinor: 4000n,
      chargebackAmountMinor: 2000n,
    })
    expect(await answerOf(body)).toMatchObject({
      refundedAmount: euro('40.00'),
      chargebackAmount: euro('20.00'),
    })
    const more = await operate('admin', body, 'refund', { amount: euro('0.01'), info: 'Back' })
    expect(more.status).toBe(409)
  })

  it('comes back when a dispute is won, and can be disputed again', async () => {
    const body = await deposit('user_1', '61.00')
    for (const [index, act] of (['dispute', 'disputeWon', 'dispute', 'disputeWon'] as const).entries()) {
      await happens(body, { act, ...(act === 'dispute' && { amount: '67.25' }) })
      expect((await outcomes(body, index + 1)).at(-1)).toBe('APPLIED')
    }
    expect((await platform.row(body)).chargebackAmountMinor).toBe(0n)
    await expectBooksAgree(body)
    expect((await operate('admin', body, 'refund', { info: 'Back' })).status).toBe(200)
  })

  it('is a case that says what is disputed, until all of it was won', async () => {
    const body = await deposit('user_10', '61.00')
    await happens(body, { act: 'dispute', amount: '61.00' })
    expect(await outcomes(body, 1)).toEqual(['APPLIED'])
    const [filed] = await childrenOf(body)
    if (!filed) throw new Error('There is no dispute')
    const found = async () =>
      (await casesOf({ txId: filed.id })).map(({ type, state, cause }) => [type, state, cause])
    const cause = 'acmecards reports a dispute of 61.00 EUR.'
    expect(await found()).toEqual([['DISPUTE', 'OPEN', cause]])
    await happens(body, { act: 'disputeWon', amount: '20.00' })
    expect(await outcomes(body, 2)).toEqual(['APPLIED', 'APPLIED'])
    expect(await found()).toEqual([['DISPUTE', 'OPEN', cause]])
    await happens(body, { act: 'disputeWon', amount: '41.00' })
    expect(await outcomes(body, 3)).toEqual(['APPLIED', 'APPLIED', 'APPLIED'])
    expect(await found()).toEqual([['DISPUTE', 'RESOLVED', cause]])
  })

  it('has happened: a dispute that was won before it was filed was not', async () => {
    const body = await deposit('user_9', '61.00')
    await happens(body, { act: 'disputeWon', amount: '61.00' })
    expect(await outcomes(body, 1)).toEqual(['REFUSED'])
    await happens(body, { act: 'dispute', amount: '61.00' })
    expect(await outcomes(body, 2)).toEqual(['REFUSED', 'APPLIED'])
    expect((await platform.row(body)).chargebackAmountMinor).toBe(6100n)
    await expectBooksAgree(body)
    const [found] = await openCases(body)
    if (found) expect((await decide(found, 'dismiss', { text: 'Asked them' })).status).toBe(200)
    await happens(body, { act: 'disputeWon' })
    expect((await outcomes(body, 3)).at(-1)).toBe('APPLIED')
    expect((await platform.row(body)).chargebackAmountMinor).toBe(0n)
    expect(await openCases(body)).toEqual([])
    await expectBooksAgree(body)
  })

  it('of a payment that failed is a case and no loss', async () => {
    const body = await deposit('user_10', '666.51')
    expect(body.state).toBe('FAILED')
    await happens(body, { act: 'dispute' })
    expect(await outcomes(body, 1)).toEqual(['REFUSED'])
    expect(await childrenOf(body)).toEqual([])
    expect((await openCases(body)).map(({ cause }) => cause)).toEqual([
      'acmecards reports a dispute of 666.51 EUR. acmecards gives every movement an id. This message has none, so no money is known to have moved. Dismiss it.',
    ])
  })

  it('of a payment nobody understands waits until somebody has decided', async () => {
    const body = await deposit('user_11', '777.03')
    expect(body.statusCodeNo).toBe(405)
    await oneDecides(platform)
    await happens(body, { act: 'reversal' })
    expect(await outcomes(body, 1)).toEqual(['PARKED'])
    expect(await childrenOf(body)).toEqual([])
    const forced = await operate('admin', body, 'force-successful', {
      info: 'On the statement',
      pspRefId: 'seen',
      sendToMerchant: false,
    })
    expect(forced.status, forced.text).toBe(200)
    // Nobody waits for the clock: it is due at once, and a job is there that does it.
    const owner = createPool({ url: platform.ownerUrl, max: 1 })
    const queued = await owner.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'apply-callbacks'`,
    )
    await owner.end()
    expect(queued.rows).toHaveLength(1)
    await applyDueCallbacks(machine(), machine().deps.kit.now())
    expect(await heardOf(body.txId)).toMatchObject([{ outcome: 'APPLIED', note: null }])
    expect((await childrenOf(body)).map(({ txType }) => txType)).toEqual(['Reversal'])
    await expectBooksAgree(body)
  })

  it('of a part that was captured is at most that part', async () => {
    const body = await deposit('user_1', '100.00', { authType: 'PRE_AUTH' })
    const captured = await operate('admin', body, 'capture', { amount: euro('30.00'), info: 'A part' })
    expect(captured.status, captured.text).toBe(200)
    await happens(body, { act: 'reversal' })
    expect(await outcomes(body, 1)).toEqual(['APPLIED'])
    expect(amounts(await childrenOf(body))).toEqual([
      ['Capture', 3000, 150, 37, 3187],
      ['Reversal', -3000, 150, 37, 3187],
    ])
    await expectBooksAgree(body)
  })
})

describe('after all of that', () => {
  it('the books are right', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})
