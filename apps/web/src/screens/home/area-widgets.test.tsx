import type { HomeWidget } from '@signalbox/model/calls/home'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AllowedPages } from '../../kit/session/allowed-pages.ts'
import { recentSearches } from '../../kit/session/recent-searches.ts'
import { fakeApi } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import HomeScreen from './home-screen.tsx'
import { everyPage, pagesAt } from './testing/home-pages.ts'

withLayout()

const at = '2026-02-03T10:00:00.000Z'

function open(widgets: HomeWidget[], allowed?: readonly string[], payments: readonly number[] = []) {
  signIn(['OPERATOR_ADMIN'])
  fakeApi({
    'GET /home': () => ({ widgets }),
    'GET /transaction': () => ({
      items: payments.map((id) => ({ id })) as never,
      start: 0,
      limit: 2,
      total: payments.length,
      totalCapped: false,
    }),
  })
  const pages = allowed ? pagesAt(allowed) : everyPage
  const Home = () => (
    <AllowedPages value={pages}>
      <HomeScreen />
    </AllowedPages>
  )
  return renderScreen(Home, '/home')
}
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const links = (within_: Awaited<ReturnType<typeof card>>) =>
  within_.queryAllByRole('link').map((link) => link.getAttribute('href'))

const search: HomeWidget = {
  id: 'search',
  title: 'Find a payment',
  severity: 'info',
  data: { limited: true },
}

test('a term that finds one payment opens it, and is remembered', async () => {
  const { user, history } = open([search], [], [42])
  const box = await card('Find a payment')
  await user.type(box.getByRole('searchbox'), ' anna@mail.example {Enter}')
  await expect.poll(() => history.location.href).toBe('/transactions?keyword=anna%40mail.example&id=42')
  expect(recentSearches.read()).toEqual(['anna@mail.example'])
})

test('a card number goes nowhere as it was typed', async () => {
  const { user, history } = open([search], [], [])
  await user.type((await card('Find a payment')).getByRole('searchbox'), '4111 1111 1111 1111{Enter}')
  await expect.poll(() => history.location.href).toContain('/transactions?keyword=411111')
  expect(history.location.href).not.toContain('1111111')
  expect(recentSearches.read()).toEqual(['411111******1111'])
})

test('what somebody looked for is offered again', async () => {
  recentSearches.note('user-7')
  open([search])
  const link = (await card('Find a payment')).getByRole('link', { name: 'user-7' })
  expect(link.getAttribute('href')).toBe('/transactions?keyword=user-7')
})

const incidents: HomeWidget = {
  id: 'incidents',
  title: 'Incidents and maintenance',
  severity: 'warning',
  data: {
    windows: [{ id: 'w1', title: 'Acme closed', kind: 'HALF_OPEN', startAt: at, endAt: null, running: true }],
  },
}

test('what is closed leads to its window only for those who may open it', async () => {
  open([incidents], [])
  const agent = await card('Incidents and maintenance')
  expect(agent.getByText('Acme closed')).toBeTruthy()
  expect(links(agent)).toEqual([])
})

test('whoever may open it has the link', async () => {
  open([incidents], ['/admin/maintenance'])
  expect(links(await card('Incidents and maintenance'))).toEqual(['/admin/maintenance?id=w1'])
})

test('figures of KYC lead to the records they count, and stop counting', async () => {
  open([
    { id: 'kyc', title: 'KYC', severity: 'warning', data: { awaitingReview: 1000, hits: 2, underAge: 1 } },
  ])
  const kyc = await card('KYC')
  expect(kyc.getByText('1000+')).toBeTruthy()
  expect(links(kyc)).toEqual([
    '/kyc/search?status=VERIFICATION_IN_PROGRESS%2CVERIFICATION_EXTERNAL_FAILURE',
    '/kyc/search?warnings=PEP_WARNING%2CSANCTIONS_WARNING%2CSDN_WARNING',
    '/kyc/search?status=UNDER_AGE&at=last-24h',
  ])
})

test('an alert leads where one looks into it, unless that page is not for the reader', async () => {
  const alert = (id: string, source: 'RULE' | 'SECRET_EXPIRY') => ({
    id,
    merchantId: 100010001,
    merchant: 'NordicPlay SE',
    source,
    severity: 'WARNING' as const,
    title: `Alert ${id}`,
    subject: 'c1',
    state: 'OPEN' as const,
    times: 2,
    lastAt: at,
  })
  const data = { total: 2, open: 2, items: [alert('1', 'RULE'), alert('2', 'SECRET_EXPIRY')] }
  open([{ id: 'alerts', title: 'Alerts', severity: 'warning', data }], ['/rules/alerts'])
  const alerts = await card('Alerts')
  expect(links(alerts)).toEqual(['/rules/alerts'])
  expect(alerts.getByText(/2 in all, 2 open/)).toBeTruthy()
})

test('secrets, webhooks, decisions and the books say what there is', async () => {
  const money = (amount: string) => ({ amount, currency: 'EUR' })
  open([
    {
      id: 'clients',
      title: 'API clients and webhooks',
      severity: 'warning',
      data: {
        expiring: 1,
        secrets: [{ id: 'c1', name: 'Shop', expiresAt: at }],
        failedWebhooks: 1,
        retriedWebhooks: 3,
        failed: [{ id: 'n1', txId: 42, createdAt: at }],
      },
    },
    {
      id: 'decisions',
      title: 'Your last decisions',
      severity: 'info',
      data: { items: [{ txId: 42, level: 1, decision: 'DENY', at, amount: money('1250.00') }] },
    },
    {
      id: 'books',
      title: 'Books',
      severity: 'critical',
      data: {
        balances: [{ debit: money('1000.00'), credit: money('999.00'), balanced: false }],
        findings: 2,
        checkedAt: at,
        withoutFile: 1,
      },
    },
    {
      id: 'settlements',
      title: 'Settlements',
      severity: 'warning',
      data: { unmatchedLines: 1, linesToDecide: 2, batchesToAccept: 3 },
    },
    {
      id: 'store',
      title: 'Store',
      severity: 'warning',
      data: { lowBatches: 1, redeemedToday: 2, refusedVouchers: 3 },
    },
    { id: 'invoices', title: 'Invoices', severity: 'warning', data: { overdue: 1, drafts: 2, approved: 3 } },
  ])
  expect(links(await card('API clients and webhooks'))).toEqual([
    '/admin/api-clients?expiring=true&state=ACTIVE',
    '/admin/api-clients?id=c1&tab=secrets',
    '/transactions?id=42&tab=calls',
  ])
  expect(links(await card('Your last decisions'))).toEqual(['/approve?queue=mine&id=42'])
  const books = await card('Books')
  expect(books.getByText('Not balanced')).toBeTruthy()
  expect(books.getByText('2 findings')).toBeTruthy()
  expect(links(books)).toEqual(['/finance/balance?noFile=true'])
  expect(links(await card('Settlements'))).toEqual([
    '/finance/settlements?mode=lines&open=true&matchStatus=UNMATCHED',
    '/finance/settlements?mode=lines&open=true',
    '/finance/settlements?state=MATCHED',
  ])
  expect(links(await card('Store'))).toEqual([
    '/voucher/read?mode=batches&low=true',
    '/voucher/read?state=REDEEMED&redeemedAt=today',
    '/voucher/read?state=ACTIVE&refused=true',
  ])
  expect(links(await card('Invoices'))).toEqual([
    '/admin/invoice?overdue=true',
    '/admin/invoice?state=DRAFT',
    '/admin/invoice?state=APPROVED',
  ])
})

test('cards without anything say so', async () => {
  open([
    { ...incidents, severity: 'ok', data: { windows: [] } },
    { id: 'alerts', title: 'Alerts', severity: 'ok', data: { total: 0, open: 0, items: [] } },
    { id: 'news', title: 'What’s new', severity: 'info', data: { unread: 0, items: [] } },
    { id: 'decisions', title: 'Your last decisions', severity: 'info', data: { items: [] } },
    {
      id: 'books',
      title: 'Books',
      severity: 'ok',
      data: { balances: [], findings: 0, checkedAt: null, withoutFile: 0 },
    },
  ])
  await card('Books')
  for (const text of [
    'No maintenance now or in the next 24 hours.',
    'No alerts in the last 24 hours.',
    'No release notes yet.',
    'You have not decided any payments yet.',
    'Nothing is booked yet.',
  ])
    expect(screen.getByText(text)).toBeTruthy()
})
