import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { Semaphore } from '../kit/semaphore.ts'
import { sandboxAccounts } from './connectors/sandbox-accounts.ts'
import { receiveCallback } from './core/flow/callbacks.ts'
import { applyWaitingCallbacks } from './jobs/payment-work.ts'
import { checkBooks } from './ledger/invariants.ts'
import { insertCallback } from './core/record/callback-store.ts'
import {
  amounts,
  casesOf,
  childrenOf,
  decide,
  deposit,
  euro,
  expectBooksAgree,
  happens,
  machine,
  merchantId,
  openCases,
  operate,
  outcomes,
  platform,
  startReturns,
} from './testing/returned-money.ts'

beforeAll(startReturns)
afterAll(() => platform.close())

describe('a success that was booked', () => {
  it('is a case when the PSP then names another amount, and nothing when it names the same', async () => {
    const body = await deposit('user_12', '64.00')
    await happens(body, { act: 'callback' })
    expect(await outcomes(body, 1)).toEqual(['IGNORED_DUPLICATE'])
    await happens(body, { act: 'callback', amountFactor: 0.9 })
    expect((await outcomes(body, 2)).at(-1)).toBe('REFUSED')
    const [found] = await openCases(body)
    expect(found?.cause).toBe('acmecards reports 57.60 EUR for a payment that was booked with 64.00 EUR.')
    const client = await platform.as('investigator')
    const sheet = await client.get(`/case/${found?.id}?merchantId=${merchantId}`)
    expect(sheet.body.allowed).toContain('dismiss')
    expect(sheet.body.allowed).not.toContain('apply')
    if (found) expect((await decide(found, 'dismiss', { text: 'They made a mistake' })).status).toBe(200)
    expect(await openCases(body)).toEqual([])
  })
})

describe('a child the merchant did not take over', () => {
  const suspenseOf = async (txId: number): Promise<number> => {
    const { rows } = await sql<{
      cents: number
    }>`select coalesce(sum(p.debit - p.credit), 0)::integer as cents
      from journal_entry e join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
      where e.source_id = ${String(txId)} and p.account like 'SUSPENSE:%'`.execute(platform.db)
    return rows[0]?.cents ?? 0
  }
  const refused = async (op: 'refund' | 'capture') => {
    const body =
      op === 'refund'
        ? await deposit('user_13', '1200.00')
        : await deposit('user_14', '999.04', { authType: 'PRE_AUTH' })
    const asked = await operate('admin', body, op, { amount: euro('999.04'), info: 'Because' })
    expect(asked.status, asked.text).toBe(200)
    const childId = asked.body.childId as number
    await platform.until({ txId: childId }, 'INCONSISTENT')
    return { body, child: { merchantId, txId: childId } }
  }

  it.each([
    ['refund', 99904, 'force-successful'],
    ['refund', 99904, 'force-failed'],
    ['capture', -99904, 'force-successful'],
    ['capture', -99904, 'force-failed'],
  ] as const)('is in suspense: a %s of %s, until %s', async (op, held, decision) => {
    const { body, child } = await refused(op)
    expect((await platform.row(child)).statusNo).toBe(402)
    expect(await suspenseOf(child.txId)).toBe(held)
    await expectBooksAgree(body)
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
    const done = await operate('admin', child, decision, {
      info: 'Decided',
      pspRefId: 'x',
      sendToMerchant: false,
    })
    expect(done.status, done.text).toBe(200)
    expect(await suspenseOf(child.txId)).toBe(0)
    const moved = decision === 'force-successful' ? 99904n : 0n
    expect(await platform.row(body)).toMatchObject(
      op === 'refund'
        ? { refundedAmountMinor: moved, refundingAmountMinor: 0n }
        : { capturedAmountMinor: moved, pspCapturedMinor: moved },
    )
    expect((await casesOf(child)).every(({ state }) => state === 'RESOLVED')).toBe(true)
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})

/** A message as acmecards signs it, whatever is in it. */
async function signed(body: string) {
  const account = sandboxAccounts.find(({ psp }) => psp === 'acmecards')
  const signature = createHmac('sha256', account?.secrets.callbackKey ?? '')
    .update(body)
    .digest('hex')
  return receiveCallback(machine(), {
    psp: 'acmecards',
    account: account?.account ?? '',
    ip: '192.0.2.1',
    semaphore: new Semaphore(4),
    raw: { headers: { 'x-acme-signature': `sha256=${signature}` }, body },
  })
}

const reversalOf = (body: PaymentAnswer, value: number, currency = 'EUR') => ({
  eventId: randomUUID() as string,
  modificationReference: randomUUID() as string | undefined,
  eventCode: 'REVERSAL',
  success: true,
  merchantReference: body.txRefId,
  pspReference: 'ac_1',
  amount: { value, currency },
  reasonCode: '',
  reason: 'Taken back',
})

const accepted = { status: 200, body: '[accepted]' }

describe('a callback', () => {
  it.each([
    ['another currency', 1000, 'SEK', 'REFUSED', 'The payment was made in EUR.'],
    ['a currency nobody has', 1000, 'XQX', 'REFUSED', 'The message has no amount.'],
    ['nothing', 0, 'EUR', 'REFUSED', 'This amount cannot be returned.'],
    ['a huge amount', Number.MAX_SAFE_INTEGER, 'EUR', 'FAILED', 'Only 65.00 EUR is left of it'],
  ])('about %s is taken, kept and a case', async (_what, value, currency, outcome, words) => {
    const body = await deposit('user_15', '65.00')
    expect(await signed(JSON.stringify(reversalOf(body, value, currency)))).toMatchObject(accepted)
    expect(await outcomes(body, 1)).toEqual([outcome])
    const cases = await openCases(body)
    expect(cases.map(({ cause }) => cause)).toEqual([expect.stringContaining(words)])
    expect(await childrenOf(body)).toEqual([])
    for (const found of cases)
      expect((await decide(found, 'dismiss', { text: 'Asked them' })).status).toBe(200)
    expect(await openCases(body)).toEqual([])
  })

  it('that is signed and cannot be read is taken once, and a case', async () => {
    const body = await deposit('user_15', '66.00')
    const message = JSON.stringify({ about: body.txRefId, what: 'something new' })
    for (let time = 0; time < 2; time++) expect(await signed(message)).toMatchObject(accepted)
    expect(await outcomes(body, 1)).toEqual(['REFUSED'])
    const [found, ...others] = await openCases(body)
    expect([found?.cause, others]).toEqual(['acmecards sent a signed message that cannot be read', []])
    if (found) expect((await decide(found, 'dismiss', { text: 'Asked them' })).status).toBe(200)
  })

  it('that cannot be booked is a case, and applied again once it can be', async () => {
    const body = await deposit('user_16', '67.00')
    const owner = new pg.Client({ connectionString: platform.ownerUrl })
    await owner.connect()
    // Nothing a callback says can make an entry that the books refuse, so the books refuse all of them for a while.
    await owner.query('alter table journal_entry add constraint no_entries check (false) not valid')
    const event = reversalOf(body, 6700)
    expect(await signed(JSON.stringify(event))).toMatchObject(accepted)
    expect(await signed(JSON.stringify(event))).toMatchObject(accepted)
    expect(await outcomes(body, 1)).toEqual(['FAILED'])
    const [found] = await openCases(body)
    expect(found?.cause).toContain('no_entries')
    expect(await childrenOf(body)).toEqual([])
    await owner.query('alter table journal_entry drop constraint no_entries')
    await owner.end()
    const again = found && (await decide(found, 'apply', { text: 'The books take entries again' }))
    expect(again?.status, again?.text).toBe(200)
    expect(await outcomes(body, 1)).toEqual(['APPLIED'])
    expect(amounts(await childrenOf(body))).toEqual([['Reversal', -6700, 0, 0, 6700]])
    expect(await openCases(body)).toEqual([])
  })

  it('that was stored when the server died is applied by the next one', async () => {
    const body = await deposit('user_16', '68.00')
    const { eventId, ...said } = reversalOf(body, 6800)
    const reading = {
      kind: 'read',
      eventId,
      subject: 'reversal',
      reference: body.txRefId,
      pspRefId: said.pspReference,
      statusNo: 0,
      pspCode: '',
      pspMessage: said.reason,
      amount: ['6800', 'EUR'],
    }
    await platform.db.transaction().execute((tx) =>
      insertCallback(tx, {
        merchantId,
        id: randomUUID(),
        psp: 'acmecards',
        pspAccount: '3DS',
        dedupeKey: eventId,
        receivedAt: new Date(Date.now() - 60_000),
        sourceIp: '192.0.2.1',
        signatureOk: true,
        txId: body.txId,
        reading,
        body: '{}',
        outcome: 'RECEIVED',
        note: null,
        retryAt: new Date(Date.now() - 1000),
      }),
    )
    await applyWaitingCallbacks(machine())
    await applyWaitingCallbacks(machine())
    expect(await outcomes(body, 1)).toEqual(['APPLIED'])
    expect(await childrenOf(body)).toHaveLength(1)
  })
})

describe('what went back', () => {
  const told = async (body: PaymentAnswer, value: number, also: object = {}) =>
    expect(await signed(JSON.stringify({ ...reversalOf(body, value), ...also }))).toMatchObject(accepted)

  it('is one where the PSP gives it one id, and two where it gives two', async () => {
    const body = await deposit('user_15', '69.00')
    for (const modificationReference of ['R1', 'R1', 'R2', 'R1'])
      await told(body, 1000, { modificationReference })
    // An id of a reversal says nothing of a dispute.
    await told(body, 1000, { modificationReference: 'R2', eventCode: 'CHARGEBACK' })
    const [first, again, second, oldest, dispute] = await outcomes(body, 5)
    expect([first, second, dispute]).toEqual(['APPLIED', 'APPLIED', 'APPLIED'])
    expect([again, oldest]).toEqual(['IGNORED_DUPLICATE', 'IGNORED_DUPLICATE'])
    expect(await platform.row(body)).toMatchObject({
      returnedAmountMinor: 2000n,
      chargebackAmountMinor: 1000n,
    })
    expect(await openCases(body)).toEqual([])
  })

  it('of one payment has nothing to do with the same id at another', async () => {
    for (const body of [await deposit('user_15', '69.00'), await deposit('user_15', '69.00')]) {
      await told(body, 1000, { modificationReference: 'R1' })
      expect(await outcomes(body, 1)).toEqual(['APPLIED'])
    }
  })

  it('that did not fit ends by itself once the same is booked', async () => {
    const body = await deposit('user_15', '69.00')
    const won = { modificationReference: 'R2', eventCode: 'CHARGEBACK_REVERSED' }
    for (let time = 0; time < 2; time++) await told(body, 1000, won)
    expect(await outcomes(body, 2)).toEqual(['FAILED', 'FAILED'])
    await told(body, 1000, { modificationReference: 'R1', eventCode: 'CHARGEBACK' })
    expect((await outcomes(body, 3)).toSorted()).toEqual(['APPLIED', 'APPLIED', 'IGNORED_DUPLICATE'])
    expect((await platform.row(body)).chargebackAmountMinor).toBe(0n)
    expect(await openCases(body)).toEqual([])
  })

  it.each(['REVERSAL', 'CHARGEBACK', 'CHARGEBACK_REVERSED'])(
    'without an id is nothing this PSP has moved, and a case that can only be dismissed: %s',
    async (eventCode) => {
      const body = await deposit('user_15', '69.00')
      await told(body, 6900, { eventCode, modificationReference: undefined })
      expect(await outcomes(body, 1)).toEqual(['REFUSED'])
      const [found] = await openCases(body)
      expect(found?.cause).toMatch(/acmecards gives every movement an id\. This message has none/)
      const admin = await platform.as('admin')
      const { body: sheet } = await admin.get(`/case/${found?.id}?merchantId=${merchantId}`)
      expect(
        (sheet.allowed as string[]).filter((name) => ['apply', 'book', 'dismiss'].includes(name)),
      ).toEqual(['dismiss'])
      // What did move is not held up by it.
      await told(body, 6900, { eventCode: 'CHARGEBACK' })
      expect((await outcomes(body, 2)).at(-1)).toBe('APPLIED')
      expect((await platform.row(body)).chargebackAmountMinor).toBe(6900n)
      if (found) expect((await decide(found, 'dismiss', { text: 'Asked them' })).status).toBe(200)
      expect(await childrenOf(body)).toHaveLength(1)
    },
  )
})

describe('after all of that', () => {
  it('the books are right', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})
