import { expect, test } from 'vitest'
import { fuzzyScore } from './fuzzy.ts'

const best = (query: string, ...texts: string[]) =>
  texts.toSorted((a, b) => fuzzyScore(query, b) - fuzzyScore(query, a))[0]

test('letters out of order do not match', () => {
  expect(fuzzyScore('xa', 'Audit')).toBe(0)
  expect(fuzzyScore('tidua', 'Audit')).toBe(0)
})

test.each([
  ['bu', ['Lobby queue', 'Backoffice users'], 'Backoffice users'],
  ['audit', ['Available limits unit', 'Audit log'], 'Audit log'],
  ['bankm', ['Bookkeeping and more', 'Bank mapping'], 'Bank mapping'],
  ['mer', ['Summer', 'Merchants'], 'Merchants'],
])('%s finds the right one of %j', (query, texts, expected) => {
  expect(best(query, ...texts)).toBe(expected)
})

test('an empty query matches everything alike', () => {
  expect(fuzzyScore('', 'one')).toBe(fuzzyScore(' ', 'another'))
})
