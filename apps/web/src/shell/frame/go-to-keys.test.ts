import { expect, test } from 'vitest'
import { goToKeys } from './go-to-keys.ts'
import { keys } from './use-go-to-shortcuts.ts'

test('the noun gives the key', () => {
  expect(keys.get('/home')).toBe('h')
  expect(keys.get('/admin/backoffice-users')).toBe('u')
})

test('no key is given twice', () => {
  const letters = [...keys.values()]
  expect(new Set(letters).size).toBe(letters.length)
})

test('more pages than letters leave the last ones without', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({
    path: `/${at}`,
    title: 'abcdefghijklmnopqrstuvwxyz',
  }))
  expect(goToKeys(many).size).toBe(26)
})
