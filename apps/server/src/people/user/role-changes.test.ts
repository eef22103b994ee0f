import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BulkResult } from '@signalbox/model/field/resource'
import type { Browser } from '../identity/testing/browser.ts'
import { brand, group, usersApp, type UsersApp } from './testing/users-app.ts'

let platform: UsersApp
beforeAll(async () => {
  platform = await usersApp()
})
afterAll(() => platform.close())

let admin: Browser & { readonly userId: string }
beforeEach(async () => {
  await platform.db.updateTable('backofficeUser').set({ state: 'DELETED' }).execute()
  admin = await platform.as(['OPERATOR_ADMIN', 'MERCHANT_ADMIN'])
})

async function bulk(
  browser: Browser,
  operation: string,
  ids: readonly string[],
  params: Record<string, unknown>,
): Promise<BulkResult[]> {
  const answer = await browser.post('/user/bulk', { operation, ids: ids.map((id) => ({ id })), params })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.results
}

describe('a role given to one person', () => {
  it('is added to the others, with the reason in history and log', async () => {
    const { id } = await platform.person(['AGENT'])
    const given = await admin.post(`/user/${id}/add-role`, { role: 'KYC', reason: 'New duties' })
    expect(given).toMatchObject({ status: 200, body: { roles: ['AGENT', 'KYC'], version: 2 } })
    const { items } = (await admin.get(`/user/${id}/history`)).body
    expect(items[0]).toMatchObject({ version: 2, note: 'New duties' })
    const entry = await platform.db
      .selectFrom('auditEntry')
      .select(['diff', 'note', 'changeType'])
      .where('entityId', '=', id)
      .where('action', '=', 'ADD_ROLE')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ note: 'New duties', changeType: 'UPDATE' })
    expect(JSON.stringify(entry.diff)).toContain('KYC')
  })

  it('must be one, and one the person does not hold', async () => {
    const { id, username } = await platform.person(['AGENT'])
    for (const body of [{}, { role: 'GOD' }, { role: 'KYC', rank: 1 }]) {
      expect((await admin.post(`/user/${id}/add-role`, body)).status, JSON.stringify(body)).toBe(422)
    }
    const again = await admin.post(`/user/${id}/add-role`, { role: 'AGENT' })
    expect(again.body).toMatchObject({ code: 'INVALID_STATE', message: `${username} already has Agent.` })
    const stale = await admin.post(`/user/${id}/add-role`, { role: 'KYC', version: 7 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT', current: { id } } })
    expect(await platform.rolesOf(id)).toEqual(['AGENT'])
  })

  it('takes a second factor, had or asked for', async () => {
    const bare = await platform.addUser({ roles: ['AGENT'] })
    const refused = await admin.post(`/user/${bare.id}/add-role`, { role: 'KYC' })
    expect(refused.body.fields[0].message).toBe(
      'Two-Factor Authentication is required, please select one of the first two options',
    )
    const asked = await platform.addUser({ roles: ['AGENT'], requiredActions: ['SECURITY_KEY'] })
    expect((await admin.post(`/user/${asked.id}/add-role`, { role: 'KYC' })).status).toBe(200)
  })
})

describe('a role taken from one person', () => {
  it('ends their sessions', async () => {
    const person = await platform.signedIn({ roles: ['AGENT', 'KYC'] })
    expect((await admin.post(`/user/${person.id}/remove-role`, { role: 'KYC' })).status).toBe(200)
    expect((await person.browser.get('/metadata')).status).toBe(401)
  })

  it('is never the last one', async () => {
    const { id } = await platform.person(['AGENT'])
    const refused = await admin.post(`/user/${id}/remove-role`, { role: 'AGENT' })
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'roles', message: 'Please add at least one role' }] },
    })
  })
})

describe('many at once', () => {
  it('have each their own result, and who is refused keeps what they had', async () => {
    const plain = await platform.person(['AGENT'])
    const already = await platform.person(['AGENT', 'SECOND_APPROVER'])
    const toxic = await platform.person(['FIRST_APPROVER'])
    const gone = await platform.person(['AGENT'], { state: 'DELETED' })
    const ids = [plain.id, already.id, toxic.id, gone.id, admin.userId, 'nobody']
    const results = await bulk(admin, 'add-role', ids, { role: 'SECOND_APPROVER' })
    expect(results).toEqual([
      { id: plain.id, ok: true, version: 2 },
      {
        id: already.id,
        ok: false,
        code: 'INVALID_STATE',
        message: `${already.username} already has Second approver.`,
      },
      {
        id: toxic.id,
        ok: false,
        code: 'INVALID',
        message: 'First approver and Second approver together need a note',
      },
      { id: gone.id, ok: false, code: 'INVALID_STATE', message: `${gone.username} is deleted.` },
      {
        id: admin.userId,
        ok: false,
        code: 'SELF_CHANGE',
        message: 'You cannot change your own roles, merchants or state.',
      },
      { id: 'nobody', ok: false, code: 'NOT_FOUND', message: 'Not found.' },
    ])
    expect(await platform.rolesOf(toxic.id)).toEqual(['FIRST_APPROVER'])
    const withReason = await bulk(admin, 'add-role', [toxic.id], {
      role: 'SECOND_APPROVER',
      reason: 'Night shift',
    })
    expect(withReason[0]?.ok).toBe(true)
    const [noted] = (await platform.audited('BULK_ADD_ROLE')).slice(-1)
    expect(noted).toMatchObject({ entityLabel: '1 record', result: 'OK' })
  })

  it('are refused together when the operation is unknown, half told or not the caller’s', async () => {
    const { id } = await platform.person(['AGENT'])
    const ids = [{ id }]
    const unknown = await admin.post('/user/bulk', { operation: 'promote', ids })
    expect(unknown).toMatchObject({ status: 422, body: { fields: [{ field: 'operation' }] } })
    const untold = await admin.post('/user/bulk', { operation: 'add-role', ids })
    expect(untold).toMatchObject({ status: 422, body: { fields: [{ field: 'role' }] } })
    const helpdesk = await platform.as(['MERCHANT_USER_ENABLE'])
    const params = { role: 'KYC' }
    expect((await helpdesk.post('/user/bulk', { operation: 'add-role', ids, params })).status).toBe(403)
    expect(await platform.rolesOf(id)).toEqual(['AGENT'])
  })

  it('cannot be given what the granter may not give, nor be reached outside the merchants', async () => {
    const merchantAdmin = await platform.as(['MERCHANT_ADMIN'], { merchantId: group })
    const own = await platform.person(['AGENT'], { merchantId: brand })
    const foreign = await platform.person(['AGENT'], { merchantId: 100020000 })
    const results = await bulk(merchantAdmin, 'add-role', [own.id, foreign.id], { role: 'GDPR_ADMIN' })
    expect(results).toMatchObject([
      { code: 'NOT_GRANTABLE', message: 'You cannot grant or remove: GDPR admin.' },
      { code: 'NOT_FOUND' },
    ])
    const allowed = await bulk(merchantAdmin, 'add-role', [own.id, foreign.id], { role: 'KYC' })
    expect(allowed.map(({ ok }) => ok)).toEqual([true, false])
  })

  it('never lose the last administrator, not even when two people take the role from each other', async () => {
    const people = [
      await platform.person(['MERCHANT_ADMIN', 'AGENT'], { merchantId: brand }),
      await platform.person(['MERCHANT_ADMIN', 'AGENT'], { merchantId: brand }),
    ]
    const operator = await platform.as(['OPERATOR_ADMIN'])
    await platform.db
      .updateTable('backofficeUser')
      .set({ roles: ['OPERATOR_ADMIN'] })
      .where('id', '=', admin.userId)
      .execute()
    const ids = people.map(({ id }) => id)
    const role = { role: 'MERCHANT_ADMIN' }
    const answers = await Promise.all([
      bulk(admin, 'remove-role', ids, role),
      bulk(operator, 'remove-role', ids.toReversed(), role),
    ])
    const results = answers.flat()
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.some(({ code }) => code === 'LAST_ADMIN')).toBe(true)
    const left = await Promise.all(ids.map((id) => platform.rolesOf(id)))
    expect(left.filter((roles) => roles.includes('MERCHANT_ADMIN'))).toHaveLength(1)
  })

  it('get a role once when two people give it at the same moment', async () => {
    const { id } = await platform.person(['AGENT'])
    const other = await platform.as(['OPERATOR_ADMIN'])
    const params = { role: 'KYC' }
    const answers = await Promise.all([
      bulk(admin, 'add-role', [id], params),
      bulk(other, 'add-role', [id], params),
    ])
    expect(answers.flat().filter(({ ok }) => ok)).toHaveLength(1)
    expect(await platform.rolesOf(id)).toEqual(['AGENT', 'KYC'])
  })
})

describe('a new password', () => {
  it('is asked for at the next login, and every session ends', async () => {
    const person = await platform.signedIn()
    const forced = await admin.post(`/user/${person.id}/force-password-reset`)
    expect(forced.body).toMatchObject({ requiredActions: ['RESET_PASSWORD'] })
    expect((await person.browser.get('/metadata')).status).toBe(401)
    const self = await admin.post(`/user/${admin.userId}/force-password-reset`)
    expect(self.body.code).toBe('SELF_CHANGE')
  })
})
