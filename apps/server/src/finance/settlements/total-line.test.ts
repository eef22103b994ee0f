import { expect, it } from 'vitest'
import { made } from './testing/importer.ts'
import { fileOf, rightLine } from './testing/planted-file.ts'
import { plannedPayments, plantPayments } from './testing/planted-store.ts'
import { openTwoInFinance, type TwoInFinance } from './testing/two-in-finance.ts'

let { platform, finance, finance2 } = {} as TwoInFinance
openTwoInFinance((two) => ({ platform, finance, finance2 } = two))

/** One payment of 100.50 with a fee of 1.22, so 99.28 is paid out. */
async function batchOf(ref: string, day: string): Promise<string> {
  const [planned] = plannedPayments(1, day)
  if (!planned) throw new Error('Nothing was planned')
  const payment = { ...planned, minor: 10_050n, feeMinor: 122n }
  await plantPayments(platform.db, [payment], platform.deps.newId)
  return (await finance.imported(fileOf(ref, day, [rightLine(payment)]))).id
}

const confirmed = (id: string, amount: string, bookedOn: string) =>
  made(finance.operate(id, 'confirm-payout', { bankRef: 'B', amount, bookedOn }))
const undone = (id: string) => made(finance.operate(id, 'undo-payout', { reason: 'mistyped' }))
const totals = async (id: string) =>
  (await finance.linesOf(id, 'differences=BATCH_TOTAL_DIFF')).map(({ gross, matchStatus }) => [
    gross.amount,
    matchStatus,
  ])
const right = {
  'BANK EUR': 9_928,
  'PSP_FEE_ACCRUED EUR': 122,
  'PSP_RECEIVABLE EUR': -10_050,
}

it.each([
  ['accepted', 'accept-difference', { cause: 'OTHER', reason: 'agreed' }, '2025-02-03'],
  ['investigated', 'investigate', { reason: 'find out' }, '2025-03-03'],
])('a total that was %s goes with the mistyped payout it explained', async (ref, name, body, day) => {
  const id = await batchOf(ref, day)
  await confirmed(id, '9.00', day)
  expect(await totals(id)).toEqual([['-90.28', 'DIFFERENCE']])
  await finance.decideOpen(id, name, body)
  await undone(id)
  expect(await totals(id)).toEqual([])
  expect((await finance2.operate(id, 'accept')).body.state).toBe('ACCEPTED')
  expect(await finance.booked(id)).toEqual(right)
})

it('a total is decided anew once the bank saw another amount', async () => {
  const day = '2025-04-07'
  const id = await batchOf('another', day)
  await confirmed(id, '9.00', day)
  await finance.decideOpen(id, 'accept-difference', { cause: 'OTHER' })
  await undone(id)
  await confirmed(id, '99.27', day)
  expect(await totals(id)).toEqual([['-0.01', 'DIFFERENCE']])
  // Matching again finds the same total, which stays as it was decided.
  await finance.decideOpen(id, 'accept-difference', { cause: 'ROUNDING' })
  await made(finance.operate(id, 'rematch'))
  expect(await totals(id)).toEqual([['-0.01', 'ACCEPTED']])
  await made(finance2.operate(id, 'accept'))
  expect(await finance.booked(id)).toEqual({ ...right, 'BANK EUR': 9_927, 'RECON_DIFFERENCE EUR': 1 })
})
