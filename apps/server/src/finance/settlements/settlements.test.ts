import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { systemActor } from '../../kit/audit.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { confirmPayout, countUnaccepted, figuresOfPsps, importFile, settlementDeps } from './read-model.ts'
import { settlementsOf, type Settlements } from './testing/importer.ts'
import { fileOf, header, plantDifferences, rightLine } from './testing/planted-file.ts'
import {
  differencesFound,
  merchantId,
  plannedMonth,
  plannedPayments,
  plantPayments,
  psp,
  pspAccount,
  receivable,
  setStatus,
  settledPayments,
  unbalancedEntries,
  writtenOf,
} from './testing/planted-store.ts'

const at = `merchantId=${merchantId}`
const account = { psp, pspAccount }
let platform: TestPlatform
let finance: Settlements
let finance2: Settlements
let operator: Settlements

beforeAll(async () => {
  platform = await testPlatform()
  finance = settlementsOf(await platform.as('finance'))
  finance2 = settlementsOf(await platform.as('finance2'))
  operator = settlementsOf(await platform.as('operator'))
}, 120_000)
afterAll(() => platform.close())

const acceptOpen = (id: string, left = 0) =>
  finance.decideOpen(id, 'accept-difference', { cause: 'OTHER', reason: 'planted' }, left)

const plant = (count: number, day: string, first?: bigint) => {
  const payments = plannedPayments(count, day, first)
  return { payments, written: plantPayments(platform.db, payments, platform.deps.newId) }
}

describe('a month with planted differences', () => {
  const size = process.env.TEST_FULL ? { payments: 100_000, each: 25 } : { payments: 420, each: 3 }

  it('finds exactly those, is accepted by another person once each is decided, and leaves the book of the PSP', async () => {
    const planned = plannedMonth(size.payments, '2026-02-02')
    const planted = plantDifferences(planned, size.each)
    await plantPayments(platform.db, planted.payments, platform.deps.newId)
    const before = await receivable(platform.db)
    const { id } = await finance.imported(fileOf('month', '2026-03-04', planted.lines), {
      declaredNet: '1.00',
    })
    const found = await differencesFound(platform.db, id)
    expect(found.get('TOTAL')).toEqual(['BATCH_TOTAL_DIFF'])
    found.delete('TOTAL')
    expect(found.size + 1).toBe(size.each * 8)
    expect(new Map([...found].map(([ref, kinds]) => [ref, kinds.join(',')]))).toEqual(planted.expected)

    const refused = async (left: string) => {
      const { status, body } = await finance2.operate(id, 'accept')
      const message = `Settlement batch could not be accepted. ${left} still to be decided.`
      expect([status, body.message]).toEqual([409, message])
    }
    await refused(`${size.each * 8} lines are`)
    await acceptOpen(id, 1)
    await refused('1 line is')
    await acceptOpen(id)
    const own = await finance.operate(id, 'accept')
    expect([own.status, own.body.code]).toEqual([403, 'FOUR_EYES'])
    const [one, other] = await Promise.all([finance2.operate(id, 'accept'), finance2.operate(id, 'accept')])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    expect(await receivable(platform.db)).toBe(planted.heldMinor)
    expect(before).not.toBe(planted.heldMinor)
    expect(await unbalancedEntries(platform.db)).toBe(0)
    const settled = await settledPayments(platform.db)
    expect(settled.map(({ status }) => status)).toEqual(['DIFFERENCE', 'MATCHED'])
    expect(settled.reduce((sum, { count }) => sum + count, 0)).toBe(planned.length - size.each)

    const first = await finance.operate(id, 'unaccept', { reason: 'wrong file' })
    expect(first.body.state, first.text).toBe('ACCEPTED')
    expect((await finance.operate(id, 'unaccept', { reason: 'wrong file' })).status).toBe(403)
    const undone = await finance2.operate(id, 'unaccept', { reason: 'wrong file' })
    expect(undone.body.state, undone.text).toBe('MATCHED')
    expect(await receivable(platform.db)).toBe(before)
    expect(await settledPayments(platform.db)).toEqual([])
    expect((await finance2.operate(id, 'accept')).body.state).toBe('ACCEPTED')
    expect(await receivable(platform.db)).toBe(planted.heldMinor)
    expect(await unbalancedEntries(platform.db)).toBe(0)
  }, 3_600_000)
})

/** Whoever waits to write lines of a settlement. */
const writing = `select distinct pid from pg_locks
  where not granted and relation in (select oid from pg_class where relname like 'settlement_line%')`

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
    await finance.preview(content)
    const answers = await Promise.all([finance.commit(content), finance.commit(content)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const again = await finance.commit(content)
    expect([again.status, again.body.message]).toEqual([409, 'This file is already imported.'])
    expect((await finance.preview(content)).body.alreadyImported).toBe(true)
    const id = answers.find(({ status }) => status === 200)?.body.id as string
    expect((await finance.operate(id, 'reject', { reason: 'test' })).body.state).toBe('REJECTED')
  })

  it('another file of the same batch takes its place only when that is asked for, and before it is accepted', async () => {
    const first = await finance.imported(right('same-ref'))
    const content = `${right('same-ref')}\n`
    expect((await finance.preview(content)).body.supersedes).toMatchObject({
      id: first.id,
      isReplaceable: true,
    })
    expect((await finance.commit(content)).status).toBe(409)
    const second = await finance.imported(content, { supersede: true })
    expect((await finance.batch(first.id)).state).toBe('REJECTED')
    // What the month before left out is still missing.
    await acceptOpen(second.id)
    expect((await finance2.operate(second.id, 'accept')).body.state).toBe('ACCEPTED')
    const third = `${content}\n`
    await finance.preview(third)
    const late = await finance.commit(third, { supersede: true })
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
    const { body, status } = await finance.preview(content)
    expect(status).toBe(200)
    expect(body.problems[0].message).toMatch(message)
    expect((await finance.commit(content)).status).toBe(422)
    expect(await writtenOf(platform.db, 'spoilt')).toEqual({ batches: 0, lines: 0, files: 0 })
  })

  it('an import that is killed half way leaves nothing, and can be made again', async () => {
    const content = right('killed')
    await finance.preview(content)
    const owner = new pg.Client({ connectionString: platform.ownerUrl })
    await owner.connect()
    // The batch is written, its lines wait here, and the server dies: for the database that is a connection that ends.
    await owner.query('begin; lock table settlement_line in share mode')
    const commit = finance.commit(content)
    try {
      await expect.poll(async () => (await owner.query(writing)).rows.length).toBe(1)
      await owner.query(`select pg_terminate_backend(pid) from (${writing}) as waiting`)
      expect((await commit).status).toBeGreaterThanOrEqual(500)
    } finally {
      await owner.end()
    }
    expect(await writtenOf(platform.db, 'killed')).toEqual({ batches: 0, lines: 0, files: 1 })
    expect((await finance.commit(content)).status).toBe(200)
    const { lines, ...rest } = await writtenOf(platform.db, 'killed')
    expect([lines >= payments.length, rest]).toEqual([true, { batches: 1, files: 1 }])
  })

  it('a payout date in the future is warned of before the import', async () => {
    const { body } = await finance.preview(right('future').replaceAll(paidOut, '2099-01-01'))
    expect(body.warnings).toEqual(['The payout date 2099-01-01 is in the future.'])
  })

  it('a formula is a text, in the line and in the export', async () => {
    const [payment] = payments
    const formula = '=HYPERLINK("x")'.replaceAll('"', '')
    const lines = payment ? [{ ...rightLine(payment), pspRefId: formula, merchantRef: '+1A' }] : []
    const { id } = await finance.imported(fileOf('formula', paidOut, lines))
    const [line] = await finance.linesOf(id, 'matchStatus=UNMATCHED')
    expect(line).toMatchObject({ pspRefId: formula })
    const file = await finance.client.get(`/settlement-line/export?${at}&batchId=${id}&format=csv`)
    expect(file.text).toContain(`'${formula}`)
  })

  it.each([
    [52, 'A settlement file can have at most 50 MB.'],
    // So much is not even read.
    [70, 'The request is too large.'],
  ])('%d MB is refused, and nothing of it is kept', async (megabytes, message) => {
    const content = `${right('large')}${'x'.repeat(megabytes * 1024 * 1024)}`
    const { body, status } = await finance.preview(content)
    expect([status, body.code, body.message]).toEqual([413, 'TOO_LARGE', message])
    expect((await finance.commit(content)).status).toBe(422)
    expect(await writtenOf(platform.db, 'large')).toEqual({ batches: 0, lines: 0, files: 0 })
  })

  it('whoever may only look, or has no part in it, imports nothing', async () => {
    const content = right('forbidden')
    expect((await operator.preview(content)).status).toBe(403)
    const elsewhere = await finance.client.get(
      `/settlement-batch?merchantId=100010002&merchants=${merchantId}`,
    )
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
    const { id } = await finance.imported(content)
    const byGross = async (gross: string) => {
      const line = (await finance.linesOf(id, 'open=true')).find(({ gross: each }) => each.amount === gross)
      if (!line) throw new Error(`No open line of ${gross}`)
      return line
    }
    expect(await finance.linesOf(id, 'differences=STATE_DIFF')).toMatchObject([
      { caseId: expect.any(String) },
    ])
    const asked = await finance.onLine(await byGross('9100.01'), 'write-off', { reason: 'lost' })
    expect(asked.body).toMatchObject({ matchStatus: 'DIFFERENCE', writeOffBy: 'finance' })
    expect((await finance.onLine(await byGross('9100.01'), 'write-off', { reason: 'lost' })).status).toBe(403)
    const second = await finance2.onLine(await byGross('9100.01'), 'write-off', { reason: 'lost' })
    expect(second.body.matchStatus).toBe('WRITTEN_OFF')
    const alone = await finance.onLine(await byGross('9000.12'), 'write-off', { reason: 'lost' })
    expect(alone.body.matchStatus, alone.text).toBe('WRITTEN_OFF')
    const [guessed] = await finance.linesOf(id, 'matchStatus=MATCHED_WEAK')
    expect(guessed?.gross.amount).toBe('9000.03')
    const stranger = await byGross('9000.05')
    expect((await finance.onLine(stranger, 'link', { txRefId: `${merchantId}A1` })).status).toBe(422)
    const linked = await finance.onLine(stranger, 'link', { txRefId: other.reference })
    expect(linked.body).toMatchObject({
      matchStatus: 'DIFFERENCE',
      differences: ['AMOUNT_DIFF'],
      txId: other.id,
    })
    const rounding = await finance.onLine(linked.body, 'accept-difference', { cause: 'ROUNDING' })
    expect(rounding.body.matchStatus).toBe('ACCEPTED')
    const state = await byGross('9000.00')
    expect((await finance.onLine(state, 'split', { amounts: ['1.00', '2.00'] })).status).toBe(422)
    const split = await finance.onLine(state, 'split', { amounts: ['4000.00', '5000.00'] })
    expect(split.body.gross.amount, split.text).toBe('4000.00')
    for (const line of await finance.linesOf(id, 'open=true'))
      expect((await finance.onLine(line, 'investigate', { reason: 'find out' })).body.matchStatus).toBe(
        'SENT_TO_INVESTIGATION',
      )
    const accepted = await finance2.operate(id, 'accept')
    expect(accepted.body.state, accepted.text).toBe('ACCEPTED')
    expect(await unbalancedEntries(platform.db)).toBe(0)
    const confirmed = async (bookedOn: string) =>
      finance.operate(id, 'confirm-payout', {
        bankRef: 'BANK-1',
        amount: (await finance.batch(id)).net.amount,
        bookedOn,
      })
    for (const day of ['2999-05-06', '0026-05-06']) expect((await confirmed(day)).status, day).toBe(422)
    const closed = await confirmed('2026-05-06')
    expect(closed.body.state, closed.text).toBe('CLOSED')
  }, 120_000)
})

describe('differences above the limit', () => {
  it('are accepted with a cause that explains them, and the batch by somebody who did not', async () => {
    const { payments, written } = plant(3, '2026-05-18', 950_000n)
    await written
    const [large, short] = payments
    if (!large || !short) throw new Error('Three were planted')
    const { id } = await finance.imported(
      fileOf('causes', '2026-05-20', [
        { ...rightLine(large), minor: large.minor + 10_000n },
        { ...rightLine(short), minor: short.minor + 1n },
      ]),
    )
    const open = await finance.linesOf(id, 'open=true')
    const off = open.find(({ gross }) => gross.amount === '9600.00')
    if (!off) throw new Error('The large difference is not there')
    const said = async (cause: string) => {
      const { status, body } = await finance2.onLine(off, 'accept-difference', { cause })
      return [status, body.fields?.[0]?.message]
    }
    expect(await said('FX')).toEqual([422, 'The exchange rate of this line is not different'])
    expect(await said('FEE_CHANGE')).toEqual([422, 'The fee of this line is not different'])
    expect(await said('ROUNDING')).toEqual([422, 'Rounding explains 0.01 at most'])
    expect(await said('OTHER')).toEqual([200, undefined])
    await finance.decideOpen(id, 'accept-difference', { cause: 'OTHER', reason: 'agreed' })
    const alone = await finance2.operate(id, 'accept')
    expect([alone.status, alone.body.code], alone.text).toEqual([403, 'FOUR_EYES'])
    const line = (await finance.linesOf(id, 'matchStatus=ACCEPTED')).find((each) => each.id === off.id)
    if (!line) throw new Error('It was accepted')
    await finance.onLine(line, 'reopen', {})
    await finance.decideOpen(id, 'accept-difference', { cause: 'OTHER', reason: 'agreed' })
    expect((await finance2.operate(id, 'accept')).body.state).toBe('ACCEPTED')
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
    expect((await finance2.operate(value.id, 'accept')).status).toBe(200)
    const seen = {
      bankRef: 'BANK-2',
      bookedOn: '2026-06-03',
      amount: (await finance.batch(value.id)).net.amount,
    }
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
