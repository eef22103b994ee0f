import { factOf, facts } from '@signalbox/model/rules/facts'
import { expect, it } from 'vitest'
import { readerOf, readFact } from './read-fact.ts'

const keys = [...new Set(facts.map(({ key, reads }) => reads ?? key))]
const payment = Object.fromEntries(keys.map((key) => [key, `value of ${key}`]))

it('finds every fact of the dictionary, be it frequent or not', () => {
  for (const key of keys) expect(readFact(payment, readerOf(key), key)).toBe(`value of ${key}`)
})

it('has a way of its own for facts that are asked about', () => {
  expect(readerOf('amount')).toBeGreaterThanOrEqual(0)
  expect(factOf('vatId')).toBeDefined()
  expect(readerOf('vatId')).toBe(-1)
})
