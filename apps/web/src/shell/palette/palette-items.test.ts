import type { Subject } from '@signalbox/model/access/access'
import { roles } from '@signalbox/model/access/roles'
import { expect, test, vi } from 'vitest'
import { screens as allScreens } from '../../screens/index.ts'
import { allowedScreens } from '../frame/menu.ts'
import { merchants } from '../testing/fake-console.tsx'
import { paletteItems, searchPalette, type PaletteSources } from './palette-items.ts'

const screens = allScreens.filter(({ unlisted }) => !unlisted)

function sources(overrides: Partial<PaletteSources> = {}): PaletteSources {
  return {
    screens,
    views: [],
    merchants,
    actions: [{ name: 'log-out', label: 'Log out', icon: 'logout', words: 'sign out', run: () => undefined }],
    onThisPage: [{ keys: 'e', label: 'Export as CSV', run: () => undefined }],
    recentPaths: [],
    keysOf: () => undefined,
    iconOf: () => 'file',
    go: () => undefined,
    switchMerchant: () => undefined,
    ...overrides,
  }
}

const found = (query: string, from = sources()) =>
  searchPalette(paletteItems(from), query).map(({ label }) => label)

test.each(roles)('offers %s the pages of the menu and no other', (role) => {
  const subject: Subject = { roles: [role], internalUser: false }
  const allowed = allowedScreens(screens, subject)
  const pages = paletteItems(sources({ screens: allowed })).filter(({ group }) => group === 'Pages')
  expect(pages.map(({ label }) => label)).toEqual(allowed.map(({ title }) => title))
})

test.each([
  ['audit', 'Audit log'],
  ['ppc', 'Payment product catalog'],
  ['back us', 'Backoffice users'],
  ['sign out', 'Log out'],
  ['csv', 'Export as CSV'],
  ['100010002', 'Zebra'],
  ['nordicplay', 'NordicPlay SE'],
])('%s finds %s first', (query, label) => {
  expect(found(query)[0]).toBe(label)
})

test('initials find a page beside one with a word that begins so', () => {
  expect(found('bu')).toEqual(['Rule builder', 'Backoffice users'])
})

test('without a query: recent pages, then all pages, no merchants', () => {
  const labels = found('', sources({ recentPaths: ['/settings', '/not-mine-any-more'] }))
  expect(labels[0]).toBe('Settings')
  expect(labels).toContain('Audit log')
  expect(labels).not.toContain('Zebra')
})

test('nothing matches nonsense', () => {
  expect(found('qqxyzq')).toEqual([])
})

test('a saved view opens its page with its filter, unless the page is out of reach', () => {
  const go = vi.fn<(href: string) => void>()
  const view = {
    id: 'v1',
    page: '/admin/merchant',
    name: 'Suspended ones',
    query: 'state=SUSPENDED',
    columns: null,
    shared: false,
    favorite: false,
    owner: 'anna',
    mine: true,
    version: 1,
  }
  searchPalette(paletteItems(sources({ views: [view], go })), 'suspended')[0]?.run()
  expect(go).toHaveBeenCalledExactlyOnceWith('/admin/merchant?state=SUSPENDED')
  expect(found('suspended', sources({ views: [view], screens: [] }))).toEqual([])
})
