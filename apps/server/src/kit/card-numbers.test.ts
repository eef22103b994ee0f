import { expect, it } from 'vitest'
import { refuseCardNumbers } from './card-numbers.ts'

const card = '4111 1111 1111 1111'
const problems = (given: unknown, fields?: readonly string[]): unknown => {
  try {
    refuseCardNumbers(given, fields)
    return []
  } catch (error) {
    return (error as { details: { fields: { field: string }[] } }).details.fields.map(({ field }) => field)
  }
}

it('a card number is found wherever it stands, and a name that holds one is not repeated', () => {
  expect(problems({ info: `Paid with ${card}`, tags: ['a', card], attributes: { [card]: 'x' } })).toEqual([
    'info',
    'tags.1',
    'attributes',
  ])
})

it('but where it is asked for, and in nothing at all', () => {
  expect(problems({ card: { pan: card }, account: card }, ['card.pan', 'account'])).toEqual([])
  expect(problems(undefined)).toEqual([])
  expect(problems({ amex: '378282246310005', diners: '30569309025904' })).toEqual(['amex', 'diners'])
  expect(problems({ userId: '4111111111111111', amount: 4111111111111111 })).toEqual(['userId'])
})
