import { expect, it } from 'vitest'
import { maskMembers, maskText, maskTexts } from './mask-text.ts'

it.each([
  ['wrote to ada@players.example today', 'wrote to a***@p***.example today'],
  ['IBAN SE45 5000 0000 0583 9825 7466.', 'IBAN SE45**************7466.'],
  ['DE02120300000000202051', 'DE02**************2051'],
  ['from 203.0.113.77, again', 'from 203.0.113.0/24, again'],
  ['from 2001:db8:85a3::8a2e:370:7334', 'from 2001:db8:85a3::/48'],
  ['called +46 70 123 45 23', 'called +46******23'],
  ['called 070-123 45 23', 'called 070******23'],
])('finds who is meant: %s', (text, masked) => {
  expect(maskText(text)).toBe(masked)
  // What is masked once stays as it is.
  expect(maskText(masked)).toBe(masked)
})

it.each([
  'Refund of 100010001-2233445566 on 2026-11-17T09:30:00.000Z',
  '12:30:15 to 14:00, version 2.43.0, 100.00 EUR',
  '01900000-0000-7000-8000-00000000dead',
  'SE and DE02 are no accounts, @approver1 is a colleague',
  'reference 0712345678901',
  'T18.3 row 4711: 411111******1111',
])('leaves what names nobody: %s', (text) => {
  expect(maskText(text)).toBe(text)
})

it('goes through everything that holds texts', () => {
  const given = { a: ['ada@players.example', 7, null], b: { c: true, d: 'x' } }
  expect(maskTexts(given)).toEqual({ a: ['a***@p***.example', 7, null], b: { c: true, d: 'x' } })
})

it('leaves alone who wrote it', () => {
  const note = { author: 'ada@staff.example', text: 'ada@players.example' }
  expect(maskMembers([note], 'text')).toEqual([{ ...note, text: 'a***@p***.example' }])
})
