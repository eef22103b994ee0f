import { expect, it } from 'vitest'
import { systemActor } from '../../kit/audit.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { confirmPayout, settlementDeps } from './read-model.ts'
import { fileOf, rightLine } from './testing/planted-file.ts'
import { merchantId, plannedPayments, plantPayments } from './testing/planted-store.ts'
import { openTwoInFinance, type TwoInFinance } from './testing/two-in-finance.ts'

let { platform, finance, finance2 } = {} as TwoInFinance
openTwoInFinance((two) => ({ platform, finance, finance2 } = two))

const bookedOn = '2026-03-04'
const batchOf = async (name: string, day: string, first: bigint) => {
  const payments = plannedPayments(2, day, first)
  await plantPayments(platform.db, payments, platform.deps.newId)
  return finance.imported(fileOf(name, bookedOn, payments.map(rightLine)))
}
const byHand = (id: string, amount: string) =>
  finance.operate(id, 'confirm-payout', { bankRef: 'HAND-1', amount, bookedOn })
const byStatement = (id: string, amount: string) =>
  perform(platform.deps, systemActor, (unit) =>
    confirmPayout(
      unit,
      settlementDeps(platform.config),
      { merchantId, id, by: 'system' },
      { bankRef: 'STATEMENT-1', amount, bookedOn },
    ),
  )

it('a payout that a bank statement confirmed is not confirmed again by hand with another amount', async () => {
  const { id } = await batchOf('by-statement', '2026-03-02', 100_000n)
  const { amount } = (await finance.batch(id)).net
  await byStatement(id, amount)
  expect(await finance.batch(id)).toMatchObject({ bankSource: 'STATEMENT', bankRef: 'STATEMENT-1' })
  const again = await byHand(id, '1.00')
  expect([again.status, again.body.code, again.body.message]).toEqual([
    409,
    'INVALID_STATE',
    `The payout is already confirmed by bank statement: ${amount} EUR, booked on ${bookedOn}.`,
  ])
  await finance.decideOpen(id, 'accept-difference', { cause: 'OTHER', reason: 'test' })
  expect((await finance2.operate(id, 'accept')).body.state).toBe('CLOSED')
  expect((await byHand(id, amount)).status).toBe(409)
  // What is undone is the acceptance; what the bank said stands.
  await finance.operate(id, 'unaccept', { reason: 'test' })
  await finance2.operate(id, 'unaccept', { reason: 'test' })
  expect((await byHand(id, '1.00')).status).toBe(409)
  expect(await finance.batch(id)).toMatchObject({
    bankAmount: { amount, currency: 'EUR' },
    bankRef: 'STATEMENT-1',
  })
})

it('a payout that was confirmed by hand is confirmed again neither by hand nor by a bank statement', async () => {
  const { id } = await batchOf('by-hand', '2026-03-03', 200_000n)
  const { amount } = (await finance.batch(id)).net
  const both = await Promise.all([amount, '2.00'].map((each) => byHand(id, each)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { bankAmount, bankSource } = await finance.batch(id)
  expect(bankSource).toBe('HAND')
  expect((await byHand(id, '3.00')).body.message).toBe(
    `The payout is already confirmed by hand: ${bankAmount.amount} EUR, booked on ${bookedOn}.`,
  )
  await expect(byStatement(id, amount)).rejects.toThrow('already confirmed by hand')
  expect((await finance.batch(id)).bankAmount).toEqual(bankAmount)
})

it('of two bank statements at once with a payout one confirms it', async () => {
  const { id } = await batchOf('two-statements', '2026-02-25', 500_000n)
  const { amount } = (await finance.batch(id)).net
  const both = await Promise.allSettled([byStatement(id, amount), byStatement(id, '2.00')])
  const [refused, ...more] = both.filter((each) => each.status === 'rejected')
  expect(more).toEqual([])
  expect(String(refused?.reason)).toContain('already confirmed by bank statement')
})

it('a payout confirmed by hand with a mistyped amount is undone and confirmed again; one of a statement is not', async () => {
  const { id } = await batchOf('mistyped', '2026-02-26', 300_000n)
  const before = await finance.batch(id)
  const undo = () => finance.operate(id, 'undo-payout', { reason: 'A digit too many' })
  expect((await undo()).body.message).toBe('The payout is not confirmed.')
  expect((await byHand(id, '9.00')).status).toBe(200)
  const mistyped = await finance.batch(id)
  expect(mistyped.openCount).toBeGreaterThan(before.openCount)
  expect((await finance.operate(id, 'undo-payout', {})).status).toBe(422)
  expect((await undo()).status).toBe(200)
  const { openCount, state, bankRef, bankAmount, bankSource } = await finance.batch(id)
  expect({ openCount, state, bankRef, bankAmount, bankSource }).toEqual({
    openCount: before.openCount,
    state: before.state,
    bankRef: null,
    bankAmount: null,
    bankSource: null,
  })
  await byHand(id, before.net.amount)
  await finance2.operate(id, 'accept')
  expect([(await undo()).body.message, (await finance.batch(id)).state]).toEqual([
    'The batch is accepted. Undo the acceptance first.',
    'CLOSED',
  ])
  const { id: other } = await batchOf('of-a-statement', '2026-02-27', 400_000n)
  await byStatement(other, '9.00')
  const refused = await finance.operate(other, 'undo-payout', { reason: 'not mine' })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The payout was confirmed by bank statement. Reopen the bank entry if it is another batch’s.',
  ])
})
