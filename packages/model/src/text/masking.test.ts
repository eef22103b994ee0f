import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  maskAccount,
  maskBirthDate,
  maskCardNumber,
  maskEmail,
  maskIban,
  maskIp,
  maskName,
  maskPhone,
} from './masking.ts'

test('shows what people may see and no more', () => {
  expect(maskCardNumber('4111111111111111')).toBe('411111******1111')
  expect(maskCardNumber('3782 822463 10005')).toBe('378282*****0005')
  expect(maskIban('SE45 5000 0000 0583 9825 7466')).toBe('SE45**************7466')
  expect(maskEmail('john@example.com')).toBe('j***@e***.com')
  expect(maskPhone('+46 70 123 45 23')).toBe('+46******23')
  expect(maskBirthDate('1981-04-30')).toBe('1981-**-**')
  expect(maskIp('81.2.69.142')).toBe('81.2.69.0/24')
  expect(maskIp('2001:db8:85a3::8a2e:370:7334')).toBe('2001:db8:85a3::/48')
  expect(maskIp('2001:db8::1')).toBe('2001:db8::/48')
  expect(maskIp('fe80::1ff:fe23:4567:890a')).toBe('fe80::/48')
  expect(maskIp('::1')).toBe('::/48')
  expect(maskIp('::ffff:81.2.69.142')).toBe('81.2.69.0/24')
  expect(maskName('John  Jonsson')).toBe('J*** J***')
  expect(maskAccount('wallet@example.com')).toBe('w***@e***.com')
  expect(maskAccount('1234567890123')).toBe('1234******0123')
})

test('hides all of what is too short to be what it says it is', () => {
  expect(maskCardNumber('41111111111')).toBe('***********')
  expect(maskIban('SE455000')).toBe('********')
  expect(maskEmail('nobody')).toBe('***')
  expect(maskPhone('12345')).toBe('*****')
  expect(maskAccount('4711')).toBe('***11')
})

test('a masked card number never holds more than ten of its digits', () => {
  const anyPan = fc.stringMatching(/^\d{12,19}$/)
  fc.assert(
    fc.property(anyPan, (pan) => {
      expect(maskCardNumber(pan).replaceAll(/\D/g, '').length).toBe(10)
      expect(maskCardNumber(pan)).toHaveLength(pan.length)
    }),
  )
})
