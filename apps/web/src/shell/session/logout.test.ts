import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endLocalSession, leaveForLogin, logOut, withReturnTo } from './logout.ts'
import { panelsHidden, withPanelsHidden } from './panels-hidden.ts'
import { readStoredUserData, storeUserData } from './stored-user-data.ts'
import { tabMerchant } from './tab-merchant.ts'
import { sessionStore } from '../../kit/session/session-store.ts'
import { fakeServer, metadataFor, userDataWith } from '../testing/fake-console.tsx'

// Before each, not after: what a test of another file asked for may be answered late, and is noted here as activity.
beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
})

test('the session that ends takes stored filters, favorites and cards along, and nothing else', () => {
  localStorage.setItem('bo:home-cards', '{}')
  storeUserData('user-1', userDataWith({ favorites: ['/home'] }))
  localStorage.setItem('signalbox-color-scheme', 'dark')
  expect(readStoredUserData('user-1').favorites).toEqual(['/home'])
  endLocalSession()
  expect(Object.keys(localStorage)).toEqual(['signalbox-color-scheme'])
})

test('a broken copy is as good as none', () => {
  localStorage.setItem('bo:user-1:favorites', '{')
  localStorage.setItem('bo:user-1:filters', '"text"')
  expect(readStoredUserData('user-1')).toEqual({ favorites: [], views: [] })
})

test('logging out hides open filter panels', () => {
  expect(withPanelsHidden({ '/a': { panelOpen: true, entriesLimit: 20 }, '/b': {} })).toEqual({
    '/a': { panelOpen: false, entriesLimit: 20 },
    '/b': { panelOpen: false },
  })
  expect(withPanelsHidden({ '/a': { entriesLimit: 20 } })).toBeNull()
})

test('whoever logs out has the hidden panels saved, leaves nothing here, and goes to the logout of the server', async () => {
  const { calls } = fakeServer({ 'PUT /userdata': { body: userDataWith() } })
  const savedBefore: number[] = []
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {
    savedBefore.push(calls.length)
  })
  const settings = { pages: { '/a': { panelOpen: true } }, favorites: ['/home'] }
  sessionStore.signIn(metadataFor(['AUDIT_VIEWER']), userDataWith(settings))
  storeUserData('user-1', userDataWith(settings))
  tabMerchant.note(100010002)
  await logOut()
  expect(calls).toMatchObject([
    { key: 'PUT /userdata', body: { settings: { pages: { '/a': { panelOpen: false } } } } },
  ])
  expect(savedBefore).toEqual([1])
  expect(leave).toHaveBeenCalledExactlyOnceWith('/signalbox/logout')
  expect(sessionStore.get()).toBeNull()
  expect(readStoredUserData('user-1').favorites).toEqual([])
  expect(tabMerchant.read()).toBeNull()
})

test('the login address remembers the page, except for the front door', () => {
  const origin = 'http://console.test'
  expect(withReturnTo('/signalbox/login', '/admin/merchant?page=2', origin)).toBe(
    '/signalbox/login?return_to=%2Fadmin%2Fmerchant%3Fpage%3D2',
  )
  expect(withReturnTo('/signalbox/login', '/', origin)).toBe('/signalbox/login')
})

test('a session that is over is ended here as well: nobody is signed in, copies are gone, panels are hidden next time', () => {
  sessionStore.signIn(metadataFor(['AUDIT_VIEWER']), userDataWith())
  storeUserData('user-1', userDataWith({ favorites: ['/home'] }))
  const left: string[] = []
  leaveForLogin('/signalbox/login', (address) => left.push(address))
  leaveForLogin('/signalbox/login', (address) => left.push(address))
  expect(left).toHaveLength(1)
  expect(left[0]).toMatch(/^\/signalbox\/login/)
  expect(sessionStore.get()).toBeNull()
  expect(readStoredUserData('user-1').favorites).toEqual([])
  expect(panelsHidden.take('user-2')).toBe(false)
  expect(panelsHidden.take('user-1')).toBe(true)
  expect(panelsHidden.take('user-1')).toBe(false)
  sessionStore.signIn(metadataFor([]), userDataWith())
  leaveForLogin('/signalbox/login', (address) => left.push(address))
  expect(left).toHaveLength(2)
})

test('an address of another host is taken as it is', () => {
  expect(withReturnTo('https://sso.test/auth?x=1', '/home', 'http://console.test')).toBe(
    'https://sso.test/auth?x=1',
  )
})
