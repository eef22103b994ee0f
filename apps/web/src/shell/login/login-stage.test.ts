import { expect, test } from 'vitest'
import { firstStage, returnPath, stageAfter, withFactor } from './login-stage.ts'

const origin = 'http://console.test'
const back = (target: string) =>
  returnPath(`?return_to=${encodeURIComponent(target)}`, origin, '/signalbox/login')

test.each([
  ['/admin/merchant?page=2#row', '/admin/merchant?page=2#row'],
  ['https://evil.test/', '/home'],
  ['//evil.test/', '/home'],
  ['/\\evil.test/', '/home'],
  ['javascript:alert(1)', '/home'],
  ['/signalbox/login?return_to=/x', '/home'],
  ['', '/home'],
])('after signing in %j leads to %s', (target, path) => {
  expect(back(target)).toBe(path)
})

test('without a page to return to, Home', () => {
  expect(returnPath('', origin, '/signalbox/login')).toBe('/home')
})

test('a link from a mail begins with the new password', () => {
  expect(firstStage('?reset=abc')).toEqual({ name: 'reset', token: 'abc' })
  expect(firstStage('')).toEqual({ name: 'password' })
})

test('every answer has its step', () => {
  expect(stageAfter({ status: 'authenticated' })).toEqual({ name: 'done' })
  expect(stageAfter({ status: 'required-action', action: 'AUTHENTICATOR' })).toEqual({
    name: 'enrol-authenticator',
  })
  expect(stageAfter({ status: 'totp', alternatives: ['recovery-code'] })).toEqual({
    name: 'totp',
    others: ['recovery-code'],
  })
})

test('changing the factor keeps the way back', () => {
  const stage = withFactor({ name: 'totp', others: ['security-key', 'recovery-code'] }, 'recovery-code')
  expect(stage).toEqual({ name: 'recovery-code', others: ['totp', 'security-key'] })
})
