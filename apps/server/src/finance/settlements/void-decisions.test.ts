import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { made, type Settlements } from './testing/importer.ts'
import { fileOf, rightLine, type FileLine } from './testing/planted-file.ts'
import { plannedPayments, plantPayments, setStatus, type PlantedPayment } from './testing/planted-store.ts'
import { openTwoInFinance, type TwoInFinance } from './testing/two-in-finance.ts'

/** One person writes off 50.00 EUR in a batch. */
let { platform, finance, finance2 } = {} as TwoInFinance
openTwoInFinance((two) => ({ platform, finance, finance2 } = two))

const dayMs = 86_400_000
let weeks = 0
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Each test is before those that ran before it, so that no batch misses what others left out. */
async function planted(count: number) {
  const ms = Date.UTC(2026, 2, 2) - ++weeks * 14 * dayMs
  const payments = plannedPayments(count, dayText(ms), 100_000n)
  await plantPayments(platform.db, payments, platform.deps.newId)
  // Two days later everything is due.
  return { payments, paidOut: dayText(ms + 3 * dayMs) }
}

const imported = async (ref: string, day: string, lines: readonly FileLine[]) =>
  (await finance.imported(fileOf(ref, day, lines))).id

/** A batch of two payments that misses the third, which is 1000.02 EUR. */
async function missing(ref: string) {
  const { payments, paidOut } = await planted(3)
  const [one, other, left] = payments as [PlantedPayment, PlantedPayment, PlantedPayment]
  const id = await imported(ref, paidOut, [one, other].map(rightLine))
  return { id, left, paidOut }
}

async function missingLine(id: string) {
  const [line, ...more] = await finance.linesOf(id, 'differences=MISSING_AT_PSP')
  if (!line) throw new Error('Nothing is missing')
  expect(more).toEqual([])
  return line
}

const reason = { reason: 'lost' }
const writeOff = async (who: Settlements, id: string) =>
  made(who.onLine(await missingLine(id), 'write-off', reason))
const both = async (id: string) => {
  await writeOff(finance, id)
  expect((await writeOff(finance2, id)).matchStatus).toBe('WRITTEN_OFF')
}

const audited = async (id: string) =>
  (
    await sql<{ action: string; actor: string; note: string | null }>`select action, actor_name as actor, note
      from audit_entry where entity_id = ${id} order by seq`.execute(platform.db)
  ).rows
const voids = async (id: string) =>
  (await finance.linesOf(id, 'matchStatus=VOID')).map((line) => {
    const { writeOffBy, note, txId, differences } = line as typeof line & {
      note: string
      txId: number | null
      differences: string[]
    }
    return { writeOffBy, note, txId, differences }
  })

/** The two payments of a batch, 1000.00 and 1000.01, each with a fee of 12.00. */
const ofTwo = { 'BANK EUR': 197_601, 'PSP_FEE_ACCRUED EUR': 2_400, 'PSP_RECEIVABLE EUR': -200_001 }

it('a write-off of a missing payment outlives matching again, asked for and done', async () => {
  const { id } = await missing('outlives')
  const { id: line } = await writeOff(finance, id)
  await made(finance.operate(id, 'rematch'))
  await made(finance.operate(id, 'rematch'))
  expect(await missingLine(id)).toMatchObject({ id: line, matchStatus: 'MISSING', writeOffBy: 'finance' })
  expect((await finance2.operate(id, 'accept')).status).toBe(409)
  expect((await writeOff(finance2, id)).matchStatus).toBe('WRITTEN_OFF')
  await made(finance.operate(id, 'rematch'))
  expect(await missingLine(id)).toMatchObject({ id: line, matchStatus: 'WRITTEN_OFF' })
  expect(await voids(id)).toEqual([])
  expect((await finance2.operate(id, 'accept')).body.state).toBe('ACCEPTED')
  expect(await finance.booked(id)).toEqual({
    ...ofTwo,
    'PSP_RECEIVABLE EUR': -200_001 - 100_002,
    'RECON_DIFFERENCE EUR': 100_002,
  })
})

it('a write-off somebody asked for is cancelled, and says so, when a file brings the payment', async () => {
  const { id, left, paidOut } = await missing('asked')
  const { id: line } = await writeOff(finance, id)
  const brings = await imported('brings-asked', paidOut, [rightLine(left)])
  const note = 'The payment is in a settlement file now. The write-off requested by finance is void.'
  expect(await voids(id)).toEqual([{ writeOffBy: null, note, txId: null, differences: [] }])
  expect((await audited(line)).at(-1)).toEqual({ action: 'CANCEL_WRITE_OFF', actor: 'finance', note })
  const { body } = await finance.client.get(`/settlement-line/${line}/history?merchantId=100010001`)
  expect(body.items[0]).toMatchObject({ note, record: { matchStatus: 'VOID' } })
  expect(await finance.batch(id)).toMatchObject({ openCount: 0, missingCount: 0, state: 'MATCHED' })

  // The file is taken back, so the payment is missing again: nobody has asked for anything.
  await made(finance.operate(brings, 'reject', { reason: 'test' }))
  await made(finance.operate(id, 'rematch'))
  expect(await missingLine(id)).toMatchObject({ matchStatus: 'MISSING', writeOffBy: null })
  await both(id)
  expect((await finance2.operate(id, 'accept')).body.state).toBe('ACCEPTED')
  expect((await finance.booked(id))['RECON_DIFFERENCE EUR']).toBe(100_002)
})

it('what two people wrote off is void when a file brings the payment: it is booked once', async () => {
  const { id, left, paidOut } = await missing('written')
  await both(id)
  const brings = await imported('brings-written', paidOut, [rightLine(left)])
  expect(await voids(id)).toMatchObject([
    { note: 'The payment is in a settlement file now. The write-off by finance2 is void.' },
  ])
  expect((await finance2.operate(id, 'accept')).body.state).toBe('ACCEPTED')
  expect(await finance.booked(id)).toEqual(ofTwo)
  expect((await finance2.operate(brings, 'accept')).body.state).toBe('ACCEPTED')
  expect(await finance.booked(brings)).toEqual({
    'BANK EUR': 100_002 - 1_200,
    'PSP_FEE_ACCRUED EUR': 1_200,
    'PSP_RECEIVABLE EUR': -100_002,
  })
})

it('what two people wrote off is void when somebody finds its line in the same file: it is booked once', async () => {
  const { payments, paidOut } = await planted(2)
  const [one, left] = payments as [PlantedPayment, PlantedPayment]
  // Neither its references nor its date say what it is.
  const stranger = { ...rightLine(left), pspRefId: 'by-hand', merchantRef: '', at: '2025-01-03T10:00:00Z' }
  const id = await imported('by-hand', paidOut, [rightLine(one), stranger])
  await both(id)
  const [unknown] = await finance.linesOf(id, 'matchStatus=UNMATCHED')
  if (!unknown) throw new Error('The stranger was matched')
  expect((await made(finance.onLine(unknown, 'link', { txRefId: left.reference }))).matchStatus).toBe(
    'MATCHED',
  )
  expect(await voids(id)).toMatchObject([{ writeOffBy: null, txId: null }])
  expect((await finance2.operate(id, 'accept')).body.state).toBe('ACCEPTED')
  expect(await finance.booked(id)).toEqual(ofTwo)
})

it('a decision about a missing payment is void when it failed after all, at the next matching', async () => {
  const { id, left } = await missing('failed')
  await made(finance.onLine(await missingLine(id), 'accept-difference', { cause: 'OTHER' }))
  await made(finance.operate(id, 'rematch'))
  expect((await missingLine(id)).matchStatus).toBe('ACCEPTED')
  await setStatus(platform.db, left.id, StatusNo.ERR_DECLINED_NO_FUNDS)
  const { id: line } = await missingLine(id)
  await made(finance2.operate(id, 'rematch'))
  const note = 'The payment is no longer missing. The acceptance by finance is void.'
  expect(await voids(id)).toMatchObject([{ note }])
  expect((await audited(line)).at(-1)).toEqual({ action: 'VOID_DECISION', actor: 'finance2', note })
  // Nothing can be undone about it.
  const [gone] = await finance.linesOf(id, 'matchStatus=VOID')
  if (!gone) throw new Error('Nothing is void')
  expect((await finance.onLine(gone, 'reopen', {})).status).toBe(409)
})

it('a write-off of a line of the file that is about something else is cancelled in the log', async () => {
  const { payments, paidOut } = await planted(1)
  const [payment] = payments as [PlantedPayment]
  const id = await imported('log', paidOut, [{ ...rightLine(payment), minor: payment.minor - 6_000n }])
  const [line] = await finance.linesOf(id, 'open=true')
  if (!line) throw new Error('Nothing differs')
  await made(finance.onLine(line, 'write-off', reason))
  await made(finance.operate(id, 'rematch'))
  expect((await audited(line.id)).map(({ action }) => action)).toEqual(['WRITE_OFF'])
  await setStatus(platform.db, payment.id, StatusNo.ERR_DECLINED_NO_FUNDS)
  await made(finance.operate(id, 'rematch'))
  expect((await audited(line.id)).map(({ action }) => action)).toEqual(['WRITE_OFF', 'CANCEL_WRITE_OFF'])
})

async function caseOf(id: string) {
  const found = await sql<{ state: string; resolution: string | null }>`select state, resolution
    from investigation_case where id = ${id}::uuid`.execute(platform.db)
  const said = await sql<{
    text: string
  }>`select text from case_entry where case_id = ${id}::uuid and kind = 'CLOSED'
    order by at, id`.execute(platform.db)
  return { ...found.rows[0], said: said.rows.map(({ text }) => text) }
}
const noAction = { state: 'RESOLVED', resolution: 'NO_ACTION' }

/** A batch whose payout is confirmed with far too little, and the case somebody opened about that. */
async function investigatedTotal(ref: string) {
  const { payments, paidOut } = await planted(1)
  const id = await imported(ref, paidOut, payments.map(rightLine))
  await made(finance.operate(id, 'confirm-payout', { bankRef: 'B', amount: '9.00', bookedOn: paidOut }))
  const [line, ...more] = await finance.linesOf(id, 'differences=BATCH_TOTAL_DIFF')
  if (!line) throw new Error('The total does not differ')
  expect(more).toEqual([])
  const { caseId } = await made(finance.onLine(line, 'investigate', { reason: 'find out' }))
  expect(await caseOf(caseId)).toEqual({ state: 'OPEN', resolution: null, said: [] })
  return { id, line: line.id, caseId, paidOut }
}

it('the case of a batch total is closed with the reason when the payout it came from is taken back', async () => {
  const { id, line, caseId } = await investigatedTotal('total-undone')
  await made(finance.operate(id, 'rematch'))
  expect((await caseOf(caseId)).state).toBe('OPEN')
  await made(finance2.operate(id, 'undo-payout', { reason: 'mistyped' }))
  const said = ['Line 3 of settlement total-undone: The total is no longer different.']
  expect(await caseOf(caseId)).toEqual({ ...noAction, said })
  expect((await audited(caseId)).at(-1)).toEqual({ action: 'CLOSE', actor: 'finance2', note: said[0] })
  expect((await audited(line)).at(-1)).toMatchObject({ action: 'VOID_DECISION' })
  expect((await finance2.operate(id, 'accept')).body.state).toBe('ACCEPTED')
  // 1000.00 with a fee of 12.00, and nothing of a total.
  expect(await finance.booked(id)).toEqual({
    'BANK EUR': 98_800,
    'PSP_FEE_ACCRUED EUR': 1_200,
    'PSP_RECEIVABLE EUR': -100_000,
  })
})

it('the case of a batch total is closed with the reason when somebody explains the total instead', async () => {
  const { id, line, caseId } = await investigatedTotal('total-explained')
  const ofTotal = async () => {
    const [found] = await finance.linesOf(id, 'differences=BATCH_TOTAL_DIFF')
    if (!found) throw new Error('The total is gone')
    expect(found.id).toBe(line)
    return found
  }
  await made(finance2.onLine(await ofTotal(), 'reopen', {}))
  const said = [
    'Line 3 of settlement total-explained: finance sent it to investigation, and finance2 undid that.',
  ]
  expect(await caseOf(caseId)).toEqual({ ...noAction, said })
  await made(finance.onLine(await ofTotal(), 'accept-difference', { cause: 'OTHER', reason: 'agreed' }))
  expect((await caseOf(caseId)).state).toBe('RESOLVED')
})

it('the case of a batch total is closed with the reason when the batch is rejected, or another amount is booked', async () => {
  const rejected = await investigatedTotal('total-rejected')
  await made(finance.operate(rejected.id, 'reject', { reason: 'test' }))
  const said = ['Settlement batch total-rejected was rejected.']
  expect(await caseOf(rejected.caseId)).toEqual({ ...noAction, said })

  const { id, caseId, paidOut } = await investigatedTotal('total-another')
  await made(finance.operate(id, 'undo-payout', { reason: 'mistyped' }))
  await made(finance.operate(id, 'confirm-payout', { bankRef: 'B', amount: '8.00', bookedOn: paidOut }))
  expect((await caseOf(caseId)).state).toBe('RESOLVED')
  const [line] = await finance.linesOf(id, 'differences=BATCH_TOTAL_DIFF')
  expect(line).toMatchObject({ matchStatus: 'DIFFERENCE', gross: { amount: '-980.00' } })
})

it('a case that was there before somebody sent its line to investigation stays when they undo that', async () => {
  const { payments, paidOut } = await planted(1)
  const [payment] = payments as [PlantedPayment]
  await setStatus(platform.db, payment.id, StatusNo.ERR_DECLINED_NO_FUNDS)
  // Matching opens the case: money was settled for what failed here.
  const id = await imported('case-before', paidOut, [rightLine(payment)])
  const [line] = await finance.linesOf(id, 'differences=STATE_DIFF')
  if (!line) throw new Error('The state does not differ')
  const sent = await made(finance.onLine(line, 'investigate', { reason: 'find out' }))
  await made(finance.onLine(sent, 'reopen', {}))
  expect((await caseOf(sent.caseId)).state).toBe('OPEN')
})
