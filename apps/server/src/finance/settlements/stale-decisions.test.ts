import { expect, it } from 'vitest'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Answer } from '../../kit/testing/kit-app.ts'
import { settlementsOf } from './testing/importer.ts'
import { fileOf, rightLine } from './testing/planted-file.ts'
import { merchantId, plannedPayments, plantPayments, setStatus } from './testing/planted-store.ts'
import { openTwoInFinance, type TwoInFinance } from './testing/two-in-finance.ts'

let { platform, finance, finance2 } = {} as TwoInFinance
openTwoInFinance((two) => ({ platform, finance, finance2 } = two))

const planted = async (count: number, day: string, first: bigint) => {
  const payments = plannedPayments(count, day, first)
  await plantPayments(platform.db, payments, platform.deps.newId)
  return payments
}

const accepted = { cause: 'OTHER', reason: 'agreed' }
const codeOf = async (answer: Promise<Answer>) => {
  const { status, body } = await answer
  return [status, body.code]
}
const stale = [409, 'VERSION_CONFLICT']

it('a batch is not decided by whoever saw it before its lines were decided or reopened', async () => {
  const payments = await planted(2, '2026-03-02', 100_000n)
  const lines = payments.map((payment) => ({ ...rightLine(payment), minor: payment.minor + 5n }))
  const { id } = await finance.imported(fileOf('seen', '2026-03-04', lines))
  const version = async () => (await finance.batch(id)).version as number
  const imported = await version()
  await finance.decideOpen(id, 'accept-difference', accepted)
  expect(await codeOf(finance2.operate(id, 'accept', { version: imported }))).toEqual(stale)
  expect(await codeOf(finance2.operate(id, 'reject', { version: imported, reason: 'test' }))).toEqual(stale)
  expect(await codeOf(finance2.operate(id, 'rematch', { version: imported }))).toEqual(stale)
  const payout = { version: imported, bankRef: 'B', amount: '1.00', bookedOn: '2026-03-04' }
  expect(await codeOf(finance2.operate(id, 'confirm-payout', payout))).toEqual(stale)

  // Decided again in another way: as many lines are decided as before, and it is not what was seen.
  const decided = await version()
  const [line] = await finance.linesOf(id, 'matchStatus=ACCEPTED')
  if (!line) throw new Error('Nothing was decided')
  expect((await finance.onLine(line, 'reopen', {})).status).toBe(200)
  expect(await codeOf(finance2.operate(id, 'accept', { version: decided }))).toEqual(stale)
  const reopened = await version()
  await finance.decideOpen(id, 'write-off', { reason: 'lost' })
  expect(await codeOf(finance2.operate(id, 'accept', { version: reopened }))).toEqual(stale)

  const ready = await version()
  expect((await finance2.operate(id, 'accept', { version: ready })).body.state).toBe('ACCEPTED')
  expect(await codeOf(finance.operate(id, 'unaccept', { version: ready, reason: 'test' }))).toEqual(stale)
  const done = await version()
  expect((await finance.operate(id, 'unaccept', { version: done, reason: 'test' })).status).toBe(200)
  expect(await codeOf(finance2.operate(id, 'unaccept', { version: done, reason: 'test' }))).toEqual(stale)
})

it('a batch or a line is not decided by whoever does not say what they saw', async () => {
  const [payment] = await planted(1, '2026-03-16', 150_000n)
  if (!payment) throw new Error('Nothing was planted')
  const off = { ...rightLine(payment), minor: payment.minor + 5n }
  const { id } = await finance.imported(fileOf('unseen', '2026-03-18', [off]))
  const [line] = await finance.linesOf(id, 'differences=AMOUNT_DIFF')
  if (!line) throw new Error('No difference was found')
  const unseen = { version: undefined }
  for (const answer of [
    await finance2.operate(id, 'accept', unseen),
    await finance2.operate(id, 'reject', { ...unseen, reason: 'test' }),
    await finance.onLine(line, 'write-off', { ...unseen, reason: 'lost' }),
  ])
    expect(answer, answer.text).toMatchObject({
      status: 422,
      body: { fields: expect.arrayContaining([expect.objectContaining({ field: 'version' })]) },
    })
})

it('a line is not decided by whoever saw it before it was matched again', async () => {
  const [payment] = await planted(1, '2026-04-06', 200_000n)
  if (!payment) throw new Error('Nothing was planted')
  const line = { ...rightLine(payment), minor: payment.minor + 5n }
  const { id } = await finance.imported(fileOf('again', '2026-04-08', [line]))
  const [seen] = await finance.linesOf(id, 'differences=AMOUNT_DIFF')
  if (!seen) throw new Error('No difference was found')
  await setStatus(platform.db, payment.id, StatusNo.ERR_DECLINED_NO_FUNDS)
  expect((await finance.operate(id, 'rematch')).status).toBe(200)
  expect(await codeOf(finance.onLine(seen, 'accept-difference', accepted))).toEqual(stale)
  const [now] = await finance.linesOf(id, 'differences=STATE_DIFF')
  if (!now) throw new Error('The failed payment was not found')
  expect((await finance.onLine(now, 'accept-difference', accepted)).status).toBe(200)
})

it('a batch is another than was seen once a later file brings what it misses', async () => {
  const [first, second, late] = await planted(3, '2026-05-04', 300_000n)
  if (!first || !second || !late) throw new Error('Three were planted')
  const { id } = await finance.imported(fileOf('misses', '2026-05-06', [first, second].map(rightLine)))
  const seen = await finance.batch(id)
  await finance.imported(fileOf('brings', '2026-05-07', [rightLine(late)]))
  expect((await finance.batch(id)).missingCount).toBe(seen.missingCount - 1)
  expect(await codeOf(finance2.operate(id, 'reject', { version: seen.version, reason: 'test' }))).toEqual(
    stale,
  )
})

it('a batch of a brand is counted again, and says so, once a file of its group brings what it misses', async () => {
  const [first, second, late] = await planted(3, '2026-06-01', 400_000n)
  if (!first || !second || !late) throw new Error('Three were planted')
  const { id } = await finance.imported(fileOf('of-the-brand', '2026-06-03', [first, second].map(rightLine)))
  const seen = await finance.batch(id)
  const group = settlementsOf(await platform.as('finance'), 100010000)
  const brought = await group.imported(fileOf('of-the-group', '2026-06-04', [rightLine(late)]))
  const now = await finance.batch(id)
  expect(now).toMatchObject({ missingCount: seen.missingCount - 1, openCount: seen.openCount - 1 })
  expect(await codeOf(finance2.operate(id, 'reject', { version: seen.version, reason: 'test' }))).toEqual(
    stale,
  )
  const admin = await platform.as('admin')
  const { body } = await admin.get(`/audit?merchantId=${merchantId}&entityId=${id}&action=FOUND_ELSEWHERE`)
  expect(body.items).toMatchObject([
    {
      ...{ merchantId, entityType: 'settlement-batch', entityLabel: 'of-the-brand', actorName: 'finance' },
      diff: expect.arrayContaining([
        { path: 'missing', from: 1, to: 0 },
        expect.objectContaining({ path: 'broughtBy', to: brought.id }),
      ]),
    },
  ])
})
