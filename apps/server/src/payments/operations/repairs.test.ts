import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveDue, pollDue, sweep } from '../jobs/payment-work.ts'
import { checkBooks } from '../ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { paymentTasks } from './payment-tasks.ts'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform({ transferMs: [0, 20, 20, 20, 20], pollMs: [3_600_000] })
  await sql`update backoffice_user set roles = array['INVESTIGATOR_ADMIN', 'MERCHANT_SUPPORT'] where username in ('admin', 'finance')`.execute(
    platform.db,
  )
}, 90_000)
afterAll(() => platform.close())

const machine = () => platform.app.payments.machine
const deposit = (userId: string, amount: string) =>
  platform.deposit({ userId, amount: { amount, currency: 'EUR' } })

/** An operation as somebody in the console, and everything that follows from it. */
async function operate(
  who: string,
  answer: { merchantId: number; txId: number },
  op: string,
  body: object = {},
) {
  const { version } = await platform.row(answer)
  const client = await platform.as(who)
  const done = await client.post(`/transaction/${answer.txId}/${op}?merchantId=100010001`, {
    version,
    ...body,
  })
  await sweep(machine())
  return done
}

const openCases = async (txId: number) => {
  const { rows } = await sql<{
    state: string
    resolution: string | null
  }>`select state, resolution from investigation_case
    where tx_id = ${txId} order by opened_at`.execute(platform.db)
  return rows
}

describe('a payment the merchant did not take over', () => {
  it('is forced successful with evidence, and its case is closed', async () => {
    const { body } = await deposit('user_1', '999.04')
    expect(body.statusCodeNo).toBe(402)
    expect((await operate('operator', body, 'force-successful', { info: 'Seen at the PSP' })).status).toBe(
      403,
    )
    expect((await operate('investigator', body, 'force-successful', {})).status).toBe(422)
    const forced = await operate('investigator', body, 'force-successful', {
      info: 'Seen at the PSP',
      sendToMerchant: false,
    })
    expect(forced.status, forced.text).toBe(200)
    expect((await platform.row(body)).statusNo).toBe(0)
    expect(await openCases(body.txId)).toEqual([{ state: 'RESOLVED', resolution: 'FORCED_SUCCESS' }])
  })

  it('is forced failed, and what was held is returned', async () => {
    const { body } = await deposit('user_2', '999.04')
    const forced = await operate('investigator', body, 'force-failed', { info: 'Given back by hand' })
    expect(forced.status, forced.text).toBe(200)
    expect((await platform.row(body)).statusNo).toBe(506)
    expect(await openCases(body.txId)).toEqual([{ state: 'RESOLVED', resolution: 'FORCED_FAILED' }])
  })
})

describe('a finished payment', () => {
  it('is opened again by two people when it is about much money, and ends anew', async () => {
    const { body } = await deposit('user_3', '600.00')
    expect((await operate('investigator', body, 'force-inconsistent', { info: 'A doubt' })).status).toBe(403)
    const asked = await operate('admin', body, 'force-inconsistent', { info: 'A doubt' })
    expect({ status: asked.status, no: asked.body.statusNo }).toEqual({ status: 200, no: 0 })
    expect((await operate('admin', body, 'force-inconsistent', { info: 'A doubt' })).status).toBe(403)
    const opened = await operate('finance', body, 'force-inconsistent', { info: 'A doubt' })
    expect({ status: opened.status, no: opened.body.statusNo }).toEqual({ status: 200, no: 402 })
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
    await operate('admin', body, 'force-failed', { info: 'It never arrived' })
    expect((await platform.row(body)).statusNo).toBe(506)
  })

  it('is opened again by one person when it is about little', async () => {
    const { body } = await deposit('user_4', '20.00')
    const opened = await operate('admin', body, 'force-inconsistent', { info: 'A doubt' })
    expect(opened.body.statusNo).toBe(402)
    await operate('admin', body, 'force-successful', { info: 'It did arrive' })
    expect((await platform.row(body)).statusNo).toBe(0)
  })
})

describe('what the PSP knows better', () => {
  it('is asked for, and applied', async () => {
    const { body } = await deposit('user_5', '777.03')
    expect(body.state).toBe('INCONSISTENT')
    expect((await operate('admin', body, 'check')).status).toBe(200)
    const task = paymentTasks(machine()).find(({ name }) => name === 'ask-psp')
    await task?.run(
      { merchantId: body.merchantId, id: body.txId },
      { jobId: '1', queuedAt: new Date(), attempt: 1, signal: new AbortController().signal },
    )
    expect(['SUCCESSFUL', 'FAILED', 'INCONSISTENT']).toContain(
      (await platform.call('GET', `/payments/${body.txId}`)).body.state,
    )
  })

  it('a poll of what nobody understands does no harm twice', async () => {
    const { body } = await deposit('user_6', '777.04')
    expect(body.statusCodeNo).toBe(401)
    for (let i = 0; i < 2; i++) {
      await sql`update transaction set poll_at = now() - interval '1 minute' where id = ${body.txId} and status_no = 401`.execute(
        platform.db,
      )
      await pollDue(machine())
    }
    expect([401, 0]).toContain((await platform.row(body)).statusNo)
  })
})

describe('the clock', () => {
  it('approves what a rule lets it, once', async () => {
    const { body } = await platform.withdraw({ userId: 'user_7', iban: 'SE4550000000058398257466' })
    await sql`update transaction set status_no = 353, approval_mode = 'AUTO', approval_due_at = now() - interval '1 minute'
      where id = ${body.txId}`.execute(platform.db)
    await Promise.all([approveDue(machine()), approveDue(machine())])
    const ended = await platform.until(body, 'SUCCESSFUL')
    expect(ended.statusCode).toBe('SUCCESS_WITHDRAWAL_AUTO_APPROVAL')
    expect((await platform.row(body)).attemptCount).toBe(1)
  })
})

describe('several at once', () => {
  it('one that cannot be decided leaves the others done', async () => {
    const first = (await platform.withdraw({ userId: 'user_8', iban: 'DE89370400440532013000' })).body
    const second = (await platform.withdraw({ userId: 'user_8', iban: 'DE89370400440532013000' })).body
    const ids = [
      { id: String(first.txId), version: (await platform.row(first)).version },
      { id: String(second.txId), version: 1 },
    ]
    const approver = await platform.as('approver1')
    const { body } = await approver.post('/transaction/bulk?merchantId=100010001', {
      operation: 'deny',
      ids,
      params: { info: 'All of them' },
    })
    expect(body.results.map(({ ok, code }: { ok: boolean; code?: string }) => [ok, code])).toEqual([
      [true, undefined],
      [false, 'VERSION_CONFLICT'],
    ])
  })

  it('of fifty approvals of one withdrawal one counts', async () => {
    const { body } = await platform.withdraw({
      userId: 'user_8',
      iban: 'DE89370400440532013000',
      amount: { amount: '6000.00', currency: 'EUR' },
    })
    const { version } = await platform.row(body)
    const [one, other] = [await platform.as('approver1'), await platform.as('approver3')]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        (i % 2 ? one : other).post(`/transaction/${body.txId}/approve?merchantId=100010001`, { version }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200).length).toBe(1)
    expect(answers.filter((answer) => answer.status === 409).length).toBe(49)
  })
})

describe('after all of that', () => {
  it('the books are right', async () => {
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
  })
})
