import { expect, it } from 'vitest'
import { isDefiniteTerm, keywordOf, readSearchTerm } from './search-term.ts'

it.each([
  ['27023107', 'id', '27023107'],
  [' 27023107 ', 'id', '27023107'],
  ['100010001A27023107', 'txRefId', '100010001A27023107'],
  ['anna@example.com', 'email', 'anna@example.com'],
  ['192.0.2.7', 'ipAddr', '192.0.2.7'],
  ['2001:db8::1', 'ipAddr', '2001:db8::1'],
  ['411111******1111', 'maskedUserAccount', '411111******1111'],
  ['SE45 **** **** 7466', 'maskedUserAccount', 'SE45********7466'],
  ['4111 1111 1111 1111', 'maskedUserAccount', '411111******1111'],
  ['w***@example.com', 'maskedUserAccount', 'w***@example.com'],
  ['bc1q******x4kd', 'maskedUserAccount', 'bc1q******x4kd'],
  ['01900000-0000-7000-8000-00000000dead', 'accountId', '01900000-0000-7000-8000-00000000dead'],
  ['player-77', 'userId', 'player-77'],
  ['999.1.1.1', 'userId', '999.1.1.1'],
])('%s is first of all %s %s', (text, filter, value) => {
  expect(readSearchTerm(text)[0]).toEqual({ filter, value })
})

it('finds masked IBANs however they are typed', () => {
  expect(readSearchTerm('se45******7466').map(({ value }) => value)).toEqual([
    'se45******7466',
    'SE45******7466',
  ])
})

it('finds users and references of any form after all else', () => {
  expect(readSearchTerm('12345').map(({ filter }) => filter)).toEqual([
    'id',
    'userId',
    'merchantTxId',
    'pspRefId',
  ])
  expect(readSearchTerm('')).toEqual([])
})

it('keeps card numbers out of the address', () => {
  expect(keywordOf('4111-1111-1111-1111')).toBe('411111******1111')
  expect(keywordOf('4111111111111111')).toBe('411111******1111')
  expect(keywordOf('888735165607936')).toBe('888735165607936')
  expect(keywordOf('player-7')).toBe('player-7')
})

it.each([
  ['888735165607936', true],
  ['100010001A888735165607936', true],
  ['anna@example.com', true],
  ['192.0.2.7', true],
  ['411111******1111', true],
  ['100010001', false],
  ['routing', false],
  ['', false],
])('whether %s is a payment and nothing else: %s', (text, definite) => {
  expect(isDefiniteTerm(text)).toBe(definite)
})
