import type { HomeWidget } from '@signalbox/model/calls/home'
import { mayAccess } from '@signalbox/model/access/policy'
import type { Role } from '@signalbox/model/access/roles'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AllowedPages } from '../../kit/session/allowed-pages.ts'
import { recentSearches } from '../../kit/session/recent-searches.ts'
import { fakeApi } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import { screens } from '../index.ts'
import HomeScreen from './home-screen.tsx'
import { pagesAt } from './testing/home-pages.ts'

withLayout()

const at = '2026-02-03T10:00:00.000Z'
const money = { amount: '10.00', currency: 'EUR' }
const turnover = { count: 1, amount: '10.00' }
const ended = { ended: 1, successful: 1 }
const queue = { waiting: 1, late: 1, oldest: at, worth: [money], approvedByClock: 1 }

/** One of each that has something to lead to. */
const widgets: HomeWidget[] = [
  { id: 'search', title: 'search', severity: 'info', data: { limited: false } },
  {
    id: 'account',
    title: 'account',
    severity: 'warning',
    data: { requiredActions: [], twoFactor: [], recoveryCodesLeft: 1 },
  },
  { id: 'approvals', title: 'approvals', severity: 'info', data: { queues: [{ queue: 'first', ...queue }] } },
  {
    id: 'decisions',
    title: 'decisions',
    severity: 'info',
    data: { items: [{ txId: 42, level: 1, decision: 'DENY', at, amount: money }] },
  },
  {
    id: 'cases',
    title: 'cases',
    severity: 'info',
    data: {
      ...{ mine: 1, overdue: 1, overdueCallbacks: 1, hour: 1, day: 1, older: 1, unknownCallbacks: 1 },
      ...{ disputes: 1, inconsistent: 1, exposure: [money] },
    },
  },
  { id: 'kyc', title: 'kyc', severity: 'info', data: { awaitingReview: 1, hits: 1, underAge: 1 } },
  {
    id: 'incidents',
    title: 'incidents',
    severity: 'info',
    data: { windows: [{ id: 'w', title: 'w', kind: 'FIXED', startAt: at, endAt: null, running: true }] },
  },
  {
    id: 'volume',
    title: 'volume',
    severity: 'info',
    data: {
      lines: [{ currency: 'EUR', method: 'DEPOSIT', today: turnover, yesterday: turnover }],
      deposits: { today: ended, yesterday: ended },
      hours: [{ at, today: ended, yesterday: ended }],
    },
  },
  {
    id: 'health',
    title: 'health',
    severity: 'info',
    data: {
      psps: [
        {
          psp: 'a',
          attempts: 9,
          approved: 9,
          unknown: 0,
          usualRate: 1,
          p90Ms: 10,
          light: 'well' as const,
          course: [],
        },
      ],
      declines: [{ code: 'ERR_DECLINED_NO_FUNDS', count: 3 }],
    },
  },
  {
    id: 'clients',
    title: 'clients',
    severity: 'info',
    data: {
      expiring: 1,
      secrets: [{ id: 'c', name: 'Shop', expiresAt: at }],
      failedWebhooks: 1,
      retriedWebhooks: 0,
      failed: [{ id: 'n', txId: 42, createdAt: at }],
    },
  },
  {
    id: 'users',
    title: 'users',
    severity: 'info',
    data: { active: 1, locked: 1, disabled: 1, invited: 1, withoutTwoFactor: 1 },
  },
  {
    id: 'settlements',
    title: 'settlements',
    severity: 'info',
    data: { unmatchedLines: 1, linesToDecide: 1, batchesToAccept: 1 },
  },
  {
    id: 'books',
    title: 'books',
    severity: 'info',
    data: { balances: [], findings: 0, checkedAt: at, withoutFile: 1 },
  },
  {
    id: 'store',
    title: 'store',
    severity: 'info',
    data: { lowBatches: 1, redeemedToday: 1, refusedVouchers: 1 },
  },
  { id: 'invoices', title: 'invoices', severity: 'info', data: { overdue: 1, drafts: 1, approved: 1 } },
  { id: 'changes', title: 'changes', severity: 'info', data: { total: 0, items: [] } },
  { id: 'news', title: 'news', severity: 'info', data: { unread: 0, items: [] } },
]

async function pathsLinkedFor(roles: Role[]): Promise<{ linked: string[]; allowed: string[] }> {
  signIn(roles)
  recentSearches.note('user-7')
  fakeApi({ 'GET /home': () => ({ widgets }) })
  const subject = { roles, internalUser: false }
  const allowed = screens.filter(({ access }) => mayAccess(access, subject)).map(({ path }) => path as string)
  const Home = () => (
    <AllowedPages value={pagesAt(allowed)}>
      <HomeScreen />
    </AllowedPages>
  )
  renderScreen(Home, '/home')
  await screen.findByRole('region', { name: 'users' })
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href')?.split('?', 1)[0] ?? '')
  return { linked: [...new Set(hrefs)], allowed }
}

test.each<Role>(['RULES', 'RULES_ADMIN', 'AGENT', 'FIRST_APPROVER', 'MAINTENANCE_SUPPORT', 'KYC', 'INVOICE'])(
  '%s finds no link on Home that leads to a page of others',
  async (role) => {
    const { linked, allowed } = await pathsLinkedFor([role])
    expect(linked.filter((path) => !allowed.includes(path))).toEqual([])
  },
)

test('whoever may open them all has them all', async () => {
  const { linked } = await pathsLinkedFor(['OPERATOR_ADMIN'])
  expect(linked).toEqual(expect.arrayContaining(['/transactions', '/approve', '/settings', '/help']))
})
