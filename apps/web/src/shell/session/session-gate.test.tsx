import { cleanup, screen, render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import firstPage from '../../../index.html?raw'
import { connectApi } from '../../kit/api.ts'
import { sessionStore } from '../../kit/session/session-store.ts'
import { UiProvider } from '../../ui/ui-provider.tsx'
import { toast } from '../../ui/toast.tsx'
import { SessionGate } from './session-gate.tsx'
import { checkSession, type SessionStatus } from './session-status.ts'
import { fakeServer, metadataFor, userDataWith, type FakeAnswer } from '../testing/fake-console.tsx'

const leaveForLogin = vi.fn<(location: string) => void>()

function openGate(firstCheck: Promise<SessionStatus> = checkSession()) {
  render(
    <UiProvider>
      <SessionGate firstCheck={firstCheck} check={checkSession} leaveForLogin={leaveForLogin}>
        <p>The console</p>
      </SessionGate>
    </UiProvider>,
  )
}

const signedIn: FakeAnswer = { body: metadataFor(['OPERATOR_ADMIN']) }
const refused = (headers: Record<string, string> = {}): FakeAnswer => ({
  status: 401,
  body: { errorId: '', code: 'UNAUTHENTICATED', message: 'Sign in to continue.' },
  headers,
})

beforeEach(() => {
  // The client reports lost connections there; the tests provoke some.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  cleanup()
  toast.dismiss()
  sessionStore.signOut()
  leaveForLogin.mockReset()
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

const splash = () => screen.getByRole('status', { name: 'Loading' })

test('the page has a splash before any program has arrived', () => {
  expect(firstPage).toMatch(/<div id="root">\s*<div[^>]* role="status" aria-label="Loading"/)
})

test('shows the splash while the session is being checked', () => {
  openGate(new Promise(() => undefined))
  expect(splash().querySelector('.mantine-Loader-root')).toBeTruthy()
  expect(screen.queryByText('The console')).toBeNull()
})

test('hides the panels that were open when the last session ended by itself', async () => {
  const pages = { '/admin/merchant': { panelOpen: true, entriesLimit: 20 } }
  const { calls } = fakeServer({
    'GET /metadata': signedIn,
    'GET /userdata': { body: userDataWith({ pages }) },
    'PUT /userdata': { body: userDataWith() },
  })
  localStorage.setItem('bo:user-1:panels-hidden', '1')
  openGate()
  await screen.findByText('The console')
  expect(sessionStore.get()?.userData.settings.pages['/admin/merchant']).toEqual({
    panelOpen: false,
    entriesLimit: 20,
  })
  await waitFor(() =>
    expect(calls.find(({ key }) => key === 'PUT /userdata')?.body).toMatchObject({
      settings: { pages: { '/admin/merchant': { panelOpen: false } } },
    }),
  )
})

test('keeps the splash until the second load is there', async () => {
  const asked: string[] = []
  connectApi({
    product: 'signalbox',
    fetch: (address) => {
      asked.push(address)
      return address.endsWith('/metadata')
        ? Promise.resolve(new Response(JSON.stringify(metadataFor([]))))
        : new Promise(() => undefined)
    },
  })
  openGate()
  await waitFor(() => expect(asked).toContain('/signalbox/backoffice/api/userdata'))
  expect(splash().querySelector('.mantine-Loader-root')).toBeTruthy()
  expect(screen.queryByText('The console')).toBeNull()
})

test('opens once metadata and user data are there', async () => {
  const { calls } = fakeServer({
    'GET /metadata': signedIn,
    'GET /userdata': { body: userDataWith({ density: 'compact' }) },
  })
  openGate()
  expect(await screen.findByText('The console')).toBeTruthy()
  expect(calls.map(({ key }) => key)).toEqual(['GET /metadata', 'GET /userdata'])
  expect(sessionStore.get()?.userData.settings.density).toBe('compact')
})

test('goes on with defaults and a warning when the second load fails', async () => {
  fakeServer({ 'GET /metadata': signedIn, 'GET /userdata': { status: 500 } })
  openGate()
  expect(await screen.findByText('The console')).toBeTruthy()
  expect(await screen.findByText('Your settings could not be loaded.')).toBeTruthy()
  expect(sessionStore.get()?.userData.settings.density).toBe('normal')
})

test('falls back on the favorites this browser remembers', async () => {
  localStorage.setItem('bo:user-1:favorites', JSON.stringify(['/admin/merchant']))
  fakeServer({ 'GET /metadata': signedIn, 'GET /userdata': { status: 500 } })
  openGate()
  await screen.findByText('The console')
  expect(sessionStore.get()?.userData.settings.favorites).toEqual(['/admin/merchant'])
})

test('a reload stays with the merchant of the tab, while it is in scope', async () => {
  sessionStorage.setItem('bo:merchant', '100010002')
  fakeServer({ 'GET /metadata': signedIn, 'GET /userdata': { body: userDataWith() } })
  openGate()
  await screen.findByText('The console')
  expect(sessionStore.merchantId()).toBe(100010002)
})

test('leaves for the address a 401 names and keeps the splash meanwhile', async () => {
  const { calls } = fakeServer({
    'GET /metadata': refused({
      'WWW-Authenticate': 'Redirect realm="signalbox", location="/signalbox/login"',
    }),
  })
  openGate()
  await waitFor(() => expect(leaveForLogin).toHaveBeenCalledExactlyOnceWith('/signalbox/login'))
  expect(splash().querySelector('.mantine-Loader-root')).toBeTruthy()
  // Nothing more is loaded for somebody who is not signed in.
  expect(calls.map(({ key }) => key)).toEqual(['GET /metadata'])
})

test.each([
  ['a 401 without an address', refused(), 'unknown'],
  ['an answer of 503', { status: 503 }, '503'],
])('%s is a failed login with its code', async (_, answer, code) => {
  fakeServer({ 'GET /metadata': answer })
  openGate()
  const text = `Login failed - please contact support. Failure code: ${code}`
  const shown = (await screen.findByText(text)).closest('[role="alert"]')
  expect(shown?.classList).toContain('Toastify__toast--error')
  expect(leaveForLogin).not.toHaveBeenCalled()
})

test('no answer at all is a failed login without a code', async () => {
  fakeServer({})
  openGate()
  const text = 'Login failed - please contact support. Failure code: unknown'
  const shown = (await screen.findByText(text)).closest('[role="alert"]')
  expect(shown?.classList).toContain('Toastify__toast--error')
})

test('a failed check can be tried again', async () => {
  fakeServer({ 'GET /metadata': { status: 503 } })
  openGate()
  await screen.findByText(/Failure code: 503/)
  fakeServer({ 'GET /metadata': signedIn, 'GET /userdata': { body: userDataWith() } })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The console')).toBeTruthy()
})
