import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { isSuccessful } from '@signalbox/model/reference/status-codes'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusIs } from '../../kit/status-sql.ts'
import { statementsOf } from '../../kit/testing/statements-of.ts'
import { Semaphore } from '../../kit/semaphore.ts'
import { receiveCallback } from '../core/flow/callbacks.ts'
import { sweep } from '../jobs/payment-work.ts'
import { checkBooks } from '../ledger/invariants.ts'
import { PspLedger, type DrawnMovement, type ReturnSubject } from '../testing/psp-ledger.ts'
import { rulePublisher } from '../testing/publish-rules.ts'
import { runPaymentJobs } from '../testing/run-payment-jobs.ts'
import { callbackOf } from '../testing/scripted-services.ts'
import { merchantId, scriptedPlatform, type ScriptedPlatform } from '../testing/scripted-platform.ts'
import { behaviourOf } from '../testing/walk-psp.ts'
import { callbackBlocked } from './callback-blocked.ts'

const at = `merchantId=${merchantId}`
/** What a payment costs its user, and whether its PSP counts in another currency, go by the name of the user. */
const users = ['plain', 'fee', 'forex', 'both'] as const
type UserKind = (typeof users)[number]
const runs = process.env.TEST_FULL === undefined ? 8 : 300
const mostMs = process.env.TEST_FULL === undefined ? 120_000 : 600_000
const atOnce = 6

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await scriptedPlatform({}, async (before) => {
    const publish = await rulePublisher(before)
    const named = (...kinds: UserKind[]) => ({
      userId: { op: 'prefix', values: kinds.map((kind) => `${kind}-`) } as const,
    })
    await publish('fee', {
      conditions: named('fee', 'both'),
      outputs: { fixedFee: { EUR: '333' }, mode: 'ADDED' },
    })
    await publish('vat', { conditions: {}, outputs: { ratePct: 250_000, mode: 'EXCLUSIVE' } })
    await publish('forex', {
      conditions: named('forex', 'both'),
      outputs: { toCurrency: 'SEK', marginPct: 12_000 },
    })
  })
  platform.services.nameReturns()
  platform.services.answer(({ amount, user }) =>
    behaviourOf(user.userId.endsWith(late) ? 'declines' : 'approves').submitted(amount),
  )
})
afterAll(() => platform.close())

interface Report {
  readonly eventId: string
  readonly subject: ReturnSubject
  readonly returnId?: string
  readonly minor: bigint
  /** Tried and refused at the PSP, where it is not a success. */
  readonly statusNo?: number
  /** As earlier releases stored what did not happen: among those that wait. */
  readonly isLeftWaiting?: true
}
/** Users of such a name are told that their payment was refused, and it was not. */
const late = 'late'
const refusedThere = 504

let payments = 0
async function paid(kind: UserKind, isLate = false): Promise<{ id: number; ledger: PspLedger }> {
  const id = await platform.pay({
    userId: `${kind}-${++payments}${isLate ? late : ''}`,
    amount: { amount: '100.00', currency: 'EUR' },
  })
  const { pspAmountMinor, pspCapturedMinor, statusNo } = await platform.row(id)
  expect(isSuccessful(statusNo)).toBe(!isLate)
  if (!isLate) expect(pspCapturedMinor).toBe(pspAmountMinor)
  return { id, ledger: new PspLedger(pspAmountMinor ?? 0n) }
}

/** It turns out that the PSP has made the payment after all. */
async function succeed(id: number): Promise<void> {
  await platform.carryOut(id, 'force-inconsistent')
  await platform.carryOut(id, 'force-successful', { sendToMerchant: false })
}

async function tell(id: number, { minor, isLeftWaiting, ...told }: Report): Promise<void> {
  const { psp, pspAccount, pspCurrency, currency } = await platform.row(id)
  await receiveCallback(platform.app.payments.machine, {
    psp: psp ?? '',
    account: pspAccount ?? '',
    raw: callbackOf({
      statusNo: 0,
      ...told,
      eventId: `${id}-${told.eventId}`,
      reference: txRefId(merchantId, id),
      amount: { minor, currency: pspCurrency ?? currency },
    }),
    ip: '192.0.2.1',
    semaphore: new Semaphore(1),
  })
  if (isLeftWaiting)
    await sql`update callback set outcome = 'FAILED', retry_at = null
      where tx_id = ${id} and dedupe_key = ${`${id}-${told.eventId}`}`.execute(platform.db)
}

interface Sheet {
  id: string
  version: number
  state: string
  suspected: string
  allowed: string[]
}
const openCases = async (id: number): Promise<Sheet[]> => {
  const { body } = await platform.staff.get(`/case?${at}&keyword=${id}&type=CALLBACK_FAILED`)
  const found = (body.items as Sheet[]).filter(({ state }) => state !== 'RESOLVED')
  return Promise.all(
    found.map(async (each) => (await platform.staff.get(`/case/${each.id}?${at}`)).body as Sheet),
  )
}
const act = ({ id, version }: Sheet, action: string) =>
  platform.staff.post(`/case/${id}/${action}?${at}`, { version, text: 'Asked the PSP' })

/** Asks for a refund of so much of the wallet. */
async function refund(id: number, minor: bigint): Promise<boolean> {
  const amount = `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
  const asked = await platform.operate(id, 'refund', { amount: { amount, currency: 'EUR' } })
  return asked.status === 200
}

/** What the PSP says it gave back by our refunds. */
const refundedAtPsp = async (id: number): Promise<bigint> =>
  (await platform.children(id))
    .filter(({ method }) => method === 'REFUND')
    .reduce((sum, each) => sum + (platform.services.moved.get(txRefId(merchantId, each.id))?.minor ?? 0n), 0n)

/** By method, what children have moved: at the PSP, of the wallet, and of what the user was charged beside it. */
async function childSums(id: number) {
  const { rows } = await sql<{ method: string; psp: string; wallet: string; charges: string }>`
    select method, sum(abs(psp_amount_minor))::text as psp, sum(abs(amount_minor))::text as wallet,
      sum(fee_minor + vat_minor)::text as charges
    from transaction where origin_tx_id = ${id} and ${statusIs('status_no', 'SUCCESSFUL')} group by method`.execute(
    platform.db,
  )
  return (method: string, of: 'psp' | 'wallet' | 'charges'): bigint =>
    BigInt(rows.find((row) => row.method === method)?.[of] ?? 0)
}

async function receivableOf(id: number): Promise<bigint> {
  const { rows } = await sql<{ minor: string }>`select coalesce(sum(p.debit - p.credit), 0)::text as minor
    from journal_entry e join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
    join transaction t on t.merchant_id = e.merchant_id and t.id::text = e.source_id
    where e.source_type = 'TRANSACTION' and (t.id = ${id} or t.origin_tx_id = ${id})
      and p.account like 'PSP\\_RECEIVABLE:%'`.execute(platform.db)
  return BigInt(rows[0]?.minor ?? 0)
}

/** What of a payment does not agree with the book of its PSP. */
async function wrongWith(id: number, ledger: PspLedger): Promise<string[]> {
  const sum = await childSums(id)
  const row = await platform.row(id)
  const charged = (of: 'psp' | 'wallet' | 'charges') => sum('CHARGEBACK', of) - sum('CHARGEBACK_WON', of)
  const gone = (of: 'psp' | 'wallet' | 'charges') => sum('REFUND', of) + sum('REVERSAL', of) + charged(of)
  const pairs: [string, unknown, unknown][] = [
    ['reversed', sum('REVERSAL', 'psp'), ledger.reversed],
    ['charged back', charged('psp'), ledger.disputed],
    ['refunded', sum('REFUND', 'psp'), ledger.refunded],
    ['receivable', await receivableOf(id), ledger.left],
    ['total of reversals', row.returnedAmountMinor, sum('REVERSAL', 'wallet')],
    ['total charged back', row.chargebackAmountMinor, charged('wallet')],
    ['total of refunds', row.refundedAmountMinor, sum('REFUND', 'wallet')],
    ['more of the wallet than was captured', gone('wallet') > row.capturedAmountMinor, false],
    ['more fee and tax than was taken', gone('charges') > row.feeMinor + row.vatAmountMinor, false],
    ['less than nothing', [charged('wallet') < 0n, charged('charges') < 0n], [false, false]],
  ]
  if (ledger.disputed === 0n) pairs.push(['all won', [charged('wallet'), charged('charges')], [0n, 0n]])
  if (ledger.left === 0n)
    pairs.push([
      'all gone',
      [gone('wallet'), gone('charges')],
      [row.capturedAmountMinor, row.feeMinor + row.vatAmountMinor],
    ])
  if (row.pspCurrency === row.currency)
    pairs.push(['charged back as charged', charged('wallet') + charged('charges'), ledger.disputed])
  return pairs
    .filter(([, ours, theirs]) => String(ours) !== String(theirs))
    .map(([what, ours, theirs]) => `${what}: ${String(ours)}, not ${String(theirs)}`)
}

/** Messages of what did not move leave a case each, which can be dismissed and nothing else; all others leave none. */
async function wrongCases(id: number, untrue: number): Promise<string[]> {
  const open = await openCases(id)
  const wrong =
    open.length === untrue ? [] : [`${open.length} open cases: ${open.map((c) => c.suspected).join(' | ')}`]
  for (const found of open) {
    const ways = ['apply', 'book', 'dismiss'].filter((name) => found.allowed.includes(name))
    if (ways.join() !== 'dismiss') wrong.push(`${found.suspected} offers ${ways.join()}`)
    for (const name of ['apply', 'book'])
      if ((await act(found, name)).status !== 409) wrong.push(`${name} was not refused`)
    if ((await act(found, 'dismiss')).status !== 200) wrong.push('could not be dismissed')
  }
  if ((await openCases(id)).length > 0) wrong.push('cases are left')
  return wrong
}

/** Everything there is to try with one payment. */
interface Walk {
  readonly kind: UserKind
  readonly drawn: readonly DrawnMovement[]
  /** Told of, and never moved: without a name, or named and said to have been refused. */
  readonly unnamed: readonly DrawnMovement[]
  readonly refused: readonly DrawnMovement[]
  /** Movements that were tried and refused at first, under another name: they would fit wherever the real ones do. */
  readonly triedBefore: readonly number[]
  /** The payment itself seems to have failed until all of it is told. */
  readonly isLate: boolean
  /** Movements that are told a second time, under another id of the event. */
  readonly twice: readonly number[]
  /** What is refunded of what is left in the end, in percent; asked for somewhere between the messages. */
  readonly refundPercent: number
  /** Sorts messages, and the refund among them. */
  readonly order: readonly number[]
}

function messagesOf({ unnamed, refused, triedBefore, twice }: Walk, ledger: PspLedger): Report[] {
  const real = ledger.movements.map((movement, index) => ({ ...movement, eventId: `e${index}` }))
  const again = real
    .filter((_each, index) => twice.includes(index))
    .map((each) => ({ ...each, eventId: `${each.eventId}-again` }))
  const lie = ({ subject, percent }: DrawnMovement, eventId: string) => ({
    eventId,
    subject,
    minor: (ledger.captured * BigInt(percent)) / 100n,
  })
  const lies = unnamed.map((each, index) => lie(each, `u${index}`))
  const didNotHappen = (each: Report): Report => ({ ...each, returnId: each.eventId, statusNo: refusedThere })
  const tried = refused.map((each, index) => didNotHappen(lie(each, `r${index}`)))
  const before = real
    .filter((_each, index) => triedBefore.includes(index))
    .map((each) => didNotHappen({ ...each, eventId: `t-${each.eventId}`, isLeftWaiting: true }))
  return [...real, ...again, ...lies, ...tried, ...before]
}

/** What the PSP says itself did not happen, or does not name, has no part in its book: somebody dismisses it. */
const untrueIn = (messages: readonly Report[]): number =>
  messages.filter(({ returnId, statusNo }) => returnId === undefined || statusNo === refusedThere).length

async function walk(drawn: Walk): Promise<() => Promise<string[]>> {
  const { id, ledger } = await paid(drawn.kind, drawn.isLate)
  for (const movement of drawn.drawn) ledger.happen(movement)
  const walletMinor = (await platform.row(id)).amountMinor
  // Of what is left at the PSP in the end it can give back at any time.
  const refundMinor = (walletMinor * ledger.left * BigInt(drawn.refundPercent)) / (ledger.captured * 110n)
  const messages = messagesOf(drawn, ledger)
  const steps: (Report | 'refund')[] = [...messages, ...(refundMinor > 0n ? (['refund'] as const) : [])]
  const ordered = steps
    .map((step, index) => [drawn.order[index % drawn.order.length] ?? 0, step] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, step]) => step)
  let isRefunded = refundMinor === 0n
  for (const step of ordered)
    if (step === 'refund') isRefunded = await refund(id, refundMinor)
    else await tell(id, step)
  if (drawn.isLate) await succeed(id)
  const told = ordered.map((step) =>
    step === 'refund' ? step : `${step.subject}${step.minor}/${step.returnId ?? '-'}`,
  )
  if (drawn.isLate) told.push('late')
  return async () => {
    // Before it had heard of everything, our side may not have known that there is enough for it.
    if (!isRefunded && !(await refund(id, refundMinor))) return [`${told.join(' ')}: no refund`]
    await sweep(platform.app.payments.machine)
    ledger.refunded = await refundedAtPsp(id)
    const wrong = [...(await wrongWith(id, ledger)), ...(await wrongCases(id, untrueIn(messages)))]
    return wrong.map((what) => `${drawn.kind} ${told.join(' ')}: ${what}`)
  }
}

async function walkAll(walks: readonly Walk[]): Promise<string[]> {
  const judges: (() => Promise<string[]>)[] = []
  for (let from = 0; from < walks.length; from += atOnce)
    judges.push(...(await Promise.all(walks.slice(from, from + atOnce).map(walk))))
  await runPaymentJobs(platform)
  const wrong: string[] = []
  for (const judge of judges) wrong.push(...(await judge()))
  return wrong
}

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

const whole = (subject: ReturnSubject): DrawnMovement => ({ subject, percent: 100 })
const part = (subject: ReturnSubject, percent: number): DrawnMovement => ({ subject, percent })

describe('what went back under names', () => {
  const movementsByName: Record<string, readonly DrawnMovement[]> = {
    'a dispute, won, and a reversal': [whole('disputeFiled'), whole('disputeResolved'), whole('reversal')],
    'a dispute, won, and another': [whole('disputeFiled'), whole('disputeResolved'), whole('disputeFiled')],
    'a dispute won in part, and the rest reversed': [
      whole('disputeFiled'),
      part('disputeResolved', 70),
      part('reversal', 33),
    ],
  }
  it.each(Object.entries(movementsByName))(
    'is booked in whatever order it is told: %s',
    async (_name, drawn) => {
      const orders = permutations(drawn.map((_each, index) => index))
      const walks = orders.map((order, index): Walk => ({
        kind: users[index % users.length] ?? 'plain',
        drawn,
        unnamed: [],
        refused: [],
        triedBefore: index % 2 === 1 ? [0] : [],
        isLate: index % 2 === 0,
        twice: [],
        refundPercent: 0,
        order,
      }))
      expect(await walkAll(walks)).toEqual([])
    },
    mostMs,
  )

  it(
    'is booked with refunds between, told twice, and beside what did not move',
    async () => {
      const movement = fc.record({
        subject: fc.constantFrom<ReturnSubject>(
          'reversal',
          'disputeFiled',
          'disputeFiled',
          'disputeResolved',
          'disputeResolved',
        ),
        percent: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 100 })),
      })
      const walks = fc.sample(
        fc.record({
          kind: fc.constantFrom(...users),
          // What fits in company alone is seldom drawn by chance.
          drawn: fc.oneof(
            fc.array(movement, { minLength: 2, maxLength: 5 }),
            fc.constantFrom(...Object.values(movementsByName)),
          ),
          unnamed: fc.array(movement, { maxLength: 2 }),
          refused: fc.array(movement, { maxLength: 2 }),
          triedBefore: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
          isLate: fc.boolean(),
          twice: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { maxLength: 2 }),
          refundPercent: fc.constantFrom(0, 50, 100),
          order: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 10, maxLength: 10 }),
        }),
        runs,
      )
      expect(await walkAll(walks)).toEqual([])
    },
    mostMs,
  )
})

describe('reports that fit only together', () => {
  it('are not booked with a difference but applied, all of them, where nobody has tried yet', async () => {
    const { id } = await paid('plain')
    const minor = 10_000n
    await tell(id, { eventId: 'e1', subject: 'reversal', returnId: 'm3', minor })
    await tell(id, { eventId: 'e2', subject: 'disputeFiled', returnId: 'm1', minor })
    // Stored by a node that died before it looked what else waits.
    await sql`insert into callback (merchant_id, id, psp, psp_account, dedupe_key, received_at, source_ip, signature_ok,
        tx_id, reading, body, outcome, note)
      select merchant_id, gen_random_uuid(), psp, psp_account, dedupe_key || '-won', received_at, source_ip, signature_ok,
        tx_id, reading || '{"subject": "disputeResolved", "returnId": "m2"}', body, outcome, note
      from callback where tx_id = ${id} and outcome = 'FAILED'`.execute(platform.db)
    const [found] = await openCases(id)
    if (!found) throw new Error('A case was expected')
    expect(found.allowed.filter((name) => ['apply', 'book', 'dismiss'].includes(name))).toEqual(['apply'])
    const refused = await act(found, 'book')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'It can be booked together with other waiting reports; apply it again.',
    ])
    expect((await act(found, 'apply')).status).toBe(200)
    const { rows } = await sql<{ outcome: string }>`select distinct outcome from callback
      where tx_id = ${id}`.execute(platform.db)
    expect(rows).toEqual([{ outcome: 'APPLIED' }])
    expect(await platform.row(id)).toMatchObject({ returnedAmountMinor: minor, chargebackAmountMinor: 0n })
    expect(await receivableOf(id)).toBe(0n)
    expect((await platform.cases(id)).filter(({ state }) => state !== 'RESOLVED')).toEqual([])
  })

  it('are written down as applied by whoever applied one of them, in the case of each', async () => {
    const { id } = await paid('plain')
    const minor = 10_000n
    await tell(id, { eventId: 'e1', subject: 'disputeResolved', returnId: 'm2', minor: 2n * minor })
    await tell(id, { eventId: 'e2', subject: 'disputeFiled', returnId: 'm1', minor })
    await tell(id, { eventId: 'e3', subject: 'reversal', returnId: 'm3', minor })
    // As if a node had died before it looked what else waits.
    const { rows: won } = await sql<{ id: string }>`update callback
      set reading = reading || ${JSON.stringify({ amount: [String(minor), 'EUR'] })}::jsonb
      where tx_id = ${id} and reading @> '{"subject": "disputeResolved"}' returning id`.execute(platform.db)
    const open = await openCases(id)
    const asked = open.find(({ suspected }) => suspected.includes('a reversal'))
    const along = open.find(({ suspected }) => suspected.includes('a dispute won'))
    if (!asked || !along) throw new Error('Two cases were expected')
    expect((await act(asked, 'apply')).status).toBe(200)
    expect(await openCases(id)).toEqual([])
    for (const { id: caseId } of [asked, along]) {
      const { rows } = await sql`select kind, author, text from case_entry where case_id = ${caseId}`.execute(
        platform.db,
      )
      expect(rows).toEqual([{ kind: 'APPLIED', author: expect.any(String) as string, text: 'Asked the PSP' }])
    }
    const audit = async (caseId: string) => {
      const { rows } = await sql`select before, after, note from audit_entry
        where entity_type = 'case' and entity_id = ${caseId} and action = 'APPLY'`.execute(platform.db)
      return rows
    }
    const closed = { before: { state: 'OPEN' }, note: expect.any(String) as string }
    const ended = { state: 'RESOLVED', resolution: 'LATE_CALLBACK', outcome: 'APPLIED' }
    expect(await audit(asked.id)).toMatchObject([
      { ...closed, after: { ...ended, version: asked.version + 1, alsoBooked: won.map((each) => each.id) } },
    ])
    expect(await audit(along.id)).toMatchObject([
      { ...closed, after: { ...ended, version: along.version + 1, bookedWith: asked.id } },
    ])
  })

  it('are looked at with the same statements, however many of them wait', async () => {
    const statements = async (waiting: number): Promise<string[]> => {
      const { id } = await paid('plain')
      await tell(id, { eventId: 'e1', subject: 'disputeResolved', returnId: 'm1', minor: 10_000n })
      await sql`insert into callback (merchant_id, id, psp, psp_account, dedupe_key, received_at, source_ip, signature_ok,
          tx_id, reading, body, outcome, note)
        select merchant_id, gen_random_uuid(), psp, psp_account, dedupe_key || no, received_at, source_ip, signature_ok,
          tx_id, reading || jsonb_build_object('returnId', 'm' || no), body, outcome, note
        from callback, generate_series(2, ${waiting}::integer) as no where tx_id = ${id} and outcome = 'FAILED'`.execute(
        platform.db,
      )
      const { rows } = await sql<{ id: string; psp: string; reading: Record<string, unknown> }>`
        select id, psp, reading from callback where tx_id = ${id} order by id limit 1`.execute(platform.db)
      const [callback] = rows
      if (!callback) throw new Error('A message was expected')
      const row = await platform.row(id)
      return platform.db
        .transaction()
        .execute((tx) =>
          statementsOf(tx, (counted) => callbackBlocked(counted, row, { ...callback, merchantId })),
        )
    }
    const many = await statements(30)
    expect(many).toEqual(await statements(3))
    expect(many.filter((text) => text.includes("outcome = 'FAILED'"))).toHaveLength(1)
  })
})

it('the books are right after all of that', async () => {
  expect(await checkBooks(platform.db, merchantId)).toEqual([])
})
