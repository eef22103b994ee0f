import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toWire } from '@signalbox/model/money/money-schema'
import { approveDue, pollDue, sweep } from '../jobs/payment-work.ts'
import { deliverDue } from '../notifications/deliver.ts'
import { checkBooks } from '../ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { paymentTasks } from './payment-tasks.ts'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform({ transferMs: [0, 20, 20, 20, 20], pollMs: [3_600_000] })
  await sql`update backoffice_user set roles = array['INVESTIGATOR_ADMIN', 'MERCHANT_SUPPORT'] where username in ('admin', 'finance')`.execute(
    platform.db,
  )
})
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
    const { pspRefId, requestedMinor } = await platform.row(body)
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
    expect([row.pspAmountMinor, row.capturedMinor, row.requestedMinor]).toEqual([
      70_000n,
      row.amountMinor,
      requestedMinor,
    ])
    const charges = row.feeBillTo === 'USER' ? row.feeMinor + row.vatMinor : 0n
    expect(row.amountMinor + charges).toBe(70_000n)
    expect((await journal(body.txId)).map(({ eventType, account }) => `${eventType} ${account}`)).toEqual(
      [...held, ...lines].toSorted(),
    )
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
    expect(await told(body.txId)).toBeNull()
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

describe('what moves money', () => {
  it('is not done without an operation id', async () => {
    const { body } = await deposit('user_7', '24.00')
    const { version } = await platform.row(body)
    const client = await platform.as('investigator')
    const without = { headers: { 'x-operation-id': undefined } }
    const path = `/transaction/${body.txId}/refund?merchantId=100010001`
    const refused = await client.post(path, { version, info: 'Back' }, without)
    expect([refused.status, refused.body.code]).toEqual([422, 'OPERATION_ID_MISSING'])
    const ids = [{ id: String(body.txId), version }]
    const bulk = await client.post(
      '/transaction/bulk?merchantId=100010001',
      { operation: 'check', ids },
      without,
    )
    expect([bulk.status, bulk.body.code]).toEqual([422, 'OPERATION_ID_MISSING'])
    expect((await platform.row(body)).version).toBe(version)
  })
})

/** What a job does that was asked for in the console. */
async function runTask(name: string, answer: { merchantId: number; txId: number }, also: object = {}) {
  const task = paymentTasks(machine()).find((each) => each.name === name)
  await task?.run(
    { merchantId: answer.merchantId, id: answer.txId, ...also },
    { jobId: '1', queuedAt: new Date(), attempt: 1, signal: new AbortController().signal },
  )
}

const child = async (id: number) => {
  const { rows } = await sql<{
    txType: string
    statusNo: number
    amount: string
    info: string | null
    originTxId: number | null
    apiSource: string
    paymentType: string
  }>`select tx_type, status_no, amount_minor::text as amount, info, origin_tx_id, api_source, payment_type
    from transaction where id = ${id}`.execute(platform.db)
  return rows[0]
}

describe('a correction', () => {
  const write = (answer: { merchantId: number; txId: number }, body: object) =>
    operate('investigator', answer, 'correction', body)

  it('writes a chargeback down, which leaves less to refund, and takes it back when it was won', async () => {
    const { body } = await deposit('user_1', '80.00')
    expect((await operate('operator', body, 'correction', { correction: 'ManualChargeback' })).status).toBe(
      403,
    )
    expect((await write(body, { correction: 'ManualChargeback', info: 'Bank letter' })).body.fields).toEqual([
      { field: 'notificationDate', code: 'REQUIRED', message: 'This field is required' },
    ])
    const dated = { correction: 'ManualChargeback', info: 'Bank letter', notificationDate: '2026-02-01' }
    expect((await write(body, { ...dated, tagId: 'nowhere' })).body.fields[0].field).toBe('tagId')
    const part = await write(body, {
      ...dated,
      tagId: 'CB-2',
      amount: { amount: '30.00', currency: 'EUR' },
    })
    expect(part.status, part.text).toBe(200)
    expect(await child(part.body.childId)).toMatchObject({
      txType: 'ManualChargeback',
      statusNo: 0,
      amount: '-3000',
      info: '2026-02-01:[CB-2] Goods not received: Bank letter',
      originTxId: body.txId,
      apiSource: 'BACKOFFICE',
    })
    const reasons = (
      await (await platform.as('investigator')).get(`/transaction/${body.txId}/reason?merchantId=100010001`)
    ).body
    expect(reasons.left.refund).toEqual({ amount: '50.00', currency: 'EUR' })
    const tooMuch = await operate('investigator', body, 'refund', {
      amount: { amount: '50.01', currency: 'EUR' },
    })
    expect({ status: tooMuch.status, message: tooMuch.body.message }).toEqual({
      status: 409,
      message: 'At most 50.00 EUR is left.',
    })
    expect((await write(body, { correction: 'ManualChargebackWon', info: 'Won it' })).status).toBe(200)
    expect((await platform.row(body)).chargebackMinor).toBe(0n)
    const again = await write(body, { correction: 'ManualChargebackWon', info: 'Won it' })
    expect({ status: again.status, message: again.body.message }).toEqual({
      status: 409,
      message: 'There is no open chargeback.',
    })
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
  })

  it('writes a refund made elsewhere down once, however often it is sent', async () => {
    const { body } = await deposit('user_2', '10.00')
    const { version } = await platform.row(body)
    const client = await platform.as('investigator')
    const once = () =>
      client.post(
        `/transaction/${body.txId}/correction?merchantId=100010001`,
        { version, correction: 'ManualRefund', info: 'Paid back by hand' },
        { headers: { 'x-operation-id': '0190e000-0000-7000-8000-00000000c0de' } },
      )
    const [first, second] = [await once(), await once()]
    expect([first.status, second.body]).toEqual([200, first.body])
    expect((await platform.row(body)).refundedMinor).toBe(1000n)
    const rest = await operate('investigator', body, 'refund')
    expect(rest.body.message).toBe('Everything was refunded already.')
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
  })

  it('without money marks the payment', async () => {
    const { body } = await deposit('user_2', '11.00')
    const asked = await write(body, { correction: 'ManualRequestForInfo', info: 'What was it for?' })
    expect(asked.status, asked.text).toBe(200)
    expect((await platform.row(body)).tags).toEqual(['request-for-info'])
  })

  it('of reserved money ends the reservation', async () => {
    const { body } = await platform.deposit({
      userId: 'user_2',
      amount: { amount: '12.00', currency: 'EUR' },
      authType: 'PRE_AUTH',
    })
    const { pspAnsweredAt, authorizedAt } = await platform.row(body)
    const detail = await (
      await platform.as('investigator')
    ).get(`/transaction/${body.txId}?merchantId=100010001`)
    expect(Date.parse(detail.body.captureUntil) - Date.parse(authorizedAt ?? pspAnsweredAt ?? '')).toBe(
      30 * 86_400_000,
    )
    expect((await write(body, { correction: 'ManualVoid', info: 'Voided there' })).status).toBe(200)
    expect((await operate('investigator', body, 'capture')).status).toBe(409)
  })
})

describe('another payment', () => {
  it('is made with the stored account, and only with one that works', async () => {
    const { body } = await deposit('user_4', '21.00')
    expect((await operate('operator', body, 'repeat')).body.fields[0].field).toBe('amount')
    const made = await operate('operator', body, 'repeat', { amount: { amount: '22.00', currency: 'EUR' } })
    expect(made.status, made.text).toBe(200)
    expect(await child(made.body.childId)).toMatchObject({
      apiSource: 'BACKOFFICE',
      paymentType: 'REPEAT',
      amount: '2200',
      originTxId: null,
    })
    await platform.until({ txId: made.body.childId }, 'SUCCESSFUL')
    const { accountId } = await platform.row(body)
    const account = (status: string) =>
      sql`update user_psp_account set status = ${status} where id = ${accountId}`.execute(platform.db)
    await account('BLOCKED')
    const refused = await operate('operator', body, 'repeat', {
      amount: { amount: '22.00', currency: 'EUR' },
    })
    await account('ACTIVE')
    expect(refused.body.message).toBe('The account is BLOCKED; expected ACTIVE.')
  })

  it('follows from one that failed, three times at most', async () => {
    const { body } = await deposit('user_4', '666.51')
    expect(body.state).toBe('FAILED')
    const again = () => operate('admin', body, 'reprocess', { info: 'The limit was raised' })
    expect((await operate('investigator', body, 'reprocess', { info: 'Please' })).status).toBe(403)
    const first = await again()
    expect(first.status, first.text).toBe(200)
    expect(await child(first.body.childId)).toMatchObject({
      txType: 'CreditcardDeposit',
      paymentType: 'REPEAT',
      originTxId: body.txId,
    })
    await platform.until({ txId: first.body.childId }, 'FAILED', 'SUCCESSFUL')
    const { targets } = (
      await (await platform.as('admin')).get(`/transaction/${body.txId}/reason?merchantId=100010001`)
    ).body as { targets: { psp: string; pspAccount: string }[] }
    const target = targets.find(({ psp }) => psp === 'borealpay')
    expect(targets.map(({ psp }) => psp)).not.toContain('nordbank')
    const nowhere = await operate('admin', body, 'reprocess', { info: 'There', psp: 'nordbank' })
    expect([nowhere.status, nowhere.body.fields?.[0]?.field]).toEqual([422, 'psp'])
    const there = await operate('admin', body, 'reprocess', { info: 'There', ...target })
    expect(there.status, there.text).toBe(200)
    await platform.until({ txId: there.body.childId }, 'FAILED', 'SUCCESSFUL', 'WAITING_INPUT')
    const sent = await platform.row({ merchantId: 100010001, txId: there.body.childId })
    expect(sent.initiatedPsp).toBe(target?.psp)
    await sql`update transaction set reprocess_count = 3 where id = ${body.txId}`.execute(platform.db)
    expect((await again()).body.message).toBe('It was reprocessed 3 times already.')
    expect((await platform.row(body)).statusNo).toBe(body.statusCodeNo)
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

describe('a payment somebody keeps an eye on', () => {
  it('has tags, one by one and for several at once', async () => {
    const { body } = await deposit('user_5', '31.00')
    const tagged = await operate('operator', body, 'tag', { addTags: ['watch', 'vip review'] })
    expect(tagged.status, tagged.text).toBe(200)
    expect((await operate('operator', body, 'tag', { addTags: ['a,b'] })).status).toBe(422)
    const { version } = await platform.row(body)
    const { body: bulk } = await (
      await platform.as('operator')
    ).post('/transaction/bulk?merchantId=100010001', {
      operation: 'tag',
      ids: [{ id: String(body.txId), version }],
      params: { removeTags: ['watch', 'never there'] },
    })
    expect(bulk.results[0].ok).toBe(true)
    expect((await platform.row(body)).tags).toEqual(['vip review'])
  })

  it('is brought to a colleague by a note that names them', async () => {
    const { body } = await deposit('user_5', '33.00')
    const [operator, colleague] = [await platform.as('operator'), await platform.as('investigator')]
    const write = (text: string) =>
      operator.post(`/transaction/${body.txId}/note?merchantId=100010001`, { text })
    const note = await write('Please look, @Investigator. Not you, @operator, nor mail@kyc or @nobody-there')
    expect(note.status, note.text).toBe(200)
    const mentions = async (client: typeof operator) =>
      (await client.get('/transaction/mention?merchantId=100010001')).body.items
    expect(await mentions(colleague)).toMatchObject([{ txId: body.txId, author: 'operator' }])
    expect(await mentions(operator)).toEqual([])
    await operator.post(`/transaction/${body.txId}/note/${note.body.id}/strike?merchantId=100010001`)
    expect(await mentions(colleague)).toEqual([])
  })

  it('is asked about at the PSP no more than once in ten seconds', async () => {
    const { body } = await deposit('user_5', '777.03')
    expect((await operate('admin', body, 'check')).status).toBe(200)
    // However long the test takes, it is a moment ago.
    await sql`update transaction set step_state = jsonb_set(step_state, '{checkedAt}', to_jsonb(${new Date(Date.now() + 3_600_000).toISOString()}::text))
      where id = ${body.txId}`.execute(platform.db)
    const again = await operate('admin', body, 'check')
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 429, code: 'RATE_LIMITED' })
  })
})

describe('a payment somebody has to look into', () => {
  it('is taken, given back, and handed out by who hands out work', async () => {
    const { body } = await deposit('user_5', '777.03')
    const assignee = async () =>
      (await (await platform.as('investigator')).get(`/transaction/${body.txId}?merchantId=100010001`)).body
        .openCase?.assignee
    expect((await operate('operator', body, 'assign')).status).toBe(403)
    expect((await operate('investigator', body, 'assign')).status).toBe(200)
    expect(await assignee()).toBe('investigator')
    expect((await operate('investigator', body, 'assign')).body.message).toBe('You have it already.')
    expect((await operate('investigator', body, 'unassign')).status).toBe(200)
    expect(await assignee()).toBeNull()
    const { rows } = await sql<{
      id: string
    }>`select id from backoffice_user where username = 'investigator'`.execute(platform.db)
    const given = await operate('admin', body, 'assign', { assigneeId: rows[0]?.id })
    expect(given.status, given.text).toBe(200)
    expect(await assignee()).toBe('investigator')
  })

  it('is nobody’s without a case', async () => {
    const { body } = await deposit('user_5', '32.00')
    expect((await operate('investigator', body, 'assign')).body.message).toBe('There is no open case.')
  })
})

describe('a merchant that never heard of a cancellation', () => {
  it('is told again when somebody resends it', async () => {
    const { body } = await deposit('user_6', '666.51')
    expect(body.state).toBe('FAILED')
    await sql`update notification set status = 'DEAD', sent_at = null where tx_id = ${body.txId} and kind = 'CANCEL'`.execute(
      platform.db,
    )
    expect((await operate('operator', body, 'resend')).status).toBe(200)
    await deliverDue({
      machine: machine().parts,
      sendWebhook: () => Promise.resolve({ status: 200, text: '' }),
      captureMessage: undefined,
    })
    const { rows } = await sql`select status, attempt from notification
      where tx_id = ${body.txId} and kind = 'CANCEL'`.execute(platform.db)
    expect(rows).toEqual([{ status: 'SENT', attempt: 1 }])
  })
})

describe('a merchant that wants to hear of it again', () => {
  const sentKinds = async (txId: number) => {
    const { rows } = await sql<{ kind: string; status: string }>`select kind, status from notification
      where tx_id = ${txId} and status = 'PENDING' order by kind`.execute(platform.db)
    return rows.map(({ kind }) => kind)
  }

  it('is told just that, and nothing that is not so', async () => {
    const { body } = await deposit('user_6', '25.00')
    await platform.until(body, 'SUCCESSFUL')
    await sql`update notification set status = 'SENT', next_at = null where tx_id = ${body.txId}`.execute(
      platform.db,
    )
    expect((await operate('operator', body, 'resend', { kind: 'LETTER' })).status).toBe(422)
    const nothing = await operate('operator', body, 'resend', { kind: 'CANCEL' })
    expect(nothing.body.message).toBe('There is nothing to send again.')
    expect((await operate('operator', body, 'resend', { kind: 'TRANSFER' })).status).toBe(200)
    expect(await sentKinds(body.txId)).toEqual(['TRANSFER'])
    await deliverDue({
      machine: machine().parts,
      sendWebhook: () => Promise.resolve({ status: 200, text: '' }),
      captureMessage: undefined,
    })
    const { rows } = await sql`select status, attempt, http_status from notification
      where tx_id = ${body.txId} and kind = 'TRANSFER'`.execute(platform.db)
    expect(rows).toEqual([{ status: 'SENT', attempt: 1, httpStatus: 200 }])
  })
})

describe('a payment that waits at the PSP', () => {
  it('is cancelled there first, and here once the PSP has let go', async () => {
    const { body } = await platform.deposit({
      userId: 'user_6',
      txType: 'BankDeposit',
      card: undefined,
      amount: { amount: '41.00', currency: 'EUR' },
    })
    expect(body.state).toBe('WAITING_INPUT')
    const asked = await operate('operator', body, 'cancel', { info: 'The user changed their mind' })
    expect({ status: asked.status, no: asked.body.statusNo }).toEqual({
      status: 200,
      no: body.statusCodeNo,
    })
    const operator = { id: 'somebody', name: 'operator', roles: ['MERCHANT_SUPPORT'] }
    await runTask('cancel-at-psp', body, { operator, info: 'The user changed their mind' })
    expect((await platform.row(body)).statusNo).toBe(601)
    const { rows } = await sql`select 1 from tx_event where tx_id = ${body.txId}
      and summary like '%asked to cancel: approved'`.execute(platform.db)
    expect(rows.length).toBe(1)
    expect((await operate('operator', body, 'cancel')).status).toBe(409)
  })
})

describe('after all of that', () => {
  it('the books are right', async () => {
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
  })
})
