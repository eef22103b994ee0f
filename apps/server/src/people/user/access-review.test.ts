import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RecordOf } from '@signalbox/model/field/entity'
import type { roleGrant } from '@signalbox/model/entities/role-grant'
import type { Browser } from '../identity/testing/browser.ts'
import { brand, group, useOf, usersApp, type UsersApp } from './testing/users-app.ts'

type Grant = RecordOf<typeof roleGrant>

let platform: UsersApp
beforeAll(async () => {
  platform = await usersApp()
})
afterAll(() => platform.close())

let admin: Browser & { readonly userId: string }
beforeEach(async () => {
  platform.clock.now = new Date('2026-03-02T08:00:00.000Z')
  await platform.db.updateTable('backofficeUser').set({ state: 'DELETED' }).execute()
  admin = await platform.as(['OPERATOR_ADMIN', 'MERCHANT_ADMIN'])
})

const laterBy = (days: number) => {
  platform.clock.now = new Date(platform.clock.now.getTime() + days * 24 * 3_600_000)
}
/** Sessions do not last as long as a review; the reviewer signs in again. */
const nextQuarter = async () => {
  laterBy(40)
  admin = await platform.as(['OPERATOR_ADMIN', 'MERCHANT_ADMIN'])
}
const grants = async (query: string, browser: Browser = admin): Promise<Grant[]> => {
  const answer = await browser.get(`/role-grant?limit=1000&${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items
}
const idsOf = (items: readonly Grant[]) => items.map(({ id }) => id)

describe('the list of grants', () => {
  it('has one line for every role of everybody in sight', async () => {
    const { id, username } = await platform.person(['AGENT', 'KYC'], { merchantId: brand })
    const found = await grants(`userId=${id}`)
    expect(found.map(({ role }) => role).sort()).toEqual(['AGENT', 'KYC'])
    expect(found[0]).toMatchObject({
      username,
      name: 'Anna Berg',
      merchantId: brand,
      state: 'ACTIVE',
      grantedAt: '2026-03-02T08:00:00.000Z',
      grantedBy: null,
      reviewedAt: null,
      lastUsedAt: null,
    })
    expect(idsOf(await grants(`userId=${id}&role=KYC`))).toEqual([`${id}:KYC`])
    const elsewhere = await platform.as(['MERCHANT_ADMIN'], { merchantId: 100020000 })
    expect(await grants(`userId=${id}`, elsewhere)).toEqual([])
  })

  it('knows since when and by whom, and begins again when a role comes back', async () => {
    const { id } = await platform.person(['AGENT'])
    await admin.post(`/user/${id}/add-role`, { role: 'KYC' })
    const [first] = await grants(`userId=${id}&role=KYC`)
    const { username } = (await admin.get('/metadata')).body.user
    expect(first).toMatchObject({ grantedAt: '2026-03-02T08:00:00.000Z', grantedBy: username })
    await admin.post(`/role-grant/${id}:KYC/confirm`)
    await admin.post(`/user/${id}/remove-role`, { role: 'KYC' })
    expect(await grants(`userId=${id}&role=KYC`)).toEqual([])
    await nextQuarter()
    const { version } = (await admin.get(`/user/${id}`)).body
    const edit = await admin.put(`/user/${id}`, { version, roles: ['AGENT', 'KYC'] })
    expect(edit.status, edit.text).toBe(200)
    const [again] = await grants(`userId=${id}&role=KYC`)
    expect(again).toMatchObject({ grantedAt: '2026-04-11T08:00:00.000Z', reviewedAt: null, version: 1 })
  })

  it('leaves out who was deleted and keeps who is disabled', async () => {
    const { id } = await platform.person(['AGENT'], { state: 'DISABLED' })
    expect(await grants(`userId=${id}&state=DISABLED`)).toHaveLength(1)
    await admin.delete(`/user/${id}`)
    expect(await grants(`userId=${id}`)).toEqual([])
  })

  it('is exported as it is filtered, and the export is logged', async () => {
    const { id, username } = await platform.person(['AGENT', 'KYC'])
    const answer = await admin.get(`/role-grant/export?userId=${id}&role=KYC&columns=username,role,grantedAt`)
    expect(answer.text.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFUsername,Role,Since',
      `${username},KYC,2026-03-02 08:00:00`,
    ])
    expect((await platform.audited('EXPORT')).at(-1)).toMatchObject({ entityLabel: 'Role grants' })
  })

  it('refuses what it does not understand', async () => {
    expect((await admin.get('/role-grant?standing=SOON')).status).toBe(422)
    expect((await admin.get('/role-grant?sort=reviewNote')).status).toBe(422)
    const agent = await platform.as(['AGENT'])
    expect((await agent.get('/role-grant')).status).toBe(403)
  })
})

describe('the use of a role', () => {
  it('is noted for the roles that opened a call, to the hour', async () => {
    const person = await platform.addUser({ roles: ['MERCHANT_ADMIN', 'KYC', 'AGENT'] })
    const user = {
      id: person.id,
      username: person.username,
      displayName: '',
      roles: ['MERCHANT_ADMIN', 'KYC', 'AGENT'] as const,
      homeMerchantId: 1000,
      homePath: '/1000/',
      merchants: [],
      internalUser: true,
      sessionId: '',
      authenticatedAt: '',
    }
    const used = useOf(platform)
    await used(user, 'backoffice-users.view')
    await used(user, 'signedIn')
    laterBy(1)
    await used(user, ['kyc.view', 'invoice.view'])
    admin = await platform.as(['OPERATOR_ADMIN'])
    const byRole = new Map(
      (await grants(`userId=${person.id}`)).map(({ role, lastUsedAt }) => [role, lastUsedAt]),
    )
    expect(Object.fromEntries(byRole)).toEqual({
      MERCHANT_ADMIN: '2026-03-02T08:00:00.000Z',
      KYC: '2026-03-03T08:00:00.000Z',
      AGENT: null,
    })
  })

  it('finds what nobody needed for ninety days', async () => {
    const { id } = await platform.person(['AGENT', 'KYC'])
    laterBy(91)
    admin = await platform.as(['OPERATOR_ADMIN', 'MERCHANT_ADMIN'])
    await admin.post(`/user/${id}/add-role`, { role: 'RULES' })
    expect(idsOf(await grants(`userId=${id}&unused=true`)).sort()).toEqual([`${id}:AGENT`, `${id}:KYC`])
    expect(idsOf(await grants(`userId=${id}&unused=false`))).toEqual([`${id}:RULES`])
  })
})

describe('the review', () => {
  it('asks about every grant once a quarter', async () => {
    const { id } = await platform.person(['AGENT'])
    const standing = async () => {
      const found = await Promise.all(
        ['DUE', 'NEW', 'CONFIRMED'].map(async (each) => {
          const items = await grants(`userId=${id}&standing=${each}`)
          return items.length > 0 ? [each] : []
        }),
      )
      return found.flat()
    }
    expect(await standing()).toEqual(['NEW'])
    await nextQuarter()
    expect(await standing()).toEqual(['DUE'])
    const confirmed = await admin.post(`/role-grant/${id}:AGENT/confirm`, { reason: 'Still in support' })
    expect(confirmed.body).toMatchObject({ reviewNote: 'Still in support', version: 2 })
    expect(await standing()).toEqual(['CONFIRMED'])
    const { period, counts } = (await admin.get('/role-grant/summary')).body
    expect(period.name).toBe('2026 Q2')
    expect(counts).toMatchObject({ CONFIRMED: 1 })
    laterBy(90)
    admin = await platform.as(['OPERATOR_ADMIN'])
    expect(await standing()).toEqual(['DUE'])
  })

  it('leaves who, when and why in the log', async () => {
    const { id, username } = await platform.person(['AGENT', 'KYC'])
    await admin.post(`/role-grant/${id}:KYC/confirm`, { reason: 'Needed for cases' })
    await admin.post(`/role-grant/${id}:KYC/revoke`, { reason: 'Moved to another team' })
    const entries = await platform.db
      .selectFrom('auditEntry')
      .select(['action', 'entityType', 'entityLabel', 'note', 'result'])
      .where('action', 'in', ['CONFIRM_ROLE', 'REMOVE_ROLE'])
      .where('note', 'in', ['Needed for cases', 'Moved to another team'])
      .orderBy('seq')
      .execute()
    expect(entries).toEqual([
      {
        action: 'CONFIRM_ROLE',
        entityType: 'role-grant',
        entityLabel: `${username}: KYC`,
        note: 'Needed for cases',
        result: 'OK',
      },
      {
        action: 'REMOVE_ROLE',
        entityType: 'user',
        entityLabel: username,
        note: 'Moved to another team',
        result: 'OK',
      },
    ])
    expect(await platform.rolesOf(id)).toEqual(['AGENT'])
  })

  it('wants a reason to take a role away', async () => {
    const { id } = await platform.person(['AGENT', 'KYC'])
    const refused = await admin.post(`/role-grant/${id}:KYC/revoke`, { reason: '  ' })
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'reason', message: 'This field is required' }] },
    })
  })

  it('is nobody’s own, and only about roles one could give', async () => {
    const own = await admin.post(`/role-grant/${admin.userId}:OPERATOR_ADMIN/confirm`)
    expect(own).toMatchObject({ status: 403, body: { code: 'SELF_CHANGE' } })
    const merchantAdmin = await platform.as(['MERCHANT_ADMIN'], { merchantId: group })
    const { id } = await platform.person(['AGENT', 'AUDIT_VIEWER'], { merchantId: brand })
    for (const operation of ['confirm', 'revoke']) {
      const answer = await merchantAdmin.post(`/role-grant/${id}:AUDIT_VIEWER/${operation}`, { reason: 'x' })
      expect(answer.body.code, operation).toBe('NOT_GRANTABLE')
    }
    expect((await merchantAdmin.post(`/role-grant/${id}:AGENT/confirm`)).body.code).toBe('NOT_GRANTABLE')
    const peer = await platform.person(['AGENT'], { merchantId: brand })
    expect((await merchantAdmin.post(`/role-grant/${peer.id}:AGENT/confirm`)).status).toBe(200)
    const elsewhere = await platform.as(['MERCHANT_ADMIN'], { merchantId: 100020000 })
    expect((await elsewhere.post(`/role-grant/${id}:AGENT/confirm`)).status).toBe(404)
    const helpdesk = await platform.as(['MERCHANT_USER_ENABLE'])
    expect((await helpdesk.post(`/role-grant/${id}:AGENT/confirm`)).status).toBe(403)
    expect(await grants('standing=CONFIRMED', helpdesk)).toHaveLength(1)
  })

  it('keeps the last administrator and the last role', async () => {
    const operator = await platform.as(['OPERATOR_ADMIN'])
    await platform.db
      .updateTable('backofficeUser')
      .set({ roles: ['OPERATOR_ADMIN'] })
      .where('id', '=', admin.userId)
      .execute()
    const only = await platform.person(['MERCHANT_ADMIN', 'AGENT'], { merchantId: brand })
    const one = await platform.person(['AGENT'])
    const answer = await operator.post('/role-grant/bulk', {
      operation: 'revoke',
      ids: [{ id: `${only.id}:MERCHANT_ADMIN` }, { id: `${one.id}:AGENT` }, { id: `${only.id}:AGENT` }],
      params: { reason: 'Cleaning up' },
    })
    expect(answer.body.results).toMatchObject([
      { ok: false, code: 'LAST_ADMIN' },
      { ok: false, code: 'INVALID', message: 'Please add at least one role' },
      { ok: true },
    ])
    expect(await platform.rolesOf(only.id)).toEqual(['MERCHANT_ADMIN'])
  })

  it('says so when somebody else was faster', async () => {
    const { id, username } = await platform.person(['AGENT', 'KYC'])
    const other = await platform.as(['OPERATOR_ADMIN'])
    const [one, two] = await Promise.all([
      admin.post(`/role-grant/${id}:KYC/confirm`, { version: 1 }),
      other.post(`/role-grant/${id}:KYC/confirm`, { version: 1 }),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const raced = await Promise.all([
      admin.post(`/role-grant/${id}:KYC/revoke`, { reason: 'Moved' }),
      other.post(`/role-grant/${id}:KYC/revoke`, { reason: 'Moved' }),
    ])
    const refused = raced.find(({ status }) => status !== 200)
    expect(refused?.body).toMatchObject({
      code: 'INVALID_STATE',
      message: `${username} no longer holds KYC.`,
    })
    expect(raced.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await admin.post(`/role-grant/${id}:GOD/confirm`)).status).toBe(404)
    expect((await admin.post('/role-grant/nonsense/confirm')).status).toBe(404)
  })
})
