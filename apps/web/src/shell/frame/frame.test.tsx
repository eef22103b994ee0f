import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { Role } from '@signalbox/model/access/roles'
import type { UserSettings } from '@signalbox/model/access/session'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { live } from '../../kit/live.ts'
import { sessionStore, updateSettings } from '../../kit/session/session-store.ts'
import type { Screen } from '../../screens/screen.ts'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { UiProvider } from '../../ui/ui-provider.tsx'
import { activity } from '../session/activity.ts'
import { makeQueryClient } from '../query-client.ts'
import { makeRouter } from './router.tsx'
import { serverClock } from '../session/server-clock.ts'
import { fakeServer, metadataFor, userDataWith } from '../testing/fake-console.tsx'
// Loaded beforehand, as a browser does when it is idle.
import './merchant-switcher.tsx'
import '../palette/palette.tsx'
import './shortcut-sheet.tsx'

const pageOf = (title: string) =>
  Promise.resolve({ default: () => <Page title={title}>Content of {title}</Page> })
const brokenChunk = (): Promise<never> =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

const screens: Screen[] = [
  {
    path: '/home',
    title: 'Home',
    group: 'Home',
    icon: 'home',
    access: 'signedIn',
    load: () => pageOf('Home'),
  },
  {
    path: '/transactions',
    title: 'Transactions',
    group: 'Transactions',
    icon: 'transactions',
    access: 'transactions.view',
    load: () => pageOf('Transactions'),
  },
  {
    path: '/admin/audit-log',
    title: 'Audit log',
    group: 'Admin',
    icon: 'shield',
    access: 'audit-log.view',
    load: () => pageOf('Audit log'),
  },
  {
    path: '/admin/merchant',
    title: 'Merchants',
    group: 'Admin',
    icon: 'building',
    access: 'merchant.view',
    load: () => pageOf('Merchants'),
  },
  {
    path: '/settings',
    title: 'Settings',
    group: 'Settings',
    icon: 'settings',
    access: 'signedIn',
    load: brokenChunk,
  },
  {
    path: '/legacy',
    title: 'Legacy back office',
    group: 'Help',
    icon: 'history',
    access: 'signedIn',
    unlisted: true,
    load: () => import('../../screens/legacy/legacy-screen.tsx'),
  },
]

const foundPayment = {
  id: 888764512190464,
  amount: { amount: '25.00', currency: 'EUR' },
  state: 'FAILED',
  userId: 'player-7',
}

const waiting = {
  kind: 'mention',
  id: 'n1',
  record: '888764512190464',
  part: 'transaction',
  merchantId: 1000,
  merchant: 'Platform',
  title: 'berta on transaction 888764512190464',
  detail: 'Please look, @anna',
  since: '2026-11-15T11:00:00.000Z',
  dueAt: null,
  urgent: false,
}
const ruleWaiting = {
  ...waiting,
  kind: 'ruleset-approval',
  id: 'r1.2',
  record: 'r1',
  part: '/admin/audit-log',
  merchantId: 100010002,
  merchant: 'Zebra',
  title: 'PSP routing: Cards',
  detail: 'Sent by berta',
}
const inboxOf = (...items: readonly (typeof waiting | typeof alertWaiting)[]) => ({
  items,
  total: items.length,
  counts: [],
})

const alert = {
  id: 'a1',
  merchantId: 1000,
  merchant: 'Platform',
  source: 'SECRET_EXPIRY',
  severity: 'WARNING',
  title: 'A secret of Shop ends within 7 days',
  body: 'Rotate it before its calls fail.',
  psp: null,
  subject: 'client-1',
  state: 'OPEN',
  times: 2,
  firedAt: '2026-11-15T11:00:00.000Z',
  lastAt: '2026-11-15T12:00:00.000Z',
  ackedBy: null,
  ackedAt: null,
}

const alertWaiting = {
  ...waiting,
  kind: 'alert',
  id: 'a1',
  record: 'client-1',
  part: 'SECRET_EXPIRY',
  title: alert.title,
  detail: alert.body,
}

class SilentEventSource extends EventTarget {
  readonly readyState = 1
  close(): void {}
}

function open(
  path: string,
  roles: readonly Role[],
  settings: Partial<UserSettings> = {},
  more: Parameters<typeof fakeServer>[0] = {},
) {
  const server = fakeServer({
    'GET /metadata/1000': { body: metadataFor(roles) },
    'GET /metadata/100010002': { body: metadataFor(roles) },
    'PUT /userdata': { body: userDataWith(settings) },
    'POST /route-denied': { body: { noted: true } },
    'GET /inbox': { body: inboxOf() },
    'GET /news': { body: { items: [], unread: 0 } },
    'GET /transaction': { body: { items: [foundPayment], start: 0, limit: 5, total: 1, totalCapped: false } },
    ...more,
  })
  serverClock.set(metadataFor(roles).serverTime, Date.now())
  activity.note(Date.now())
  sessionStore.signIn(metadataFor(roles), userDataWith(settings))
  const router = makeRouter({ screens, history: createMemoryHistory({ initialEntries: [path] }) })
  render(
    <UiProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return { ...server, router }
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => {
  vi.stubGlobal('EventSource', SilentEventSource)
})

afterEach(() => {
  cleanup()
  toast.dismiss()
  sessionStore.signOut()
  localStorage.clear()
  sessionStorage.clear()
  window.location.hash = ''
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an unknown path says so, with the way home and what was perhaps meant', async () => {
  const { calls } = open('/admin/audit-logs', ['AUDIT_VIEWER'])
  await title('Page /admin/audit-logs not found.')
  const content = within(screen.getByRole('main'))
  expect(content.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/home')
  expect(content.getByRole('link', { name: /Audit log/ }).getAttribute('href')).toBe('/admin/audit-log')
  expect(calls.some(({ key }) => key === 'POST /route-denied')).toBe(false)
})

test('a forbidden page looks like an unknown one and is reported', async () => {
  const { calls } = open('/admin/audit-log', ['KYC'])
  await title('Page /admin/audit-log not found.')
  expect(within(screen.getByRole('main')).queryByRole('link', { name: /Audit log/ })).toBeNull()
  await waitFor(() =>
    expect(calls.filter(({ key }) => key === 'POST /route-denied')).toEqual([
      { key: 'POST /route-denied', body: { path: '/admin/audit-log' } },
    ]),
  )
})

test('the front door leads home, and the title of the window follows', async () => {
  const { router } = open('/', [])
  await title('Home')
  expect(router.state.location.pathname).toBe('/home')
  expect(document.title).toBe('Home · Signalbox')
})

test('the menu holds what the person may open', async () => {
  open('/home', ['AUDIT_VIEWER'])
  await title('Home')
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(menu.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page')
  const pages = menu.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent)
  expect(pages).toEqual(['Home', 'Audit log', 'Settings', 'Help'])
  cleanup()
  open('/home', ['KYC'])
  await title('Home')
  expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull()
})

test('a group of the menu that was folded away is still folded the next time', async () => {
  const openMenu = async () => {
    open('/home', ['AUDIT_VIEWER', 'MERCHANT_ADMIN'])
    await title('Home')
    return within(screen.getByRole('navigation', { name: 'Main' }))
  }
  const menu = await openMenu()
  const heading = menu.getByRole('button', { name: 'Admin' })
  expect(heading.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(heading)
  expect(menu.queryByRole('link', { name: 'Merchants' })).toBeNull()
  cleanup()
  const again = await openMenu()
  expect(again.queryByRole('link', { name: 'Merchants' })).toBeNull()
  expect(again.getByRole('link', { name: 'Settings' })).toBeTruthy()
  fireEvent.click(again.getByRole('button', { name: 'Admin' }))
  expect(again.getByRole('link', { name: 'Merchants' })).toBeTruthy()
  cleanup()
  expect((await openMenu()).getByRole('link', { name: 'Merchants' })).toBeTruthy()
})

test('going somewhere moves the focus to the title of the page', async () => {
  open('/home', ['AUDIT_VIEWER'])
  await title('Home')
  fireEvent.click(
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Audit log' }),
  )
  const heading = await title('Audit log')
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('a page that cannot be loaded offers to reload and leaves the frame standing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  open('/settings', [])
  await title('A new version is available')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
})

test('a page keeps what was done in it when it is asked for again and a setting changes', async () => {
  const { router } = open('/home', ['TRANSACTION_VIEWER'])
  await title('Home')
  const first = screen.getByRole('heading', { level: 1, name: 'Home' })
  await act(() => router.preloadRoute({ to: '/home' }))
  await act(() => updateSettings({ density: 'compact' }))
  expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBe(first)
})

test('Ctrl+K finds a page and Enter goes there', async () => {
  const { router } = open('/home', ['AUDIT_VIEWER'])
  await title('Home')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const box = await screen.findByRole('combobox', { name: 'Pages, merchants and actions' })
  fireEvent.change(box, { target: { value: 'aud' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await title('Audit log')
  expect(router.state.location.pathname).toBe('/admin/audit-log')
})

test('Ctrl+K finds a payment by what somebody pasted, for those who may look', async () => {
  const { router } = open('/home', ['TRANSACTION_VIEWER'])
  await title('Home')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const box = await screen.findByRole('combobox', { name: 'Pages, merchants and actions' })
  fireEvent.change(box, { target: { value: 'audit log' } })
  expect(screen.queryByRole('option', { name: /Search transactions/ })).toBeNull()
  fireEvent.change(box, { target: { value: 'anna@example.com' } })
  const option = await screen.findByRole('option', { name: /888764512190464/ })
  expect(option.textContent).toContain('25.00 EUR · Failed · player-7')
  fireEvent.keyDown(box, { key: 'Enter' })
  await title('Transactions')
  expect(router.state.location.searchStr).toBe('?keyword=anna%40example.com&id=888764512190464')
})

test('the bell counts what waits, and an item leads to where it waits', async () => {
  const { router } = open(
    '/home',
    ['TRANSACTION_VIEWER'],
    {},
    { 'GET /inbox': { body: inboxOf(waiting, ruleWaiting) } },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Inbox, 2 waiting' }))
  const panel = within(screen.getByRole('dialog'))
  expect(panel.getByText('Please look, @anna')).toBeTruthy()
  expect(panel.getByText(/^Rule approval · Zebra/)).toBeTruthy()
  fireEvent.click(panel.getByRole('link', { name: /berta on transaction/ }))
  await title('Transactions')
  expect(router.state.location.search).toMatchObject({ id: '888764512190464', tab: 'notes' })
  expect(screen.queryByRole('dialog')).toBeNull()
  // All merchants are below the selected one.
  expect(sessionStore.merchantId()).toBe(1000)
})

test('Ctrl+I opens the inbox, arrows walk it, and Enter goes where the merchant is selected', async () => {
  const { router } = open(
    '/home',
    ['TRANSACTION_VIEWER', 'AUDIT_VIEWER'],
    {},
    { 'GET /inbox': { body: inboxOf(waiting, ruleWaiting) } },
  )
  await screen.findByRole('button', { name: 'Inbox, 2 waiting' })
  fireEvent.keyDown(document.body, { key: 'i', ctrlKey: true })
  const panel = await screen.findByRole('dialog')
  expect(document.activeElement).toBe(panel)
  const [first, second] = within(panel).getAllByRole('link')
  fireEvent.keyDown(panel, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(first)
  fireEvent.keyDown(first!, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(second!, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(first)
  fireEvent.keyDown(first!, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(second)
  // A browser clicks the link that Enter is pressed on.
  fireEvent.click(second!)
  await title('Audit log')
  expect(router.state.location.search).toMatchObject({ panel: 'review', ruleset: 'r1' })
  // The rules of a merchant show where that one is selected.
  expect(sessionStore.merchantId()).toBe(100010002)
  fireEvent.keyDown(document.body, { key: 'i', ctrlKey: true })
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

/** Events are gathered for a while, which nobody has to wait for here. */
function gatherEvents(emit: () => void): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  emit()
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
}

test('an empty inbox says so, and hears live of what comes', async () => {
  let items: (typeof waiting)[] = []
  open('/home', [], {}, { 'GET /inbox': () => ({ body: inboxOf(...items) }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Inbox' }))
  expect(await screen.findByText('Nothing is waiting for you.')).toBeTruthy()
  items = [waiting]
  gatherEvents(() => live.emit({ topic: 'mention', key: 'user-1' }))
  await screen.findByRole('button', { name: 'Inbox, 1 waiting' })
})

test('an inbox that cannot be loaded says so and can be tried again', async () => {
  let broken = true
  const refused = { status: 503, body: { code: 'UNAVAILABLE', message: 'no', errorId: 'e-1' } }
  open('/home', [], {}, { 'GET /inbox': () => (broken ? refused : { body: inboxOf(waiting) }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Inbox' }))
  expect(await screen.findByText('Your inbox could not be loaded.')).toBeTruthy()
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('button', { name: 'Inbox, 1 waiting' })
})

test('the bell has the alerts of those who receive them, told live, and somebody takes one there', async () => {
  let items: object[] = []
  open(
    '/home',
    ['ALERT_RECEIVER'],
    {},
    {
      'GET /alert': () => ({ body: { items } }),
      'GET /inbox': () => ({ body: items[0] === alert ? inboxOf(alertWaiting) : inboxOf() }),
      'POST /alert/a1/acknowledge': () => {
        items = [{ ...alert, state: 'ACKED', ackedBy: 'anna' }]
        return { body: items[0] }
      },
    },
  )
  await title('Home')
  items = [alert]
  gatherEvents(() => live.emit({ topic: 'alert', key: 'a1' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Inbox, 1 waiting' }))
  // Once, with what can be done about it.
  expect(await screen.findAllByText('Rotate it before its calls fail.')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: `Acknowledge: ${alert.title}` }))
  expect(await screen.findByText('anna is looking into it')).toBeTruthy()
  await screen.findByRole('button', { name: 'Inbox' })
})

test('Ctrl+M switches the merchant by name, and remembers it', async () => {
  const { calls } = open('/home', [])
  await title('Home')
  fireEvent.keyDown(document.body, { key: 'm', ctrlKey: true })
  const box = await screen.findByRole('combobox', { name: 'Merchants' })
  fireEvent.change(box, { target: { value: 'zebra' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(sessionStore.merchantId()).toBe(100010002))
  await waitFor(() =>
    expect(calls.find(({ key }) => key === 'PUT /userdata')?.body).toMatchObject({
      settings: { recentMerchants: [100010002] },
    }),
  )
})

test('the sandbox is in the menu of the person where all merchants begin, and nowhere else', async () => {
  open('/home', ['OPERATOR_ADMIN'])
  await title('Home')
  const account = screen.getByRole('button', { name: /, your account$/ })
  fireEvent.click(account)
  await screen.findByRole('menuitem', { name: 'Sandbox' })
  fireEvent.click(account)
  sessionStore.selectMerchant(100010002)
  fireEvent.click(account)
  await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' })
  expect(screen.queryByRole('menuitem', { name: 'Sandbox' })).toBeNull()
})

test('in production there is no sandbox in the menu, wherever one is', async () => {
  open('/home', ['OPERATOR_ADMIN'])
  await title('Home')
  act(() => sessionStore.setMetadata({ ...metadataFor(['OPERATOR_ADMIN']), environment: 'production' }))
  fireEvent.click(screen.getByRole('button', { name: /, your account$/ }))
  await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' })
  expect(screen.queryByRole('menuitem', { name: 'Sandbox' })).toBeNull()
})

test('? lists the keys of the page', async () => {
  open('/home', [])
  await title('Home')
  fireEvent.keyDown(document.body, { key: '?' })
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(sheet).getByText('Switch merchant')).toBeTruthy()
  expect(within(sheet).getByText('Open your inbox')).toBeTruthy()
  expect(within(sheet).getByText('Go to')).toBeTruthy()
})

function goHomeByKeys(): void {
  fireEvent.keyDown(document.body, { key: 'g' })
  fireEvent.keyDown(document.body, { key: 'h' })
}

test('g h goes home', async () => {
  const { router } = open('/admin/audit-log', ['AUDIT_VIEWER'])
  await title('Audit log')
  goHomeByKeys()
  await title('Home')
  expect(router.state.location.pathname).toBe('/home')
})

test('g h does nothing for those who switched single keys off', async () => {
  const { router } = open('/admin/audit-log', ['AUDIT_VIEWER'], { singleKeys: false })
  await title('Audit log')
  goHomeByKeys()
  expect(router.state.location.pathname).toBe('/admin/audit-log')
})

test('a legacy link to a page that is here opens it', async () => {
  window.location.hash = '#/auditlog/search'
  const { router } = open('/', ['AUDIT_VIEWER'])
  await title('Audit log')
  expect(router.state.location.pathname).toBe('/admin/audit-log')
})

test('a legacy link without a counterpart leads home and says so', async () => {
  window.location.hash = '#/decisiontable/T5/read'
  open('/', ['AUDIT_VIEWER'])
  await title('Home')
  const told = await screen.findByRole('dialog', { name: 'No such page here' })
  expect(told.textContent).toContain('This page of the legacy back office has no counterpart here yet.')
  await userEvent.click(within(told).getByText('Close'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a page that is not for the person has no name in the title either', async () => {
  open('/admin/audit-log', [])
  await title('Page /admin/audit-log not found.')
  await waitFor(() => expect(document.title).toBe('Not found · Signalbox'))
})

test('the entry of the legacy back office lists its pages that the person may open', async () => {
  window.location.hash = '#/'
  const { router } = open('/', ['AUDIT_VIEWER'])
  await title('Legacy back office')
  expect(router.state.location.pathname).toBe('/legacy')
  const links = within(screen.getByRole('main')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/legacy/admin/audit-log'])
})

test('the menu of the person leads to the legacy back office and says its version', async () => {
  const { router } = open('/home', ['AUDIT_VIEWER'])
  await title('Home')
  fireEvent.click(screen.getByRole('button', { name: /, your account$/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Legacy back office 1.0.233' }))
  await title('Legacy back office')
  expect(router.state.location.pathname).toBe('/legacy')
})

test('the menu marks a page in its classic grid too', async () => {
  open('/legacy/admin/audit-log', ['AUDIT_VIEWER'])
  const menu = await screen.findByRole('navigation', { name: 'Main' })
  const current = await within(menu).findAllByRole('link', { current: 'page' })
  expect(current.map((link) => link.textContent)).toEqual(['Audit log'])
})

test('the footer tells versions and environment, the banner the environment', async () => {
  open('/home', [])
  await title('Home')
  const footer = screen.getByRole('contentinfo')
  expect(footer.textContent).toContain('Build 2.43.0')
  expect(footer.textContent).toContain('Legacy 1.0.233')
  expect(footer.textContent).toContain('staging')
  expect(screen.getByRole('note').dataset.environment).toBe('staging')
})
