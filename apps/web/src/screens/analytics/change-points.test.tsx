import type { AnalyticsChangePoint } from '@signalbox/model/analytics/query'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import { analyticsScreen } from './analytics-screen.tsx'

withLayout()

const drop = (psp: string, rest: Partial<AnalyticsChangePoint> = {}): AnalyticsChangePoint => ({
  id: psp,
  merchantId: 100010001,
  psp,
  providerType: '',
  country: '',
  beganAt: '2026-11-18T10:00:00.000Z',
  foundAt: '2026-11-18T10:30:00.000Z',
  before: 0.9,
  after: 0.5,
  payments: 40,
  endedAt: null,
  causes: [],
  carriedBy: null,
  ...rest,
})
const rule = (by: string, to: string | null) => ({
  at: '2026-11-18T09:58:00.000Z',
  kind: 'RULE' as const,
  merchantId: 100010000,
  title: 'Activate: routing',
  by,
  to,
})

async function drops(items: AnalyticsChangePoint[], isCut = false) {
  signIn(['ANALYTICS'])
  fakeApi({
    'POST /analytics/query': () => ({
      cells: [],
      freshAt: '2026-11-18T12:00:00.000Z',
      currency: 'EUR',
      timeZone: 'UTC',
      withoutRate: 0,
    }),
    'GET /analytics/marker': () => ({ items: [], isCut: false }),
    'GET /analytics/change-point': () => ({ items, isCut }),
  })
  const { user } = renderScreen(analyticsScreen('overview'), '/analytics/overview')
  return { user, list: await screen.findByRole('region', { name: 'Drops of the approval rate' }) }
}

it('names what changed just before, who changed it, and what carries the declines', async () => {
  const carriedBy = { dimension: 'cardBrand' as const, value: 'VISA', share: 0.815 }
  const { list } = await drops([drop('acmecards', { causes: [rule('bo', '/admin/audit-log')], carriedBy })])
  expect(within(list).getByRole('listitem').textContent).toContain(
    '81.5 % of the declines: Card brand Visa. Just before: Activate: routing by bo.',
  )
  expect(within(list).getByRole('link', { name: 'Activate: routing' })).toBeTruthy()
})

it('names nobody where it is not told who changed it', async () => {
  const { list } = await drops([drop('acmecards', { causes: [rule('', null)] })])
  expect(within(list).getByRole('listitem').textContent).toContain('Just before: Activate: routing.')
})

it('shows five drops first, then all of them, and says where older ones are missing', async () => {
  const { list, user } = await drops(
    Array.from({ length: 7 }, (_, place) => drop(`psp${place}`)),
    true,
  )
  expect(within(list).getAllByRole('listitem')).toHaveLength(5)
  expect(within(list).queryByText(/^Older drops are not listed/)).toBeNull()
  await user.click(within(list).getByRole('button', { name: 'Show all 7' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(7)
  expect(within(list).getByText(/^Older drops are not listed/)).toBeTruthy()
})
