import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Inbox } from '@signalbox/model/calls/inbox'
import { deliverDue } from '../notifications/deliver.ts'
import { checkBooks } from '../ledger/invariants.ts'
import {
  child,
  deposit,
  machine,
  operate,
  platform,
  runTask,
  startOperations,
} from '../testing/operated-payments.ts'

beforeAll(startOperations)
afterAll(() => platform.close())

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
    expect((await platform.row(body)).chargebackAmountMinor).toBe(0n)
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
    expect((await platform.row(body)).refundedAmountMinor).toBe(1000n)
    const rest = await operate('investigator', body, 'refund')
    expect(rest.body.message).toBe('The full amount was already refunded.')
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
    expect(refused.body.message).toBe('The account is blocked; only an active account can pay.')
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
    expect((await again()).body.message).toBe('The payment was reprocessed 3 times already.')
    expect((await platform.row(body)).statusNo).toBe(body.statusCodeNo)
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
      ((await client.get('/inbox')).body as Inbox).items.filter(({ kind }) => kind === 'mention')
    expect(await mentions(colleague)).toMatchObject([{ record: String(body.txId), part: 'transaction' }])
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
    expect((await operate('investigator', body, 'assign')).body.message).toBe(
      'The case is already assigned to you.',
    )
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
      machine: machine().deps,
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
    expect(nothing.body.message).toBe('There is nothing to resend.')
    expect((await operate('operator', body, 'resend', { kind: 'TRANSFER' })).status).toBe(200)
    expect(await sentKinds(body.txId)).toEqual(['TRANSFER'])
    await deliverDue({
      machine: machine().deps,
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
