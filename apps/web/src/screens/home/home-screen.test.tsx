import type { HomeWidget } from '@signalbox/model/calls/home'
import { Refusal } from '@signalbox/model/text/refusal'
import { focusManager } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import { sessionStore } from '../../kit/session/session-store.ts'
import { AllowedPages } from '../../kit/session/allowed-pages.ts'
import HomeScreen from './home-screen.tsx'
import { everyPage } from './testing/home-pages.ts'

withLayout()

const users: HomeWidget = {
  id: 'users',
  title: 'Backoffice users',
  severity: 'warning',
  data: { active: 20, locked: 2, disabled: 1, invited: 0, withoutTwoFactor: 4 },
}
const account: HomeWidget = {
  id: 'account',
  title: 'Your account',
  severity: 'ok',
  data: { requiredActions: [], twoFactor: ['AUTHENTICATOR'], recoveryCodesLeft: 10 },
}
const brokenChanges: HomeWidget = { id: 'changes', title: 'Changes', severity: 'failed', data: null }
const changes: HomeWidget = {
  id: 'changes',
  title: 'Changes',
  severity: 'info',
  data: { total: 3, items: [] },
}

const Home = () => (
  <AllowedPages value={everyPage}>
    <HomeScreen />
  </AllowedPages>
)

function open(widgets: HomeWidget[]) {
  signIn(['OPERATOR_ADMIN'])
  const api = fakeApi({
    'GET /home': ({ query }) => ({ widgets: query.widget === 'changes' ? [changes] : widgets }),
    'PUT /userdata': () => ({ ...sessionStore.get()!.userData, version: 2 }),
  })
  renderScreen(Home, '/home')
  return api
}

const card = async (name: string) => within(await screen.findByRole('region', { name }))
const titles = () => screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent)

test('numbers lead to the rows behind them', async () => {
  open([users])
  const link = (await card('Backoffice users')).getByRole('link', { name: /^2 ?Locked$/ })
  expect(link.getAttribute('href')).toBe('/admin/backoffice-users?state=LOCKED')
})

test('approvals of both levels are added up per currency, to the cent', async () => {
  const queue = (name: 'first' | 'second' | 'hold', late: number, amount: string) => ({
    queue: name,
    waiting: 2,
    late,
    oldest: '2026-02-03T10:00:00.000Z',
    worth: [{ amount, currency: 'EUR' }],
    approvedByClock: 0,
  })
  open([
    {
      id: 'approvals',
      title: 'Waiting for approval',
      severity: 'warning',
      data: { queues: [queue('first', 0, '0.10'), queue('second', 1, '0.20'), queue('hold', 0, '99.00')] },
    },
  ])
  const approvals = await card('Waiting for approval')
  expect(approvals.getByText(/0\.30 EUR in all/)).toBeTruthy()
  expect(approvals.getByRole('link', { name: /^1 ?Late$/ }).getAttribute('href')).toBe(
    '/approve?queue=second&urgency=late',
  )
})

test('the inbox shows the first of what waits, as the bell has it', async () => {
  const item = (id: string) => ({
    kind: 'case' as const,
    id,
    record: id,
    part: 'cases',
    merchantId: 100010001,
    merchant: 'Nordic Play SE',
    title: `Case ${id}`,
    detail: 'Unassigned',
    since: '2026-02-03T10:00:00.000Z',
    dueAt: null,
    urgent: id === '1',
  })
  const items = ['1', '2', '3', '4', '5', '6', '7'].map(item)
  const inbox = { items, total: 7, counts: [{ kind: 'case' as const, count: 7 }] }
  signIn(['INVESTIGATOR'])
  fakeApi({
    'GET /home': () => ({
      widgets: [
        { id: 'inbox', title: 'Waiting for you', severity: 'info', data: { ...inbox, items: [], total: 9 } },
      ],
    }),
    'GET /inbox': () => inbox,
  })
  renderScreen(HomeScreen, '/home')
  const waiting = await card('Waiting for you')
  expect(await waiting.findByText(/5 of 7/)).toBeTruthy()
  expect(waiting.getAllByRole('link')).toHaveLength(5)
  expect(waiting.getByRole('link', { name: /Case 1/ }).getAttribute('href')).toBe(
    '/investigate?desk=cases&id=1',
  )
  expect(waiting.getByText('Urgent')).toBeTruthy()
})

test('volume says how today compares, and leads to the payments it counts', async () => {
  const turnover = (count: number, amount: string) => ({ count, amount })
  open([
    {
      id: 'volume',
      title: 'Payments today',
      severity: 'info',
      data: {
        lines: [
          {
            currency: 'EUR',
            method: 'DEPOSIT',
            today: turnover(12, '1500.00'),
            yesterday: turnover(10, '2000.00'),
          },
          {
            currency: 'EUR',
            method: 'WITHDRAWAL',
            today: turnover(1, '5.00'),
            yesterday: turnover(0, '0.00'),
          },
        ],
        deposits: { today: { ended: 16, successful: 12 }, yesterday: { ended: 0, successful: 0 } },
        hours: [
          {
            at: '2026-07-30T00:00:00.000Z',
            today: { ended: 16, successful: 12 },
            yesterday: { ended: 10, successful: 5 },
          },
          { at: '2026-07-30T01:00:00.000Z', today: null, yesterday: { ended: 0, successful: 0 } },
        ],
      },
    },
  ])
  const volume = await card('Payments today')
  const rows = volume.getAllByRole('row').map((row) => row.textContent)
  expect(rows[1]).toMatch(/^Deposits · 12.*1,500\.00 EUR.*2,000\.00 EUR.*−25 %$/)
  expect(rows[2]).toMatch(/–$/)
  const rates = await volume.findByRole('application', { name: /^Share that succeeded/ })
  fireEvent.keyDown(rates, { key: 'Home' })
  expect(rates.parentElement?.querySelector('[role="status"]')?.textContent).toMatch(/Today: 75\.0 %/)
  expect(volume.getByText(/^75\.0 % of today’s deposits succeeded, yesterday –$/)).toBeTruthy()
  expect(volume.getByRole('link', { name: 'Deposits' }).getAttribute('href')).toBe(
    '/transactions?created=today&method=DEPOSIT&state=SUCCESSFUL&baseCurrency=EUR&voided=false',
  )
})

test('PSPs have the names people gave them', async () => {
  const health = (psp: string) => ({
    psp,
    attempts: 9,
    approved: 9,
    unknown: 0,
    usualRate: 0.9,
    p90Ms: 800,
    course: [],
  })
  open([
    {
      id: 'health',
      title: 'PSPs in the last 15 minutes',
      severity: 'ok',
      data: {
        psps: [{ ...health('acmecards'), light: 'well' }],
        declines: [{ code: 'ERR_DECLINED_NO_FUNDS', count: 3 }],
      },
    },
  ])
  const health15 = await card('PSPs in the last 15 minutes')
  expect(health15.queryByText(/ERR_/)).toBeNull()
  const link = health15.getByRole('link', { name: 'Acme Cards' })
  expect(link.getAttribute('href')).toBe('/transactions?created=today&psp=acmecards')
})

test('a widget that failed is asked for alone, the others stay', async () => {
  const api = open([account, brokenChanges])
  fireEvent.click((await card('Changes')).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/3 in the last 24 hours/)).toBeTruthy()
  expect(screen.getByText('Your account needs nothing from you.')).toBeTruthy()
  expect(api.of('GET /home').map(({ query }) => query.widget)).toEqual([undefined, 'changes'])
})

test('a widget the page did not wait for is asked for by itself', async () => {
  const api = open([account, { ...brokenChanges, severity: 'late' }])
  expect(await screen.findByText(/3 in the last 24 hours/)).toBeTruthy()
  expect(api.of('GET /home').map(({ query }) => query.widget)).toEqual([undefined, 'changes'])
})

test('what stands below a widget that is still to come waits, so that nothing moves', async () => {
  signIn(['OPERATOR_ADMIN'])
  let answer = (_widgets: unknown) => undefined as void
  const later = new Promise((resolve) => {
    answer = resolve
  })
  fakeApi({
    'GET /home': ({ query }) =>
      query.widget === undefined
        ? { widgets: [account, { ...brokenChanges, severity: 'late' }, users] }
        : (later as never),
  })
  renderScreen(HomeScreen, '/home')
  await card('Your account')
  const isHeld = (name: string) =>
    screen.getByRole('region', { name }).parentElement?.hasAttribute('data-held')
  expect(['Your account', 'Changes', 'Backoffice users'].map(isHeld)).toEqual([false, false, true])
  answer({ widgets: [changes] })
  await waitFor(() => expect(isHeld('Backoffice users')).toBe(false))
})

test('a widget that is late when the page asks again keeps what it shows', async () => {
  signIn(['OPERATOR_ADMIN'])
  let asked = 0
  const never = new Promise<never>(() => undefined)
  fakeApi({
    'GET /home': ({ query }) => {
      if (query.widget !== undefined) return never
      asked += 1
      return { widgets: asked === 1 ? [users] : [account, { ...users, severity: 'late', data: null }] }
    },
  })
  renderScreen(HomeScreen, '/home')
  await card('Backoffice users')
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await card('Your account')
  expect((await card('Backoffice users')).getByText('Without two-factor')).toBeTruthy()
})

test('a card is as high as what is in it; many rows are folded', async () => {
  const job = (name: string, lagSeconds: number) => ({
    name,
    title: name,
    lastFinishedAt: null,
    running: false,
    outcome: 'OK' as const,
    error: null,
    summary: null,
    lastStartedAt: null,
    nextRunAt: '2026-11-15T12:00:00.000Z',
    lagSeconds,
  })
  const jobs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'late one'].map((name) =>
    job(name, name === 'late one' ? 9 : 0),
  )
  open([{ id: 'jobs', title: 'Jobs', severity: 'info', data: { jobs, queue: { waiting: 0, failed: 0 } } }])
  const shown = await card('Jobs')
  expect(shown.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
    'late one',
    'a',
    'b',
    'c',
    'd',
    'e',
  ])
  fireEvent.click(shown.getByRole('button', { name: 'Show all 8' }))
  expect(shown.getAllByRole('rowheader')).toHaveLength(8)
})

test('a widget can be moved, hidden and brought back, and the choice is saved', async () => {
  const api = open([account, users])
  await card('Your account')
  fireEvent.click(screen.getByRole('button', { name: 'Arrange Backoffice users' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Move forward' }))
  await waitFor(() => expect(titles().slice(0, 2)).toEqual(['Backoffice users', 'Your account']))
  fireEvent.click(screen.getByRole('button', { name: 'Arrange Your account' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Hide' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show Your account' }))
  await card('Your account')
  await waitFor(() =>
    expect(api.of('PUT /userdata').map(({ body }) => (body as { settings: unknown }).settings)).toEqual([
      { widgetOrder: ['users', 'account'] },
      { hiddenWidgets: ['account'] },
      { hiddenWidgets: [] },
    ]),
  )
})

test('without its data Home says so and can be tried again', async () => {
  signIn([])
  let broken = true
  fakeApi({
    'GET /home': () => {
      if (broken) throw new Refusal('UNAVAILABLE')
      return { widgets: [account] }
    },
  })
  renderScreen(HomeScreen, '/home')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  broken = false
  fireEvent.click(retry)
  await card('Your account')
  expect(screen.queryByText('Your inbox could not be loaded.')).toBeNull()
})
