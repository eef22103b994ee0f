import { describe, expect, test } from 'vitest'
import { passwordProblems } from './password-policy.ts'

const good = 'kvarnhjulet snurrar 4'

test('a long password with a letter and a digit is fine, in any alphabet and with any symbol', () => {
  expect(passwordProblems(good)).toEqual([])
  expect(passwordProblems('мельница у реки 7 🦆')).toEqual([])
  expect(passwordProblems('Xk2!'.repeat(2) + 'vRm9-tGw4')).toEqual([])
})

describe('length', () => {
  // No two neighbours alike and no common word, so that only the length decides.
  const ofLength = (length: number) => 'k3 vw8 jx5 hq7 '.repeat(20).slice(0, length - 4) + 'z9ñu'

  test.each([
    [11, ['Must be at least 12 characters long']],
    [12, []],
    [128, []],
    [256, []],
    [257, ['Must be at most 256 characters long']],
  ])('%i characters', (length, problems) => expect(passwordProblems(ofLength(length))).toEqual(problems))

  test('is counted in characters, not in the units they are stored in', () => {
    expect(passwordProblems('🦆🐢k3 vw8 jx')).toContain('Must be at least 12 characters long')
  })

  test('a text of a megabyte is refused without being looked at', () => {
    expect(passwordProblems('a1'.repeat(500_000))).toEqual(['Must be at most 256 characters long'])
  })
})

test('every problem is named at once', () => {
  expect(passwordProblems('')).toEqual([
    'Must be at least 12 characters long',
    'Must contain a letter',
    'Must contain a digit',
    'Is too easy to guess',
  ])
  expect(passwordProblems('kvarnhjulet snurrar')).toEqual(['Must contain a digit'])
  expect(passwordProblems('83719 27465 10394')).toEqual(['Must contain a letter'])
  expect(passwordProblems('Password1234')).toEqual(['Is too easy to guess'])
})

describe('words an attacker would try first', () => {
  const context = { username: 'anna.berg', email: 'a.lindqvist+work@example.com', productName: 'Signalbox' }
  const problem = 'Must not contain your username, your email or the name of this product'

  test.each(['anna.berg kvarn 4', 'kvarn 4 ANNA hjulet', 'kvarn 4 l1ndqv1st hjul', 'kvarn-s1gnalb0x-4-hjul'])(
    '%s',
    (password) => expect(passwordProblems(password, context)).toEqual([problem]),
  )

  test('others are fine, and so is a context that is not known', () => {
    expect(passwordProblems(good, context)).toEqual([])
    expect(passwordProblems(good, { username: '', email: '', productName: '' })).toEqual([])
    expect(passwordProblems('kvarn 4 hjulet an', { username: 'an' })).toEqual([])
  })
})
