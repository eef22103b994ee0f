import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { systemActor } from '../../kit/audit.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { confirmPayout, countUnaccepted, figuresOfPsps, importFile, settlementDeps } from './read-model.ts'
import { fileOf, header, plantDifferences, rightLine } from './testing/planted-file.ts'
import {
  differencesFound,
  merchantId,
  plannedPayments,
  plantPayments,
  psp,
  pspAccount,
  receivable,
  setStatus,
  settledPayments,
  unbalancedEntries,
} from './testing/planted-store.ts'

const at = `merchantId=${merchantId}`
const account = { psp, pspAccount }
let platform: TestPlatform
let finance: Client
let finance2: Client
let operator: Client

beforeAll(async () => {
  platform = await testPlatform()
  finance = await platform.as('finance')
  finance2 = await platform.as('finance2')
  operator = await platform.as('operator')
}, 120_000)
afterAll(() => platform.close())

const shaOf = (content: string) => createHash('sha256').update(content).digest('hex')
const preview = (content: string, who = finance) =>
  who.post(`/settlement/import/preview?${at}`, { ...account, fileName: 'file.csv', content })
const commit = (content: string, more: object = {}, who = finance) =>
  who.post(`/settlement/import/commit?${at}`, { ...account, sha256: shaOf(content), ...more })

async function imported(content: string, more: object = {}): Promise<{ id: string; state: string }> {
  const checked = await preview(content)
  expect(checked.body.problems, checked.text).toEqual([])
  const done = await commit(content, more)
  expect(done.status, done.text).toBe(200)
  return done.body
}

const batch = async (id: string) => (await finance.get(`/settlement-batch/${id}?${at}`)).body
const operate = async (who: Client, id: string, name: string, body: object = {}) =>
  who.post(`/settlement-batch/${id}/${name}?${at}`, { version: (await batch(id)).version, ...body })
const linesOf = async (id: string, filter: string) =>
  (await finance.get(`/settlement-line?${at}&batchId=${id}&${filter}&limit=200`)).body.items as {
    id: string
    version: number
    matchStatus: string
    gross: { amount: string }
    writeOffBy: string | null
  }[]
const onLine = (line: { id: string; version: number }, name: string, body: object, who = finance) =>
  who.post(`/settlement-line/${line.id}/${name}?${at}`, { version: line.version, ...body })

/** Everything that is open, page by page. */
async function acceptOpen(id: string): Promise<void> {
  for (;;) {
    const open = await linesOf(id, 'open=true')
    if (open.length === 0) return
    for (const line of open) {
      const done = await onLine(line, 'accept-difference', { cause: 'OTHER', reason: 'planted' })
      expect(done.status, done.text).toBe(200)
    }
  }
}

const plant = (count: number, day: string, first?: bigint) => {
  const payments = plannedPayments(count, day, first)
  return { payments, written: plantPayments(platform.db, payments, platform.deps.newId) }
}

describe('a month with planted differences', () => {
  const size = process.env.TEST_FULL ? { payments: 100_000, each: 28 } : { payments: 420, each: 3 }

  it('finds exactly those, is accepted by another person once each is decided, and leaves the book of the PSP', async () => {
    const { payments, written } = plant(size.payments, '2026-03-02')
    await written
    const before = await receivable(platform.db)
    const planted = plantDifferences(payments, size.each)
    const { id } = await imported(fileOf('month', '2026-03-04', planted.lines), { declaredNet: '1.00' })
    const found = await differencesFound(platform.db, id)
    expect(found.get('TOTAL')).toEqual(['BATCH_TOTAL_DIFF'])
    found.delete('TOTAL')
    expect(new Map([...found].map(([ref, kinds]) => [ref, kinds.join(',')]))).toEqual(planted.expected)

    const early = await operate(finance2, id, 'accept')
    expect([early.status, early.body.message]).toEqual([
      409,
      expect.stringMatching(/^Settlement batch could not be accepted\. \d+ lines/),
    ])
    await acceptOpen(id)
    const own = await operate(finance, id, 'accept')
    expect([own.status, own.body.code]).toEqual([403, 'FOUR_EYES'])
    const [one, other] = await Promise.all([operate(finance2, id, 'accept'), operate(finance2, id, 'accept')])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    expect(await receivable(platform.db)).toBe(planted.heldMinor)
    expect(before).not.toBe(planted.heldMinor)
    expect(await unbalancedEntries(platform.db)).toBe(0)
    const settled = await settledPayments(platform.db)
    expect(settled.map(({ status }) => status)).toEqual(['DIFFERENCE', 'MATCHED'])
    expect(settled.reduce((sum, { count }) => sum + count, 0)).toBe(payments.length - size.each)

    const first = await operate(finance, id, 'unaccept', { reason: 'wrong file' })
    expect(first.body.state, first.text).toBe('ACCEPTED')
    expect((await operate(finance, id, 'unaccept', { reason: 'wrong file' })).status).toBe(403)
    const undone = await operate(finance2, id, 'unaccept', { reason: 'wrong file' })
    expect(undone.body.state, undone.text).toBe('MATCHED')
    expect(await receivable(platform.db)).toBe(before)
    expect(await settledPayments(platform.db)).toEqual([])
    expect((await operate(finance2, id, 'accept')).body.state).toBe('ACCEPTED')
    expect(await receivable(platform.db)).toBe(planted.heldMinor)
    expect(await unbalancedEntries(platform.db)).toBe(0)
  }, 3_600_000)
})

describe('files that are wrong', () => {
  const day = '2026-04-01'
  const paidOut = '2026-04-03'
  let payments: ReturnType<typeof plannedPayments>
  beforeAll(async () => {
    const planted = plant(6, day, 500_000n)
    payments = planted.payments
    await planted.written
  })
  const right = (ref: string) => fileOf(ref, paidOut, payments.map(rightLine))

  it('the same file twice at once is imported once', async () => {
    const content = right('twice')
    await preview(content)
    const answers = await Promise.all([commit(content), commit(content)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const again = await commit(content)
    expect([again.status, again.body.message]).toEqual([409, 'This file is already imported.'])
    expect((await preview(content)).body.alreadyImported).toBe(true)
    const id = answers.find(({ status }) => status === 200)?.body.id as string
    expect((await operate(finance, id, 'reject', { reason: 'test' })).body.state).toBe('REJECTED')
  })

  it('another file of the same batch takes its place only when that is asked for, and before it is accepted', async () => {
    const first = await imported(right('same-ref'))
    const content = `${right('same-ref')}\n`
    expect((await preview(content)).body.supersedes).toMatchObject({ id: first.id, isReplaceable: true })
    expect((await commit(content)).status).toBe(409)
    const second = await imported(content, { supersede: true })
    expect((await batch(first.id)).state).toBe('REJECTED')
    // What the month before left out is still missing.
    await acceptOpen(second.id)
    expect((await operate(finance2, second.id, 'accept')).body.state).toBe('ACCEPTED')
    const third = `${content}\n`
    await preview(third)
    const late = await commit(third, { supersede: true })
    expect([late.status, late.body.message]).toEqual([
      409,
      'Batch same-ref is accepted and cannot be superseded.',
    ])
  })

  it.each([
    ['cut off', (text: string) => text.slice(0, -40), /cells instead of 19\. The file may be cut off/],
    [
      'an open quotation mark',
      (text: string) => text.replace('SETTLED', '"SETTLED'),
      /no closing quotation mark/,
    ],
    ['another header', (text: string) => text.replace('merchantRef', 'ourRef'), /header has no merchantRef/],
    ['decimal commas', (text: string) => text.replaceAll(/(\d)\.(\d\d);/g, '$1,$2;'), /Not an amount in EUR/],
    ['a card number', (text: string) => text.replace('VISA', '4111111111111111'), /card number/],
    ['nothing', () => header, /no lines/],
    [
      'a column twice',
      (text: string) => text.replace(';cardUsage;', ';batchRef;'),
      /batchRef more than once/,
    ],
    [
      'an amount nobody could read back',
      (text: string) => text.replace(/;EUR;\d+\.\d\d;/, ';EUR;10000000000000.01;'),
      /Not an amount in EUR/,
    ],
    [
      'more than an account holds',
      (text: string) => text.replaceAll(/;EUR;\d+\.\d\d;/g, ';EUR;9000000000000.00;'),
      /add up to too much/,
    ],
  ])('%s is said by line, and nothing can be imported', async (_what, spoil, message) => {
    const content = spoil(right('spoilt'))
    const { body, status } = await preview(content)
    expect(status).toBe(200)
    expect(body.problems[0].message).toMatch(message)
    expect((await commit(content)).status).toBe(422)
  })

  it('a payout date in the future is warned of before the import', async () => {
    const { body } = await preview(right('future').replaceAll(paidOut, '2099-01-01'))
    expect(body.warnings).toEqual(['The payout date 2099-01-01 is in the future.'])
  })

  it('a formula is a text, in the line and in the export', async () => {
    const [payment] = payments
    const formula = '=HYPERLINK("x")'.replaceAll('"', '')
    const lines = payment ? [{ ...rightLine(payment), pspRefId: formula, merchantRef: '+1A' }] : []
    const { id } = await imported(fileOf('formula', paidOut, lines))
    const [line] = await linesOf(id, 'matchStatus=UNMATCHED')
    expect(line).toMatchObject({ pspRefId: formula })
    const file = await finance.get(`/settlement-line/export?${at}&batchId=${id}&format=csv`)
    expect(file.text).toContain(`'${formula}`)
  })

  it('more than 50 MB is refused before it is read', async () => {
    const { status } = await preview(`${header}\n${'x'.repeat(70 * 1024 * 1024)}`)
    expect(status).toBe(413)
  })

  it('whoever may only look, or has no part in it, imports nothing', async () => {
    const content = right('forbidden')
    expect((await preview(content, operator)).status).toBe(403)
    const elsewhere = await finance.get(`/settlement-batch?merchantId=100010002&merchants=${merchantId}`)
    expect(elsewhere.body.items ?? []).toEqual([])
  })
})

describe('decisions about lines', () => {
  it('a large write-off takes two people, a small one does not, and money that failed here opens a case', async () => {
    const { payments, written } = plant(5, '2026-05-04', 900_000n)
    await written
    const [failed, large, small, weak, other] = payments
    if (!failed || !large || !small || !weak || !other) throw new Error('Five were planted')
    await setStatus(platform.db, failed.id, StatusNo.ERR_DECLINED_NO_FUNDS)
    const content = fileOf('decisions', '2026-05-06', [
      rightLine(failed),
      { ...rightLine(large), minor: large.minor + 10_000n },
      { ...rightLine(small), minor: small.minor + 10n },
      { ...rightLine(weak), merchantRef: 'X', pspRefId: 'Y' },
      { ...rightLine(other), merchantRef: 'X2', pspRefId: 'Y2', minor: other.minor + 1n },
    ])
    const { id } = await imported(content)
    const byGross = async (gross: string) => {
      const line = (await linesOf(id, 'open=true')).find(({ gross: each }) => each.amount === gross)
      if (!line) throw new Error(`No open line of ${gross}`)
      return line
    }
    expect(await linesOf(id, 'differences=STATE_DIFF')).toMatchObject([{ caseId: expect.any(String) }])
    const asked = await onLine(await byGross('9100.01'), 'write-off', { reason: 'lost' })
    expect(asked.body).toMatchObject({ matchStatus: 'DIFFERENCE', writeOffBy: 'finance' })
    expect((await onLine(await byGross('9100.01'), 'write-off', { reason: 'lost' })).status).toBe(403)
    const second = await onLine(await byGross('9100.01'), 'write-off', { reason: 'lost' }, finance2)
    expect(second.body.matchStatus).toBe('WRITTEN_OFF')
    const alone = await onLine(await byGross('9000.12'), 'write-off', { reason: 'lost' })
    expect(alone.body.matchStatus, alone.text).toBe('WRITTEN_OFF')
    const [guessed] = await linesOf(id, 'matchStatus=MATCHED_WEAK')
    expect(guessed?.gross.amount).toBe('9000.03')
    const stranger = await byGross('9000.05')
    expect((await onLine(stranger, 'link', { txRefId: `${merchantId}A1` })).status).toBe(422)
    const linked = await onLine(stranger, 'link', { txRefId: other.reference })
    expect(linked.body).toMatchObject({
      matchStatus: 'DIFFERENCE',
      differences: ['AMOUNT_DIFF'],
      txId: other.id,
    })
    const rounding = await onLine(linked.body, 'accept-difference', { cause: 'ROUNDING' })
    expect(rounding.body.matchStatus).toBe('ACCEPTED')
    const state = await byGross('9000.00')
    expect((await onLine(state, 'split', { amounts: ['1.00', '2.00'] })).status).toBe(422)
    const split = await onLine(state, 'split', { amounts: ['4000.00', '5000.00'] })
    expect(split.body.gross.amount, split.text).toBe('4000.00')
    for (const line of await linesOf(id, 'open=true'))
      expect((await onLine(line, 'investigate', { reason: 'find out' })).body.matchStatus).toBe(
        'SENT_TO_INVESTIGATION',
      )
    const accepted = await operate(finance2, id, 'accept')
    expect(accepted.body.state, accepted.text).toBe('ACCEPTED')
    expect(await unbalancedEntries(platform.db)).toBe(0)
    const closed = await operate(finance, id, 'confirm-payout', {
      bankRef: 'BANK-1',
      amount: (await batch(id)).net.amount,
      bookedOn: '2026-05-06',
    })
    expect(closed.body.state, closed.text).toBe('CLOSED')
  }, 120_000)
})

describe('what other parts of finance ask', () => {
  it('imports a file by program, counts what is not accepted, and closes it when the bank saw the payout', async () => {
    const { payments, written } = plant(3, '2026-06-01', 300_000n)
    await written
    const deps = settlementDeps(platform.config)
    const importer = { merchantId, username: 'finance', people: ['finance'] }
    const content = fileOf('by-program', '2026-06-03', payments.map(rightLine))
    const { value } = await perform(platform.deps, systemActor, (unit) =>
      importFile(unit, deps, importer, { ...account, name: 'by-program.csv', content }),
    )
    const { db } = platform
    expect(await countUnaccepted(db, merchantId, '2026-06-03', '2026-06-03')).toBe(1)
    expect(await countUnaccepted(db, merchantId, '2026-06-04', '2026-06-30')).toBe(0)
    await acceptOpen(value.id)
    expect((await operate(finance2, value.id, 'accept')).status).toBe(200)
    const seen = { bankRef: 'BANK-2', bookedOn: '2026-06-03', amount: (await batch(value.id)).net.amount }
    const key = { merchantId, id: value.id, by: 'system' }
    const off = perform(platform.deps, systemActor, (unit) =>
      confirmPayout(unit, deps, key, { ...seen, amount: '1.00' }),
    )
    await expect(off).rejects.toThrow('accepted with another amount')
    const closed = await perform(platform.deps, systemActor, (unit) => confirmPayout(unit, deps, key, seen))
    expect(closed.value.state).toBe('CLOSED')
    expect(await countUnaccepted(db, merchantId, '2026-06-03', '2026-06-03')).toBe(0)
    expect(await figuresOfPsps(db, { effective: [merchantId] })).toContainEqual(
      expect.objectContaining({ psp, currency: 'EUR', lastSettledOn: '2026-06-03' }),
    )
  }, 120_000)
})
