import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whyNotAttach } from '../cases/why-not-attach.ts'
import { oneDecides } from '../testing/one-decides.ts'
import {
  deposit,
  openCases,
  operate,
  platform,
  runTask,
  startOperations,
} from '../testing/operated-payments.ts'

beforeAll(async () => {
  await startOperations()
  await oneDecides(platform)
})
afterAll(() => platform.close())

type Paid = Awaited<ReturnType<typeof deposit>>['body']

const paid = async (userId: string, amount: string): Promise<Paid> => (await deposit(userId, amount)).body
const referenceOf = async (payment: Paid): Promise<string> => (await platform.row(payment)).pspRefId ?? ''
const force = (payment: Paid, pspRefId: string) =>
  operate('admin', payment, 'force-successful', { info: 'On the statement', pspRefId, sendToMerchant: false })

async function resolve(payment: Paid, decision: object) {
  const client = await platform.as('admin')
  const at = 'merchantId=100010001'
  const { items } = (await client.get(`/case?${at}&keyword=${payment.txId}&type=INCONSISTENT`)).body
  const { id, version } = items[0] as { id: string; version: number }
  const { statusNo: txStatusNo } = await platform.row(payment)
  const evidence = 'On the statement'
  return client.post(`/case/${id}/resolve?${at}`, { version, txStatusNo, evidence, ...decision })
}

/** How a request ended: its status, and the field it was refused for. */
const end = ({ status, body }: Awaited<ReturnType<typeof operate>>) => [status, body.fields?.[0]?.field]

describe('what somebody says a PSP calls a payment', () => {
  it('is not what it calls another one, whose money a refund would give back', async () => {
    const other = await paid('user_1', '40.00')
    const reference = await referenceOf(other)
    expect(reference).not.toBe('')
    const doubtful = await paid('user_2', '777.03')
    const refused = await force(doubtful, reference)
    expect(end(refused)).toEqual([422, 'pspRefId'])
    expect(refused.text).toContain(String(other.txId))
    expect(end(await resolve(doubtful, { outcome: 'SUCCESSFUL', reference }))).toEqual([422, 'reference'])
    expect(await platform.row(doubtful)).toMatchObject({ statusNo: 405, pspRefId: null })
    expect(await openCases(doubtful.txId)).toMatchObject([{ state: 'OPEN' }])
    // That it failed can be shown by any paper.
    expect(end(await resolve(doubtful, { outcome: 'FAILED', reference }))).toEqual([200, undefined])
  })

  it.each([
    ['in capitals', (_other: Paid, reference: string) => reference.toUpperCase()],
    ['with spaces around it', (_other: Paid, reference: string) => ` ${reference}\t`],
    ['with a letter nobody sees', (_other: Paid, reference: string) => `${reference}\u200b`],
    ['as we call the other one', ({ txRefId }: Paid) => txRefId],
    ['as we call an attempt of the other one', ({ txRefId }: Paid) => `${txRefId.toLowerCase()}-1`],
    ['as we call one of another merchant', () => '100010002A889154604515328'],
  ])('is not that %s', async (_how, written) => {
    const other = await paid('user_1', '43.00')
    const doubtful = await paid('user_2', '777.03')
    const reference = written(other, await referenceOf(other))
    expect(end(await force(doubtful, reference))).toEqual([422, 'pspRefId'])
    expect(end(await resolve(doubtful, { outcome: 'SUCCESSFUL', reference }))).toEqual([422, 'reference'])
  })

  it.each(['GB82**************5432', 'a***@p***.example', '070******23'])(
    'is not a mask of it, as who may not see it would send back: %s',
    async (reference) => {
      const doubtful = await paid('user_2', '777.03')
      const before = await platform.row(doubtful)
      expect(end(await force(doubtful, reference))).toEqual([422, 'pspRefId'])
      for (const outcome of ['SUCCESSFUL', 'FAILED'])
        expect(end(await resolve(doubtful, { outcome, reference }))).toEqual([422, 'reference'])
      // Nor is it evidence beside what the PSP itself has said.
      const pspRefId = `said-by-psp-${doubtful.txId}`
      await sql`update transaction set psp_ref_id = ${pspRefId} where id = ${doubtful.txId}`.execute(
        platform.db,
      )
      expect(end(await force(doubtful, reference))).toEqual([422, 'pspRefId'])
      expect(await platform.row(doubtful)).toMatchObject({ statusNo: before.statusNo, pspRefId })
    },
  )

  it('may be what we call it ourselves', async () => {
    const doubtful = await paid('user_2', '777.03')
    expect((await force(doubtful, doubtful.txRefId)).status).toBe(200)
  })

  it('names no payment of a merchant that is not theirs', async () => {
    const amount = { amount: '41.00', currency: 'EUR' }
    const other = await platform.deposit({ merchantId: 100010002, userId: 'user_1', amount })
    const reference = (await platform.row(other.body)).pspRefId ?? ''
    const refused = await force(await paid('user_2', '777.03'), reference)
    expect(end(refused)).toEqual([422, 'pspRefId'])
    expect(refused.text).toContain('acmecards made another transaction under this reference.')
  })

  it('is said of one payment only, also by two people at once', async () => {
    const doubtful = await Promise.all(['user_3', 'user_4'].map((user) => paid(user, '777.03')))
    const ends = await Promise.all(doubtful.map(async (payment) => (await force(payment, 'made up')).status))
    expect(ends.toSorted()).toEqual([200, 422])
  })

  it('may be corrected once it is open again', async () => {
    const doubtful = await paid('user_5', '77.03')
    await operate('admin', doubtful, 'force-inconsistent', { info: 'A doubt' })
    expect(await referenceOf(doubtful)).not.toBe('')
    const unheard = await paid('user_5', '777.03')
    expect((await force(unheard, 'mistyped')).status).toBe(200)
    await operate('admin', unheard, 'force-inconsistent', { info: 'Mistyped' })
    await operate('finance', unheard, 'force-inconsistent', { info: 'Mistyped' })
    expect((await force(unheard, 'typed well')).status).toBe(200)
    expect(await referenceOf(unheard)).toBe('typed well')
  })

  it('does not take the place of what the PSP itself said', async () => {
    const approved = await paid('user_6', '999.04')
    const reference = await referenceOf(approved)
    expect((await force(approved, 'ticket 7')).status).toBe(200)
    expect(await referenceOf(approved)).toBe(reference)
    const { rows } = await sql<{ summary: string }>`select summary from tx_event
      where tx_id = ${approved.txId} and type = 'FORCE'`.execute(platform.db)
    expect(rows.at(-1)?.summary).toContain('ticket 7')
  })

  it('may be the payment it gives back', async () => {
    const origin = await paid('user_7', '800.00')
    const { body } = await operate('admin', origin, 'refund', {
      info: 'The user asked',
      amount: { amount: '777.03', currency: 'EUR' },
    })
    const refund = { ...origin, txId: body.childId as number }
    expect((await platform.row(refund)).statusNo).toBe(405)
    expect((await force(refund, await referenceOf(origin))).status).toBe(200)
  })
})

describe('a callback that was nobody’s', () => {
  it('is not attached to a payment where the PSP made another one under its reference', async () => {
    const pspRefId = await referenceOf(await paid('user_11', '42.00'))
    const unheard = await platform.row(await paid('user_11', '777.03'))
    const why = (reference: string) =>
      platform.db.transaction().execute((tx) =>
        whyNotAttach(tx, unheard, {
          id: randomUUID(),
          psp: 'acmecards',
          reading: { subject: 'payment', pspRefId: reference, statusNo: 0 },
        }),
      )
    expect(await why('nobody’s')).toBeUndefined()
    expect(await why(pspRefId)).toContain('under this reference')
  })
})

describe('an attempt at another PSP', () => {
  it('has nothing of what the first called it and answered', async () => {
    for (const psp of ['acmecards', 'borealpay']) {
      const put = await fetch(`${platform.sandboxUrl}/admin/scripts/${psp}-never-heard`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ psp, match: { userId: 'user_8' }, steps: [{ action: 'RESET', lost: true }] }),
      })
      expect(put.status).toBe(200)
    }
    const payment = await paid('user_8', '34.00')
    await sql`update transaction set psp_ref_id = 'of the first', psp_status_code = '05',
      psp_status_message = 'Do not honor' where id = ${payment.txId}`.execute(platform.db)
    const elsewhere = { info: 'They never heard of it', psp: 'borealpay', pspAccount: 'default' }
    expect((await operate('admin', payment, 'reprocess', elsewhere)).status).toBe(200)
    const { info, ...target } = elsewhere
    const operator = { id: 'somebody', name: 'admin', roles: ['INVESTIGATOR_ADMIN'] }
    await runTask('reprocess-payment', payment, { operator, info, target })
    expect(await platform.row(payment)).toMatchObject({
      statusNo: 404,
      psp: 'borealpay',
      pspRefId: null,
      pspStatusCode: null,
      pspStatusMessage: null,
    })
  })
})

describe('a payment that was refused and happened after all', () => {
  it('is told without the refusal', async () => {
    const refused = await paid('user_9', '666.05')
    const told = async () => (await platform.call('GET', `/payments/${refused.txId}`)).body
    expect(await told()).toMatchObject({ state: 'FAILED', pspStatusCode: '05' })
    for (const who of ['admin', 'finance'])
      await operate(who, refused, 'force-inconsistent', { info: 'A doubt' })
    expect((await force(refused, await referenceOf(refused))).status).toBe(200)
    const after = await told()
    expect(after.state).toBe('SUCCESSFUL')
    expect(JSON.stringify(after)).not.toMatch(/pspStatus|honor/)
    expect((await platform.row(refused)).declineStage).toBeNull()
  })
})

describe('a decision about a case', () => {
  it('takes nothing that does not go with it', async () => {
    const doubtful = await paid('user_10', '777.03')
    const reference = 'seen'
    const amount = { amount: '777.03', currency: 'EUR' }
    expect(end(await resolve(doubtful, { outcome: 'SUCCESSFUL', reference, statusNo: 506 }))).toEqual([
      422,
      'statusNo',
    ])
    expect(end(await resolve(doubtful, { outcome: 'FAILED', reference, amount }))).toEqual([422, 'amount'])
  })
})
