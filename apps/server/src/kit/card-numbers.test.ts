import { expect, it } from 'vitest'
import { refuseCardNumbers } from './card-numbers.ts'

const card = '4111 1111 1111 1111'
const problems = (body: unknown, fields?: readonly string[]): unknown => {
  try {
    refuseCardNumbers(body, fields)
    return []
  } catch (error) {
    return (error as { details: { fields: { field: string }[] } }).details.fields.map(({ field }) => field)
  }
}

it('a card number is found wherever it stands, in names too', () => {
  expect(problems({ info: `Paid with ${card}`, tags: ['a', card], attributes: { [card]: 'x' } })).toEqual([
    'info',
    'tags.1',
    `attributes.${card}`,
  ])
})

it('but where it is asked for, in our own ids, and in no body at all', () => {
  expect(problems({ card: { pan: card }, account: card }, ['card.pan', 'account'])).toEqual([])
  expect(problems({ ids: [{ id: '4111111111111111', version: 1 }], txId: '4111111111111111' })).toEqual([])
  expect(problems(undefined)).toEqual([])
  expect(problems({ userId: '4111111111111111', amount: 4111111111111111 })).toEqual(['userId'])
})
