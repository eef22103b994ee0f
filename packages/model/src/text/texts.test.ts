import { expect, test } from 'vitest'
import { fill, texts } from './texts.ts'

test('parameters are filled by position, each as often as it appears', () => {
  expect(fill(texts.couldNotBe, 'Voucher batch', 'created')).toBe('Voucher batch could not be created.')
  expect(fill('{1} {0} {1}', 'a', 2)).toBe('2 a 2')
})

test('an argument is taken as it is, even when it looks like a parameter or a replacement pattern', () => {
  expect(fill('{0} {1}', '{1}', '$&')).toBe('{1} $&')
  expect(fill(texts.pageNotFound, '/{0}')).toBe('Page /{0} not found.')
})

test('a missing argument leaves the parameter in sight', () => {
  expect(fill(texts.loginFailed)).toBe('Login failed - please contact support. Failure code: {0}')
})
