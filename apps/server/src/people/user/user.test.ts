import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '@signalbox/model/access/roles'
import { identityApp, password, type IdentityApp, type NewUser } from '../identity/testing/identity-app.ts'
import type { Browser } from '../identity/testing/browser.ts'
import { handlers } from './routes.ts'

let platform: IdentityApp
let admin: Browser
let mailWorks = true
beforeAll(async () => {
  platform = await identityApp({
    moreHandlers: (deps) => handlers(deps.config, deps, deps),
    mailIsReachable: () => Promise.resolve(mailWorks),
  })
})
afterAll(() => platform.close())
beforeEach(async () => {
  platform.clock.now = new Date(platform.clock.now.getTime() + 3_600_000)
  admin = (await platform.signedIn({ roles: ['OPERATOR_ADMIN', 'MERCHANT_ADMIN'] })).browser
  mailWorks = true
  await platform.mails()
})

const group = 100010000
const brand = 100010001

let count = 0
const newUser = (values: Record<string, unknown> = {}) => {
  const username = `new.user${++count}`
  return {
    username,
    firstName: 'Nils',
    lastName: 'Holm',
    email: `${username}@mail.example`,
    roles: ['AGENT'],
    requiredActions: ['AUTHENTICATOR'],
    ...values,
  }
}

const asRoles = async (roles: Role[], more: NewUser = {}) =>
  (await platform.signedIn({ roles, ...more })).browser

async function edit(browser: Browser, id: string, change: Record<string, unknown>) {
  const { version } = (await admin.get(`/user/${id}`)).body
  return browser.put(`/user/${id}`, { version, ...change })
}

describe('a new user', () => {
  it('is invited by a mail with a link that sets the password', async () => {
    const values = newUser()
    const created = await admin.post(`/user?merchantId=${brand}`, values)
    expect(created).toMatchObject({
      status: 200,
      body: { state: 'INVITED', merchantId: brand, twoFactor: [] },
    })
    const [mail] = await platform.mails()
    expect(mail).toMatchObject({
      template: 'Welcome',
      to: values.email,
      merchantId: brand,
      view: { user: { displayName: 'Nils Holm' }, expiresMinutes: 1440 },
    })
    const link = String(mail?.view.link)
    expect(created.text).not.toContain(link.split('reset=')[1])
    const browser = platform.browser()
    const chosen = 'my first own pass 1'
    await browser.step('reset', { token: link.split('reset=')[1], password: chosen })
    const login = await browser.login({ username: values.username, password: chosen })
    expect(login.body).toEqual({ status: 'required-action', action: 'AUTHENTICATOR' })
  })

  it.each([[[]], [['RESET_PASSWORD']]])(
    'needs a second factor among its actions, not %j',
    async (requiredActions) => {
      const answer = await admin.post('/user', newUser({ requiredActions }))
      expect(answer).toMatchObject({
        status: 422,
        body: {
          fields: [
            {
              field: 'requiredActions',
              message: 'Two-Factor Authentication is required, please select one of the first two options',
            },
          ],
        },
      })
    },
  )

  it('keeps name and address to itself', async () => {
    const values = newUser()
    const { id } = (await admin.post('/user', values)).body
    const sameName = await admin.post('/user', newUser({ username: values.username }))
    expect(sameName).toMatchObject({ status: 409, body: { fields: [{ field: 'username' }] } })
    const sameAddress = await admin.post('/user', newUser({ email: values.email.toUpperCase() }))
    expect(sameAddress).toMatchObject({ status: 409, body: { fields: [{ field: 'email' }] } })
    expect((await admin.delete(`/user/${id}`)).status).toBe(200)
    expect((await admin.post('/user', newUser({ username: values.username }))).status).toBe(409)
    expect((await admin.post('/user', newUser({ email: values.email }))).status).toBe(200)
  })

  it('is refused what it may not be given', async () => {
    const bad = { 'Please add at least one role': { roles: [] }, 'Invalid email': { email: 'x' } }
    for (const [message, values] of Object.entries(bad)) {
      expect((await admin.post('/user', newUser(values))).body.fields[0].message).toBe(message)
    }
    expect((await admin.post('/user', newUser({ state: 'ACTIVE' }))).body.fields[0].code).toBe(
      'UNKNOWN_FIELD',
    )
    expect((await admin.post('/user', newUser({ merchants: null, contactTypes: null }))).status).toBeLessThan(
      500,
    )
  })
})

describe('granting', () => {
  it('is limited to what the granter may give, adding and removing alike', async () => {
    const merchantAdmin = await asRoles(['MERCHANT_ADMIN'], { merchantId: group })
    const refused = await merchantAdmin.post('/user', newUser({ roles: ['AGENT', 'AUDIT_VIEWER'] }))
    expect(refused).toMatchObject({ status: 403, body: { code: 'NOT_GRANTABLE', refs: ['AUDIT_VIEWER'] } })
    expect((await merchantAdmin.post('/user', newUser({ roles: ['OPERATOR_ADMIN'] }))).status).toBe(403)
    expect((await merchantAdmin.post('/user', newUser({ roles: ['FIRST_APPROVER'] }))).status).toBe(200)
    const { id } = await platform.addUser({ merchantId: group, roles: ['AGENT', 'GDPR_ADMIN'], demo: true })
    expect((await edit(merchantAdmin, id, { roles: ['AGENT'] })).body.code).toBe('NOT_GRANTABLE')
    const { id: peer } = await platform.addUser({ merchantId: group, roles: ['AGENT'], demo: true })
    expect((await edit(merchantAdmin, peer, { roles: ['RULES'] })).status).toBe(200)
  })

  it('does not open a way around: address and factors of a superior are out of reach', async () => {
    const merchantAdmin = await asRoles(['MERCHANT_ADMIN'])
    const { id } = await platform.addUser({ roles: ['OPERATOR_ADMIN'], demo: true })
    expect((await edit(merchantAdmin, id, { email: 'mine@mail.example' })).body.code).toBe('NOT_GRANTABLE')
    expect((await edit(merchantAdmin, id, { jobTitle: 'Head' })).body.code).toBe('NOT_GRANTABLE')
    for (const operation of ['disable', 'send-reset-link', 'revoke-sessions', 'force-authenticator']) {
      const answer = await merchantAdmin.post(`/user/${id}/${operation}`, { reason: 'because' })
      expect(answer.body.code, operation).toBe('NOT_GRANTABLE')
    }
    expect((await merchantAdmin.delete(`/user/${id}`)).body.code).toBe('NOT_GRANTABLE')
  })

  it('asks for a note when two roles should be two people', async () => {
    const { id } = await platform.addUser({ roles: ['FIRST_APPROVER'], demo: true })
    const roles = ['FIRST_APPROVER', 'SECOND_APPROVER']
    expect((await edit(admin, id, { roles })).body.fields).toEqual([
      {
        field: 'note',
        code: 'TOXIC_PAIR',
        message: 'First approver and Second approver together need a note',
      },
    ])
    expect((await edit(admin, id, { roles, note: 'Holiday cover' })).status).toBe(200)
    expect((await edit(admin, id, { jobTitle: 'Cover' })).status).toBe(200)
    const { items } = (await admin.get(`/user/${id}/history`)).body
    expect(items.map(({ note }: { note: string | null }) => note)).toContain('Holiday cover')
  })

  it('stays within the merchants of the granter', async () => {
    const merchantAdmin = await asRoles(['MERCHANT_ADMIN'], { merchantId: group })
    const foreign = await merchantAdmin.post('/user', newUser({ merchants: [brand, 100020000] }))
    expect(foreign.body.fields).toEqual([
      { field: 'merchants', code: 'OUT_OF_SCOPE', message: 'Outside your own merchants: 100020000' },
    ])
    expect((await merchantAdmin.post('/user', newUser({ merchants: [brand] }))).status).toBe(200)
    const elsewhere = await platform.addUser({ merchantId: 100020000 })
    expect((await merchantAdmin.get(`/user/${elsewhere.id}`)).status).toBe(404)
    expect((await merchantAdmin.put(`/user/${elsewhere.id}`, { version: 1, jobTitle: 'x' })).status).toBe(404)
  })

  it('without merchants opens all of the hierarchy from the home merchant down', async () => {
    const { browser, id } = await platform.signedIn({ merchantId: group, merchants: [brand] })
    const opened = async () =>
      (await browser.get('/metadata')).body.merchants.map((merchant: { id: number }) => merchant.id)
    expect(await opened()).toEqual([brand])
    expect((await edit(admin, id, { merchants: [] })).body.merchants).toEqual([])
    expect(await opened()).toEqual([group, brand, 100010002])
  })

  it('is not for oneself', async () => {
    const self = await platform.signedIn({ roles: ['OPERATOR_ADMIN'] })
    expect((await edit(self.browser, self.id, { roles: ['OPERATOR_ADMIN', 'RULES'] })).body.code).toBe(
      'SELF_CHANGE',
    )
    expect((await edit(self.browser, self.id, { merchants: [brand] })).body.code).toBe('SELF_CHANGE')
    for (const operation of ['enable', 'disable', 'unlock', 'force-security-key']) {
      const answer = await self.browser.post(`/user/${self.id}/${operation}`, { reason: 'because' })
      expect(answer.body.code, operation).toBe('SELF_CHANGE')
    }
    expect((await self.browser.delete(`/user/${self.id}`)).body.code).toBe('SELF_CHANGE')
    expect((await edit(self.browser, self.id, { jobTitle: 'Operator' })).status).toBe(200)
  })

  it('leaves the helpdesk its five operations and no edit', async () => {
    const helpdesk = await asRoles(['MERCHANT_USER_ENABLE'])
    const { id } = await platform.addUser({ roles: ['RULES_ADMIN'], demo: true })
    expect((await helpdesk.post(`/user/${id}/disable`, { reason: 'Left' })).status).toBe(200)
    expect((await helpdesk.post(`/user/${id}/enable`)).status).toBe(200)
    expect((await helpdesk.post(`/user/${id}/send-reset-link`)).status).toBe(200)
    expect((await helpdesk.post(`/user/${id}/force-authenticator`)).status).toBe(403)
    expect((await edit(helpdesk, id, { jobTitle: 'x' })).status).toBe(403)
    expect((await helpdesk.post('/user', newUser())).status).toBe(403)
  })
})

describe('a proof of identity of the last five minutes', () => {
  const minutesLater = (minutes: number) => {
    platform.clock.now = new Date(platform.clock.now.getTime() + minutes * 60_000)
  }

  it('is asked for before anybody is given a way in or more than they have', async () => {
    const { id } = await platform.addUser({
      demo: true,
      roles: ['AGENT', 'RULES'],
      merchants: [brand, group],
    })
    const values = newUser()
    const sensitive: [string, () => ReturnType<Browser['post']>][] = [
      ['a new user', () => admin.post('/user', values)],
      ['another role', () => edit(admin, id, { roles: ['AGENT', 'RULES', 'KYC'] })],
      ['another merchant', () => edit(admin, id, { merchants: [brand, group, 100010002] })],
      ['all merchants', () => edit(admin, id, { merchants: [] })],
      ['another address', () => edit(admin, id, { email: `${id}@mail.example` })],
      ['other required actions', () => edit(admin, id, { requiredActions: ['RESET_PASSWORD'] })],
      ['a new authenticator', () => admin.post(`/user/${id}/force-authenticator`)],
      ['a new key', () => admin.post(`/user/${id}/force-security-key`)],
      ['one more role', () => admin.post(`/user/${id}/add-role`, { role: 'RULES_ADMIN' })],
      ['a new password', () => admin.post(`/user/${id}/force-password-reset`)],
      [
        'one more role of many',
        () =>
          admin.post('/user/bulk', {
            operation: 'add-role',
            ids: [{ id }],
            params: { role: 'IIN' },
          }),
      ],
      [
        'new keys of many',
        () => admin.post('/user/bulk', { operation: 'force-security-key', ids: [{ id }] }),
      ],
    ]
    minutesLater(6)
    const before = (await admin.get(`/user/${id}`)).body
    for (const [what, call] of sensitive) {
      expect(await call(), what).toMatchObject({ status: 401, body: { code: 'STEP_UP' } })
    }
    expect((await admin.get(`/user/${id}`)).body).toEqual(before)
    expect((await admin.get(`/user?keyword=${values.username}`)).body.total).toBe(0)
    expect((await admin.post('/me/step-up', { password })).status).toBe(200)
    for (const [what, call] of sensitive) expect((await call()).status, what).toBe(200)
  })

  it('is not asked for by changes that open nothing, nor before a refusal that no password lifts', async () => {
    const { id } = await platform.addUser({ demo: true, roles: ['AGENT', 'RULES'] })
    const merchantAdmin = await asRoles(['MERCHANT_ADMIN'])
    minutesLater(6)
    expect((await edit(admin, id, { jobTitle: 'Agent' })).status).toBe(200)
    expect((await edit(admin, id, { roles: ['AGENT'], merchants: [brand] })).status).toBe(200)
    const { id: other } = await platform.addUser({ demo: true, roles: ['AGENT', 'RULES'] })
    expect((await admin.post(`/role-grant/${other}:RULES/confirm`)).status).toBe(200)
    expect((await admin.post(`/role-grant/${other}:RULES/revoke`, { reason: 'Left' })).status).toBe(200)
    expect((await admin.post(`/user/${id}/disable`, { reason: 'Left' })).status).toBe(200)
    expect((await edit(merchantAdmin, id, { roles: ['GDPR_ADMIN'] })).body.code).toBe('NOT_GRANTABLE')
    expect((await merchantAdmin.post('/user', newUser({ roles: [] }))).status).toBe(422)
  })
})

describe('existing users', () => {
  it('without a factor must be asked for one, demo logins aside', async () => {
    const { id } = await platform.addUser()
    expect((await edit(admin, id, { jobTitle: 'Agent' })).body.fields[0].field).toBe('requiredActions')
    expect((await edit(admin, id, { jobTitle: 'Agent', requiredActions: ['SECURITY_KEY'] })).status).toBe(200)
    const demo = await platform.addUser({ demo: true })
    expect((await edit(admin, demo.id, { jobTitle: 'Agent', requiredActions: [] })).status).toBe(200)
  })

  it('share no primary contact within a merchant', async () => {
    const first = await platform.addUser({ merchantId: brand, demo: true })
    const second = await platform.addUser({ merchantId: brand, demo: true })
    const contactTypes = ['PRIMARY_FINANCIAL', 'COMMERCIAL']
    expect((await edit(admin, first.id, { contactTypes })).status).toBe(200)
    expect((await edit(admin, second.id, { contactTypes })).body.fields).toEqual([
      {
        field: 'contactTypes',
        code: 'DUPLICATE',
        message: `Primary financial contact is already ${first.username}`,
      },
    ])
    expect((await edit(admin, second.id, { contactTypes: ['COMMERCIAL'] })).status).toBe(200)
    expect((await edit(admin, first.id, { contactTypes: [] })).status).toBe(200)
    expect((await edit(admin, second.id, { contactTypes })).status).toBe(200)
  })

  it('lose their sessions with a role or a merchant, and keep them when they gain one', async () => {
    const person = await platform.signedIn({ merchantId: group, roles: ['AGENT'] })
    const reach = async () => (await person.browser.get('/metadata')).status
    expect((await edit(admin, person.id, { roles: ['AGENT', 'RULES'] })).status).toBe(200)
    expect(await reach()).toBe(200)
    expect((await edit(admin, person.id, { roles: ['RULES'] })).status).toBe(200)
    expect(await reach()).toBe(401)
    await person.browser.login({ username: person.username, password })
    expect(await reach()).toBe(200)
    await edit(admin, person.id, { merchants: [brand] })
    expect(await reach()).toBe(401)
  })

  it('are disabled with a reason, out at once, and come back when enabled', async () => {
    const person = await platform.signedIn()
    expect((await admin.post(`/user/${person.id}/disable`, {})).body.fields[0].field).toBe('reason')
    const disabled = await admin.post(`/user/${person.id}/disable`, { reason: 'Left the company' })
    expect(disabled.body).toMatchObject({ state: 'DISABLED', disabledReason: 'Left the company' })
    expect((await person.browser.get('/metadata')).status).toBe(401)
    expect((await platform.browser().login({ username: person.username, password })).status).toBe(401)
    expect((await admin.post(`/user/${person.id}/disable`, { reason: 'again' })).body.code).toBe(
      'INVALID_STATE',
    )
    const enabled = await admin.post(`/user/${person.id}/enable`)
    expect(enabled.body).toMatchObject({ state: 'ACTIVE', disabledReason: null })
    expect((await person.browser.get('/metadata')).status).toBe(401)
    expect((await platform.browser().login({ username: person.username, password })).status).toBe(200)
  })

  it('are unlocked by hand', async () => {
    const { id, username } = await platform.addUser({ demo: true })
    for (let i = 0; i < 6; i++)
      await platform.browser(`10.1.0.${i}`).login({ username, password: 'wrong pass 1' })
    expect((await admin.get(`/user/${id}`)).body).toMatchObject({ state: 'LOCKED', failedAttempts: 6 })
    expect((await admin.post(`/user/${id}/unlock`)).body).toMatchObject({
      state: 'INVITED',
      failedAttempts: 0,
    })
    expect((await platform.browser().login({ username, password })).status).toBe(200)
  })

  it('get a link by mail only, and nothing when mail is down', async () => {
    const { id, username } = await platform.addUser({ demo: true })
    mailWorks = false
    const failed = await admin.post(`/user/${id}/send-reset-link`)
    expect(failed).toMatchObject({
      status: 502,
      body: { code: 'MAIL_FAILED', message: 'Failed to send password reset link.' },
    })
    expect(await platform.mails()).toEqual([])
    mailWorks = true
    const sent = await admin.post(`/user/${id}/send-reset-link`)
    expect(sent.status).toBe(200)
    const [mail] = await platform.mails()
    expect(mail).toMatchObject({ template: 'PasswordReset', to: `${username}@mail.example` })
    expect(sent.text).not.toContain('reset=')
    const disabled = await platform.addUser({ state: 'DISABLED' })
    expect((await admin.post(`/user/${disabled.id}/send-reset-link`)).body.code).toBe('INVALID_STATE')
  })

  it('have no use for a link that went to their old address', async () => {
    const { id } = await platform.addUser({ demo: true })
    await admin.post(`/user/${id}/send-reset-link`)
    const [mail] = await platform.mails()
    expect((await edit(admin, id, { email: `moved.${id}@mail.example` })).status).toBe(200)
    const second = await asRoles(['OPERATOR_ADMIN'])
    expect((await second.post(`/user/${id}/confirm-email`)).status).toBe(200)
    const token = String(mail?.view.link).split('reset=')[1]
    expect((await platform.browser().step('reset', { token, password: 'a brand new pass 1' })).status).toBe(
      422,
    )
  })

  it('start over with a new factor when told to', async () => {
    const person = await platform.signedIn()
    await person.browser.post('/me/security/authenticator/begin')
    const forced = await admin.post(`/user/${person.id}/force-authenticator`)
    expect(forced.body).toMatchObject({ requiredActions: ['AUTHENTICATOR'], twoFactor: [] })
    expect((await person.browser.get('/metadata')).status).toBe(401)
    const login = await platform.browser().login({ username: person.username, password })
    expect(login.body).toEqual({ status: 'required-action', action: 'AUTHENTICATOR' })
  })

  it('are gone after a delete, but stay on record', async () => {
    const person = await platform.signedIn({ merchantId: brand })
    expect((await admin.delete(`/user/${person.id}?note=Left`)).body).toEqual({
      id: person.id,
      deleted: true,
    })
    expect((await person.browser.get('/metadata')).status).toBe(401)
    expect((await platform.browser().login({ username: person.username, password })).status).toBe(401)
    const find = async (query: string) =>
      (await admin.get(`/user?${query}&keyword=${person.username}`)).body.total
    expect(await find('merchants=')).toBe(0)
    expect(await find('state=DELETED')).toBe(1)
    expect((await edit(admin, person.id, { jobTitle: 'Ghost' })).body.code).toBe('INVALID_STATE')
    expect((await admin.post(`/user/${person.id}/enable`)).body.code).toBe('INVALID_STATE')
    expect((await admin.get(`/user/${person.id}/history`)).body.items[0].changeType).toBe('DELETE')
  })

  it('are found by what they lack', async () => {
    const dormant = await platform.addUser({ lastLogin: new Date('2025-01-01T00:00:00Z') })
    const names = async (query: string) =>
      (await admin.get(`/user?limit=1000&${query}`)).body.items.map(
        ({ username }: { username: string }) => username,
      )
    expect(await names('inactive=true')).toEqual([dormant.username])
    expect(await names('inactive=false')).not.toContain(dormant.username)
    expect(await names('neverLoggedIn=true')).not.toContain(dormant.username)
    expect(await names('neverLoggedIn=false')).toContain(dormant.username)
    expect(await names('noTwoFactor=true')).toContain(dormant.username)
    expect(await names('noTwoFactor=false')).toEqual([])
  })
})
