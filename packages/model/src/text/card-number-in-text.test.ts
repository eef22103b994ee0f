import { describe, expect, it } from 'vitest'
import { passesLuhn } from '../reference/account-number.ts'
import { holdsCardNumber } from './card-number-in-text.ts'
import { firstTxIdAt } from '../payments/tx-id.ts'

describe('a text', () => {
  it.each([
    '4111111111111111',
    'The user said 4111 1111 1111 1111, please refund',
    'card:4111-1111-1111-1111.',
    '(5555.5555.5555.4444)',
    '2223000048400011',
    'amex 378282246310005',
    'amex 3782 822463 10005',
    '6011111111111117',
    '3530111333300000',
    '6759649826438453',
    '4111111111111111 12/30 123',
    'order 12 4111111111111111',
    'card4111111111111111end',
    '4111\u00a01111\u00a01111\u00a01111',
    '4111/1111_1111:1111',
    '4111  1111  1111  1111',
    '3056 930902 5904',
    '4111–1111–1111–1111',
    '41\u200b11111111\u200b111111',
    '４１１１１１１１１１１１１１１１',
    '٤١١١١١١١١١١١١١١١',
    '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    '1234 5678 4111 1111 1111 1111',
  ])('%s holds the number of a card', (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })

  it.each([
    '411111******1111',
    '4111111111111112',
    'transaction 8880735191059',
    '100010001A4111111111111111',
    'SE4550000000058398257466',
    '01900000-0000-7000-8000-000000000001',
    '41111111-1111-1111-8000-000000000001',
    'DE80 5001 0517 6459 5220 83',
    'to DE80500105176459522083 please',
    '41111111,42222226',
    '41111111-42222226',
    '+46 70 123 45 67',
    '+49 151 12345678',
    '4915112345678',
    '1234567812345670',
    '2026-11-17 14:30:00.000',
    '411111',
    '',
  ])('%s does not', (text) => {
    expect(holdsCardNumber(text)).toBe(false)
  })

  it('may be long', () => {
    const long = ['1'.repeat(2_000_000), '4 '.repeat(1_000_000), '1a-'.repeat(700_000), '١'.repeat(300_000)]
    expect(long.map((text) => holdsCardNumber(text))).toEqual([false, false, false, false])
  })

  it('does not where it is the number of a transaction of the next ten years', () => {
    const [first, last] = [firstTxIdAt(Date.UTC(2026, 0, 1)), firstTxIdAt(Date.UTC(2036, 0, 1))]
    const ids = Array.from(
      { length: 20_000 },
      (_, place) => first + Math.floor(((last - first) * place) / 20_000),
    )
    const likeCards = ids.map(String).filter(passesLuhn)
    expect(likeCards.length).toBeGreaterThan(200)
    expect(likeCards.filter((id) => holdsCardNumber(`see ${id}`))).toEqual([])
  })
})
