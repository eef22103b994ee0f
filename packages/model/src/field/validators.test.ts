import { describe, expect, test } from 'vitest'
import { isEmail, isPhone, isUrl, isUuid, noWords, parseYesNo, yesWords } from './validators.ts'

const size = 50_000
const times = (text: string) => text.repeat(Math.ceil(size / text.length))

describe('email', () => {
  test.each([
    "o'brien@example.com",
    'a.b+c@sub.example.co.uk',
    'A@b.SE',
    `a@b.${'c'.repeat(50)}`,
    'x@1-2.example',
  ])('accepts %s', (text) => expect(isEmail(text)).toBe(true))
  test.each([
    '',
    'a',
    'a@b',
    'a@b.c',
    `a@b.${'c'.repeat(51)}`,
    'a@b.c1',
    'a@b.123',
    '@b.com',
    'a@.com',
    'a@-b.com',
    'a..b@c.com',
    '.a@b.com',
    'a.@b.com',
    'a b@c.com',
    'a@b@c.com',
    'a@b.com\n',
    ' a@b.com',
    `${'a'.repeat(65)}@b.com`,
  ])('refuses %j', (text) => expect(isEmail(text)).toBe(false))

  test.each(['a', 'a.', 'a@', 'a-', 'a@a.', '!'])('answers on a long run of %j', (part) => {
    expect(isEmail(times(part))).toBe(false)
    expect(isEmail(`a@${times(part)}`)).toBe(false)
  })
})

describe('phone', () => {
  test.each([
    '+46701234567',
    '0046 70 123 45 67',
    '070 123',
    '1',
    '+12345678901234567',
    '0012345678901234567',
  ])('accepts %s', (text) => expect(isPhone(text)).toBe(true))
  test.each([
    '',
    '+',
    '00-1',
    '++46',
    '46+',
    '+46-70',
    'abc',
    '123456789012345678',
    '+46 70 1234 5678 9012 345 6',
  ])('refuses %j', (text) => expect(isPhone(text)).toBe(false))
  test.each([' ', '0', '0 ', '00', '1  '])('answers on a long run of %j', (part) => {
    expect(isPhone(times(part))).toBe(false)
    expect(isPhone(`+${times(part)}x`)).toBe(false)
  })
})

describe('url', () => {
  test.each([
    '',
    'example.com',
    'http://example.com',
    'HTTPS://Sub.Example.co.uk:8443/a/b.c;d?x=1&y=%20#top',
    '127.0.0.1:3000/callback',
    'http://localhost:3000',
    'localhost:3000',
    'http://sandbox:4000/psp/{action}',
    'https://sv.wikipedia.org/wiki/Ålesund',
    'https://xn--e1afmkfd.xn--p1ai/',
    'example.com?x',
    'example.com#y',
  ])('accepts %j', (text) => expect(isUrl(text)).toBe(true))

  test.each([
    'word',
    ' ',
    'http://',
    'ftp://example.com',
    'javascript:alert(1)',
    '//example.com',
    'https:example.com',
    'http://user:secret@example.com',
    '256.1.1.1',
    'http://1.2.3',
    '1.2.3.4.5',
    'http://-a.com',
    'http://a..com',
    'http://example.com:99999',
    'http://example.com:',
    'http://example.com/a b',
    'http://example.com/"onload',
    'http://example.com\n',
    'http://example.com\\@evil.com',
    'http://example.com/\u0000',
    'http://ban\u212a.com',
  ])('refuses %j', (text) => expect(isUrl(text)).toBe(false))

  test.each(['a', 'a.', 'a-', '1.', '/a', '?a', '/.', '%'])('answers on a long run of %j', (part) => {
    expect(isUrl(`${times(part)} `)).toBe(false)
    expect(isUrl(`http://${times(part)} `)).toBe(false)
    expect(isUrl(`http://a.com/${times(part)}\n`)).toBe(false)
  })
})

test('uuid: any version, either case, nothing around it', () => {
  expect(isUuid('0190f3a1-7c1e-7b9a-8d5e-0123456789ab')).toBe(true)
  expect(isUuid('0190F3A1-7C1E-4B9A-8D5E-0123456789AB')).toBe(true)
  expect(isUuid('')).toBe(false)
  expect(isUuid('0190f3a17c1e7b9a8d5e0123456789ab')).toBe(false)
  expect(isUuid('{0190f3a1-7c1e-7b9a-8d5e-0123456789ab}')).toBe(false)
  expect(isUuid('0190f3a1-7c1e-7b9a-8d5e-0123456789ab\n')).toBe(false)
  expect(isUuid(times('0190f3a1-'))).toBe(false)
})

describe('yes and no', () => {
  test.each(['Yes', ' JA ', 'kyllä', 'Kyllä', 'TRUE', 'wahr', 'sim', '1', 'på'])('%j is yes', (text) =>
    expect(parseYesNo(text)).toBe(true),
  )
  test.each(['No', 'nej', 'Nein', 'nei', 'EI', 'não', 'false', '0', 'epätosi'])('%j is no', (text) =>
    expect(parseYesNo(text)).toBe(false),
  )
  test.each(['', 'maybe', 'yes no', '2', 'constructor'])('%j is neither', (text) =>
    expect(parseYesNo(text)).toBeUndefined(),
  )
  test('no word means both', () => {
    expect(yesWords.filter((word) => noWords.includes(word))).toEqual([])
  })
})
