import { livePoint } from '@signalbox/model/calls/events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { identityApp, password, type IdentityApp } from './testing/identity-app.ts'

let platform: IdentityApp
beforeAll(async () => {
  platform = await identityApp()
})
afterAll(() => platform.close())

const minute = 60
const later = (seconds: number) => {
  platform.clock.now = new Date(platform.clock.now.getTime() + seconds * 1000)
}
const cookie = 'signalbox-session'

it('sets a cookie that scripts cannot read and other sites do not send', async () => {
  const { username } = await platform.addUser({ demo: true })
  const answer = await platform.browser().login({ username, password })
  const [line] = [answer.headers['set-cookie']].flat().filter((each) => String(each).startsWith(cookie))
  expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
})

it('binds the cookie to the host where there is https', async () => {
  const secure = await identityApp({
    config: { publicUrl: 'https://console.example', environment: 'staging' },
  })
  try {
    const { username } = await secure.addUser({ demo: true })
    const answer = await secure.browser().login({ username, password })
    const lines = [answer.headers['set-cookie']].flat().map(String)
    expect(lines.find((line) => line.startsWith(`__Host-${cookie}=`))).toMatch(/; Path=\/; .*Secure/)
  } finally {
    await secure.close()
  }
})

it('stores only a hash of the token', async () => {
  const { browser } = await platform.signedIn()
  const rows = await platform.db
    .withTables<{ session: { tokenHash: string } }>()
    .selectFrom('session')
    .selectAll()
    .execute()
  expect(JSON.stringify(rows)).not.toContain(browser.cookies.get(cookie))
})

it('gives a new token at every login, and ends the session it replaces', async () => {
  const { browser, username } = await platform.signedIn()
  const old = browser.cookies.get(cookie) ?? ''
  await browser.login({ username, password })
  expect(browser.cookies.get(cookie)).not.toBe(old)
  const thief = platform.browser()
  thief.cookies.set(cookie, old)
  expect((await thief.get('/metadata')).status).toBe(401)
})

it('does not adopt a token somebody else chose', async () => {
  const { username } = await platform.addUser({ demo: true })
  const browser = platform.browser()
  browser.cookies.set(cookie, 'chosen-by-an-attacker')
  await browser.login({ username, password })
  const attacker = platform.browser()
  attacker.cookies.set(cookie, 'chosen-by-an-attacker')
  expect((await attacker.get('/metadata')).status).toBe(401)
})

it('ends after fifteen idle minutes, and says when', async () => {
  const { browser } = await platform.signedIn()
  later(14 * minute)
  const metadata = await browser.get('/metadata')
  const { idleEndsAt } = metadata.body.session
  expect(new Date(idleEndsAt).getTime() - platform.clock.now.getTime()).toBe(15 * minute * 1000)
  later(15 * minute)
  expect((await browser.get('/metadata')).status).toBe(401)
})

it('says from where on a page has to hear of changes', async () => {
  const { browser } = await platform.signedIn()
  expect((await browser.get('/metadata')).body.liveSince).toMatch(livePoint)
})

it('is not kept alive by streams and background calls', async () => {
  const { browser } = await platform.signedIn()
  later(10 * minute)
  await browser.get('/metadata', { headers: { accept: 'text/event-stream' } })
  await browser.get('/metadata', { headers: { 'x-background': '1' } })
  later(5 * minute)
  expect((await browser.get('/metadata')).status).toBe(401)
})

it('can be extended, but not beyond twelve hours', async () => {
  const { browser } = await platform.signedIn()
  for (let extension = 0; extension < 51; extension++) {
    later(14 * minute)
    expect((await browser.post('/session/extend')).status).toBe(200)
  }
  const { idleEndsAt, absoluteEndsAt } = (await browser.post('/session/extend')).body
  expect(idleEndsAt).toBe(absoluteEndsAt)
  later(5 * minute)
  expect((await browser.get('/metadata')).status).toBe(200)
  later(minute)
  expect((await browser.get('/metadata')).status).toBe(401)
})

it('writes the time of the last call at most twice a minute', async () => {
  const { browser, id } = await platform.signedIn()
  const seen = async () =>
    (
      await platform.db
        .withTables<{ session: { userId: string; lastSeenAt: string } }>()
        .selectFrom('session')
        .select('lastSeenAt')
        .where('userId', '=', id)
        .executeTakeFirstOrThrow()
    ).lastSeenAt
  const start = await seen()
  later(29)
  await browser.get('/metadata')
  expect(await seen()).toBe(start)
  later(1)
  await browser.get('/metadata')
  expect(await seen()).toBe(platform.clock.now.toISOString())
})

it('lives in the database: another server knows it, and its end there is its end here', async () => {
  const { browser } = await platform.signedIn()
  const other = browser.at(await platform.another())
  expect((await other.get('/metadata')).status).toBe(200)
  const { sessions } = (await other.get('/me/security')).body
  await other.delete(`/me/security/session/${sessions[0].id}`)
  expect((await browser.get('/metadata')).status).toBe(401)
})

it.each([
  ['disabled', { state: 'DISABLED' }],
  ['deleted', { state: 'DELETED' }],
])('is over at once for somebody who is %s', async (_what, change) => {
  const { browser, id } = await platform.signedIn()
  await platform.db.updateTable('backofficeUser').set(change).where('id', '=', id).execute()
  expect((await browser.get('/metadata')).status).toBe(401)
})

it('carries roles as they are now, not as they were at the login', async () => {
  const { browser, id } = await platform.signedIn({ roles: ['AGENT', 'ANALYTICS'] })
  expect((await browser.get('/metadata')).body.user.attributes.analyticsUser).toBe(true)
  await platform.db
    .updateTable('backofficeUser')
    .set({ roles: ['AGENT'] })
    .where('id', '=', id)
    .execute()
  expect((await browser.get('/metadata')).body.user).toMatchObject({
    authorities: ['ROLE_AGENT'],
    attributes: { analyticsUser: false },
  })
})

it('tells a merchant of the scope from one outside', async () => {
  const { browser } = await platform.signedIn({ merchantId: 100010000, merchants: [100010002] })
  const inside = await browser.get('/metadata/100010002')
  expect(inside.body).toMatchObject({
    merchants: [{ id: 100010002 }],
    merchant: { id: 100010002, baseCurrency: 'EUR', flags: { maskSensitiveData: false } },
    user: { attributes: { masterMerchant: false, hasMasterMerchant: false, internalUser: false } },
  })
  expect(await browser.get('/metadata/100010001')).toMatchObject({
    status: 403,
    body: { code: 'OUT_OF_SCOPE' },
  })
  expect((await browser.get('/metadata/abc')).status).toBe(422)
})

it.each([
  ['the platform', 1000, [], ['EXPERIMENTAL_FEATURES'], 'master hasMaster internal experimental'],
  ['the platform, for one brand', 1000, [100010002], ['ANALYTICS_ADMIN'], 'analytics internal'],
  ['a brand', 100010002, [], ['ANALYTICS'], 'analytics'],
  ['a brand, without such roles', 100010002, [], ['AGENT'], ''],
] as const)(
  'derives what somebody is from home merchant, scope and roles: %s',
  async (_name, merchantId, merchants, roles, derived) => {
    const { browser } = await platform.signedIn({ merchantId, merchants: [...merchants], roles: [...roles] })
    const is = (name: string) => derived.split(' ').includes(name)
    expect((await browser.get('/metadata')).body.user.attributes).toEqual({
      masterMerchant: is('master'),
      hasMasterMerchant: is('hasMaster'),
      analyticsUser: is('analytics'),
      internalUser: is('internal'),
      experimentalUser: is('experimental'),
    })
  },
)

it('tells the versions the console shows', async () => {
  const { browser } = await platform.signedIn()
  expect((await browser.get('/metadata')).body).toMatchObject({ version: '2.43.0', legacyVersion: '1.0.233' })
})

it('ends at the logout, by link or by call, but not for a link on another site', async () => {
  const { browser, username } = await platform.signedIn()
  const foreign = await browser.send('GET', '/logout', undefined, {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(foreign.status).toBe(302)
  expect((await browser.get('/metadata')).status).toBe(200)
  const old = browser.cookies.get(cookie) ?? ''
  const own = await browser.send('GET', '/logout', undefined, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(own).toMatchObject({ status: 302, headers: { location: '/signalbox/login' } })
  expect(browser.cookies.has(cookie)).toBe(false)
  const thief = platform.browser()
  thief.cookies.set(cookie, old)
  expect((await thief.get('/metadata')).status).toBe(401)
  expect((await platform.audited('LOGOUT')).at(-1)).toMatchObject({ entityLabel: username })

  await browser.login({ username, password })
  expect((await browser.send('POST', '/logout')).status).toBe(204)
  expect((await browser.get('/metadata')).status).toBe(401)
  expect((await platform.browser().send('GET', '/logout')).status).toBe(302)
})
