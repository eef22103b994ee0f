import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identityApp, password, type IdentityApp } from './testing/identity-app.ts'

let platform: IdentityApp
beforeAll(async () => {
  platform = await identityApp()
})
afterAll(() => platform.close())
beforeEach(async () => {
  later(120)
  await platform.mails()
})

const later = (minutes: number) => {
  platform.clock.now = new Date(platform.clock.now.getTime() + minutes * 60_000)
}
/** Also for throttles, which go by the database's clock. */
const anHourPasses = async () => {
  later(60)
  await sql`update login_throttle set window_ends_at = window_ends_at - interval '1 hour'`.execute(
    platform.db,
  )
}
const fresh = 'a brand new pass 1'

async function mailedToken(username: string): Promise<string> {
  await platform.browser().step('forgot', { username })
  const mail = (await platform.mails()).findLast(({ view }) => 'link' in view)
  return String(mail?.view.link).split('/signalbox/login#reset=')[1] ?? ''
}

const reset = (token: string, chosen = fresh) => platform.browser().step('reset', { token, password: chosen })

describe('asking for a link', () => {
  it('answers the same for everybody, and writes a mail only to people who exist', async () => {
    const { username } = await platform.addUser()
    const disabled = await platform.addUser({ state: 'DISABLED' })
    const answers = []
    for (const name of [username, `${username}@mail.example`, 'nobody-here', disabled.username]) {
      answers.push((await platform.browser().step('forgot', { username: name })).text)
    }
    expect(new Set(answers).size).toBe(1)
    const mails = await platform.mails()
    expect(mails.map(({ to, template }) => [to, template])).toEqual([
      [`${username}@mail.example`, 'PasswordReset'],
      [`${username}@mail.example`, 'PasswordReset'],
    ])
    expect(mails[0]?.view).toMatchObject({ user: { username, displayName: 'Anna Berg' }, expiresMinutes: 30 })
    expect(answers[0]).not.toContain('token')
  })

  it('does not fill a mailbox', async () => {
    const { username } = await platform.addUser()
    for (let i = 0; i < 8; i++) await platform.browser(`10.3.0.${i}`).step('forgot', { username })
    expect(await platform.mails()).toHaveLength(3)
  })
})

describe('using a link', () => {
  it('works once, ends all sessions and does not sign in', async () => {
    const person = await platform.signedIn()
    const token = await mailedToken(person.username)
    const visitor = platform.browser()
    expect((await visitor.step('reset', { token, password: fresh })).status).toBe(200)
    expect((await visitor.get('/metadata')).status).toBe(401)
    expect((await person.browser.get('/metadata')).status).toBe(401)
    expect((await reset(token, 'yet another pass 2')).body).toMatchObject({
      code: 'INVALID',
      message: 'This link is no longer valid. Request a new one.',
    })
    expect((await platform.browser().login({ username: person.username, password })).status).toBe(401)
    expect((await platform.browser().login({ username: person.username, password: fresh })).status).toBe(200)
  })

  it('works once also for two who use it at the same moment', async () => {
    const { username } = await platform.addUser()
    const token = await mailedToken(username)
    const answers = await Promise.all([reset(token), reset(token, 'yet another pass 2')])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
  })

  it('ends after thirty minutes', async () => {
    const { username } = await platform.addUser()
    const token = await mailedToken(username)
    later(30)
    expect((await reset(token)).status).toBe(422)
  })

  it('ends when a newer one is asked for', async () => {
    const { username } = await platform.addUser()
    const token = await mailedToken(username)
    await mailedToken(username)
    expect((await reset(token)).status).toBe(422)
  })

  it('is not used up by a password that is refused', async () => {
    const { username } = await platform.addUser()
    const token = await mailedToken(username)
    const short = await reset(token, 'short1')
    expect(short.body.fields).toContainEqual({
      field: 'password',
      code: 'PASSWORD',
      message: 'Must be at least 12 characters long',
    })
    expect((await reset(token, password)).body.fields).toEqual([
      { field: 'password', code: 'PASSWORD_USED', message: 'Must not be one of your last 4 passwords' },
    ])
    expect((await reset(token)).status).toBe(200)
  })

  it('lifts the lock: whoever reads the mail is the person', async () => {
    const { username } = await platform.addUser({ demo: true })
    for (let i = 0; i < 6; i++)
      await platform.browser(`10.4.0.${i}`).login({ username, password: 'wrong pass 1' })
    expect((await platform.browser().login({ username, password })).status).toBe(401)
    expect((await reset(await mailedToken(username))).status).toBe(200)
    expect((await platform.browser().login({ username, password: fresh })).status).toBe(200)
  })

  it('is worth nothing once the person is disabled', async () => {
    const { username, id } = await platform.addUser()
    const token = await mailedToken(username)
    await platform.db.updateTable('backofficeUser').set({ state: 'DISABLED' }).where('id', '=', id).execute()
    expect((await reset(token)).status).toBe(422)
  })

  it('refuses the last four passwords and takes the fifth', async () => {
    const { username } = await platform.addUser()
    const chosen = ['first choice 11', 'second choice 22', 'third choice 33']
    for (const each of chosen) {
      await anHourPasses()
      expect((await reset(await mailedToken(username), each)).status).toBe(200)
    }
    await anHourPasses()
    const token = await mailedToken(username)
    for (const each of [password, ...chosen]) expect((await reset(token, each)).status).toBe(422)
    expect((await reset(token, 'fourth choice 44')).status).toBe(200)
    await anHourPasses()
    expect((await reset(await mailedToken(username), password)).status).toBe(200)
  })
})
