import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '@signalbox/model/calls/index'
import type { Answer, Browser } from '../identity/testing/browser.ts'
import { brand, group, usersApp, type UsersApp } from './testing/users-app.ts'

const sibling = 100010002
const foreign = 100020000

let platform: UsersApp
beforeAll(async () => {
  platform = await usersApp()
})
afterAll(() => platform.close())

type Act = (browser: Browser, id: string) => Promise<Answer>

const operation =
  (name: string, body: object = {}): Act =>
  (browser, id) =>
    browser.post(`/user/${id}/${name}`, body)

/** Every call that acts on somebody's account, by the name it is declared with. A new one belongs here too. */
const acts: Readonly<Record<string, Act>> = {
  'PUT /user/{id}': (browser, id) => browser.put(`/user/${id}`, { version: 1, jobTitle: 'Mine' }),
  'DELETE /user/{id}': (browser, id) => browser.delete(`/user/${id}`),
  'POST /user/{id}/enable': operation('enable'),
  'POST /user/{id}/disable': operation('disable', { reason: 'because' }),
  'POST /user/{id}/unlock': operation('unlock'),
  'POST /user/{id}/send-reset-link': operation('send-reset-link'),
  'POST /user/{id}/revoke-sessions': operation('revoke-sessions'),
  'POST /user/{id}/add-role': operation('add-role', { role: 'RULES' }),
  'POST /user/{id}/remove-role': operation('remove-role', { role: 'AGENT' }),
  'POST /user/{id}/force-password-reset': operation('force-password-reset'),
  'POST /user/{id}/force-authenticator': operation('force-authenticator'),
  'POST /user/{id}/force-security-key': operation('force-security-key'),
  'POST /user/{id}/confirm-email': operation('confirm-email'),
  'POST /user/bulk': (browser, id) =>
    browser.post('/user/bulk', { operation: 'send-reset-link', ids: [{ id }] }),
  'DELETE /user/{id}/session/{sessionId}': (browser, id) => browser.delete(`/user/${id}/session/${id}`),
  'DELETE /user/{id}/security-key/{keyId}': (browser, id) => browser.delete(`/user/${id}/security-key/${id}`),
  'DELETE /user/{id}/password-link': (browser, id) => browser.delete(`/user/${id}/password-link`),
  'POST /role-grant/bulk': (browser, id) =>
    browser.post('/role-grant/bulk', { operation: 'confirm', ids: [{ id: `${id}:AGENT` }] }),
  'POST /role-grant/{id}/confirm': (browser, id) => browser.post(`/role-grant/${id}:AGENT/confirm`),
  'POST /role-grant/{id}/revoke': (browser, id) =>
    browser.post(`/role-grant/${id}:AGENT/revoke`, { reason: 'because' }),
}

const actsOnSomebody = (key: string): boolean =>
  /^(POST|PUT|DELETE) \/(user|role-grant)(\/|$)/.test(key) && key !== 'POST /user'

/** The code a call, or the only row of a bulk call, was refused with. */
const refusalOf = ({ body }: Answer): string | undefined => body.results?.[0]?.code ?? body.code

it('every declared call that acts on an account is tried here', () => {
  expect(Object.keys(acts).toSorted()).toEqual(
    allCalls
      .map(({ key }) => key)
      .filter(actsOnSomebody)
      .toSorted(),
  )
})

describe('whoever acts on an account', () => {
  it.each(Object.keys(acts))('serves every merchant it reaches: %s', async (key) => {
    const admin = await platform.as(['MERCHANT_ADMIN'], { merchantId: brand })
    for (const merchants of [[brand, sibling], [foreign]]) {
      const { id } = await platform.person(['AGENT'], { merchantId: brand, merchants })
      const answer = await acts[key]?.(admin, id)
      expect(answer && refusalOf(answer), answer?.text).toBe('NOT_GRANTABLE')
      const row = await platform.db
        .selectFrom('backofficeUser')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ version: 1, state: 'ACTIVE', merchants })
    }
  })

  it.each(Object.keys(acts))('could give every role it holds: %s', async (key) => {
    const admin = await platform.as(['MERCHANT_ADMIN'], { merchantId: group })
    const { id } = await platform.person(['AGENT', 'GDPR_ADMIN'], { merchantId: brand })
    const answer = await acts[key]?.(admin, id)
    expect(answer && refusalOf(answer), answer?.text).toBe('NOT_GRANTABLE')
  })

  it('serves them although one is closed to its own staff', async () => {
    const admin = await platform.as(['MERCHANT_ADMIN'], { merchantId: group })
    const { id } = await platform.person(['AGENT'], { merchantId: brand, merchants: [brand, sibling] })
    const close = (state: string) =>
      platform.db.updateTable('merchant').set({ state }).where('id', '=', sibling).execute()
    await close('CLOSED')
    expect((await admin.post(`/user/${id}/unlock`)).status).toBe(200)
    await close('TEST')
  })
})

describe('the address of somebody else', () => {
  it('changes when a second person confirms it, and links go to the old one until then', async () => {
    const [one, two] = [
      await platform.as(['MERCHANT_ADMIN'], { merchantId: brand }),
      await platform.as(['MERCHANT_ADMIN'], { merchantId: group }),
    ]
    const { id, username } = await platform.person(['AGENT'], { merchantId: brand })
    const email = `moved.${username}@mail.example`
    const asked = await one.put(`/user/${id}`, { version: 1, email, jobTitle: 'Agent' })
    expect(asked.body, asked.text).toMatchObject({
      email: `${username}@mail.example`,
      pendingEmail: email,
      jobTitle: 'Agent',
    })
    await platform.mails()
    await one.post(`/user/${id}/send-reset-link`)
    expect((await platform.mails())[0]?.to).toBe(`${username}@mail.example`)
    expect((await one.post(`/user/${id}/confirm-email`)).body.code).toBe('FOUR_EYES')
    const confirmed = await two.post(`/user/${id}/confirm-email`)
    expect(confirmed.body, confirmed.text).toMatchObject({ email, pendingEmail: null })
    expect((await platform.mails()).map(({ to }) => to)).toContain(`${username}@mail.example`)
    expect((await two.post(`/user/${id}/confirm-email`)).body.code).toBe('INVALID_STATE')
  })

  it('is taken back by entering the present one, and not confirmed once somebody else has it', async () => {
    const [one, two] = [
      await platform.as(['MERCHANT_ADMIN'], { merchantId: brand }),
      await platform.as(['MERCHANT_ADMIN'], { merchantId: brand }),
    ]
    const { id, username } = await platform.person(['AGENT'], { merchantId: brand })
    const email = `wanted.${username}@mail.example`
    await one.put(`/user/${id}`, { version: 1, email })
    const back = await one.put(`/user/${id}`, { version: 2, email: `${username}@mail.example` })
    expect(back.body).toMatchObject({ pendingEmail: null })
    await one.put(`/user/${id}`, { version: 3, email })
    const other = await platform.person(['AGENT'], { merchantId: brand, username: `wanted.${username}` })
    expect((await two.post(`/user/${id}/confirm-email`)).body.code).toBe('DUPLICATE')
    expect(other.id).not.toBe(id)
  })

  it('of somebody who never came is corrected at once', async () => {
    const admin = await platform.as(['MERCHANT_ADMIN'], { merchantId: brand })
    const { id } = await platform.person(['AGENT'], { merchantId: brand, state: 'INVITED', password: null })
    const email = `typo.${id}@mail.example`
    const corrected = await admin.put(`/user/${id}`, { version: 1, email })
    expect(corrected.body, corrected.text).toMatchObject({ email, pendingEmail: null })
  })
})
