import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonWords, containsDisguised, isCommonPassword } from './common-passwords.ts'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const disguised = (word: string) =>
  word
    .replaceAll('a', '@')
    .replaceAll('e', '3')
    .replaceAll('i', '1')
    .replaceAll('o', '0')
    .replaceAll('s', '$')

test('every common word is refused in each of its usual disguises: thousands of passwords from leaked lists', () => {
  const forms = new Set(
    commonWords.flatMap((word) => [
      word,
      `${word}1`,
      `${word}123456`,
      `${capital(word)}2026!`,
      `${disguised(word)}1234`,
      `${capital(disguised(word))}!!`,
      `123${word}123`,
      `${word}${word}`,
      `${word.toUpperCase()}_1990`,
    ]),
  )
  expect(forms.size).toBeGreaterThan(3000)
  expect([...forms].filter((form) => !isCommonPassword(form))).toEqual([])
})

test.each([
  'password1234',
  'Password123!',
  'P@ssw0rd1234',
  'passwordpassword1',
  'qwertyuiop12',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'zaq12wsxcde3',
  'qazwsxedcrfv',
  'q1w2e3r4t5y6',
  'abcdefghijk1',
  'abc123abc123',
  '123456789012',
  '1234567890qwerty',
  'aaaaaaaaaaa1',
  'iloveyou1234',
  'Welcome2024!!',
  'letmein12345',
  'admin1234567',
  'Administrator1',
  'Liverpool1892',
  'manchesterunited1',
  'dragonmaster12',
  'trustno1trustno1',
  'Summer2026Winter!',
  'Sommaren2024',
  'lösenord1234',
  'LÖSENORD1234',
  'salasana1234',
  'x7x7x7x7x7x7',
  'qwertyqwerty123',
  'ｐａｓｓｗｏｒｄ1234',
])('%s is common', (password) => expect(isCommonPassword(password)).toBe(true))

test.each([
  'correct horse battery staple 9',
  'kvarnhjulet-snurrar-4',
  'dragon, monkey, football and 7 others',
  'h7Gk2pQ9zXwL',
  'tram 14 to the lighthouse',
  'dragon 8371 92746',
  '0190f3a1-7c1e-7b9a',
])('%s is not', (password) => expect(isCommonPassword(password)).toBe(false))

test('what a password manager makes is never refused', () => {
  const made = fc.string({
    unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_!'),
    minLength: 20,
  })
  fc.assert(
    fc.property(made, (password) => {
      // Minimising a failure would lead to a run of one letter, which is rightly refused.
      fc.pre(new Set(password).size > 12)
      expect(isCommonPassword(password)).toBe(false)
    }),
  )
})

test('a word is recognised in disguise', () => {
  expect(containsDisguised('my-S1gn@lb0x-9', 'Signalbox')).toBe(true)
  expect(containsDisguised('åsa.nilsson99', 'Asa.Nilsson')).toBe(true)
  expect(containsDisguised('🦆🦆signalbox', 'Signalbox')).toBe(true)
  expect(containsDisguised('signal-box', 'Signalbox')).toBe(false)
})
