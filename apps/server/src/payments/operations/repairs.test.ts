import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toWire } from '@signalbox/model/money/money-schema'
import { approveDue, pollDue } from '../jobs/payment-work.ts'
import { checkBooks } from '../ledger/invariants.ts'
import {
  deposit,
  machine,
  openCases,
  operate,
  platform,
  runTask,
  startOperations,
} from '../testing/operated-payments.ts'
import { typeWorthlessKrona } from '../testing/typed-rate.ts'

beforeAll(startOperations)
afterAll(() => platform.close())

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

  it('is opened again by two people where only a rate that somebody entered says it is about little', async () => {
    const pay = (userId: string) =>
      platform.deposit({ userId, amount: { amount: '8000.00', currency: 'SEK' } })
    const [first, second] = [await pay('user_41'), await pay('user_42')]
    expect([first.body.state, second.body.state]).toEqual(['SUCCESSFUL', 'SUCCESSFUL'])
    const rate = await typeWorthlessKrona(platform)
    const info = 'A doubt'
    const asked = await operate('admin', first.body, 'force-inconsistent', { info })
    expect({ status: asked.status, no: asked.body.statusNo }).toEqual({ status: 200, no: 0 })
    expect((await operate('admin', first.body, 'force-inconsistent', { info })).status).toBe(403)
    const opened = await operate('finance', first.body, 'force-inconsistent', { info })
    expect({ status: opened.status, no: opened.body.statusNo }).toEqual({ status: 200, no: 402 })
    await rate.age()
    expect((await operate('admin', second.body, 'force-inconsistent', { info })).body.statusNo).toBe(0)
    await operate('finance', second.body, 'force-inconsistent', { info })
    await rate.remove()
    for (const { body } of [first, second]) await operate('admin', body, 'force-failed', { info })
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
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
    await runTask('ask-psp', body)
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
    const other = { amount: { amount: '51.00', currency: 'EUR' } }
    const second = (await platform.withdraw({ userId: 'user_8', iban: 'DE89370400440532013000', ...other }))
      .body
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
    /** A machine at its limits says to come back later, which is no answer to the question. */
    const decide = async (client: typeof one): Promise<Awaited<ReturnType<typeof one.post>>> => {
      const path = `/transaction/${body.txId}/approve?merchantId=100010001`
      const answer = await client.post(path, { version })
      return answer.status === 503 ? decide(client) : answer
    }
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => decide(i % 2 ? one : other)))
    expect(answers.filter((answer) => answer.status === 200).length).toBe(1)
    const losers = answers.filter((answer) => answer.status !== 200)
    expect(losers.filter((answer) => answer.status !== 409).map(({ text }) => text)).toEqual([])
  })
})

describe('a payment of another amount than asked for', () => {
  const euro = (amount: string) => ({ amount, currency: 'EUR' })
  const previewOf = async (txId: number, query: string) =>
    (await platform.as('admin')).get(`/transaction/${txId}/outcome?merchantId=100010001&${query}`)
  const journal = async (txId: number) => {
    const { rows } = await sql<{ eventType: string; account: string; debit: string; credit: string }>`
      select e.event_type, p.account, p.debit::text as debit, p.credit::text as credit
      from journal_entry e join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
      where e.source_id = ${String(txId)} order by e.event_type, p.account, p.line`.execute(platform.db)
    return rows
  }
  const told = async (txId: number) =>
    (await (await platform.as('admin')).get(`/transaction/${txId}/reason?merchantId=100010001`)).body.inDoubt

  it('is credited as what arrived, by who may say so, and booked as shown before', async () => {
    const { body } = await deposit('user_7', '777.05')
    await platform.until(body, 'INCONSISTENT')
    const { pspRefId, requestedAmountMinor: requestedMinor } = await platform.row(body)
    expect(await told(body.txId)).toMatchObject({ asked: euro('777.05'), reported: { currency: 'EUR' } })
    const force = (who: string, amount: object) =>
      operate(who, body, 'force-successful', {
        info: 'On the statement',
        pspRefId: pspRefId ?? 'seen-1',
        amount,
      })
    const refused = async (who: string, amount: object) => {
      const answer = await force(who, amount)
      return [answer.status, answer.body.fields?.[0]?.field ?? answer.body.code]
    }
    expect(await refused('investigator', euro('700.00'))).toEqual([403, 'FORBIDDEN'])
    expect(await refused('admin', { amount: '700.00', currency: 'SEK' })).toEqual([422, 'amount.currency'])
    expect(await refused('admin', euro('-1.00'))).toEqual([422, 'amount'])
    expect((await previewOf(body.txId, 'amount=7x&currency=EUR')).status).toBe(422)
    const shown = (await previewOf(body.txId, 'amount=700.00&currency=EUR')).body.outcomes[0]
    expect(shown.merchant).toMatchObject({ call: 'transfer' })
    const lines = shown.entries.flatMap(
      (entry: { eventType: string; lines: { account: string; debit: unknown; credit: unknown }[] }) =>
        entry.lines.map(({ account }) => `${entry.eventType} ${account}`),
    )
    // What the PSP says it moved is held aside until somebody decides.
    const held = (await journal(body.txId)).map(({ eventType, account }) => `${eventType} ${account}`)
    expect(held).toEqual([
      'SUSPENSE_HELD PSP_RECEIVABLE:100010001:acmecards/3DS:EUR',
      'SUSPENSE_HELD SUSPENSE:100010001:acmecards:EUR',
    ])
    const done = await force('admin', euro('700.00'))
    expect(done.status, done.text).toBe(200)
    await platform.until(body, 'SUCCESSFUL')
    const row = await platform.row(body)
    expect([row.pspAmountMinor, row.capturedAmountMinor, row.requestedAmountMinor]).toEqual([
      70_000n,
      row.amountMinor,
      requestedMinor,
    ])
    const charges = row.feeBillTo === 'USER' ? row.feeMinor + row.vatAmountMinor : 0n
    expect(row.amountMinor + charges).toBe(70_000n)
    expect((await journal(body.txId)).map(({ eventType, account }) => `${eventType} ${account}`)).toEqual(
      [...held, ...lines].toSorted(),
    )
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
    expect(await told(body.txId)).toBeNull()
  })

  it('is credited as much more than was asked for and reported by two people only', async () => {
    const { body } = await deposit('user_7', '777.05')
    await platform.until(body, 'INCONSISTENT')
    const before = await platform.row(body)
    const input = {
      info: 'On the statement',
      pspRefId: before.pspRefId ?? 'seen-2',
      amount: euro('90000.00'),
    }
    const asked = await operate('admin', body, 'force-successful', input)
    expect([asked.status, asked.body.waitsForOther]).toEqual([200, true])
    expect((await operate('admin', body, 'force-successful', input)).status).toBe(403)
    const { pspAmountMinor, capturedAmountMinor } = await platform.row(body)
    expect([pspAmountMinor, capturedAmountMinor]).toEqual([before.pspAmountMinor, 0n])
    expect((await operate('finance', body, 'force-successful', input)).body.waitsForOther).toBe(false)
    await platform.until(body, 'SUCCESSFUL')
    expect((await platform.row(body)).pspAmountMinor).toBe(9_000_000n)
  })

  it('is credited as what the PSP reported where nobody says another one, also by who may not', async () => {
    const { body } = await deposit('user_7', '777.05')
    await platform.until(body, 'INCONSISTENT')
    const { pspRefId, stepState } = await platform.row(body)
    const done = await operate('investigator', body, 'force-successful', {
      info: 'On the statement',
      pspRefId: pspRefId ?? 'seen-3',
    })
    expect(done.status, done.text).toBe(200)
    await platform.until(body, 'SUCCESSFUL')
    const {
      pspAmountMinor,
      pspCurrency,
      capturedAmountMinor: capturedMinor,
      amountMinor,
    } = await platform.row(body)
    expect(toWire({ minor: pspAmountMinor ?? 0n, currency: pspCurrency ?? '' })).toEqual(stepState.reported)
    expect(capturedMinor).toBe(amountMinor)
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
  })

  it('is paid out for less, and what was reserved too much goes back', async () => {
    const script = {
      psp: 'nordbank',
      match: { amountRange: { from: '62.37', to: '62.37', currency: 'EUR' } },
      steps: [{ action: 'RESPOND', amountFactor: 0.9 }],
    }
    const answer = await fetch(`${platform.sandboxUrl}/admin/scripts/pays-less`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(script),
    })
    expect(answer.status).toBe(200)
    const asked = { userId: 'user_7', iban: 'SE4550000000058398257466', amount: euro('62.37') }
    const { body } = await platform.withdraw(asked)
    await operate('approver1', body, 'approve', { info: 'Seen' })
    await platform.until(body, 'INCONSISTENT')
    const { reported } = await told(body.txId)
    const forced = await operate('admin', body, 'force-successful', {
      info: 'On the statement',
      pspRefId: 'paid-less',
      amount: reported,
    })
    expect(forced.status, forced.text).toBe(200)
    await platform.until(body, 'SUCCESSFUL')
    const row = await platform.row(body)
    expect(toWire({ minor: row.pspAmountMinor ?? 0n, currency: row.pspCurrency ?? '' })).toEqual(reported)
    expect(-row.amountMinor).toBeLessThan(6237n)
    const events = new Set((await journal(body.txId)).map(({ eventType }) => eventType))
    expect([...events]).toEqual(
      expect.arrayContaining([
        'SUSPENSE_HELD',
        'SUSPENSE_SUCCESS',
        'WITHDRAWAL_RELEASED',
        'WITHDRAWAL_RESERVED',
      ]),
    )
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
  })

  it('is nothing to say about a payment whose amount nobody doubts', async () => {
    const { body } = await deposit('user_7', '777.03')
    const forced = await operate('admin', body, 'force-successful', {
      info: 'On the statement',
      pspRefId: 'seen-2',
      amount: euro('700.00'),
    })
    expect([forced.status, forced.body.code]).toEqual([409, 'INVALID_STATE'])
  })
})

describe('a payment nobody knows the end of', () => {
  const info = 'They never heard of it'
  const target = { psp: 'borealpay', pspAccount: 'default' }
  const operator = { id: 'somebody', name: 'admin', roles: ['INVESTIGATOR_ADMIN'] }
  const tryThere = (answer: { merchantId: number; txId: number }) =>
    operate('admin', answer, 'reprocess', { info, ...target })
  const firstHasAnswered = (answer: { merchantId: number; txId: number }) =>
    runTask('reprocess-payment', answer, { operator, info, target })

  it('is sent to a chosen PSP once the first says that it never heard of it', async () => {
    const script = {
      psp: 'acmecards',
      match: { userId: 'user_11' },
      steps: [{ action: 'RESET', lost: true }],
    }
    const put = await fetch(`${platform.sandboxUrl}/admin/scripts/never-heard`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(script),
    })
    expect(put.status).toBe(200)
    const { body } = await deposit('user_11', '34.00')
    expect([body.state, body.statusCodeNo]).toEqual(['INCONSISTENT', 404])
    const elsewhere = { info, psp: 'nordbank' }
    expect((await operate('admin', body, 'reprocess', elsewhere)).status).toBe(422)
    const done = await tryThere(body)
    expect(done.status, done.text).toBe(200)
    // Until the first PSP has answered nothing moves.
    expect(await platform.row(body)).toMatchObject({ statusNo: 404, psp: 'acmecards', reprocessCount: 0 })
    await firstHasAnswered(body)
    await platform.until(body, 'SUCCESSFUL')
    expect(await platform.row(body)).toMatchObject({
      initiatedPsp: 'acmecards',
      psp: 'borealpay',
      pspAccount: 'default',
      attemptCount: 2,
      reprocessCount: 1,
    })
    expect(await openCases(body.txId)).toEqual([{ state: 'RESOLVED', resolution: 'NO_ACTION' }])
  })

  it('stays where it is while the first PSP knows it', async () => {
    const { body } = await deposit('user_12', '777.03')
    expect((await tryThere(body)).status).toBe(200)
    await firstHasAnswered(body)
    expect(await platform.row(body)).toMatchObject({ psp: 'acmecards', attemptCount: 1, reprocessCount: 0 })
  })

  it('is not tried again where the PSP answered about another payment', async () => {
    const { body } = await deposit('user_13', '777.04')
    expect(body.statusCodeNo).toBe(401)
    expect((await tryThere(body)).status).toBe(409)
  })
})

describe('after all of that', () => {
  it('the books are right', async () => {
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
  })
})
