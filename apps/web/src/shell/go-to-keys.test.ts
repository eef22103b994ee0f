import { expect, test } from 'vitest'
import { screens } from '../screens/index.ts'
import { goToKeys } from './go-to-keys.ts'

test('the noun gives the key', () => {
  const keys = goToKeys(screens)
  expect(keys.get('/home')).toBe('h')
  expect(keys.get('/admin/backoffice-users')).toBe('u')
})

test('no key is given twice', () => {
  const keys = [...goToKeys(screens).values()]
  expect(new Set(keys).size).toBe(keys.length)
})

test('more pages than letters leave the last ones without', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({
    path: `/${at}`,
    title: 'abcdefghijklmnopqrstuvwxyz',
  }))
  expect(goToKeys(many).size).toBe(26)
})
