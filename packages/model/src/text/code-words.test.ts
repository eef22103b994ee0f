import { expect, it } from 'vitest'
import { codeWords } from './code-words.ts'

it.each([
  ['VIEW_LOG', 'View log'],
  ['KYC_ADMIN', 'KYC admin'],
  ['FRONT_API', 'Front API'],
  ['VERIFIED', 'Verified'],
  ['LOGIN', 'Login'],
])('%s reads %s', (code, words) => {
  expect(codeWords(code)).toBe(words)
})
