import { createMemoryHistory } from '@tanstack/react-router'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import { expect, test } from 'vitest'
import { redirects, screens } from '../../screens/index.ts'
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

test.each([
  ['/rules/psp-routing', '/routing/psp-routing'],
  ['/rules/kyc-block?panel=try', '/kyc/block?panel=try'],
  ['/legacy/kyc/fallback', '/kyc/fallback'],
  ['/legacy/rules/forex', '/rules/forex'],
  ['/legacy/rules/velocity', '/fraud-block/velocity'],
  ['/rules/maintenance', '/admin/maintenance'],
])('%s leads to %s', async (from, to) => {
  const history = createMemoryHistory({ initialEntries: [from] })
  const router = makeRouter({ history })
  await router.load()
  expect(router.state.location.href).toBe(to)
})
