import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { isRolledOutTo } from './rollout.ts'

const accounts = Array.from({ length: 5_000 }, (_, index) => ({
  merchantId: 100010001,
  network: 'VISA_VTS' as const,
  accountHash: createHash('sha256').update(`card ${index}`).digest('hex'),
}))

const chosen = (percent: number) => accounts.filter((account) => isRolledOutTo(account, percent))

it.each([1, 10, 50])('%i percent of accounts are near that share of many', (percent) => {
  const share = (chosen(percent).length / accounts.length) * 100
  // Four standard deviations of a draw of so many.
  const tolerance = 4 * Math.sqrt((percent * (100 - percent)) / accounts.length)
  expect(Math.abs(share - percent)).toBeLessThan(tolerance)
})

it('everybody is in at 100 percent and nobody at 0', () => {
  expect([chosen(100).length, chosen(0).length]).toEqual([accounts.length, 0])
})

it('an account gets the same answer every time, and keeps it when the share grows', () => {
  const first = new Set(chosen(10))
  expect(chosen(10).every((account) => first.has(account))).toBe(true)
  const larger = new Set(chosen(50))
  expect(chosen(10).filter((account) => !larger.has(account))).toEqual([])
})

it('another merchant chooses other accounts', () => {
  const elsewhere = accounts.map((account) => ({ ...account, merchantId: 100010002 }))
  const both = accounts.filter(
    (account, index) => isRolledOutTo(account, 10) && isRolledOutTo(elsewhere[index] ?? account, 10),
  )
  expect(both.length / accounts.length).toBeLessThan(0.02)
})
