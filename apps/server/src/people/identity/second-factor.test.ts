import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeAt } from './testing/authenticator-app.ts'
import { identityApp, password, type IdentityApp } from './testing/identity-app.ts'
import { SoftwareKey } from './testing/software-key.ts'

let platform: IdentityApp
beforeAll(async () => {
  platform = await identityApp()
})
afterAll(() => platform.close())
beforeEach(() => later(3600))

const later = (seconds: number) => {
  platform.clock.now = new Date(platform.clock.now.getTime() + seconds * 1000)
}

async function enrolled() {
  const { username, id } = await platform.addUser()
  const browser = platform.browser()
  await browser.login({ username, password })
  const { secret } = (await browser.step('required-action/authenticator/begin')).body
  const code = await codeAt(secret, platform.clock.now)
  const { recoveryCodes } = (await browser.step('required-action/authenticator/confirm', { code })).body
  return { username, id, secret, code, recoveryCodes: recoveryCodes as string[] }
}

/** A browser that has given the password. */
async function half(username: string) {
  const browser = platform.browser()
  const { body } = await browser.login({ username, password })
  return { browser, answer: body }
}

describe('authenticator', () => {
  it('is asked for, taken once, and closes the door until then', async () => {
    const { username, secret } = await enrolled()
    later(60)
    const { browser, answer } = await half(username)
    expect(answer).toEqual({ status: 'totp', alternatives: ['recovery-code'] })
    expect((await browser.get('/metadata')).status).toBe(401)
    const code = await codeAt(secret, platform.clock.now)
    expect((await browser.step('totp', { code })).body).toEqual({ status: 'authenticated' })

    const replay = await half(username)
    expect((await replay.browser.step('totp', { code })).body.code).toBe('INVALID_CODE')
    later(30)
    expect((await replay.browser.step('totp', { code })).body.code).toBe('INVALID_CODE')
    const next = await codeAt(secret, platform.clock.now)
    expect((await replay.browser.step('totp', { code: next })).status).toBe(200)
  })

  it('does not take the code of the enrolment again', async () => {
    const { username, code } = await enrolled()
    const { browser } = await half(username)
    expect((await browser.step('totp', { code })).status).toBe(401)
  })

  it('lets one of five logins in that bring the same code at the same moment', async () => {
    const { username, secret } = await enrolled()
    later(60)
    const browsers = []
    for (let i = 0; i < 5; i++) browsers.push((await half(username)).browser)
    const code = await codeAt(secret, platform.clock.now)
    const answers = await Promise.all(browsers.map((browser) => browser.step('totp', { code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.each([
    [-60, 401],
    [-30, 200],
    [30, 200],
    [60, 401],
  ])('takes a clock that is %i seconds off with %i', async (seconds, status) => {
    const { username, secret } = await enrolled()
    later(300)
    const { browser } = await half(username)
    const code = await codeAt(secret, new Date(platform.clock.now.getTime() + seconds * 1000))
    expect((await browser.step('totp', { code })).status).toBe(status)
  })

  it('is stored sealed', async () => {
    const { id, secret } = await enrolled()
    const rows = await platform.db
      .withTables<{ userTotp: { userId: string; secret: string } }>()
      .selectFrom('userTotp')
      .select('secret')
      .where('userId', '=', id)
      .execute()
    expect(rows[0]?.secret).toMatch(/^v1\./)
    expect(rows[0]?.secret).not.toContain(secret)
  })
})

describe('recovery codes', () => {
  it('work once each, however they are typed', async () => {
    const { username, recoveryCodes } = await enrolled()
    const [first = '', second = ''] = recoveryCodes
    const { browser } = await half(username)
    const typed = ` ${first.toUpperCase().replace('-', ' ')} `
    expect((await browser.step('recovery-code', { code: typed })).body).toEqual({ status: 'authenticated' })
    expect(await platform.audited('RECOVERY_CODE_USED')).toHaveLength(1)
    const again = await half(username)
    expect((await again.browser.step('recovery-code', { code: first })).body.code).toBe('INVALID_CODE')
    expect((await again.browser.step('recovery-code', { code: second })).status).toBe(200)
    const overview = await again.browser.get('/me/security')
    expect(overview.body.recoveryCodesLeft).toBe(8)
  })

  it('lets one of two in that use the same code at the same moment', async () => {
    const { username, recoveryCodes } = await enrolled()
    const browsers = [(await half(username)).browser, (await half(username)).browser]
    const code = recoveryCodes[0]
    const answers = await Promise.all(browsers.map((browser) => browser.step('recovery-code', { code })))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401])
  })
})

describe('security keys', () => {
  async function withKey() {
    const { username } = await platform.addUser({ requiredActions: ['SECURITY_KEY'] })
    const browser = platform.browser()
    const first = await browser.login({ username, password })
    expect(first.body).toEqual({ status: 'required-action', action: 'SECURITY_KEY' })
    const key = new SoftwareKey()
    const options = (await browser.step('required-action/security-key/begin')).body
    const response = key.create(options)
    const answer = await browser.step('required-action/security-key/confirm', { response, name: 'Blue key' })
    return { username, key, answer, response }
  }

  it('are enrolled when required and then asked for first', async () => {
    const { username, key, answer } = await withKey()
    expect(answer.body.next).toEqual({ status: 'authenticated' })
    expect(answer.body.recoveryCodes).toHaveLength(10)
    const { browser, answer: asked } = await half(username)
    expect(asked).toEqual({ status: 'security-key', alternatives: ['recovery-code'] })
    const options = (await browser.step('security-key/options')).body
    expect(options.allowCredentials).toMatchObject([{ id: key.id.toString('base64url') }])
    const entered = await browser.step('security-key', { response: key.get(options) })
    expect(entered.body).toEqual({ status: 'authenticated' })
    expect((await browser.get('/me/security')).body.securityKeys).toMatchObject([{ name: 'Blue key' }])
  })

  it('do not take an answer twice, to another challenge, for another site, or from another key', async () => {
    const { username, key } = await withKey()
    const { browser } = await half(username)
    const options = (await browser.step('security-key/options')).body
    const old = key.get(options)
    const fresh = (await browser.step('security-key/options')).body
    const refused = [
      old,
      new SoftwareKey().get(fresh),
      { ...new SoftwareKey('http://evil.example').get(fresh), id: key.id.toString('base64url') },
      { ...old, response: {} },
    ]
    for (const response of refused) {
      expect((await browser.step('security-key', { response })).body.code).toBe('INVALID_CODE')
    }
    const good = key.get(fresh)
    expect((await browser.step('security-key', { response: good })).status).toBe(200)
    const other = await half(username)
    await other.browser.step('security-key/options')
    expect((await other.browser.step('security-key', { response: good })).status).toBe(401)
  })

  it('are refused with a hint where the console is opened by number', async () => {
    const { username } = await platform.addUser({ requiredActions: ['SECURITY_KEY'] })
    const browser = platform.browser()
    await browser.login({ username, password })
    const headers = { host: '127.0.0.1:3000' }
    const answer = await browser.send('POST', '/login/required-action/security-key/begin', undefined, {
      headers,
    })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain('http://localhost:3000')
  })
})
