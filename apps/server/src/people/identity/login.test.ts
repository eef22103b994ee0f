import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nobodysHash } from './password-hasher.ts'
import { codeAt } from './testing/authenticator-app.ts'
import { identityApp, password, type IdentityApp } from './testing/identity-app.ts'

let platform: IdentityApp
beforeAll(async () => {
  platform = await identityApp()
})
afterAll(() => platform.close())
beforeEach(() => {
  // Every test begins in a minute of its own, beyond all windows of the one before.
  platform.clock.now = new Date(platform.clock.now.getTime() + 3_600_000)
})

const refused = {
  status: 401,
  body: { code: 'INVALID_CREDENTIALS', message: 'Invalid username or password.' },
}

describe('the way in', () => {
  it('leads from the metadata 401 through the login to 200', async () => {
    const { username } = await platform.addUser({ demo: true })
    const browser = platform.browser()
    const referer = 'http://localhost:3000/transactions?state=FAILED'
    const before = await browser.get('/metadata', { headers: { referer } })
    expect(before.status).toBe(401)
    expect(before.headers['www-authenticate']).toBe(
      'Redirect realm="signalbox", location="/signalbox/login?return_to=%2Ftransactions%3Fstate%3DFAILED"',
    )
    const answer = await browser.login({ username, password })
    expect(answer).toMatchObject({ status: 200, body: { status: 'authenticated' } })
    const after = await browser.get('/metadata')
    expect(after).toMatchObject({
      status: 200,
      body: {
        version: '2.43.0',
        user: {
          username,
          displayName: 'Anna Berg',
          authorities: ['ROLE_AGENT'],
          attributes: { internalUser: true },
        },
        session: { warnSeconds: 120 },
      },
    })
    expect(after.body.merchants.map(({ id }: { id: number }) => id)).toContain(100010002)
  })

  it('names no way back to a page of another site', async () => {
    const answer = await platform
      .browser()
      .get('/metadata', { headers: { referer: 'https://evil.example/x' } })
    expect(answer.headers['www-authenticate']).toBe('Redirect realm="signalbox", location="/signalbox/login"')
  })

  it('takes a new colleague through reset, enrolment and in, and is closed until the end', async () => {
    const { username } = await platform.addUser({
      state: 'INVITED',
      requiredActions: ['AUTHENTICATOR', 'RESET_PASSWORD'],
    })
    const browser = platform.browser()
    const first = await browser.login({ username, password })
    expect(first.body).toEqual({ status: 'required-action', action: 'RESET_PASSWORD' })
    expect((await browser.get('/metadata')).status).toBe(401)

    const reset = await browser.step('required-action/password', { password: 'a brand new pass 1' })
    expect(reset.body).toEqual({ status: 'required-action', action: 'AUTHENTICATOR' })
    expect((await browser.get('/metadata')).status).toBe(401)

    const setup = await browser.step('required-action/authenticator/begin')
    expect(setup.body.uri).toContain(`secret=${setup.body.secret}`)
    expect(Buffer.from(setup.body.qr.split(',')[1], 'base64').toString()).toContain('<svg')
    const wrong = await browser.step('required-action/authenticator/confirm', { code: '000000' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } })
    const code = await codeAt(setup.body.secret, platform.clock.now)
    const confirmed = await browser.step('required-action/authenticator/confirm', { code })
    expect(confirmed.body.next).toEqual({ status: 'authenticated' })
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
    expect((await browser.get('/metadata')).status).toBe(200)

    const row = await platform.db
      .selectFrom('backofficeUser')
      .select(['state', 'requiredActions', 'twoFactor', 'lastLoginIp'])
      .where('username', '=', username)
      .executeTakeFirst()
    expect(row).toEqual({
      state: 'ACTIVE',
      requiredActions: [],
      twoFactor: ['TOTP'],
      lastLoginIp: '10.0.0.1',
    })
    expect(await platform.browser().login({ username, password })).toMatchObject(refused)
  })

  it('forces a factor on everybody but demo logins, even when nobody asked for one', async () => {
    const { username } = await platform.addUser()
    const answer = await platform.browser().login({ username, password })
    expect(answer.body).toEqual({ status: 'required-action', action: 'AUTHENTICATOR' })
  })

  it('does not let a step be skipped or repeated', async () => {
    const { username } = await platform.addUser({ requiredActions: ['RESET_PASSWORD'] })
    const browser = platform.browser()
    await browser.login({ username, password })
    expect((await browser.step('required-action/authenticator/begin')).status).toBe(409)
    expect((await browser.step('totp', { code: '123456' })).status).toBe(409)
    await browser.step('required-action/password', { password: 'a brand new pass 1' })
    const again = await browser.step('required-action/password', { password: 'another new pass 2' })
    expect(again.status).toBe(409)
  })

  it('starts over when the attempt is five minutes old', async () => {
    const { username } = await platform.addUser()
    const browser = platform.browser()
    await browser.login({ username, password })
    platform.clock.now = new Date(platform.clock.now.getTime() + 5 * 60_000)
    const late = await browser.step('required-action/authenticator/begin')
    expect(late).toMatchObject({ status: 401, body: { code: 'LOGIN_EXPIRED' } })
    expect(await platform.browser().step('totp', { code: '123456' })).toMatchObject({
      body: { code: 'LOGIN_EXPIRED' },
    })
  })

  it('refuses unknown members of a body', async () => {
    const answer = await platform
      .browser()
      .send('POST', '/login', { username: 'x', password: 'y', admin: true })
    expect(answer).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'admin', code: 'UNKNOWN_FIELD' }] },
    })
  })
})

describe('one answer for every cause', () => {
  it.each([
    ['a wrong password', { password: 'something else 1' }],
    ['a disabled account', { state: 'DISABLED' }],
    ['a deleted account', { state: 'DELETED' }],
    ['an account without a password', { password: null }],
  ])('for %s', async (_cause, user) => {
    const { username } = await platform.addUser({ demo: true, ...user })
    platform.hasher.verified = []
    const answer = await platform.browser().login({ username, password })
    expect(answer).toMatchObject(refused)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(platform.hasher.verified).toHaveLength(1)
  })

  it('for a name nobody has, after hashing as long as for anybody', async () => {
    platform.hasher.verified = []
    expect(await platform.browser().login({ username: 'nobody-here', password })).toMatchObject(refused)
    expect(platform.hasher.verified).toEqual([nobodysHash])
  })

  it('notes failures of known people, and none of strangers', async () => {
    const { username } = await platform.addUser()
    const before = (await platform.audited('LOGIN_FAILED')).length
    await platform.browser().login({ username, password: 'something else 1' })
    await platform.browser().login({ username: 'nobody-here', password })
    const failures = await platform.audited('LOGIN_FAILED')
    expect(failures).toHaveLength(before + 1)
    expect(failures.at(-1)).toEqual({ entityLabel: username, result: 'REFUSED', errorCode: 'PASSWORD' })
  })

  it('accepts the name in capitals and with blanks around it', async () => {
    const { username } = await platform.addUser({ demo: true })
    const answer = await platform.browser().login({ username: ` ${username.toUpperCase()} `, password })
    expect(answer.body).toEqual({ status: 'authenticated' })
  })
})

describe('merchants decide about their staff', () => {
  const setMerchant = (id: number, change: { state?: string; allowedIps?: string[] }) =>
    platform.db.updateTable('merchant').set(change).where('id', '=', id).execute()

  it('keeps out staff of a suspended merchant, also when one above is suspended, at once', async () => {
    const staff = await platform.signedIn({ merchantId: 100010001 })
    const owner = await platform.signedIn({ merchantId: 1000 })
    await setMerchant(100010000, { state: 'SUSPENDED' })
    expect((await staff.browser.get('/metadata')).status).toBe(401)
    expect(await platform.browser().login({ username: staff.username, password })).toMatchObject(refused)
    expect((await owner.browser.get('/metadata')).status).toBe(200)
    await setMerchant(100010000, { state: 'LIVE' })
    expect((await staff.browser.get('/metadata')).status).toBe(200)
  })

  it('lets staff work only from the ranges of the nearest merchant that names some', async () => {
    const staff = await platform.signedIn({ merchantId: 100010001 })
    await setMerchant(100010000, { allowedIps: ['192.168.7.0/24'] })
    expect(await staff.browser.get('/metadata')).toMatchObject({ status: 403, body: { code: 'IP' } })
    const outside = await platform.browser('10.0.0.1').login({ username: staff.username, password })
    expect(outside).toMatchObject({
      status: 403,
      body: { code: 'IP', message: 'Login failed - please contact support. Failure code: IP' },
    })
    expect(
      await platform.browser('10.0.0.1').login({ username: staff.username, password: 'wrong 1' }),
    ).toMatchObject(refused)
    const inside = await platform.browser('192.168.7.20').login({ username: staff.username, password })
    expect(inside.body).toEqual({ status: 'authenticated' })
    await setMerchant(100010001, { allowedIps: ['10.0.0.0/8'] })
    expect((await staff.browser.get('/metadata')).status).toBe(200)
    await setMerchant(100010000, { allowedIps: [] })
    await setMerchant(100010001, { allowedIps: [] })
  })
})

it('keeps demo logins out where there is no demo', async () => {
  const serious = await identityApp({ config: { demo: false } })
  try {
    const { username } = await serious.addUser({ demo: true })
    expect(await serious.browser().login({ username, password })).toMatchObject(refused)
  } finally {
    await serious.close()
  }
})
