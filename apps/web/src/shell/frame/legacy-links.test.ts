import { expect, test } from 'vitest'
import { resolveLegacyLink } from './legacy-links.ts'

const everything = () => true

test.each([
  ['#/merchant/search', '/admin/merchant'],
  ['#/auditlog/search', '/admin/audit-log'],
  ['#/userpspaccount/search', '/user-accounts'],
  ['#/transaction/search?txId=17&state=FAILED', '/transactions?txId=17&state=FAILED'],
  ['#/decisiontable/T1/read', '/routing/psp-routing'],
  ['#/decisiontable/T5/read', '/rules/limit'],
  ['#/decisiontable/t22/read/', '/admin/maintenance'],
  ['#/decisiontable/T29/read', '/rules/period-limit'],
])('%s leads to %s', (hash, path) => {
  expect(resolveLegacyLink(hash, everything)).toBe(path)
})

test('all 29 tables have a place, each its own', () => {
  const routes = Array.from({ length: 29 }, (_, index) =>
    resolveLegacyLink(`#/decisiontable/T${index + 1}/read`, everything),
  )
  expect(new Set(routes).size).toBe(29)
  expect(routes).not.toContain(null)
})

test.each(['#/report/daily', '#/decisiontable/T30/read'])(
  '%s is a legacy page without a counterpart',
  (hash) => {
    expect(resolveLegacyLink(hash, everything)).toBeNull()
  },
)

test('a counterpart that is not there yet is none', () => {
  expect(resolveLegacyLink('#/transaction/search', (path) => path === '/home')).toBeNull()
})

test.each(['', '#content'])('%j is no legacy link', (hash) => {
  expect(resolveLegacyLink(hash, everything)).toBeUndefined()
})

test('the old back office begins with its pages', () => {
  expect(resolveLegacyLink('#/', everything)).toBe('/legacy')
})
