import { expect, test } from 'vitest'
import { screens } from '../../screens/index.ts'
import { goToKeys } from './go-to-keys.ts'

test('every key leads to a page', () => {
  const paths: readonly string[] = screens.map(({ path }) => path)
  expect([...goToKeys.keys()].filter((path) => !paths.includes(path))).toEqual([])
})

test('a key is one letter, given once', () => {
  const letters = [...goToKeys.values()]
  expect(letters.filter((letter) => !/^[a-z]$/.test(letter))).toEqual([])
  expect(new Set(letters).size).toBe(letters.length)
})
