import { expect, test } from 'vitest'
import { rankOptions } from './rank-options.ts'

const currencies = [
  { value: 'CHE', label: 'CHE – WIR euro' },
  { value: 'EUR', label: 'EUR – Euro' },
  { value: 'SEK', label: 'SEK – Swedish krona' },
  { value: 'XEU', label: 'XEU – Old unit of neuro' },
]
const found = (search: string) =>
  rankOptions({ options: currencies, search, limit: 10 }).map((item) => 'value' in item && item.value)

test.each([
  ['EUR', ['EUR', 'CHE', 'XEU']],
  [' eur', ['EUR', 'CHE', 'XEU']],
  ['krona', ['SEK']],
  ['zzz', []],
])('%s finds %o, the best answer first', (search, values) => {
  expect(found(search)).toEqual(values)
})

test('without a text everything stays in its order, and no more than the limit', () => {
  expect(found('')).toEqual(['CHE', 'EUR', 'SEK', 'XEU'])
  expect(rankOptions({ options: currencies, search: '', limit: 2 })).toHaveLength(2)
})

test('groups keep their place and lose what does not fit', () => {
  const options = [{ group: 'In use', items: currencies }]
  expect(rankOptions({ options, search: 'krona', limit: 10 })).toEqual([
    { group: 'In use', items: [currencies[2]] },
  ])
})
