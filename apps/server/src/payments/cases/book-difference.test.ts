import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import { Semaphore } from '../../kit/semaphore.ts'
import type { CallbackSubject } from '@signalbox/model/payments/callback-subject'
import type { PspOutcome } from '../connectors/psp-outcome.ts'
import { receiveCallback } from '../core/flow/callbacks.ts'
import { checkBooks } from '../ledger/invariants.ts'
import { callbackOf } from '../testing/scripted-services.ts'
import { merchantId, scriptedPlatform, type ScriptedPlatform } from '../testing/scripted-platform.ts'
import { behaviourOf } from '../testing/walk-psp.ts'

const at = `merchantId=${merchantId}`
let platform: ScriptedPlatform
let second: Client
let support: Client
beforeAll(async () => {
  platform = await scriptedPlatform()
  const grant = (name: string, role: string) =>
    sql`update backoffice_user set roles = array[${role}] where username = ${name}`.execute(platform.db)
  await grant('approver1', 'INVESTIGATOR')
  await grant('approver2', 'MERCHANT_SUPPORT')
  second = await platform.as('approver1')
  support = await platform.as('approver2')
})
afterAll(() => platform.close())

let events = 0
/** The PSP tells of something that went back. */
async function tell(id: number, subject: CallbackSubject, minor: bigint): Promise<void> {
  const { psp, pspAccount } = await platform.row(id)
  const reference = txRefId(merchantId, id)
  const told = {
    eventId: `d-${++events}`,
    reference,
    statusNo: 0,
    subject,
    amount: { minor, currency: 'EUR' },
  }
  await receiveCallback(platform.app.payments.machine, {
    psp: psp ?? '',
    account: pspAccount ?? '',
    raw: callbackOf(told),
    ip: '192.0.2.1',
    semaphore: new Semaphore(1),
  })
}

const failedCase = async (id: number, by: Client = platform.staff) => {
  const { body } = await by.get(`/case?${at}&keyword=${id}&type=CALLBACK_FAILED`)
  const found = body.items as { id: string; version: number; allowed: string[]; state: string }[]
  return found.find(({ state }) => state !== 'RESOLVED') ?? (found[0] as (typeof found)[number])
}
const book = async (id: number, by: Client = platform.staff) => {
  const { id: caseId, version } = await failedCase(id)
  return by.post(`/case/${caseId}/book?${at}`, { version, text: 'The PSP confirms it' })
}

/** What the PSP owes by our books, for everything that ever happened. */
async function receivable(): Promise<bigint> {
  const { rows } = await sql<{
    minor: string
  }>`select coalesce(sum(debit - credit), 0)::text as minor from posting
    where merchant_id = ${merchantId} and account like 'PSP\\_RECEIVABLE:%'`.execute(platform.db)
  return BigInt(rows[0]?.minor ?? 0)
}
const difference = async (): Promise<bigint> => {
  const { rows } = await sql<{
    minor: string
  }>`select coalesce(sum(debit - credit), 0)::text as minor from posting
    where merchant_id = ${merchantId} and account like 'RECON\\_DIFFERENCE:%'`.execute(platform.db)
  return BigInt(rows[0]?.minor ?? 0)
}
/** As the Books tab of a payment shows it: what was booked on accounts whose name begins like this. */
async function shown(id: number, account: string): Promise<unknown[]> {
  const { body } = await platform.staff.get(`/transaction/${id}/posting?${at}`)
  const { entries } = body as { entries: { lines: { account: string; debit: unknown; credit: unknown }[] }[] }
  return entries.flatMap(({ lines }) => lines).filter((line) => line.account.startsWith(account))
}
const differenceShown = async (id: number) =>
  (await shown(id, 'RECON_DIFFERENCE')).map((line) => (line as { debit: unknown }).debit)
const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })
const children = async (id: number) =>
  (await platform.children(id)).map(({ txType, pspAmountMinor }) => [txType, pspAmountMinor])

describe('more money back than there was', () => {
  it('is booked as far as there was any, and the rest is a difference', async () => {
    const [owedBefore, differenceBefore] = [await receivable(), await difference()]
    const id = await platform.pay()
    await platform.carryOut(id, 'refund', euro('4.00'))
    await tell(id, 'disputeFiled', 1000n)
    const found = await failedCase(id)
    expect(found.allowed).toContain('book')
    expect(found.allowed).not.toContain('apply')
    expect((await book(id, support)).status).toBe(403)
    const booked = await book(id)
    expect([booked.status, booked.body.state], booked.text).toEqual([200, 'RESOLVED'])
    expect(await children(id)).toEqual([
      ['Refund', 400n],
      ['DisputeFiled', 600n],
    ])
    // By the PSP's own book: 10.00 in, 4.00 and 10.00 out.
    expect((await receivable()) - owedBefore).toBe(-400n)
    expect((await difference()) - differenceBefore).toBe(400n)
    expect(await differenceShown(id)).toEqual([euro('4.00').amount])
    for (const child of await platform.children(id)) expect(await differenceShown(child.id)).toEqual([])
    const failed = (await platform.cases(id)).filter(({ type }) => type === 'CALLBACK_FAILED')
    expect(failed).toMatchObject([{ state: 'RESOLVED', resolution: 'WRITTEN_OFF' }])
    const { rows } = await sql`select 1 from audit_entry where action = 'BOOK_DIFFERENCE'
      and entity_id = ${found.id}`.execute(platform.db)
    expect(rows).toHaveLength(1)
    const again = await platform.staff.post(`/case/${found.id}/book?${at}`, {
      version: booked.body.version,
      text: 'Once more',
    })
    expect(again.status).toBe(409)
  })

  it('needs two people where it is much', async () => {
    const before = await difference()
    const id = await platform.pay(euro('900.00'))
    await platform.carryOut(id, 'refund')
    await tell(id, 'reversal', 90_000n)
    const proposed = await book(id)
    expect([proposed.status, proposed.body.state], proposed.text).toEqual([200, 'OPEN'])
    expect(await difference()).toBe(before)
    // Nobody is offered what they would be refused.
    const isOffered = async (by: Client) => {
      const listed = await failedCase(id, by)
      const { allowed } = (await by.get(`/case/${listed.id}?${at}`)).body as typeof listed
      return [listed.allowed, allowed].map((actions) => actions.includes('book'))
    }
    expect([await isOffered(platform.staff), await isOffered(second)]).toEqual([
      [false, false],
      [true, true],
    ])
    expect([(await book(id)).status, await difference()]).toEqual([403, before])
    const confirmed = await book(id, second)
    expect([confirmed.status, confirmed.body.state], confirmed.text).toEqual([200, 'RESOLVED'])
    expect((await difference()) - before).toBe(90_000n)
    expect(await children(id)).toEqual([['Refund', 90_000n]])
  })

  it('of a payment that failed is all a difference', async () => {
    const before = await difference()
    platform.services.answer(({ amount }) => behaviourOf('declines').submitted(amount))
    const id = await platform.pay()
    platform.services.answer(({ amount }) => behaviourOf('approves').submitted(amount))
    await tell(id, 'reversal', 1000n)
    expect((await book(id)).status).toBe(200)
    expect((await difference()) - before).toBe(1000n)
    expect(await differenceShown(id)).toEqual([euro('10.00').amount])
    expect(await children(id)).toEqual([])
  })

  it('of what was captured on its own is shown with the payment and the capture', async () => {
    const before = await difference()
    platform.services.answer(({ amount }) => {
      const reserved = { statusNo: 3, captured: false }
      return { ...behaviourOf('approves').submitted(amount).heard, ...reserved } as PspOutcome
    })
    const id = await platform.pay({ authType: 'PRE_AUTH' })
    platform.services.answer(({ amount }) => behaviourOf('approves').submitted(amount))
    await platform.carryOut(id, 'capture')
    const capture = (await platform.children(id))[0]?.id ?? 0
    await tell(capture, 'reversal', 1100n)
    expect((await book(capture)).status).toBe(200)
    expect((await difference()) - before).toBe(100n)
    for (const each of [id, capture]) expect(await differenceShown(each)).toEqual([euro('1.00').amount])
  })

  it('won back is a difference the other way', async () => {
    const before = await difference()
    const id = await platform.pay()
    await tell(id, 'disputeFiled', 600n)
    await tell(id, 'disputeResolved', 700n)
    expect((await book(id)).status).toBe(200)
    expect((await difference()) - before).toBe(-100n)
    expect(await children(id)).toEqual([
      ['DisputeFiled', 600n],
      ['DisputeResolved', 600n],
    ])
  })

  it('comes back with what was booked when somebody writes down that the dispute was won', async () => {
    const [owedBefore, differenceBefore] = [await receivable(), await difference()]
    const id = await platform.pay()
    await platform.carryOut(id, 'refund', euro('4.00'))
    await tell(id, 'disputeFiled', 1000n)
    expect((await book(id)).status).toBe(200)
    const most = async () => {
      const { body } = await platform.staff.get(`/transaction/${id}/reason?${at}`)
      const { corrections } = body as { corrections: { type: string; most: unknown }[] }
      return corrections.find(({ type }) => type === 'ManualChargebackWon')?.most
    }
    const won = (amount?: string) =>
      platform.operate(id, 'correction', {
        correction: 'ManualChargebackWon',
        ...(amount !== undefined && euro(amount)),
      })
    expect(await most(), 'all that the PSP took').toEqual(euro('10.00').amount)
    expect((await won('10.01')).status).toBe(409)
    // What was too much comes back first: the PSP still has nothing of the payment that could be refunded.
    expect((await won('3.00')).status).toBe(200)
    expect((await difference()) - differenceBefore).toBe(100n)
    expect(await platform.offers(id)).not.toContain('refund')
    expect((await won('4.00')).status).toBe(200)
    expect(await most()).toEqual(euro('3.00').amount)
    expect(await difference()).toBe(differenceBefore)
    expect((await won()).status).toBe(200)
    expect(await most()).toBeUndefined()
    expect((await won()).status).toBe(409)
    expect(await children(id)).toEqual([
      ['Refund', 400n],
      ['DisputeFiled', 600n],
      ['ManualChargebackWon', 0n],
      ['ManualChargebackWon', 300n],
      ['ManualChargebackWon', 300n],
    ])
    // By the PSP's own book: 10.00 in, 4.00 and 10.00 out, 10.00 in again.
    expect((await receivable()) - owedBefore).toBe(600n)
    expect(await difference()).toBe(differenceBefore)
    expect((await platform.row(id)).chargebackAmountMinor).toBe(0n)
  })

  it('and came back by a report of the PSP does not come back once more', async () => {
    const before = await difference()
    const id = await platform.pay()
    await platform.carryOut(id, 'refund', euro('4.00'))
    await tell(id, 'disputeFiled', 1000n)
    expect((await book(id)).status).toBe(200)
    await tell(id, 'disputeResolved', 1000n)
    expect((await book(id)).status).toBe(200)
    expect(await difference()).toBe(before)
    const again = await platform.operate(id, 'correction', { correction: 'ManualChargebackWon' })
    expect([again.status, again.body.message]).toEqual([409, 'There is no open chargeback.'])
  })

  it('that fits by now is applied and not booked as a difference', async () => {
    const before = await difference()
    const id = await platform.pay()
    await tell(id, 'disputeFiled', 1000n)
    await tell(id, 'reversal', 500n)
    const found = await failedCase(id)
    expect(found.allowed).toContain('book')
    await tell(id, 'disputeResolved', 1000n)
    const { id: caseId } = found
    const { rows } = await sql<{
      state: string
    }>`select state from investigation_case where id = ${caseId}`.execute(platform.db)
    expect(rows).toEqual([{ state: 'RESOLVED' }])
    expect(await difference()).toBe(before)
  })

  it('is not what a report of the outcome says', async () => {
    const id = await platform.pay()
    await tell(id, 'reversal', 2000n)
    const { id: caseId, version } = await failedCase(id)
    await sql`update callback set reading = reading || '{"subject": "payment"}'
      where id = (select callback_id from investigation_case where id = ${caseId})`.execute(platform.db)
    const refused = await platform.staff.post(`/case/${caseId}/book?${at}`, { version, text: 'Try it' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The message does not say that anything was returned.',
    ])
  })

  it('leaves books behind that hold', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})
