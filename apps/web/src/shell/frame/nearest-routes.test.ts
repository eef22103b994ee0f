import { expect, test } from 'vitest'
import { screens } from '../../screens/index.ts'
import { nearestRoutes } from './nearest-routes.ts'

const nearest = (path: string) => nearestRoutes(path, screens).map((screen) => screen.path)

test('finds a page behind a typing error', () => {
  expect(nearest('/admin/backofice-user')[0]).toBe('/admin/backoffice-users')
})

test('finds a page in the wrong folder', () => {
  expect(nearest('/audit-log')[0]).toBe('/admin/audit-log')
})

test('offers nothing when nothing is close', () => {
  expect(nearest('/xyzzyxyzzyxyzzy')).toEqual([])
})

test('offers three at most, whatever the length of the path', () => {
  expect(nearest(`/admin/${'a'.repeat(5000)}`).length).toBeLessThanOrEqual(3)
})
