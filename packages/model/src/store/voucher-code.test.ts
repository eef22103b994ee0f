import { expect, test } from 'vitest'
import { codeFrom, isCode, plainCode, shownCode } from './voucher-code.ts'

const bytes = (seed: number) => Uint8Array.from({ length: 15 }, (_, index) => (seed * 31 + index * 57) % 256)
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

test('a code has 16 characters that nobody mistakes, and is shown in fours', () => {
  const code = codeFrom(bytes(3))
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
  expect(shownCode(code)).toMatch(/^(.{4}-){3}.{4}$/)
  expect(isCode(code)).toBe(true)
})

test('is read as people type it', () => {
  expect(plainCode(' 7q2k-9m4t xw3a-5h8n')).toBe('7Q2K9M4TXW3A5H8N')
  expect(plainCode('oO-iIlL')).toBe('001111')
})

test('every single wrong character is noticed', () => {
  const wrong = Array.from({ length: 20 }, (_, seed) => codeFrom(bytes(seed))).flatMap((code) =>
    [...code].flatMap((right, place) =>
      [...alphabet]
        .filter((other) => other !== right)
        .map((other) => code.slice(0, place) + other + code.slice(place + 1)),
    ),
  )
  expect(wrong).toHaveLength(20 * 16 * 31)
  expect(wrong.filter(isCode)).toEqual([])
})

test('what is too long, too short or of other letters is none', () => {
  const code = codeFrom(bytes(1))
  for (const wrong of ['', code.slice(1), `${code}0`, `U${code.slice(1)}`, '*'.repeat(16)])
    expect(isCode(wrong)).toBe(false)
})
