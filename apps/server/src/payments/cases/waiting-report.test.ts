import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { isSuccessful } from '@signalbox/model/reference/status-codes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runPaymentJobs } from '../testing/run-payment-jobs.ts'
import { Semaphore } from '../../kit/semaphore.ts'
import { perform } from '../../kit/unit-of-work.ts'
import type { CallbackSubject } from '@signalbox/model/payments/callback-subject'
import { pspActor } from '../core/flow/apply-callback.ts'
import { openCallbackCase } from '../core/flow/callback-failure.ts'
import { receiveCallback } from '../core/flow/callbacks.ts'
import { checkBooks } from '../ledger/invariants.ts'
import { callbackOf } from '../testing/scripted-services.ts'
import { merchantId, scriptedPlatform, type ScriptedPlatform } from '../testing/scripted-platform.ts'
import { behaviourOf, type PspBehaviourName } from '../testing/walk-psp.ts'

const at = `merchantId=${merchantId}`
let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await scriptedPlatform()
})
afterAll(() => platform.close())

const runJobs = () => runPaymentJobs(platform)

let events = 0
/** The PSP tells of something that went back. */
async function tell(
  id: number,
  subject: CallbackSubject,
  minor: bigint,
  said: { readonly returnId?: string; readonly statusNo?: number } = {},
): Promise<void> {
  const { psp, pspAccount } = await platform.row(id)
  const told = {
    reference: txRefId(merchantId, id),
    statusNo: 0,
    subject,
    ...said,
    amount: { minor, currency: 'EUR' },
  }
  await receiveCallback(platform.app.payments.machine, {
    psp: psp ?? '',
    account: pspAccount ?? '',
    raw: callbackOf({ eventId: `w-${++events}`, ...told }),
    ip: '192.0.2.1',
    semaphore: new Semaphore(1),
  })
}

const followUpsAre = (name: PspBehaviourName) =>
  platform.services.followUps((_name, { amount }) => behaviourOf(name).submitted(amount))

/** A deposit of 10.00 of which 4.00 are on their way back, and a dispute of all of it. */
async function disputedMeanwhile(refund: PspBehaviourName): Promise<{ id: number; refund: number }> {
  const id = await platform.pay()
  followUpsAre(refund)
  await platform.carryOut(id, 'refund', { amount: { amount: '4.00', currency: 'EUR' } })
  followUpsAre('approves')
  await tell(id, 'disputeFiled', 1000n)
  const [child] = await platform.children(id)
  return { id, refund: child?.id ?? 0 }
}

interface Sheet {
  id: string
  version: number
  allowed: string[]
  suspected: string
  causes: { text: string }[]
}
const sheetsOf = async (id: number): Promise<Sheet[]> => {
  const { body } = await platform.staff.get(`/case?${at}&keyword=${id}&type=CALLBACK_FAILED`)
  const found = body.items as { id: string }[]
  return Promise.all(
    found.map(async (each) => (await platform.staff.get(`/case/${each.id}?${at}`)).body as Sheet),
  )
}
const sheetOf = async (id: number): Promise<Sheet> => {
  const [first] = await sheetsOf(id)
  if (!first) throw new Error(`Transaction ${id} has no case`)
  return first
}
const act = async (id: number, action: string) => {
  const { id: caseId, version } = await sheetOf(id)
  return platform.staff.post(`/case/${caseId}/${action}?${at}`, { version, text: 'As the PSP says' })
}
const reports = async (id: number) =>
  (await platform.cases(id))
    .filter(({ type }) => type === 'CALLBACK_FAILED')
    .map(({ state, resolution }) => [state, resolution])
const children = async (id: number) =>
  (await platform.children(id)).map(({ txType, statusNo, pspAmountMinor }) => [
    txType,
    isSuccessful(statusNo) ? 'done' : 'not',
    pspAmountMinor,
  ])
const booked = [
  ['Refund', 'not', 400n],
  ['DisputeFiled', 'done', 1000n],
]

describe('a report that finds no room because of a refund under way', () => {
  it('is booked by itself once the PSP has refused the refund', async () => {
    const { id, refund } = await disputedMeanwhile('declinesLater')
    expect(await reports(id)).toEqual([['OPEN', null]])
    platform.services.decide(
      txRefId(merchantId, refund),
      behaviourOf('declinesLater').decides?.({ minor: 400n, currency: 'EUR' }) as never,
    )
    await platform.carryOut(refund, 'check')
    await runJobs()
    expect(await children(id)).toEqual(booked)
    expect(await reports(id)).toEqual([['RESOLVED', 'LATE_CALLBACK']])
    expect((await platform.row(id)).chargebackAmountMinor).toBe(1000n)
  })

  it('is booked by itself once somebody has found out that the refund failed', async () => {
    const { id, refund } = await disputedMeanwhile('hearsNothing')
    await platform.carryOut(refund, 'force-failed')
    await runJobs()
    expect(await children(id)).toEqual(booked)
    expect(await reports(id)).toEqual([['RESOLVED', 'LATE_CALLBACK']])
  })

  it('says what it waits for, and can be neither dismissed nor booked with a difference meanwhile', async () => {
    const { id, refund } = await disputedMeanwhile('hearsNothing')
    const { suspected, causes, allowed } = await sheetOf(id)
    const text = expect.stringMatching(
      new RegExp(`Only 6\\.00 EUR is left of it .* while Refund ${refund} is not decided`),
    ) as string
    expect([suspected, ...causes.map((each) => each.text)]).toEqual([text, text])
    for (const action of ['apply', 'book', 'dismiss']) {
      expect(allowed).not.toContain(action)
      const refused = await act(id, action)
      expect([refused.status, refused.body.message], action).toEqual([409, expect.stringContaining('Refund')])
    }
    // Nobody's books are right before it is known what became of the refund.
    await platform.carryOut(refund, 'force-successful')
    await runJobs()
    const after = await sheetOf(id)
    expect(after.suspected).toMatch(/Only 6\.00 EUR is left of it after refunds, reversals and disputes\.$/)
    expect(after.allowed).toEqual(expect.arrayContaining(['book', 'dismiss']))
    expect((await act(id, 'book')).status).toBe(200)
    expect(await children(id)).toEqual([
      ['Refund', 'done', 400n],
      ['DisputeFiled', 'done', 600n],
    ])
  })

  it('is not dismissed but applied where there is room by now', async () => {
    const { id, refund } = await disputedMeanwhile('hearsNothing')
    await platform.carryOut(refund, 'force-failed')
    // Nobody has run the job yet.
    const { suspected, allowed } = await sheetOf(id)
    expect(suspected).toMatch(/a dispute of 10\.00 EUR\. The callback can be booked now: apply it\.$/)
    expect([allowed.includes('apply'), allowed.includes('dismiss')]).toEqual([true, false])
    const refused = await act(id, 'dismiss')
    expect([refused.status, refused.body.message]).toEqual([409, 'The callback can be booked now: apply it.'])
    expect((await act(id, 'apply')).status).toBe(200)
    await runJobs()
    expect(await children(id)).toEqual(booked)
  })
})

describe('a report that came too early', () => {
  it('of a dispute is no suspected cause of the payment being in doubt, which names its PSP as people do', async () => {
    const id = await platform.pay()
    await platform.carryOut(id, 'force-inconsistent')
    const caseOf = async () => {
      const { body } = await platform.staff.get(`/case?${at}&keyword=${id}&type=INCONSISTENT`)
      const [{ id: caseId, suspected }] = body.items
      const sheet = (await platform.staff.get(`/case/${caseId}?${at}`)).body as Sheet
      return [suspected, ...sheet.causes.map(({ text }) => text)]
    }
    const before = await caseOf()
    await tell(id, 'disputeFiled', 400n)
    expect(await caseOf()).toEqual(before)
    // What it says of the payment itself is one.
    await storedSaying(id, 'disputeFiled', { subject: 'payment' })
    const { psp } = await platform.row(id)
    expect(psp).toBe('acmecards')
    expect((await caseOf())[0]).toBe('Acme Cards reports 4.00 EUR; the amount requested was 10.00 EUR.')
    await platform.carryOut(id, 'force-failed')
  })

  it('of a payment that failed is booked once it turns out to have succeeded', async () => {
    platform.services.answer(({ amount }) => behaviourOf('declines').submitted(amount))
    const id = await platform.pay()
    platform.services.answer(({ amount }) => behaviourOf('approves').submitted(amount))
    await tell(id, 'reversal', 1000n)
    expect(await reports(id)).toEqual([['OPEN', null]])
    await platform.carryOut(id, 'force-inconsistent')
    await platform.carryOut(id, 'force-successful', { sendToMerchant: false })
    await runJobs()
    expect(await children(id)).toEqual([['Reversal', 'done', 1000n]])
    expect(await reports(id)).toEqual([['RESOLVED', 'LATE_CALLBACK']])
  })

  it('of a dispute somebody wrote down as won makes room for the next', async () => {
    const id = await platform.pay()
    await tell(id, 'disputeFiled', 1000n)
    await tell(id, 'reversal', 500n)
    expect(await reports(id)).toEqual([['OPEN', null]])
    await platform.carryOut(id, 'correction', {
      correction: 'ManualChargebackWon',
      notificationDate: '2026-01-01',
    })
    await runJobs()
    expect(await children(id)).toEqual([
      ['DisputeFiled', 'done', 1000n],
      ['ManualChargebackWon', 'done', 1000n],
      ['Reversal', 'done', 500n],
    ])
    expect(await reports(id)).toEqual([['RESOLVED', 'LATE_CALLBACK']])
  })
})

describe('a dispute won that is told before the dispute', () => {
  const both = [
    ['DisputeFiled', 'done', 1000n],
    ['DisputeResolved', 'done', 1000n],
  ]

  it('is kept where the PSP names it, and booked once the dispute is told', async () => {
    const id = await platform.pay()
    await tell(id, 'disputeResolved', 400n, { returnId: 'W1' })
    expect((await sheetOf(id)).allowed).not.toContain('dismiss')
    const refused = await act(id, 'dismiss')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('its dispute will follow'),
    ])
    await tell(id, 'disputeFiled', 1000n, { returnId: 'D1' })
    expect(await children(id)).toEqual([
      ['DisputeFiled', 'done', 1000n],
      ['DisputeResolved', 'done', 400n],
    ])
    expect((await platform.row(id)).chargebackAmountMinor).toBe(600n)
    expect(await reports(id)).toEqual([['RESOLVED', 'LATE_CALLBACK']])
  })

  it('is dismissed where somebody has written the same down by hand', async () => {
    const id = await platform.pay()
    await tell(id, 'disputeFiled', 1000n, { returnId: 'D1' })
    await platform.carryOut(id, 'correction', {
      correction: 'ManualChargebackWon',
      notificationDate: '2026-01-01',
    })
    await tell(id, 'disputeResolved', 1000n, { returnId: 'W1' })
    expect((await act(id, 'dismiss')).status).toBe(200)
    expect((await platform.row(id)).chargebackAmountMinor).toBe(0n)
  })

  it('and not named was dismissed for good, unless somebody opens its case again', async () => {
    const id = await platform.pay()
    await tell(id, 'disputeResolved', 1000n)
    expect((await act(id, 'dismiss')).status).toBe(200)
    await tell(id, 'disputeFiled', 1000n)
    await runJobs()
    expect(await children(id)).toEqual([['DisputeFiled', 'done', 1000n]])
    expect((await act(id, 'reopen')).status).toBe(200)
    expect((await act(id, 'apply')).status).toBe(200)
    expect(await children(id)).toEqual(both)
  })

  it('cannot be dismissed or booked with a difference while the dispute waits for a refund', async () => {
    const id = await platform.pay()
    followUpsAre('hearsNothing')
    await platform.carryOut(id, 'refund')
    followUpsAre('approves')
    await tell(id, 'disputeResolved', 1000n)
    await tell(id, 'disputeFiled', 1000n)
    const won = (await sheetsOf(id)).find(({ suspected }) => suspected.includes('a dispute won'))
    for (const action of ['book', 'dismiss']) {
      expect(won?.allowed).not.toContain(action)
      const { status, body } = await platform.staff.post(`/case/${won?.id}/${action}?${at}`, {
        version: won?.version,
        text: 'As the PSP says',
      })
      expect([status, body.message], action).toEqual([
        409,
        expect.stringContaining('A dispute of this payment'),
      ])
    }
    const [refund] = await platform.children(id)
    await platform.carryOut(refund?.id ?? 0, 'force-failed')
    await runJobs()
    expect(await children(id)).toEqual([['Refund', 'not', 1000n], ...both])
    expect(await reports(id)).toEqual([
      ['RESOLVED', 'LATE_CALLBACK'],
      ['RESOLVED', 'LATE_CALLBACK'],
    ])
  })
})

/** Tried at the PSP, and refused there. */
const refusedThere = 504
/** Stored before anybody looked whether what it says makes sense. */
const storedSaying = (id: number, subject: CallbackSubject, more: object) =>
  sql`update callback set outcome = 'FAILED', reading = reading || ${JSON.stringify(more)}::jsonb
    where tx_id = ${id} and reading @> ${JSON.stringify({ subject })}::jsonb`.execute(platform.db)
const ways = ({ allowed }: Sheet) => allowed.filter((name) => ['apply', 'book', 'dismiss'].includes(name))

async function declined(): Promise<number> {
  platform.services.answer(({ amount }) => behaviourOf('declines').submitted(amount))
  const id = await platform.pay()
  platform.services.answer(({ amount }) => behaviourOf('approves').submitted(amount))
  return id
}

describe('a report of what did not happen', () => {
  it('is refused for good at once, and makes no room for others when the payment turns out to have succeeded', async () => {
    const id = await declined()
    await tell(id, 'disputeFiled', 600n, { returnId: 'D1' })
    await tell(id, 'disputeFiled', 600n, { returnId: 'D2' })
    await tell(id, 'disputeResolved', 600n, { returnId: 'W1', statusNo: refusedThere })
    const untrue = (await sheetsOf(id)).find(({ suspected }) => suspected.includes('a dispute won'))
    expect(untrue && ways(untrue)).toEqual(['dismiss'])
    await platform.carryOut(id, 'force-inconsistent')
    await platform.carryOut(id, 'force-successful', { sendToMerchant: false })
    await runJobs()
    expect(await children(id)).toEqual([['DisputeFiled', 'done', 600n]])
    expect((await platform.row(id)).chargebackAmountMinor).toBe(600n)
    const { rows } = await sql<{ outcome: string }>`select outcome from callback where tx_id = ${id}
      order by received_at, id`.execute(platform.db)
    expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual(['APPLIED', 'FAILED', 'REFUSED'])
  })

  it.each([
    ['did not happen', { statusNo: refusedThere }],
    ['is in another currency', { amount: ['600', 'USD'] }],
    ['has no amount', { amount: null }],
  ])('is booked with no other where it was stored and %s', async (_name, said) => {
    const id = await platform.pay()
    await tell(id, 'disputeResolved', 2000n, { returnId: 'W1' })
    await tell(id, 'disputeFiled', 600n, { returnId: 'D1' })
    await storedSaying(id, 'disputeResolved', { amount: ['600', 'EUR'], ...said })
    await tell(id, 'disputeFiled', 600n, { returnId: 'D2' })
    expect(await children(id)).toEqual([['DisputeFiled', 'done', 600n]])
    const sheets = await sheetsOf(id)
    expect(sheets.map(ways).toSorted()).toEqual([['book', 'dismiss'], ['dismiss']])
  })

  it.each([
    ['declined', declined],
    ['made', () => platform.pay()],
  ])('can be dismissed where it was stored, of a payment that was %s', async (_name, payment) => {
    const id = await payment()
    await tell(id, 'disputeResolved', 600n, { returnId: 'W1' })
    await storedSaying(id, 'disputeResolved', { statusNo: refusedThere })
    const found = await sheetOf(id)
    expect(ways(found)).toEqual(['dismiss'])
    expect((await act(id, 'dismiss')).status).toBe(200)
    expect(await reports(id)).toEqual([['RESOLVED', 'NO_ACTION']])
  })
})

describe('a report that says the same as one before', () => {
  it('is not booked by itself when there is room again', async () => {
    const id = await platform.pay()
    await tell(id, 'disputeFiled', 1000n)
    await tell(id, 'disputeFiled', 1000n)
    expect(await reports(id)).toEqual([['OPEN', null]])
    await tell(id, 'disputeResolved', 1000n)
    await runJobs()
    expect(await children(id)).toEqual([
      ['DisputeFiled', 'done', 1000n],
      ['DisputeResolved', 'done', 1000n],
    ])
    expect(await reports(id)).toEqual([['OPEN', null]])
    expect((await act(id, 'dismiss')).status).toBe(200)
  })
})

it('the books are right after all of that', async () => {
  expect(await checkBooks(platform.db, merchantId)).toEqual([])
})

describe('reports that arrive at the same moment', () => {
  it('are booked at once, whoever is first', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => platform.pay()))
    await Promise.all(
      ids.flatMap((id) => [
        tell(id, 'reversal', 667n, { returnId: 'R1' }),
        tell(id, 'reversal', 333n, { returnId: 'R2' }),
        tell(id, 'disputeResolved', 1000n, { returnId: 'W1' }),
        tell(id, 'disputeFiled', 1000n, { returnId: 'D1' }),
      ]),
    )
    // Nobody has run the job that tries again after a minute.
    const left = await Promise.all(ids.map(async (id) => (await reports(id)).filter(([s]) => s === 'OPEN')))
    expect(left.flat()).toEqual([])
    const kinds = await Promise.all(ids.map(async (id) => (await children(id)).length))
    expect(kinds).toEqual(ids.map(() => 4))
  })
})

describe('the same reason again', () => {
  it('leaves a case as whoever works on it has it before them; another reason does not', async () => {
    const id = await platform.pay()
    await tell(id, 'reversal', 2000n)
    const { version } = await sheetOf(id)
    const [told] = (
      await sql<{ callbackId: string; cause: string }>`select callback_id, cause from investigation_case
        where merchant_id = ${merchantId} and tx_id = ${id}`.execute(platform.db)
    ).rows
    if (!told) throw new Error('no case')
    const { callbackId, cause } = told
    const openAgain = (why: string) =>
      perform(platform.app.payments.machine.deps.kit, pspActor('acmecards', ''), (unit) =>
        openCallbackCase(unit, { merchantId, txId: id, callbackId }, { cause: why, baseMinor: null }),
      )
    await openAgain(cause)
    expect((await sheetOf(id)).version).toBe(version)
    await openAgain('Something else')
    expect((await sheetOf(id)).version).toBe(version + 1)
  })
})
