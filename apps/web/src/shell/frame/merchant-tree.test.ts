import { expect, test } from 'vitest'
import { matchesMerchant, merchantRows, pathOf, withRecent } from './merchant-tree.ts'
import { merchants } from '../testing/fake-console.tsx'

const byName = (name: string) => {
  const found = merchants.find((merchant) => merchant.name === name)
  if (!found) throw new Error(`There is no ${name}`)
  return found
}

test('parents come before their children, siblings by name', () => {
  expect(merchantRows(merchants.toReversed()).map(({ merchant, depth }) => [merchant.name, depth])).toEqual([
    ['Platform', 0],
    ['Nordic Play', 1],
    ['NordicPlay SE', 2],
    ['Zebra', 2],
  ])
})

test('a merchant whose parent is out of scope stands at the top', () => {
  const rows = merchantRows(merchants.filter(({ level }) => level === 2))
  expect(rows.map(({ depth }) => depth)).toEqual([0, 0])
})

test('the path names the merchants above', () => {
  expect(pathOf(byName('Zebra'), merchants)).toBe('Platform › Nordic Play')
})

test.each(['zeb', '10002', ' ZEBRA '])('%j finds a merchant by name or id', (query) => {
  expect(merchants.filter((merchant) => matchesMerchant(merchant, query))).toEqual([byName('Zebra')])
})

test('the last five used come first, without repetition', () => {
  expect(withRecent([1, 2, 3, 4, 5], 3)).toEqual([3, 1, 2, 4, 5])
  expect(withRecent([1, 2, 3, 4, 5], 6)).toEqual([6, 1, 2, 3, 4])
})
