import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeAt } from './testing/authenticator-app.ts'
import type { Browser } from './testing/browser.ts'
import { identityApp, password, type IdentityApp } from './testing/identity-app.ts'
import { SoftwareKey } from './testing/software-key.ts'

let platform: IdentityApp
beforeAll(async () => {
  platform = await identityApp()
})
afterAll(() => platform.close())
beforeEach(() => later(60))

const later = (minutes: number) => {
  platform.clock.now = new Date(platform.clock.now.getTime() + minutes * 60_000)
}
const fresh = 'a brand new pass 1'

/** Two browsers of one person, the first of which works. */
async function twoBrowsers() {
  const person = await platform.signedIn()
  const other = platform.browser('10.0.0.2')
  await other.login({ username: person.username, password })
  return { ...person, other }
}

async function addAuthenticator(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await browser.post('/me/security/authenticator/begin')).body
  const code = await codeAt(secret, platform.clock.now)
  const { recoveryCodes } = (await browser.post('/me/security/authenticator/confirm', { code })).body
  return { secret, recoveryCodes }
}

describe('profile', () => {
  it('is read and changed with a version, and only in its own fields', async () => {
    const { browser, username } = await platform.signedIn()
    const before = (await browser.get('/me')).body
    expect(before).toMatchObject({ username, displayName: null, roles: ['AGENT'], homeMerchantId: 1000 })
    const saved = await browser.put('/me', {
      version: before.version,
      displayName: 'Anna B.',
      phone: '+46 70 123',
    })
    expect(saved.body).toMatchObject({
      displayName: 'Anna B.',
      phone: '+46 70 123',
      version: before.version + 1,
    })
    expect((await browser.get('/metadata')).body.user.displayName).toBe('Anna B.')
    expect((await browser.put('/me', { version: before.version, jobTitle: 'Boss' })).status).toBe(409)
    expect(
      (await browser.put('/me', { version: saved.body.version, roles: ['OPERATOR_ADMIN'] })).status,
    ).toBe(422)
    expect(
      (await browser.put('/me', { version: saved.body.version, phone: 'call me' })).body.fields[0].field,
    ).toBe('phone')
  })
})

describe('password', () => {
  it('changes with the current one, ends the other sessions and renews this one', async () => {
    const { browser, other, username } = await twoBrowsers()
    const old = browser.cookies.get('signalbox-session') ?? ''
    const wrong = await browser.post('/me/security/password', {
      currentPassword: 'wrong',
      newPassword: fresh,
    })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } })
    const changed = await browser.post('/me/security/password', {
      currentPassword: password,
      newPassword: fresh,
    })
    expect(changed.body).toEqual({ done: true })
    expect((await browser.get('/metadata')).status).toBe(200)
    expect((await other.get('/metadata')).status).toBe(401)
    const thief = platform.browser()
    thief.cookies.set('signalbox-session', old)
    expect((await thief.get('/metadata')).status).toBe(401)
    expect((await platform.browser().login({ username, password: fresh })).status).toBe(200)
    expect((await platform.audited('PASSWORD_CHANGED')).at(-1)).toMatchObject({ entityLabel: username })
  })

  it('is kept within the rules, in words for its field', async () => {
    const { browser } = await platform.signedIn()
    const answer = await browser.post('/me/security/password', {
      currentPassword: password,
      newPassword: 'signalbox 2026',
    })
    expect(answer.body.fields[0]).toMatchObject({ field: 'newPassword', code: 'PASSWORD' })
  })

  it('cannot be guessed with a stolen session', async () => {
    const { browser } = await platform.signedIn()
    for (let i = 0; i < 6; i++) await browser.post('/me/step-up', { password: `guess number ${i}` })
    expect((await browser.post('/me/step-up', { password })).status).toBe(401)
  })
})

describe('factors', () => {
  it('need a proof of identity that is at most five minutes old', async () => {
    const { browser } = await platform.signedIn()
    later(5)
    const calls: (() => Promise<{ status: number; body: { code: string } }>)[] = [
      () => browser.post('/me/security/authenticator/begin'),
      () => browser.post('/me/security/authenticator/confirm', { code: '123456' }),
      () => browser.delete('/me/security/authenticator'),
      () => browser.post('/me/security/security-key/begin'),
      () => browser.delete('/me/security/security-key/x'),
      () => browser.post('/me/security/recovery-codes'),
    ]
    for (const call of calls) expect(await call()).toMatchObject({ status: 401, body: { code: 'STEP_UP' } })
    const old = browser.cookies.get('signalbox-session')
    expect((await browser.post('/me/step-up', { password })).status).toBe(200)
    expect(browser.cookies.get('signalbox-session')).not.toBe(old)
    expect((await browser.post('/me/security/authenticator/begin')).status).toBe(200)
    expect((await browser.get('/me/security')).body.confirmedUntil).toBe(
      new Date(platform.clock.now.getTime() + 5 * 60_000).toISOString(),
    )
  })

  it('are asked for by the proof of whoever has one, each answer once', async () => {
    const { browser } = await platform.signedIn()
    const { secret, recoveryCodes } = await addAuthenticator(browser)
    later(6)
    const prove = (factor: object) => browser.post('/me/step-up', { password, ...factor })
    const replace = () => browser.post('/me/security/authenticator/begin')
    const missing = await prove({})
    expect(missing.body.fields, missing.text).toEqual([
      { field: 'code', code: 'REQUIRED', message: 'Your second factor is required too' },
    ])
    expect((await prove({ code: '000000' })).body.code).toBe('INVALID_CODE')
    expect((await prove({ recoveryCode: 'aaaa-aaaa-aaaa' })).body.code).toBe('INVALID_CODE')
    const code = await codeAt(secret, platform.clock.now)
    const wrongPassword = await browser.post('/me/step-up', { password: 'wrong', code })
    expect(wrongPassword.body.code).toBe('INVALID_CREDENTIALS')
    expect((await replace()).body.code).toBe('STEP_UP')
    expect((await prove({ code })).status).toBe(200)
    expect((await replace()).status).toBe(200)
    later(6)
    expect((await prove({ code })).body.code).toBe('INVALID_CODE')
    expect((await prove({ recoveryCode: recoveryCodes[0] })).status).toBe(200)
    later(6)
    expect((await prove({ recoveryCode: recoveryCodes[0] })).body.code).toBe('INVALID_CODE')
  })

  it('include the key in the proof, with a challenge that is good once', async () => {
    const { browser } = await platform.signedIn()
    const key = new SoftwareKey()
    const options = (await browser.post('/me/security/security-key/begin')).body
    const name = 'Blue'
    await browser.post('/me/security/security-key/confirm', { response: key.create(options), name })
    later(6)
    const challenge = await browser.post('/me/step-up/security-key')
    expect(challenge.status, challenge.text).toBe(200)
    const stranger = new SoftwareKey().get(challenge.body)
    expect((await browser.post('/me/step-up', { password, response: stranger })).body.code).toBe(
      'INVALID_CODE',
    )
    const response = key.get(challenge.body)
    const proven = await browser.post('/me/step-up', { password, response })
    expect(proven.status, proven.text).toBe(200)
    expect((await browser.post('/me/step-up', { password, response })).body.code).toBe('INVALID_CODE')
  })

  it('are proven in the middle of an enrolment, which goes on after it', async () => {
    const { browser } = await platform.signedIn()
    const [blue, red] = [new SoftwareKey(), new SoftwareKey()]
    const begin = async () => (await browser.post('/me/security/security-key/begin')).body
    const confirm = async (response: unknown, name: string) =>
      browser.post('/me/security/security-key/confirm', { response, name })
    await confirm(blue.create(await begin()), 'Blue')
    const options = await begin()
    later(6)
    const challenge = (await browser.post('/me/step-up/security-key')).body
    const proven = await browser.post('/me/step-up', { password, response: blue.get(challenge) })
    expect(proven.status, proven.text).toBe(200)
    const registered = await confirm(red.create(options), 'Red')
    expect(registered.status, registered.text).toBe(200)
    expect((await confirm(red.create(options), 'Again')).body.code).toBe('INVALID_CODE')
  })

  it('are asked for before the password changes, which would otherwise be a proof by itself', async () => {
    const { browser } = await platform.signedIn()
    const { recoveryCodes } = await addAuthenticator(browser)
    later(6)
    const change = () =>
      browser.post('/me/security/password', { currentPassword: password, newPassword: fresh })
    expect((await change()).body.code).toBe('STEP_UP')
    await browser.post('/me/step-up', { password, recoveryCode: recoveryCodes[0] })
    expect((await change()).status).toBe(200)
  })

  it('cannot be guessed with a stolen session and the password', async () => {
    const { browser } = await platform.signedIn()
    const { recoveryCodes } = await addAuthenticator(browser)
    later(6)
    for (let i = 0; i < 6; i++) await browser.post('/me/step-up', { password, code: `00000${i}` })
    const right = await browser.post('/me/step-up', { password, recoveryCode: recoveryCodes[0] })
    expect(right.status).toBe(401)
  })

  it('are added, asked for at the next login, and end the other sessions', async () => {
    const { browser, other, username } = await twoBrowsers()
    const { recoveryCodes } = await addAuthenticator(browser)
    expect(recoveryCodes).toHaveLength(10)
    expect((await other.get('/metadata')).status).toBe(401)
    expect((await browser.get('/me/security')).body).toMatchObject({
      authenticator: { lastUsedAt: null },
      recoveryCodesLeft: 10,
    })
    expect((await platform.browser().login({ username, password })).body.status).toBe('totp')
  })

  it('take an old authenticator out when a new one comes', async () => {
    const { browser, username } = await platform.signedIn()
    const first = await addAuthenticator(browser)
    const second = await addAuthenticator(browser)
    expect(second.recoveryCodes).toBeUndefined()
    later(1)
    const visitor = platform.browser()
    await visitor.login({ username, password })
    const old = await visitor.step('totp', { code: await codeAt(first.secret, platform.clock.now) })
    expect(old.status).toBe(401)
    expect(
      (await visitor.step('totp', { code: await codeAt(second.secret, platform.clock.now) })).status,
    ).toBe(200)
  })

  it('include keys, each with a name of its own, and let them go again', async () => {
    const { browser } = await platform.signedIn()
    const add = async (name: string) => {
      const options = (await browser.post('/me/security/security-key/begin')).body
      const response = new SoftwareKey().create(options)
      return browser.post('/me/security/security-key/confirm', { response, name })
    }
    expect((await add('Blue')).body.recoveryCodes).toHaveLength(10)
    expect((await add('Blue')).body.fields[0].message).toBe('You already have a key with this name')
    expect((await add('Red')).body.recoveryCodes).toBeUndefined()
    const { securityKeys } = (await browser.get('/me/security')).body
    expect(securityKeys.map(({ name }: { name: string }) => name)).toEqual(['Blue', 'Red'])
    expect((await browser.delete(`/me/security/security-key/${securityKeys[0].id}`)).body).toEqual({
      done: true,
    })
    expect((await browser.delete(`/me/security/security-key/${securityKeys[0].id}`)).status).toBe(404)
    expect((await browser.get('/me/security')).body.securityKeys).toHaveLength(1)
  })

  it('cannot all be removed, except by a demo login', async () => {
    const demo = await platform.signedIn()
    await addAuthenticator(demo.browser)
    expect((await demo.browser.delete('/me/security/authenticator')).status).toBe(200)
    expect((await platform.browser().login({ username: demo.username, password })).body.status).toBe(
      'authenticated',
    )

    const { username } = await platform.addUser()
    const browser = platform.browser()
    await browser.login({ username, password })
    const { secret } = (await browser.step('required-action/authenticator/begin')).body
    const code = await codeAt(secret, platform.clock.now)
    await browser.step('required-action/authenticator/confirm', { code })
    const refused = await browser.delete('/me/security/authenticator')
    expect(refused).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect((await browser.get('/me/security')).body.authenticator).not.toBeNull()
  })

  it('give new recovery codes in place of the old', async () => {
    const { browser, username } = await platform.signedIn()
    expect((await browser.post('/me/security/recovery-codes')).status).toBe(409)
    const { recoveryCodes } = await addAuthenticator(browser)
    const renewed = (await browser.post('/me/security/recovery-codes')).body.recoveryCodes
    const visitor = platform.browser()
    await visitor.login({ username, password })
    expect((await visitor.step('recovery-code', { code: recoveryCodes[0] })).status).toBe(401)
    expect((await visitor.step('recovery-code', { code: renewed[0] })).status).toBe(200)
  })

  it('leave no secret in the audit log or among the kept answers', async () => {
    const { browser } = await platform.signedIn()
    const { secret, recoveryCodes } = await addAuthenticator(browser)
    const audit = await platform.db.selectFrom('auditEntry').selectAll().execute()
    const operations = await platform.db.selectFrom('operation').selectAll().execute()
    const kept = JSON.stringify([audit, operations])
    expect(kept).not.toContain(secret)
    for (const code of recoveryCodes) expect(kept).not.toContain(code)
    expect(kept).not.toContain(password)
  })
})

describe('sessions', () => {
  it('are listed and ended one by one or all but this one', async () => {
    const { browser, other, username } = await twoBrowsers()
    const third = platform.browser('10.0.0.3')
    await third.login({ username, password })
    const { sessions } = (await browser.get('/me/security')).body
    expect(sessions.map(({ ip }: { ip: string }) => ip).sort()).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3'])
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    const { id } = sessions.find(({ ip }: { ip: string }) => ip === '10.0.0.2')
    await browser.delete(`/me/security/session/${id}`)
    expect((await other.get('/metadata')).status).toBe(401)
    await browser.delete('/me/security/session')
    expect((await third.get('/metadata')).status).toBe(401)
    expect((await browser.get('/metadata')).status).toBe(200)
    expect((await platform.audited('SESSION_REVOKED')).length).toBeGreaterThanOrEqual(2)
  })

  it('of other people cannot be ended', async () => {
    const mine = await platform.signedIn()
    const theirs = await platform.signedIn()
    const { sessions } = (await theirs.browser.get('/me/security')).body
    expect((await mine.browser.delete(`/me/security/session/${sessions[0].id}`)).status).toBe(404)
    expect((await theirs.browser.get('/metadata')).status).toBe(200)
  })
})
