import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findJsonProblem } from './json-problem.ts'

test.each([
  ['', 0, 'a value was expected'],
  ['{"a":1,}', 7, 'a name was expected'],
  ['{"a" 1}', 5, 'a : was expected'],
  ['{"a":}', 5, 'a value was expected'],
  ['[1,]', 3, 'a value was expected'],
  ['[1 2]', 3, 'a , or ] was expected'],
  ['{"a":1', 6, 'a , or } was expected'],
  ['{a:1}', 1, 'a name or } was expected'],
  ["{'a':1}", 1, 'a name or } was expected'],
  ['[1]]', 3, 'nothing more was expected'],
  ['[01]', 2, 'a , or ] was expected'],
  ['"a\nb"', 0, 'a value was expected'],
  ['[1}', 2, 'a , or ] was expected'],
])('%j fails at %i', (text, position, message) => {
  expect(findJsonProblem(text)).toEqual({ position, message })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('it agrees with the parser on everything that is JSON and on what is nearly so', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '""',
    '"\\u00e5"',
    '"\\x"',
    '1',
    '-0.5e+3',
    '01',
    'true',
    'null',
    'nul',
    ' ',
    '\n',
    '\u00a0',
    '"\u0080"',
  )
  const nearly = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.json(), nearly), (text) => {
      expect(findJsonProblem(text) === null).toBe(isJson(text))
    }),
    { numRuns: 3000 },
  )
})
