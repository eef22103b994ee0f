import fc from 'fast-check'
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
    '4111,1111,1111,1111',
    'card: 4111, 1111, 1111, 1111.',
    '4111\n1111\n1111\n1111',
    '4111\r\n1111\r\n1111\r\n1111',
    '4111\t1111\t1111\t1111',
    '4111;1111;1111;1111',
    '4111|1111|1111|1111',
    '"4111","1111","1111","1111"',
    "'4111' '1111' '1111' '1111'",
    '4111 , 1111 , 1111 , 1111',
    '4111----1111----1111----1111',
    '4111, 1111-1111 1111',
    'amex 3782,822463,10005',
    'Anna,4111,1111,1111,1111,12,2030,123,Turku',
    'Anna,4111,1111,1111,1111,12/30',
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
    '1,200.00, 3,400.00',
    '4,111.11, 1,111.11, 1,111.11',
    '4000, 4500, 5000, 5515',
    '17,4111,1111,1111,1111',
    '4111,1111,1111,1111,2222,3333',
    '2026-11-17,2026-11-18,2026-11-19',
    '17.11.2026; 18.11.2026; 19.11.2026',
    '+46 70 123 45 67, +46 70 765 43 21',
    '040 123 4567, 050 765 4321',
  ])('%s does not', (text) => {
    expect(holdsCardNumber(text)).toBe(false)
  })

  const { integer, array, constantFrom, tuple, date } = fc
  const listed = (item: fc.Arbitrary<string>) =>
    tuple(array(item, { minLength: 1, maxLength: 12 }), constantFrom(', ', ',', ';', '\n', '\t', ' | ')).map(
      ([items, between]) => items.join(between),
    )
  const whole = integer({ min: 0, max: 9_999_999 })
  const thousands = whole.map((n) => n.toLocaleString('en-US'))
  it.each([
    ['amounts', listed(tuple(thousands, integer({ min: 10, max: 99 })).map(([n, cents]) => `${n}.${cents}`))],
    ['amounts without cents', listed(thousands)],
    ['prices in hundreds', listed(integer({ min: 1, max: 99 }).map((n) => `${n}00`))],
    ['small numbers', listed(integer({ min: 0, max: 999 }).map(String))],
    [
      'long lists of four digits',
      listed(integer({ min: 1000, max: 9999 }).map(String)).filter(
        (list) => (list.match(/\d+/g)?.length ?? 0) > 5,
      ),
    ],
    [
      'days',
      listed(
        date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((day) =>
          day.toISOString().slice(0, 10),
        ),
      ),
    ],
    [
      'times',
      listed(
        date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((day) =>
          day.toISOString(),
        ),
      ),
    ],
    [
      'accounts',
      listed(
        constantFrom('DE80 5001 0517 6459 5220 83', 'SE4550000000058398257466', 'FI21 1234 5600 0007 85'),
      ),
    ],
    [
      'telephones',
      listed(
        integer({ min: 1_000_000, max: 9_999_999 }).map(
          (n) => `+46 70 ${String(n).slice(0, 3)} ${String(n).slice(3, 5)} ${String(n).slice(5)}`,
        ),
      ),
    ],
  ])('does not hold one in a list of %s', (_what, lists) => {
    fc.assert(
      fc.property(lists, (list) => {
        expect(holdsCardNumber(list)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it('holds one whatever single mark or white space stands between its groups, once or a few times', () => {
    const marks = Array.from({ length: 0x7f }, (_, code) => String.fromCodePoint(code)).filter((mark) =>
      /[^\p{L}\d\p{Cf}]/u.test(mark),
    )
    const missed = marks.filter((mark) =>
      [1, 2, 3].some((times) => !holdsCardNumber(['5555', '5555', '5555', '4444'].join(mark.repeat(times)))),
    )
    expect(missed).toEqual([])
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
