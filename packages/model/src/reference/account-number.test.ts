import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCardExpired, isIban, passesLuhn } from './account-number.ts'

const cards =
  `4111111111111111 4242424242424242 5555555555554444 378282246310005 4000000000003220 4000002760003184
  5105105105105100 5200828282828210 6011111111111117 3566002020360505`.split(/\s+/)

test('knows card numbers by their check digit', () => {
  for (const pan of cards) expect(passesLuhn(pan)).toBe(true)
  for (const pan of ['4111111111111112', '411111111111111a', '0000', '', '41111111111111111111'])
    expect(passesLuhn(pan)).toBe(false)
})

test('one wrong digit never passes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...cards), fc.nat(), fc.integer({ min: 1, max: 9 }), (pan, at, by) => {
      const place = at % pan.length
      const digit = (Number(pan[place]) + by) % 10
      expect(passesLuhn(pan.slice(0, place) + digit + pan.slice(place + 1))).toBe(false)
    }),
  )
})

test('a card is good to the end of its month, wherever the user is', () => {
  expect(isCardExpired('2026-02', Date.parse('2026-02-28T23:59:59Z'))).toBe(false)
  expect(isCardExpired('2026-02', Date.parse('2026-03-01T11:59:59Z'))).toBe(false)
  expect(isCardExpired('2026-02', Date.parse('2026-03-01T12:00:00Z'))).toBe(true)
  expect(isCardExpired('2026-12', Date.parse('2027-01-01T12:00:00Z'))).toBe(true)
  expect(isCardExpired('12/30', 0)).toBe(true)
})

test('knows IBANs by length and remainder', () => {
  const good = `DE89370400440532013000 SE4550000000058398257466 FI2112345600000785 GB29NWBK60161331926819
    NO9386011117947 MT84MALT011000012345MTLCAST001S`
  for (const iban of good.split(/\s+/)) expect(isIban(iban)).toBe(true)
  expect(isIban('se45 5000 0000 0583 9825 7466')).toBe(true)
  for (const iban of ['SE4550000000058398257467', 'DE8937040044053201300', '', 'XX', 'SE45'])
    expect(isIban(iban)).toBe(false)
})
