import { createMemoryHistory } from '@tanstack/react-router'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import { expect, test } from 'vitest'
import { screens } from '../../screens/index.ts'
import { redirects } from '../../screens/table-screens.ts'
import { makeRouter } from './router.tsx'

const shown = decisionTables.filter(({ slug }) => slug !== 'maintenance')

test('every table has its page, and no other address takes the place of one', () => {
  const paths = new Set(screens.map(({ path }) => path as string))
  for (const { route } of shown) expect(paths).toContain(route)
  for (const [from, to] of redirects) {
    expect(paths).not.toContain(from)
    expect(paths).toContain(to)
  }
})

test('every table, and every page the old back office had, has a classic grid for the same people', () => {
  const byPath = new Map(screens.map((screen) => [screen.path as string, screen]))
  const classic = [
    ...decisionTables.map(({ route }) => route),
    ...[
      '/transactions',
      '/kyc/search',
      '/admin/iin',
      '/admin/merchant',
      '/admin/audit-log',
      '/user-accounts',
    ],
  ]
  for (const path of classic) {
    const grid = byPath.get(`/legacy${path}`)
    expect(grid, path).toMatchObject({ unlisted: true, access: byPath.get(path)?.access })
    expect(redirects.has(`/legacy${path}`), path).toBe(false)
  }
})

test.each([
  ['/rules/psp-routing', '/routing/psp-routing'],
  ['/rules/kyc-block?panel=try', '/kyc/block?panel=try'],
  ['/legacy/kyc/fallback?panel=try', '/legacy/kyc/fallback?panel=try'],
  ['/legacy/rules/forex', '/legacy/rules/forex'],
  ['/legacy/rules/velocity', '/legacy/fraud-block/velocity'],
  ['/Legacy/transactions?sort=id', '/legacy/transactions?sort=id'],
  ['/Admin/IIN', '/admin/iin'],
  ['/rules/maintenance', '/admin/maintenance'],
])('%s leads to %s', async (from, to) => {
  const history = createMemoryHistory({ initialEntries: [from] })
  const router = makeRouter({ history })
  await router.load()
  expect(router.state.location.href).toBe(to)
})
