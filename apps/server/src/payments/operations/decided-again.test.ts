import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBooks } from '../ledger/invariants.ts'
import { deliverDue } from '../notifications/deliver.ts'
import { machine, operate, platform, startOperations } from '../testing/operated-payments.ts'

/**
 * Whoever opens a payment again and decides otherwise changes what the user has at the merchant. The sandbox's merchant
 * keeps wallets of its own, and what is in them is what was decided last, whatever was decided before.
 */
beforeAll(startOperations)
afterAll(() => platform.close())

const merchantId = 100010001
const began = 10_000_000
const reason = { info: 'Seen in the account of the PSP' }
type Subject = Pick<PaymentAnswer, 'merchantId' | 'txId'>
type Outcome = 'successful' | 'failed'

const walletOf = async (userId: string) => {
  const answer = await fetch(`${platform.sandboxUrl}/merchant/${merchantId}/wallets/${userId}/EUR`)
  const { balance, reserved } = (await answer.json()) as { balance: string; reserved: string }
  return { moved: Math.round(Number(balance) * 100) - began, reserved }
}

const euro = (amount: string) => ({ amount, currency: 'EUR' })
let users = 100
const newUser = () => `user_${++users}`

const deposit = async (userId: string): Promise<Subject> =>
  (await platform.deposit({ userId, amount: euro('20.00') })).body

async function withdrawal(userId: string): Promise<Subject> {
  const { body } = await platform.withdraw({
    userId,
    iban: 'DE89370400440532013000',
    amount: euro('20.00'),
  })
  await operate('approver1', body, 'approve')
  await platform.until(body, 'SUCCESSFUL')
  return body
}

async function refund(userId: string): Promise<Subject> {
  const origin = await deposit(userId)
  await operate('admin', origin, 'refund', reason)
  const { rows } = await sql<{
    id: number
  }>`select id from transaction where origin_tx_id = ${origin.txId}`.execute(platform.db)
  return { merchantId, txId: rows[0]?.id ?? 0 }
}

const kinds = [
  { name: 'a deposit', begin: deposit, successful: 2000, failed: 0 },
  { name: 'a withdrawal', begin: withdrawal, successful: -2000, failed: 0 },
  { name: 'a refund', begin: refund, successful: 0, failed: 2000 },
] as const

/** Holds every order of three decisions after a first success. */
const everyOrder: readonly Outcome[] = [...'SSSFSFFFSSF'].map((letter) =>
  letter === 'S' ? 'successful' : 'failed',
)

async function decide(subject: Subject, outcome: Outcome, also: object = {}): Promise<void> {
  const opened = await operate('admin', subject, 'force-inconsistent', { info: 'A doubt' })
  expect(opened.status, opened.text).toBe(200)
  // Much money takes a second person.
  if ((await platform.row(subject)).statusNo !== 402)
    await operate('finance', subject, 'force-inconsistent', { info: 'A doubt' })
  const decided = await operate('admin', subject, `force-${outcome}`, { ...reason, ...also })
  expect(decided.status, decided.text).toBe(200)
}

describe.each(kinds)('$name that is opened again', ({ begin, ...moved }) => {
  it('moves at the merchant what was decided last, in every order of decisions', async () => {
    const userId = newUser()
    const subject = await begin(userId)
    expect((await platform.row(subject)).statusNo).toBeLessThan(100)
    const seen = []
    for (const outcome of everyOrder) {
      await decide(subject, outcome)
      seen.push(await walletOf(userId))
    }
    expect(seen).toEqual(everyOrder.map((outcome) => ({ moved: moved[outcome], reserved: '0.00' })))
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})

describe('what the merchant hears of a payment opened again', () => {
  interface Call {
    readonly action: string
    readonly decisionNo: number
  }
  const callsOf = async ({ txId }: Subject): Promise<Call[]> => {
    const { rows } = await sql<Call>`select substring(url from '[a-z]+$') as action,
        (request_body::jsonb->>'decisionNo')::integer as decision_no
      from tx_log where tx_id = ${txId} and target = 'MERCHANT' and url ~ '(transfer|cancel)$' order by id`.execute(
      platform.db,
    )
    return rows
  }

  it('is each change once, under the next number', async () => {
    const subject = await deposit(newUser())
    for (const outcome of ['successful', 'failed', 'failed', 'successful'] as const)
      await decide(subject, outcome)
    expect(await callsOf(subject)).toEqual([
      { action: 'transfer', decisionNo: 1 },
      { action: 'cancel', decisionNo: 2 },
      { action: 'transfer', decisionNo: 3 },
    ])
  })

  it('is nothing where somebody tells it in another way, and something again after that', async () => {
    const subject = await deposit(newUser())
    await decide(subject, 'failed', { sendToMerchant: false })
    await decide(subject, 'failed')
    expect((await callsOf(subject)).map(({ action }) => action)).toEqual(['transfer', 'cancel'])
  })

  it('is the next decision after one it was not told of, whichever way', async () => {
    const [anna, ben] = [newUser(), newUser()]
    const [credited, cancelled] = [await deposit(anna), await deposit(ben)]
    await decide(credited, 'failed', { sendToMerchant: false })
    await decide(credited, 'successful')
    expect(await callsOf(credited)).toEqual([
      { action: 'transfer', decisionNo: 1 },
      { action: 'transfer', decisionNo: 3 },
    ])
    await decide(cancelled, 'failed')
    await decide(cancelled, 'successful', { sendToMerchant: false })
    await decide(cancelled, 'failed')
    expect((await callsOf(cancelled)).at(-1)).toEqual({ action: 'cancel', decisionNo: 4 })
    expect([(await walletOf(anna)).moved, (await walletOf(ben)).moved]).toEqual([2000, 0])
  })

  it('is that it failed after all, also where the merchant had never been asked for it', async () => {
    const userId = newUser()
    const { body: subject } = await platform.deposit({ userId, amount: euro('999.01') })
    expect((await platform.row(subject)).statusNo).toBeGreaterThanOrEqual(500)
    expect(await callsOf(subject)).toEqual([])
    await decide(subject, 'successful', { pspRefId: `seen-${subject.txId}` })
    expect((await walletOf(userId)).moved).toBe(999_01)
    await decide(subject, 'failed', { sendToMerchant: false })
    await decide(subject, 'failed')
    expect((await callsOf(subject)).at(-1)).toEqual({ action: 'cancel', decisionNo: 3 })
    expect((await walletOf(userId)).moved).toBe(0)
  })

  it('is the second decision where the first was told before decisions had numbers', async () => {
    const userId = newUser()
    const subject = await deposit(userId)
    await sql`update transaction set step_state = step_state - 'toldMerchant' where id = ${subject.txId}`.execute(
      platform.db,
    )
    await decide(subject, 'failed')
    expect((await callsOf(subject)).at(-1)).toEqual({ action: 'cancel', decisionNo: 2 })
    expect((await walletOf(userId)).moved).toBe(0)
  })

  it('is told as heard once it has heard it, also where it was away the first time', async () => {
    const subject = await deposit(newUser())
    await decide(subject, 'failed')
    const messages = async () => {
      const { rows } = await sql<{ leg: string; status: string }>`select leg, status from notification
        where tx_id = ${subject.txId} and kind = 'CANCEL'`.execute(platform.db)
      return rows
    }
    expect(await messages()).toEqual([{ leg: 'cancel 2', status: 'SENT' }])
    await sql`update notification set status = 'DEAD', sent_at = null where tx_id = ${subject.txId}
      and kind = 'CANCEL'`.execute(platform.db)
    await sql`update transaction set step_state = jsonb_set(step_state, '{toldMerchant,heard}', 'false')
      where id = ${subject.txId}`.execute(platform.db)
    await decide(subject, 'failed')
    expect(await messages()).toEqual([{ leg: 'cancel 2', status: 'SENT' }])
  })

  it('is not what was to be sent again before', async () => {
    const userId = newUser()
    const subject = await deposit(userId)
    await operate('operator', subject, 'resend', { kind: 'TRANSFER' })
    await decide(subject, 'failed')
    await deliverDue({
      machine: machine().deps,
      sendWebhook: () => Promise.resolve({ status: 200, text: '' }),
      captureMessage: undefined,
    })
    expect((await walletOf(userId)).moved).toBe(0)
    const { rows } = await sql`select status, response_snippet from notification
      where tx_id = ${subject.txId} and kind = 'TRANSFER'`.execute(platform.db)
    expect(rows).toEqual([{ status: 'DEAD', responseSnippet: 'The payment ended otherwise' }])
  })

  it('is told whoever looks into it', async () => {
    const subject = await deposit(newUser())
    await operate('admin', subject, 'force-inconsistent', { info: 'A doubt' })
    const { body } = await (
      await platform.as('admin')
    ).get(`/case?merchantId=${merchantId}&keyword=${subject.txId}`)
    const [found] = (body.items as { txId: number; suspected: string }[]).filter(
      ({ txId }) => txId === subject.txId,
    )
    expect(found?.suspected).toBe('Reopened after the merchant had booked the payment.')
  })
})
