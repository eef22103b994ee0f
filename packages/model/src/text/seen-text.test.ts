import { expect, it } from 'vitest'
import { seenText } from './seen-text.ts'

it.each([
  '',
  ' ',
  '\t\n',
  '\u00A0',
  '\u200B',
  '\u2060\uFEFF',
  '\u202E',
  '\u2800',
  '\u3164',
  '\u0000',
  '\u200B \u200D',
])('nothing is seen of %j', (text) => {
  expect(seenText(text)).toBe('')
})

it('keeps what is seen', () => {
  expect(seenText('  Called\u200B back, Zoë 👍🏽 ')).toBe('Called back, Zoë 👍🏽')
})
