import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handlers as userHandlers } from '../user/routes.ts'
import { codeAt } from './testing/authenticator-app.ts'
import type { Browser } from './testing/browser.ts'
import { identityApp, password, type IdentityApp } from './testing/identity-app.ts'
import { SoftwareKey } from './testing/software-key.ts'

let platform: IdentityApp
beforeAll(async () => {
  platform = await identityApp({ moreHandlers: (deps) => userHandlers(deps.config, deps, deps) })
})
afterAll(() => platform.close())
beforeEach(async () => {
  platform.clock.now = new Date(platform.clock.now.getTime() + 3_600_000)
  await platform.mails()
})

const fresh = 'a brand new pass 1'

/** Who was told what since the last look. */
const told = async () => (await platform.mails()).map(({ to, template, view }) => ({ to, template, view }))
const addressOf = ({ username }: { username: string }) => `${username}@mail.example`

async function addAuthenticator(browser: Browser): Promise<void> {
  const { secret } = (await browser.post('/me/security/authenticator/begin')).body
  await browser.post('/me/security/authenticator/confirm', { code: await codeAt(secret, platform.clock.now) })
}

describe('a sign-in', () => {
  it('is told about when it comes from a device not seen before, with where it came from', async () => {
    const person = await platform.signedIn()
    expect(await told()).toEqual([])
    await platform.browser('192.0.2.44').send(
      'POST',
      '/login',
      { username: person.username, password },
      {
        headers: { 'user-agent': 'Firefox on a train' },
      },
    )
    expect(await told()).toEqual([
      {
        to: addressOf(person),
        template: 'LoginAlert',
        view: {
          user: { username: person.username, displayName: 'Anna Berg' },
          occasion: {
            at: platform.clock.now.toISOString(),
            ip: '192.0.2.44',
            device: 'Firefox on a train',
          },
        },
      },
    ])
  })

  it('is not told about when the device is known, wherever it is', async () => {
    const person = await platform.signedIn()
    const moved = platform.browser('198.51.100.9')
    for (const [name, value] of person.browser.cookies) moved.cookies.set(name, value)
    expect((await moved.login({ username: person.username, password })).status).toBe(200)
    expect(await told()).toEqual([])
  })

  it('that fails is not told about', async () => {
    const person = await platform.signedIn()
    await platform.browser().login({ username: person.username, password: 'wrong password 1' })
    expect(await told()).toEqual([])
  })
})

describe('a new password', () => {
  it('is told about when its owner chose it', async () => {
    const person = await platform.signedIn()
    const given = { currentPassword: password, newPassword: fresh }
    expect((await person.browser.post('/me/security/password', given)).status).toBe(200)
    expect(await told()).toMatchObject([{ to: addressOf(person), template: 'PasswordChanged' }])
  })

  it('is told about when somebody had a link, and not when there was none before', async () => {
    const [known, invited] = [
      await platform.addUser(),
      await platform.addUser({ password: null, state: 'INVITED' }),
    ]
    for (const person of [known, invited]) {
      await platform.browser().step('forgot', { username: person.username })
      const [mail] = await platform.mails()
      const token = String(mail?.view.link).split('reset=')[1]
      expect((await platform.browser().step('reset', { token, password: fresh })).status).toBe(200)
      const expected = person === known ? [{ to: addressOf(known), template: 'PasswordChanged' }] : []
      expect(await told()).toMatchObject(expected)
    }
  })
})

describe('a second factor', () => {
  it('is told about when it comes and when it goes', async () => {
    const person = await platform.signedIn()
    await addAuthenticator(person.browser)
    const key = new SoftwareKey()
    const options = (await person.browser.post('/me/security/security-key/begin')).body
    await person.browser.post('/me/security/security-key/confirm', {
      response: key.create(options),
      name: 'Blue',
    })
    await person.browser.post('/me/security/recovery-codes')
    await person.browser.delete('/me/security/authenticator')
    const mails = await told()
    expect(mails.map(({ template, view }) => [template, view.factor])).toEqual([
      ['SecondFactorAdded', 'TOTP'],
      ['SecondFactorAdded', 'SECURITY_KEY'],
      ['SecondFactorAdded', 'RECOVERY_CODES'],
      ['SecondFactorRemoved', 'TOTP'],
    ])
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([addressOf(person)]))
  })

  it('is told about when an administrator takes it, without saying where they are', async () => {
    const person = await platform.signedIn()
    await addAuthenticator(person.browser)
    const admin = (await platform.signedIn({ roles: ['OPERATOR_ADMIN'] })).browser
    await platform.mails()
    expect((await admin.post(`/user/${person.id}/force-authenticator`)).status).toBe(200)
    expect(await told()).toMatchObject([
      {
        to: addressOf(person),
        template: 'SecondFactorRemoved',
        view: { factor: 'TOTP', occasion: { ip: null, device: null } },
      },
    ])
    expect((await admin.post(`/user/${person.id}/force-security-key`)).status).toBe(200)
    expect(await told()).toEqual([])
  })
})

it('another address is told about at the old one', async () => {
  const admin = (await platform.signedIn({ roles: ['OPERATOR_ADMIN'] })).browser
  const move = async (person: { id: string }) => {
    const { version } = (await admin.get(`/user/${person.id}`)).body
    const moved = await admin.put(`/user/${person.id}`, { version, email: `moved.${person.id}@mail.example` })
    expect(moved.status).toBe(200)
  }
  const person = await platform.addUser({ demo: true })
  await move(person)
  expect(await told()).toEqual([])
  const second = (await platform.signedIn({ roles: ['OPERATOR_ADMIN'] })).browser
  expect((await second.post(`/user/${person.id}/confirm-email`)).status).toBe(200)
  expect(await told()).toMatchObject([{ to: addressOf(person), template: 'EmailChanged' }])
  await move(await platform.addUser({ demo: true, state: 'INVITED' }))
  expect(await told()).toEqual([])
})
