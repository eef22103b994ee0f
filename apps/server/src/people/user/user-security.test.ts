import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../identity/testing/browser.ts'
import { password } from '../identity/testing/identity-app.ts'
import { insertKey } from '../identity/factor-store.ts'
import { brand, group, usersApp, type UsersApp } from './testing/users-app.ts'

let platform: UsersApp
let admin: Browser & { readonly userId: string }
beforeAll(async () => {
  platform = await usersApp()
})
afterAll(() => platform.close())
beforeEach(async () => {
  admin = await platform.as(['OPERATOR_ADMIN', 'MERCHANT_ADMIN'])
})

const securityOf = async (id: string, browser: Browser = admin) =>
  (await browser.get(`/user/${id}/security`)).body

/** Registered as far as the database knows; only a browser could use it. */
async function addKey(owner: { id: string; merchantId: number }): Promise<string> {
  const id = randomUUID()
  const key = { id, credentialId: id, publicKey: Buffer.from(id), counter: 0, transports: [], name: 'Blue' }
  await insertKey(platform.db, { merchantId: owner.merchantId, userId: owner.id }, key, platform.clock.now)
  return id
}

describe('sessions of a person', () => {
  it('are listed with where they come from, and ended one by one', async () => {
    const person = await platform.signedIn({ merchantId: brand })
    const second = platform.browser('10.9.9.9')
    await second.login({ username: person.username, password })
    const { sessions } = await securityOf(person.id)
    expect(sessions.map(({ ip, current }: { ip: string; current: boolean }) => ({ ip, current }))).toEqual(
      expect.arrayContaining([
        { ip: '10.9.9.9', current: false },
        { ip: '10.0.0.1', current: false },
      ]),
    )
    const there = sessions.find(({ ip }: { ip: string }) => ip === '10.9.9.9')
    expect((await admin.delete(`/user/${person.id}/session/${there.id}`)).status).toBe(200)
    expect((await second.get('/metadata')).status).toBe(401)
    expect((await person.browser.get('/metadata')).status).toBe(200)
    expect((await admin.delete(`/user/${person.id}/session/${there.id}`)).status).toBe(404)
    expect((await platform.audited('REVOKE_SESSION')).at(-1)).toMatchObject({ entityLabel: person.username })
  })

  it('are not ended through somebody else, nor from another merchant, nor by the helpdesk at an operator', async () => {
    const [one, other] = [await platform.signedIn({ merchantId: brand }), await platform.signedIn()]
    const [session] = (await securityOf(one.id)).sessions
    expect((await admin.delete(`/user/${other.id}/session/${session.id}`)).status).toBe(404)
    const elsewhere = await platform.as(['MERCHANT_ADMIN'], { merchantId: 100020000 })
    expect((await elsewhere.get(`/user/${one.id}/security`)).status).toBe(404)
    expect((await elsewhere.delete(`/user/${one.id}/session/${session.id}`)).status).toBe(404)
    const helpdesk = await platform.as(['MERCHANT_USER_ENABLE'])
    const [mine] = (await securityOf(admin.userId, helpdesk)).sessions
    const refused = await helpdesk.delete(`/user/${admin.userId}/session/${mine.id}`)
    expect(refused.body.code).toBe('NOT_GRANTABLE')
    expect((await helpdesk.delete(`/user/${one.id}/session/${session.id}`)).status).toBe(200)
  })
})

describe('second factors of a person', () => {
  it('are named without anything one could use', async () => {
    const person = await platform.signedIn()
    await addKey(person)
    const answer = await admin.get(`/user/${person.id}/security`)
    expect(answer.body).toMatchObject({
      authenticator: null,
      securityKeys: [{ name: 'Blue', lastUsedAt: null }],
      recoveryCodesLeft: 0,
      lockedUntil: null,
    })
    expect(answer.text).not.toMatch(/publicKey|credentialId|tokenHash|secret/)
  })

  it('lose one key, but not the last factor', async () => {
    const person = await platform.signedIn({ merchantId: group })
    const [lost, kept] = [await addKey(person), await addKey(person)]
    expect((await admin.delete(`/user/${person.id}/security-key/${lost}`)).status).toBe(200)
    expect((await person.browser.get('/metadata')).status).toBe(401)
    expect((await platform.mails()).at(-1)).toMatchObject({
      template: 'SecondFactorRemoved',
      view: { factor: 'SECURITY_KEY', user: { username: person.username } },
    })
    expect((await admin.get(`/user/${person.id}`)).body).toMatchObject({
      twoFactor: ['SECURITY_KEY'],
      version: 2,
    })
    const last = await admin.delete(`/user/${person.id}/security-key/${kept}`)
    expect(last.body).toMatchObject({ code: 'INVALID_STATE' })
    expect((await securityOf(person.id)).securityKeys).toHaveLength(1)
    expect((await admin.delete(`/user/${person.id}/security-key/${lost}`)).status).toBe(404)
    expect((await admin.delete(`/user/${admin.userId}/security-key/${kept}`)).body.code).toBe('SELF_CHANGE')
    const merchantAdmin = await platform.as(['MERCHANT_ADMIN'])
    const superior = await platform.person(['GDPR_ADMIN'])
    const refused = await merchantAdmin.delete(`/user/${superior.id}/security-key/${kept}`)
    expect(refused.body.code).toBe('NOT_GRANTABLE')
  })
})

describe('a mailed link', () => {
  it('is seen until it is used up, and can be withdrawn', async () => {
    const { id, username } = await platform.person(['AGENT'])
    expect((await securityOf(id)).linkExpiresAt).toBeNull()
    await admin.post(`/user/${id}/send-reset-link`)
    expect((await securityOf(id)).linkExpiresAt).toBe('2026-03-02T08:30:00.000Z')
    const mails = await platform.mails()
    const token = String(mails.at(-1)?.view.link).split('reset=')[1]
    expect((await admin.delete(`/user/${id}/password-link`)).status).toBe(200)
    const used = await platform.browser().step('reset', { token, password: 'a brand new pass 1' })
    expect(used.status).toBe(422)
    const again = await admin.delete(`/user/${id}/password-link`)
    expect(again.body).toMatchObject({
      code: 'INVALID_STATE',
      message: `No link of ${username} is valid any more.`,
    })
  })
})

describe('the record', () => {
  it('says who made, disabled and last let in a person', async () => {
    const { id } = await platform.person(['AGENT'])
    const { username } = (await admin.get('/metadata')).body.user
    const disabled = await admin.post(`/user/${id}/disable`, { reason: 'Left the company' })
    expect(disabled.body).toMatchObject({
      disabledBy: username,
      disabledAt: '2026-03-02T08:00:00.000Z',
      disabledReason: 'Left the company',
    })
    const enabled = await admin.post(`/user/${id}/enable`)
    expect(enabled.body).toMatchObject({ disabledBy: null, disabledAt: null })
  })

  it('is found by home merchant and by the merchants it is limited to', async () => {
    const home = await platform.person(['AGENT'], { merchantId: brand })
    const limited = await platform.person(['AGENT'], { merchantId: group, merchants: [brand] })
    const other = await platform.person(['AGENT'], { merchantId: group })
    const { items } = (await admin.get(`/user?merchants=${brand}&limit=1000`)).body
    const found = items.map((item: { id: string }) => item.id)
    expect(found).toEqual(expect.arrayContaining([home.id, limited.id]))
    expect(found).not.toContain(other.id)
  })
})
