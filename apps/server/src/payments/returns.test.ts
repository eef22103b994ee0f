import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { Turnstile } from '../kit/turnstile.ts'
import { eventually } from '../testing/eventually.ts'
import { sandboxAccounts } from './connectors/sandbox-accounts.ts'
import { receiveCallback } from './flow/callbacks.ts'
import { lookAtParked, sweep } from './jobs/payment-work.ts'
import { checkBooks } from './ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import { insertCallback } from './transactions/callback-store.ts'

const merchantId = 100010001
const machine = () => platform.app.payments.machine

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform({ pollMs: [3_600_000], transferMs: [0, 20, 20] })
  const publish = await rulePublisher(platform)
  const fixed = { fixedFee: { EUR: '500' } }
  await publish(
    'fee',
    { conditions: onlyFor('user_1', 'user_2', 'user_3'), outputs: { ...fixed, mode: 'ADDED' } },
    { conditions: onlyFor('user_4', 'user_5'), outputs: { ...fixed, mode: 'DEDUCTED' } },
    { conditions: onlyFor('user_6'), outputs: { ...fixed, mode: 'ADDED', billTo: 'MERCHANT' } },
  )
  await publish('vat', { conditions: {}, outputs: { ratePct: 250_000, mode: 'EXCLUSIVE' } })
  await publish('void-capture', {
    conditions: onlyFor('user_1'),
    outputs: { action: 'CAPTURE', captureMethod: 'MANUAL' },
  })
  await sql`update backoffice_user set roles = array['INVESTIGATOR_ADMIN', 'MERCHANT_SUPPORT'] where username = 'admin'`.execute(
    platform.db,
  )
})
afterAll(() => platform.close())

const euro = (amount: string) => ({ amount, currency: 'EUR' })
const deposit = async (userId: string, amount: string, also: object = {}) =>
  (await platform.deposit({ userId, amount: euro(amount), ...also })).body

const operationsOf = async (reference: string): Promise<{ id: string; kind: string }[]> => {
  const answer = await fetch(`${platform.sandboxUrl}/admin/operations?reference=${reference}`)
  return ((await answer.json()) as { items: { id: string; kind: string }[] }).items
}

interface Event {
  readonly act: 'reversal' | 'dispute' | 'disputeWon' | 'callback'
  readonly amount?: string
  readonly amountFactor?: number
}

/** The PSP does something to a payment and tells of it. */
async function happens({ txRefId: reference }: Pick<PaymentAnswer, 'txRefId'>, event: Event): Promise<void> {
  const [operation] = await operationsOf(reference)
  const answer = await fetch(`${platform.sandboxUrl}/admin/operations/${operation?.id}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  expect(answer.status).toBe(200)
}

interface Heard {
  readonly id: string
  readonly outcome: string
  readonly note: string | null
}

const heardOf = async (txId: number): Promise<Heard[]> => {
  const { rows } = await sql<Heard>`select id, outcome, note from callback where tx_id = ${txId}
    order by received_at, id`.execute(platform.db)
  return rows
}

/** Until so many messages about a payment have been understood, or not. */
const heard = (body: PaymentAnswer, count: number): Promise<Heard[]> =>
  eventually(
    () => heardOf(body.txId),
    (all) => all.length >= count && all.every(({ outcome }) => outcome !== 'RECEIVED'),
    `${count} callbacks of ${body.txId}`,
  )

const outcomes = async (body: PaymentAnswer, count: number) =>
  (await heard(body, count)).map(({ outcome }) => outcome)

interface Child {
  readonly id: number
  readonly txType: string
  readonly statusNo: number
  readonly walletCents: number
  readonly feeCents: number
  readonly vat: number
  readonly psp: number
}

const childrenOf = async ({ txId }: Pick<PaymentAnswer, 'txId'>): Promise<Child[]> => {
  const { rows } = await sql<Child>`select id, tx_type, status_no, amount_minor::integer as wallet_cents,
      fee_minor::integer as fee_cents, vat_minor::integer as vat, psp_amount_minor::integer as psp
    from transaction where origin_tx_id = ${txId} order by id`.execute(platform.db)
  return rows
}

const amounts = (children: readonly Child[]) =>
  children.map(({ txType, walletCents, feeCents, vat, psp }) => [txType, walletCents, feeCents, vat, psp])

interface Case {
  readonly id: string
  readonly version: number
  readonly type: string
  readonly state: string
  readonly cause: string
}

const casesOf = async ({ txId }: Pick<PaymentAnswer, 'txId'>): Promise<Case[]> => {
  const { rows } = await sql<Case>`select id, version, type, state, cause from investigation_case
    where tx_id = ${txId} order by opened_at, id`.execute(platform.db)
  return rows
}

const openCases = async (body: PaymentAnswer) =>
  (await casesOf(body)).filter(({ state, type }) => state !== 'RESOLVED' && type === 'CALLBACK_FAILED')

const receivableOf = async (ids: readonly number[]): Promise<bigint> => {
  const { rows } = await sql<{ minor: string }>`select coalesce(sum(p.debit - p.credit), 0)::text as minor
    from journal_entry e join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
    where e.source_type = 'TRANSACTION' and e.source_id = any(${ids.map(String)}::text[])
      and p.account like 'PSP\\_RECEIVABLE:%'`.execute(platform.db)
  return BigInt(rows[0]?.minor ?? 0)
}

/** What the PSP owes for a payment by its own book, and by ours. */
async function bothBooks(body: Pick<PaymentAnswer, 'txId'>): Promise<[bigint, bigint]> {
  const answer = await fetch(`${platform.sandboxUrl}/admin/totals`)
  const { items } = (await answer.json()) as { items: Record<string, string>[] }
  const mine = items.filter(({ reference }) => reference === txRefId(merchantId, body.txId))
  const theirs = mine.reduce((sum, line) => {
    const of = (name: string) => BigInt(line[name] ?? 0)
    const returned = line.kind === 'withdrawal' ? of('returned') : -of('returned')
    return sum + of('captured') - of('refunded') - of('paidOut') - of('disputed') + returned
  }, 0n)
  return [theirs, await receivableOf([body.txId, ...(await childrenOf(body)).map(({ id }) => id)])]
}

async function expectBooksAgree(body: Pick<PaymentAnswer, 'txId'>): Promise<void> {
  const [theirs, ours] = await bothBooks(body)
  expect(ours).toBe(theirs)
}

async function operate(who: string, answer: { txId: number }, op: string, body: object = {}) {
  const { version } = await platform.row({ merchantId, txId: answer.txId })
  const client = await platform.as(who)
  const done = await client.post(`/transaction/${answer.txId}/${op}?merchantId=${merchantId}`, {
    version,
    ...body,
  })
  await sweep(machine())
  return done
}

async function decide(found: Case, action: string, body: object) {
  const client = await platform.as('investigator')
  return client.post(`/case/${found.id}/${action}?merchantId=${merchantId}`, {
    version: found.version,
    ...body,
  })
}

async function payOut(userId: string, amount: string, iban: string): Promise<PaymentAnswer> {
  const { body } = await platform.withdraw({ userId, amount: euro(amount), iban })
  if (body.state === 'WAITING_APPROVAL') await operate('approver1', body, 'approve', { info: 'Seen' })
  return platform.until(body, 'SUCCESSFUL')
}

describe('a deposit with a fee of the user', () => {
  it.each([
    ['user_1', '61.00', ['Reversal', -6100, 500, 125, 6725]],
    ['user_4', '61.00', ['Reversal', -5475, 500, 125, 6100]],
    ['user_6', '61.00', ['Reversal', -6100, 0, 0, 6100]],
  ] as const)('of %s is taken back whole: %s', async (userId, amount, expected) => {
    const body = await deposit(userId, amount)
    expect(body.state).toBe('SUCCESSFUL')
    await happens(body, { act: 'reversal' })
    expect(await outcomes(body, 1)).toEqual(['APPLIED'])
    expect(amounts(await childrenOf(body))).toEqual([expected])
    expect(await platform.row(body)).toMatchObject({
      returnedMinor: BigInt(-expected[1]),
      chargebackMinor: 0n,
    })
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
    expect((await outcomes(body, 4)).at(-1)).toBe('FAILED')
    expect(await childrenOf(body)).toHaveLength(3)
    await expectBooksAgree(body)
  })
})

describe('a payout with a fee', () => {
  it.each([
    // The bank in Sweden is paid in kronor.
    ['user_3', 'SE4550000000058398257466', ['Reversal', 6200, 0, 0]],
    ['user_5', 'DE89370400440532013000', ['Reversal', 5575, 0, 0]],
  ] as const)('of %s that came back gives the user what was paid out', async (userId, iban, expected) => {
    const body = await payOut(userId, '62.00', iban)
    await happens(body, { act: 'reversal' })
    await eventually(
      () => childrenOf(body),
      (all) => all.length > 0,
    )
    const { pspAmountMinor } = await platform.row(body)
    expect(amounts(await childrenOf(body))).toEqual([[...expected, Number(pspAmountMinor)]])
    await expectBooksAgree(body)
    const before = (await heardOf(body.txId)).length
    await happens(body, { act: 'reversal' })
    expect((await outcomes(body, before + 1)).at(-1)).toBe('FAILED')
    expect(await childrenOf(body)).toHaveLength(1)
    expect((await openCases(body)).map(({ cause }) => cause)).toEqual([
      expect.stringMatching(/Only 0.00 ... is left of it/),
    ])
  })
})

describe('the same thing under two event ids', () => {
  it('is booked once, and the second is a case that can be dismissed', async () => {
    const body = await deposit('user_7', '61.00')
    await happens(body, { act: 'dispute' })
    await heard(body, 1)
    await Promise.all([happens(body, { act: 'dispute' }), happens(body, { act: 'reversal' })])
    expect(await outcomes(body, 3)).toEqual(['APPLIED', 'FAILED', 'FAILED'])
    expect(amounts(await childrenOf(body))).toEqual([['DisputeFiled', -6100, 0, 0, 6100]])
    const [first, second] = await openCases(body)
    if (!first || !second) throw new Error('Two cases were expected')
    const admin = await platform.as('admin')
    const { body: sheet } = await admin.get(`/case/${first.id}?merchantId=${merchantId}`)
    expect(sheet.allowed).toContain('dismiss')
    expect(sheet.allowed, 'nothing is left that it could take').not.toContain('apply')
    const again = await decide(first, 'apply', { text: 'The bank is sure' })
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringContaining('0.00 EUR is left of it') as string,
    ])
    const gone = await decide(first, 'dismiss', { text: 'Sent twice' })
    expect(gone.status, gone.text).toBe(200)
    expect((await openCases(body)).map(({ id }) => id)).toEqual([second.id])
    expect((await heardOf(body.txId)).filter(({ outcome }) => outcome === 'DISMISSED')).toHaveLength(1)
  })

  it('at once is booked once', async () => {
    const body = await deposit('user_7', '63.00')
    await Promise.all(Array.from({ length: 4 }, () => happens(body, { act: 'reversal' })))
    expect((await outcomes(body, 4)).toSorted()).toEqual(['APPLIED', 'FAILED', 'FAILED', 'FAILED'])
    expect(await childrenOf(body)).toHaveLength(1)
    await expectBooksAgree(body)
  })
})

describe('what goes back', () => {
  it('is never more than was captured, refunds and disputes together', async () => {
    const body = await deposit('user_8', '60.00')
    expect((await operate('admin', body, 'refund', { amount: euro('40.00'), info: 'Back' })).status).toBe(200)
    await happens(body, { act: 'dispute', amount: '30.00' })
    expect((await outcomes(body, 1)).at(-1)).toBe('FAILED')
    await happens(body, { act: 'dispute', amount: '20.00' })
    expect((await outcomes(body, 2)).at(-1)).toBe('APPLIED')
    expect(await platform.row(body)).toMatchObject({ refundedMinor: 4000n, chargebackMinor: 2000n })
    const more = await operate('admin', body, 'refund', { amount: euro('0.01'), info: 'Back' })
    expect(more.status).toBe(409)
  })

  it('comes back when a dispute is won, and can be disputed again', async () => {
    const body = await deposit('user_1', '61.00')
    for (const [index, act] of (['dispute', 'disputeWon', 'dispute', 'disputeWon'] as const).entries()) {
      await happens(body, { act, ...(act === 'dispute' && { amount: '67.25' }) })
      expect((await outcomes(body, index + 1)).at(-1)).toBe('APPLIED')
    }
    expect((await platform.row(body)).chargebackMinor).toBe(0n)
    await expectBooksAgree(body)
    expect((await operate('admin', body, 'refund', { info: 'Back' })).status).toBe(200)
  })

  it('waits for what it follows: a dispute that is won before it was filed', async () => {
    const body = await deposit('user_9', '61.00')
    const [operation] = await operationsOf(body.txRefId)
    await happens(body, { act: 'disputeWon', amount: '61.00' })
    expect(await outcomes(body, 1)).toEqual(['FAILED'])
    expect(operation).toBeDefined()
    await happens(body, { act: 'dispute', amount: '61.00' })
    await heard(body, 2)
    expect(
      await eventually(
        () => outcomes(body, 2),
        (all) => all.every((each) => each === 'APPLIED'),
      ),
    ).toEqual(['APPLIED', 'APPLIED'])
    expect((await platform.row(body)).chargebackMinor).toBe(0n)
    expect(await openCases(body)).toEqual([])
  })

  it('of a payment that failed is a case and no loss', async () => {
    const body = await deposit('user_10', '666.51')
    expect(body.state).toBe('FAILED')
    await happens(body, { act: 'dispute' })
    expect(await outcomes(body, 1)).toEqual(['FAILED'])
    expect(await childrenOf(body)).toEqual([])
    expect((await openCases(body)).map(({ cause }) => cause)).toEqual([
      'acmecards reports a dispute of 666.51 EUR. The payment is FAILED (504): nothing was booked that could go back.',
    ])
  })

  it('of a payment nobody understands waits until somebody has decided', async () => {
    const body = await deposit('user_11', '777.03')
    expect(body.statusCodeNo).toBe(405)
    await happens(body, { act: 'reversal' })
    expect(await outcomes(body, 1)).toEqual(['PARKED'])
    expect(await childrenOf(body)).toEqual([])
    const forced = await operate('admin', body, 'force-successful', {
      info: 'On the statement',
      pspRefId: 'seen',
      sendToMerchant: false,
    })
    expect(forced.status, forced.text).toBe(200)
    await sql`update callback set retry_at = now() where tx_id = ${body.txId}`.execute(platform.db)
    await lookAtParked(machine())
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
        ? { refundedMinor: moved, refundingMinor: 0n }
        : { capturedMinor: moved, pspCapturedMinor: moved },
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
    turnstile: new Turnstile(4),
    raw: { headers: { 'x-acme-signature': `sha256=${signature}` }, body },
  })
}

const reversalOf = (body: PaymentAnswer, value: number, currency = 'EUR') => ({
  eventId: randomUUID() as string,
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
    ['a currency nobody has', 1000, 'XQX', 'REFUSED', 'It does not say how much.'],
    ['nothing', 0, 'EUR', 'REFUSED', 'That is no amount that can go back.'],
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
    await sql`insert into ledger_period (merchant_id, first_day, last_day, state, closed_at, closed_by)
      values (${merchantId}, current_date - 2, current_date + 2, 'CLOSED', now() + interval '1 hour', 'test')`.execute(
      platform.db,
    )
    const event = reversalOf(body, 6700)
    expect(await signed(JSON.stringify(event))).toMatchObject(accepted)
    expect(await signed(JSON.stringify(event))).toMatchObject(accepted)
    expect(await outcomes(body, 1)).toEqual(['FAILED'])
    const [found] = await openCases(body)
    expect(found?.cause).toContain('lies in a closed period')
    expect(await childrenOf(body)).toEqual([])
    await sql`delete from ledger_period where closed_by = 'test'`.execute(platform.db)
    const again = found && (await decide(found, 'apply', { text: 'The period is open again' }))
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
    await lookAtParked(machine())
    await lookAtParked(machine())
    expect(await outcomes(body, 1)).toEqual(['APPLIED'])
    expect(await childrenOf(body)).toHaveLength(1)
  })
})

describe('after all of that', () => {
  it('the books are right', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})
