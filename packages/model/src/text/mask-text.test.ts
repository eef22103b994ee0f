import { expect, it } from 'vitest'
import { maskAllBut, maskId, maskText, maskTexts } from './mask-text.ts'

it.each([
  ['wrote to ada@players.example today', 'wrote to a***@p***.example today'],
  ['IBAN SE45 5000 0000 0583 9825 7466.', 'IBAN SE45**************7466.'],
  ['DE02120300000000202051', 'DE02**************2051'],
  ['from 203.0.113.77, again', 'from 203.0.113.0/24, again'],
  ['from 2001:db8:85a3::8a2e:370:7334', 'from 2001:db8:85a3::/48'],
  ['called +46 70 123 45 23', 'called +46******23'],
  ['called 070-123 45 23', 'called 070******23'],
  ['from 2001:db8::1', 'from 2001:db8::/48'],
  ['ip:fe80::1ff:fe23:4567:890a: refused', 'ip:fe80::/48: refused'],
  ['from 2001:0db8:85a3:0000:0000:8a2e:0370:7334', 'from 2001:0db8:85a3::/48'],
  ['from 2001:db8:1:2::7/64', 'from 2001:db8:1::/48'],
  ['from 203.0.113.77/32', 'from 203.0.113.0/24'],
  ['from ::ffff:203.0.113.77', 'from ::ffff:203.0.113.0/24'],
  ['to de89370400440532013000 today', 'to DE89**************3000 today'],
  ['to se45 5000 0000 0583 9825 7466 paid', 'to SE45**************7466 paid'],
  ['IBAN-DE89-3704-0044-0532-0130-00.', 'IBAN-DE89**************3000.'],
  ['called 00491701234567', 'called +49******67'],
  ['called 0046 70 123 45 23', 'called +46******23'],
  ['called +49/170/1234567', 'called +49******67'],
  ['called 0171/1234567', 'called 017******67'],
  ['called 07031-123456', 'called 070******56'],
  ['called (030) 1234567', 'called 030******67'],
  ['wrote to jürgen@müller.de', 'wrote to j***@m***.de'],
  ['wrote to ada @players.example today', 'wrote to a***@p***.example today'],
  ['wrote to ada @ players.example.', 'wrote to a***@p***.example.'],
  ['/player?mail=ada%40players.example&x=1', '/player?mail=a***@p***.example&x=1'],
  ['ada(at)players.example, bo [at] players.example', 'a***@p***.example, b***@p***.example'],
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
  '10:20:30:40:50 is no address, and 10:20:30 a time',
  'std::face, the loopback ::1 and the network 2001:db8::/32',
  'Payment 100010001A1234567890123 of 100010001A1',
  // An account would have other check digits.
  'at12 some word here, de88370400440532013000',
  // Both add up like an account, and are ids.
  'de893704-0044-4532-8130-000000000065 and de893704004405328130000000000036',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36',
  'asked @approver1. Then waited @ the desk, 40%40 of them',
  'on 01/02/2026, 01-02-2026 and 2026/01/02 03:04, card until 04/2027 100.00',
])('leaves what names nobody: %s', (text) => {
  expect(maskText(text)).toBe(text)
})

it('goes through everything that holds texts', () => {
  const given = { a: ['ada@players.example', 7, null], b: { c: true, d: 'x' } }
  expect(maskTexts(given)).toEqual({ a: ['a***@p***.example', 7, null], b: { c: true, d: 'x' } })
})

it('goes through names that a stranger has given, too', () => {
  expect(maskTexts({ 'ada@players.example': 'x', GB82WEST12345698765432: 'y' })).toEqual({
    'a***@p***.example': 'x',
    'GB82**************5432': 'y',
  })
})

it('leaves the names of members that are declared, whatever the mask would make of them', () => {
  const hide = () => '***'
  expect(maskTexts({ text: 'a', items: [{ summary: 'b' }], Name: 7 }, hide)).toEqual({
    text: '***',
    items: [{ summary: '***' }],
    Name: 7,
  })
})

it.each([
  ['ada@players.example', 'a***@p***.example'],
  ['ada%40players.example', 'a***@p***.example'],
  ['ada(at)players.example', 'a***@p***.example'],
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8::1', '2001:db8::/48'],
  ['dead:beef::cafe', 'dead:beef::/48'],
  ['GB82WEST12345698765432', 'GB82**************5432'],
  ['gb82west12345698765432-1', 'GB82**************5432-1'],
  // What has blanks is no id but a text.
  ['+46 70 999 88 77', '+46******77'],
])('finds who is meant in an id: %s', (id, masked) => {
  expect(maskId(id)).toBe(masked)
  expect(maskId(masked)).toBe(masked)
})

it.each([
  'TX1234567890',
  'PS20261118000123',
  '0012345678901',
  '0123-456789',
  '00491701234567',
  'AB12-3456-7890-1234',
  '01900000-0000-7000-8000-00000000dead',
  'GB83WEST12345698765432',
])('leaves ids that only look like accounts and telephones: %s', (id) => {
  expect(maskId(id)).toBe(id)
})

it('leaves alone who wrote it', () => {
  const note = { author: 'ada@staff.example', text: 'ada@players.example' }
  expect(maskAllBut([note], maskText, ['author'])).toEqual([{ ...note, text: 'a***@p***.example' }])
})

it('masks ids as ids', () => {
  const payment = { id: 'TX1234567890', text: 'TX1234567890' }
  expect(maskAllBut([payment], maskText, [], ['id'])).toEqual([
    { ...payment, text: 'TX12**************7890' },
  ])
})

it.each([
  'a',
  '0',
  '1:',
  'a:',
  '::',
  '0 ',
  '0/',
  '(0',
  '+1 ',
  'ab12',
  'ab12 ',
  'ab12-',
  '1.',
  'a@',
  'a@b.',
  'ü.',
  'a ',
  'a%40',
  'a @b.',
])('comes to an end with a hundred thousand of %j', (piece) => {
  const text = piece.repeat(Math.ceil(100_000 / piece.length))
  expect(maskText(`${text}!`)).toMatch(/!$/)
  expect(maskText(`x${text}_`)).toMatch(/_$/)
})
