import { expect, it } from 'vitest'
import { refuseCardNumbers, refuseCardNumbersInBody } from './card-numbers.ts'
import { turnsDuring } from './testing/turns-during.ts'

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

const line = 'Ada Lindberg;40000000000;Fjordbanken\n'
const file = line.repeat(40_000)

it('is found in a file of megabytes, which is named, and where one piece of it ends', async () => {
  const refusal = (given: unknown) =>
    refuseCardNumbersInBody(given).then(
      () => [],
      (error: { details: { fields: { field: string }[] } }) => error.details.fields.map(({ field }) => field),
    )
  expect(await refusal({ content: file, note: 'new' })).toEqual([])
  expect(await refusal({ content: file, note: card })).toEqual(['note'])
  expect(await refusal({ content: `${file}${card}` })).toEqual(['content'])
  for (const before of [199_985, 199_990, 199_998, 200_000])
    expect(await refusal({ rows: [`${file.slice(0, before)} ${card} ${file}`] })).toEqual(['rows.0'])
})

it('others get their turn while a file of megabytes is looked through', async () => {
  const turns = await turnsDuring(() => refuseCardNumbersInBody({ content: file }))
  expect(turns).toBeGreaterThanOrEqual(Math.floor(file.length / 200_000))
})
