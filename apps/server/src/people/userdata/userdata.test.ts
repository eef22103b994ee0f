import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import { defaultSettings } from '@signalbox/model/reference/default-settings'
import type { Role } from '@signalbox/model/access/roles'
import type { SavedView } from '@signalbox/model/access/session'
import { kitApp, type Client, type KitApp } from '../../kit/testing/kit-app.ts'
import { userFormats } from './read-model.ts'
import { handlers } from './routes.ts'

const group = 100010000
const brand = 100010001
const sibling = 100010002
const otherGroup = 100020000

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(handlers)
})
afterAll(() => kit.close())
beforeEach(async () => {
  await sql`delete from saved_view_star`.execute(kit.db)
  await sql`delete from saved_view`.execute(kit.db)
  await sql`delete from user_setting`.execute(kit.db)
})

let people = 0
/** Somebody with a row of their own, signed in. */
async function person(homeMerchantId: number, merchants: number[] = [], roles: Role[] = ['CONFIG']) {
  const id = kit.deps.newId()
  const username = `person${++people}`
  const now = new Date()
  await kit.db
    .insertInto('backofficeUser')
    .values({
      id,
      merchantId: homeMerchantId,
      username,
      firstName: 'A',
      lastName: 'B',
      displayName: null,
      email: `${username}@mail.example`,
      phone: null,
      jobTitle: null,
      merchants,
      state: 'ACTIVE',
      disabledReason: null,
      lastLogin: null,
      lastLoginIp: null,
      createdAt: now,
      updatedAt: now,
      updatedBy: 'test',
    })
    .execute()
  const client = kit.as({
    id,
    username,
    homeMerchantId,
    merchants,
    roles,
    internalUser: homeMerchantId === 1000,
  })
  return { id, username, homeMerchantId, client }
}

const view = (name: string, more: object = {}) => ({
  page: '/admin/bank-mapping',
  name,
  query: 'enabled=true',
  ...more,
})
const save = async (client: Client, name: string, more: object = {}) =>
  (await client.post('/userdata/filter', view(name, more))).body as SavedView
const names = async (client: Client, query: string) =>
  ((await client.get(`/userdata/filter?${query}`)).body as { items: SavedView[] }).items.map(
    ({ name }) => name,
  )

it('gives defaults in the time zone of the merchant until something is chosen', async () => {
  await sql`update merchant set time_zone = 'Europe/Stockholm' where id = ${brand}`.execute(kit.db)
  const { client, ...anna } = await person(brand)
  const { body } = await client.get('/userdata')
  expect(body).toEqual({
    settings: { ...defaultSettings, formats: { ...defaultSettings.formats, timeZone: 'Europe/Stockholm' } },
    views: [],
    version: 0,
  })
  expect(await userFormats(kit.db, anna)).toMatchObject({ timeZone: 'Europe/Stockholm', locale: 'en' })
})

it('keeps what is chosen and leaves the rest alone', async () => {
  const { client, ...anna } = await person(brand)
  const first = await client.put('/userdata', {
    version: 0,
    settings: {
      theme: 'dark',
      formats: { decimalSeparator: ',' },
      pages: { '/admin/merchant': { panelOpen: true } },
    },
  })
  expect(first.body).toMatchObject({ version: 1, settings: { theme: 'dark', density: 'normal' } })
  const second = await client.put('/userdata', {
    version: 1,
    settings: { formats: { locale: 'sv_SE' }, pages: { '/home': { columns: ['a', 'b'] } } },
  })
  expect(second.body.settings).toMatchObject({
    theme: 'dark',
    formats: { decimalSeparator: ',', locale: 'sv_SE' },
    pages: { '/admin/merchant': { panelOpen: true }, '/home': { columns: ['a', 'b'] } },
  })
  const third = await client.put('/userdata', { version: 2, settings: { pages: { '/home': null } } })
  expect(Object.keys(third.body.settings.pages)).toEqual(['/admin/merchant'])
  expect((await client.get('/userdata')).body).toEqual(third.body)
  expect(await userFormats(kit.db, anna)).toMatchObject({ locale: 'sv_SE', decimalSeparator: ',' })
})

it('keeps the favorites of each person, and of nobody else', async () => {
  const [anna, bo] = [await person(brand), await person(brand)]
  const favoritesOf = async ({ client }: typeof anna) =>
    (await client.get('/userdata')).body.settings.favorites
  await anna.client.put('/userdata', { version: 0, settings: { favorites: ['/transactions', '/approve'] } })
  await bo.client.put('/userdata', { version: 0, settings: { favorites: ['/kyc/search'] } })
  expect(await favoritesOf(anna)).toEqual(['/transactions', '/approve'])
  expect(await favoritesOf(bo)).toEqual(['/kyc/search'])
  expect(await favoritesOf(await person(brand))).toEqual([])
})

it('refuses a stale change and says what is there now', async () => {
  const { client } = await person(brand)
  await client.put('/userdata', { version: 0, settings: { theme: 'dark' } })
  const stale = await client.put('/userdata', { version: 0, settings: { theme: 'system' } })
  expect(stale.status).toBe(409)
  expect(stale.body).toMatchObject({
    code: 'VERSION_CONFLICT',
    current: { version: 1, settings: { theme: 'dark' } },
  })
})

it('lets one of two windows win when both save at once', async () => {
  const { client } = await person(brand)
  const answers = await Promise.all(
    ['compact', 'roomy', 'normal'].map((density) =>
      client.put('/userdata', { version: 0, settings: { density } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

it.each([
  ['an unknown setting', { shoeSize: 43 }, 'settings.shoeSize'],
  ['an unknown time zone', { formats: { timeZone: 'Europe/Atlantis' } }, 'settings.formats.timeZone'],
  ['a page size not on offer', { pageSize: 17 }, 'settings.pageSize'],
  ['a favorite that is no page', { favorites: ['javascript:alert(1)'] }, 'settings.favorites.0'],
  ['a merchant out of reach', { defaultMerchantId: sibling }, 'settings.defaultMerchantId'],
])('refuses %s', async (_what, settings, field) => {
  const { client } = await person(brand)
  const refused = await client.put('/userdata', { version: 0, settings })
  expect(refused.status).toBe(422)
  expect(refused.body.fields).toMatchObject([{ field }])
})

it('puts what names no version on whatever is there, also when others save at the same moment', async () => {
  const { client } = await person(brand)
  const sent = [
    client.put('/userdata', { version: 0, settings: { density: 'compact' } }),
    client.put('/userdata', { settings: { density: 'roomy', pages: { '/a': { panelOpen: true } } } }),
    client.put('/userdata', { settings: { pages: { '/b': { panelOpen: true } } } }),
  ]
  const [versioned, ...others] = await Promise.all(sent)
  expect(others.map(({ status }) => status)).toEqual([200, 200])
  expect([200, 409]).toContain(versioned?.status)
  const { settings } = (await client.get('/userdata')).body
  expect(settings).toMatchObject({
    pages: { '/a': { panelOpen: true }, '/b': { panelOpen: true } },
    density: 'roomy',
  })
  expect((await client.put('/userdata', { version: 0, settings: { density: 'compact' } })).status).toBe(409)
})

it('refuses more than can be kept', async () => {
  const { client } = await person(brand)
  const columns = Array.from({ length: 190 }, (_, index) => `column-${String(index).padStart(70, 'x')}`)
  const pages = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`/page-${index}`, { columns }]))
  const refused = await client.put('/userdata', { version: 0, settings: { pages } })
  expect(refused.body.fields).toMatchObject([{ field: 'settings', code: 'TOO_LARGE' }])
})

it('leaves out stored settings it does not understand', async () => {
  const { client, id } = await person(brand)
  await client.put('/userdata', { version: 0, settings: { theme: 'dark' } })
  await sql`update user_setting set settings = '{"theme":"dark","density":"huge","old":1}' where user_id = ${id}`.execute(
    kit.db,
  )
  expect((await client.get('/userdata')).body.settings).toMatchObject({ theme: 'dark', density: 'normal' })
})

it('writes what changed, and only that, to the audit log', async () => {
  const { client, id } = await person(brand)
  await client.put('/userdata', { version: 0, settings: { theme: 'dark' } })
  await client.put('/userdata', { version: 1, settings: { density: 'compact' } })
  const entries = await kit.db
    .selectFrom('auditEntry')
    .selectAll()
    .where('entityId', '=', id)
    .orderBy('seq')
    .execute()
  expect(entries).toMatchObject([
    { action: 'SETTINGS', after: { theme: 'dark' } },
    { action: 'SETTINGS', before: { density: null }, after: { density: 'compact' } },
  ])
})

it('saves, changes and deletes views of a page', async () => {
  const { client, username } = await person(brand)
  const saved = await save(client, ' Enabled ', { columns: ['title', 'bic'], favorite: true })
  expect(saved).toEqual({
    id: saved.id,
    page: '/admin/bank-mapping',
    name: 'Enabled',
    query: 'enabled=true',
    columns: ['title', 'bic'],
    shared: false,
    favorite: true,
    owner: username,
    mine: true,
    version: 1,
  })
  const changed = await client.put(`/userdata/filter/${saved.id}`, {
    version: 1,
    name: 'All',
    query: '',
    favorite: false,
  })
  expect(changed.body).toMatchObject({ name: 'All', query: '', favorite: false, version: 2 })
  expect((await client.put(`/userdata/filter/${saved.id}`, { version: 1, name: 'Stale' })).status).toBe(409)
  expect((await client.get('/userdata')).body.views).toMatchObject([{ name: 'All' }])
  expect((await client.delete(`/userdata/filter/${saved.id}?version=2`)).body).toEqual({
    id: saved.id,
    deleted: true,
  })
  expect(await names(client, 'whose=all')).toEqual([])
  expect((await client.delete(`/userdata/filter/${saved.id}`)).status).toBe(404)
})

it('refuses names that are empty, too long or taken', async () => {
  const { client } = await person(brand)
  await save(client, 'Mine')
  expect((await client.post('/userdata/filter', view('  '))).body.fields).toMatchObject([{ field: 'name' }])
  expect((await client.post('/userdata/filter', view('x'.repeat(61)))).body.fields).toMatchObject([
    { field: 'name' },
  ])
  expect((await client.post('/userdata/filter', view('MINE'))).body).toMatchObject({ code: 'DUPLICATE' })
  expect((await client.post('/userdata/filter', view('MINE', { page: '/admin/merchant' }))).status).toBe(200)
})

it('keeps at most 50 views per page', async () => {
  const { client, id } = await person(brand)
  await sql`insert into saved_view (merchant_id, id, user_id, page, name, query, version, created_at, updated_at)
    select ${brand}, gen_random_uuid(), ${id}, '/admin/bank-mapping', 'view ' || n, '', 1, now(), now()
    from generate_series(1, 49) n`.execute(kit.db)
  const [a, b] = await Promise.all([
    client.post('/userdata/filter', view('a')),
    client.post('/userdata/filter', view('b')),
  ])
  expect([a.status, b.status].sort()).toEqual([200, 422])
})

it('shows shared views to colleagues whose merchants meet, and to nobody else', async () => {
  const [head, anna, bo, stranger] = await Promise.all([
    person(group),
    person(brand),
    person(sibling),
    person(otherGroup),
  ])
  const shared = await save(anna.client, 'Shared', { shared: true })
  await save(anna.client, 'Private')
  await save(head.client, 'From the head', { shared: true })
  expect(await names(anna.client, 'whose=you')).toEqual(['Private', 'Shared'])
  expect(await names(anna.client, 'whose=others')).toEqual(['From the head'])
  expect(await names(head.client, 'whose=all')).toEqual(['From the head', 'Shared'])
  expect(await names(bo.client, 'whose=all')).toEqual(['From the head'])
  expect(await names(stranger.client, 'whose=all')).toEqual([])
  expect(await names(head.client, 'whose=all&page=/home')).toEqual([])
  expect((await bo.client.put(`/userdata/filter/${shared.id}`, { favorite: true })).status).toBe(404)
})

it('lets a colleague star a shared view but not change or delete it', async () => {
  const [anna, head] = await Promise.all([person(brand), person(group)])
  const shared = await save(anna.client, 'Shared', { shared: true })
  expect((await head.client.put(`/userdata/filter/${shared.id}`, { favorite: true })).body).toMatchObject({
    favorite: true,
    mine: false,
    owner: anna.username,
  })
  expect((await anna.client.get('/userdata/filter')).body.items).toMatchObject([{ favorite: false }])
  const path = `/userdata/filter/${shared.id}`
  expect((await head.client.put(path, { version: 1, name: 'Taken over' })).status).toBe(403)
  expect((await head.client.delete(path)).status).toBe(403)
  await anna.client.put(path, { version: 1, shared: false })
  expect(await names(head.client, 'whose=all')).toEqual([])
})

it('shows shared views to nobody who may not open their page', async () => {
  const [anna, kyc, agent] = await Promise.all([
    person(brand, [], ['KYC', 'CONFIG', 'RULES']),
    person(brand, [], ['KYC']),
    person(brand, [], ['AGENT']),
  ])
  const saved = await save(anna.client, 'Checks', { page: '/kyc/search', shared: true })
  await save(anna.client, 'Classic checks', { page: '/legacy/kyc/search', shared: true })
  await save(anna.client, 'Blocks', { page: '/kyc/block', shared: true })
  await save(anna.client, 'Banks', { shared: true })
  await save(anna.client, 'Nowhere', { page: '/no/such-page', shared: true })
  await save(anna.client, 'Payments', { page: '/transactions', shared: true })
  expect(await names(kyc.client, 'whose=all')).toEqual(['Blocks', 'Checks', 'Classic checks'])
  expect(await names(agent.client, 'whose=others')).toEqual(['Payments'])
  const told = (await agent.client.get('/userdata')).body as { views: SavedView[] }
  expect(told.views.map(({ name }) => name)).toEqual(['Payments'])
  expect((await agent.client.put(`/userdata/filter/${saved.id}`, { favorite: true })).status).toBe(404)
  // Whoever saved a view goes on having it, also where they may not open the page any more.
  expect(await names(anna.client, 'whose=you')).toHaveLength(6)
})

it('takes back the settings it gave, from whoever may not choose how alerts reach them too', async () => {
  const { client } = await person(brand)
  const { settings, version } = (await client.get('/userdata')).body as {
    settings: { alertChannels: object }
    version: number
  }
  const put = await client.put('/userdata', { version, settings: { ...settings, theme: 'dark' } })
  expect(put.status, put.text).toBe(200)
  expect(put.body.settings).toEqual({ ...settings, theme: 'dark' })
  const chosen = { alertChannels: { inApp: 'NONE', email: 'ALL' } }
  const changed = await client.put('/userdata', { settings: chosen })
  expect(changed.body.fields).toMatchObject([{ field: 'settings.alertChannels', code: 'ROLE' }])
})
