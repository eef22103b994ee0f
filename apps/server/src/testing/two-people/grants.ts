import { sql } from 'kysely'
import { expect } from 'vitest'
import { apiClient } from './api-clients.ts'
import {
  at,
  atFinland,
  atGroup,
  brand,
  colleague,
  confirm,
  confirmationOfGrant,
  finland,
  group,
  lone,
  newUser,
  outcomeOf,
  platform,
  rolesOf,
  userNamed,
  withdraw,
  type Outcome,
  type Rule,
} from './cast.ts'
import type { TwoPersonRule } from './attempt.ts'

async function roleAlone(change: () => Promise<string>, role = 'FIRST_APPROVER'): Promise<Outcome> {
  const id = await change()
  expect(await rolesOf(id)).not.toContain(role)
  const outcome = await confirm(lone, id)
  expect(await rolesOf(id)).not.toContain(role)
  return outcome
}
async function accountAbove(home: number): Promise<Outcome> {
  const { id } = await newUser(['AGENT', 'FIRST_APPROVER'], home)
  const roles = async () => (await lone.get(`/user/${id}?merchantId=${home}`)).body.roles as string[]
  expect(await roles()).toEqual(['AGENT'])
  const outcome = await confirm(lone, id, home)
  expect(await roles()).toEqual(['AGENT'])
  return outcome
}
const roleWays: Rule = {
  'a new account': () => roleAlone(async () => (await newUser(['AGENT', 'FIRST_APPROVER'])).id),
  'a new account in finance': () =>
    roleAlone(async () => (await newUser(['AGENT', 'SETTLEMENTS'])).id, 'SETTLEMENTS'),
  'a role added': () =>
    roleAlone(async () => {
      const { id } = await newUser(['AGENT'])
      expect((await lone.post(`/user/${id}/add-role?${atFinland}`, { role: 'FIRST_APPROVER' })).status).toBe(
        200,
      )
      return id
    }),
  'a role added to many': () =>
    roleAlone(async () => {
      const { id } = await newUser(['AGENT'])
      const body = { operation: 'add-role', ids: [{ id }], params: { role: 'FIRST_APPROVER' } }
      expect((await lone.post(`/user/bulk?${atFinland}`, body)).status).toBe(200)
      return id
    }),
  'an edited account': () =>
    roleAlone(async () => {
      const { id, version } = await newUser(['AGENT'])
      const body = { version, roles: ['AGENT', 'FIRST_APPROVER'] }
      expect((await lone.put(`/user/${id}?${atFinland}`, body)).status).toBe(200)
      return id
    }),
  'an own second account that could confirm': () =>
    roleAlone(async () => (await newUser(['MERCHANT_ADMIN'])).id, 'MERCHANT_ADMIN'),
  'an account at a merchant below': () =>
    roleAlone(async () => {
      const below = `${finland}/`
      await sql`insert into merchant (id, path, level, parent_id, name, state, base_currency, created_at, updated_at, updated_by)
        select 100010099, path || ${'100010099/'}, level + 1, id, 'Below', state, base_currency, now(), now(), 'system'
        from merchant where path like ${`%/${below}`}`.execute(platform.db)
      return (await newUser(['AGENT', 'FIRST_APPROVER'], 100010099)).id
    }),
  'an account at the merchant above': () => accountAbove(group),
  'an account at the top': () => accountAbove(1000),
  'an account elsewhere that is given the merchant above': async () => {
    const { id, version } = await newUser(['AGENT', 'FIRST_APPROVER'], brand)
    const moved = await lone.put(`/user/${id}?${at}`, { version, merchants: [group] })
    expect(moved.status, moved.text).toBe(200)
    expect(moved.body).toMatchObject({ roles: ['AGENT', 'FIRST_APPROVER'], merchants: [] })
    return confirm(lone, id, brand)
  },
  'an account of the merchant above that is given all of it': async () => {
    const { id } = await newUser(['AGENT', 'FIRST_APPROVER'], group, [brand])
    const { roles, version } = (await lone.get(`/user/${id}?${atGroup}`)).body
    expect(roles).toEqual(['AGENT', 'FIRST_APPROVER'])
    const widened = await lone.put(`/user/${id}?${atGroup}`, { version, merchants: [] })
    expect(widened.body.merchants, widened.text).toEqual([brand])
    return confirm(lone, id, group)
  },
  'an approver enabled again': async () => {
    const { id } = await newUser(['AGENT'])
    await sql`update backoffice_user set state = 'DISABLED', roles = '{FIRST_APPROVER}' where id = ${id}`.execute(
      platform.db,
    )
    const asked = await lone.post(`/user/${id}/enable?${atFinland}`, { reason: 'Back from leave' })
    expect(asked.status, asked.text).toBe(200)
    const outcome = await confirm(lone, id)
    expect((await lone.get(`/user/${id}?${atFinland}`)).body.state).toBe('DISABLED')
    return outcome
  },
  'an approver of the merchant above enabled again': async () => {
    const { id } = await newUser(['AGENT'], group)
    await sql`update backoffice_user set state = 'DISABLED', roles = '{FIRST_APPROVER}' where id = ${id}`.execute(
      platform.db,
    )
    const asked = await lone.post(`/user/${id}/enable?${atGroup}`, { reason: 'Back from leave' })
    expect(asked.body.state, asked.text).toBe('DISABLED')
    return confirm(lone, id, group)
  },
  'an approver of another merchant': async () => {
    const { id, version } = await newUser(['AGENT'], brand)
    await sql`update backoffice_user set roles = '{FIRST_APPROVER}' where id = ${id}`.execute(platform.db)
    const moved = await lone.put(`/user/${id}?${at}`, { version, merchants: [finland] })
    expect(moved.status, moved.text).toBe(200)
    expect((await lone.get(`/user/${id}?${at}`)).body.merchants).toEqual([])
    const { body } = await lone.get(`/pending-grant?${at}&recordId=${id}&state=WAITING`)
    const [{ id: grantId, version: seen }] = body.items
    return outcomeOf(await lone.post(`/pending-grant/${grantId}/confirm?${at}`, { version: seen }))
  },
  'confirmed by whom it is for': async () => {
    const { id } = await userNamed('brand2')
    await lone.post(`/user/${id}/add-role?${atFinland}`, { role: 'FIRST_APPROVER' })
    const outcome = await confirm(await platform.as('brand2'), id)
    expect(await rolesOf(id)).not.toContain('FIRST_APPROVER')
    await withdraw(id)
    return outcome
  },
}

export const roleGrant: TwoPersonRule = {
  guard: 'apps/server/src/people/pending-grant/routes.ts',
  asksForProof: true,
  copies: 'accounts come by no file, and nobody copies one',
  prepare: async () => {
    const { id } = await newUser(['AGENT'])
    return {
      one: lone,
      other: colleague,
      ask: { path: `/user/${id}/add-role?${atFinland}`, body: { role: 'FIRST_APPROVER' } },
      confirmation: () => confirmationOfGrant(id),
    }
  },
  ways: roleWays,
}

export const scopesOf = async (id: string) =>
  (await lone.get(`/api-client/${id}?${atFinland}`)).body.scopes as string[]
export const scopeGrant: TwoPersonRule = {
  guard: 'apps/server/src/people/pending-grant/routes.ts',
  asksForProof: true,
  copies: 'API clients come by no file, and nobody copies one',
  prepare: async () => {
    const made = await lone.post(`/api-client?${atFinland}`, { name: 'Wider', scopes: ['payments:read'] })
    const { id, version } = made.body as { id: string; version: number }
    const body = { version, scopes: ['payments:read', 'payments:operate'] }
    return {
      one: lone,
      other: colleague,
      ask: { path: `/api-client/${id}?${atFinland}`, body, method: 'PUT' },
      confirmation: () => confirmationOfGrant(id),
    }
  },
  ways: {
    'an own API client': async () => {
      const { id } = await apiClient(lone, lone, finland)
      expect(await scopesOf(id)).toEqual(['payments:read', 'payments:write'])
      return confirm(lone, id)
    },
    'an API client of the merchant above': async () => {
      const { id } = await apiClient(lone, lone, group)
      expect((await lone.get(`/api-client/${id}?${atGroup}`)).body.scopes).not.toContain('payments:operate')
      return confirm(lone, id, group)
    },
    'confirmed by who holds its secret': async () => {
      const { id } = await apiClient(lone, colleague, finland)
      const outcome = await confirm(colleague, id)
      expect(await scopesOf(id)).not.toContain('payments:operate')
      return outcome
    },
  },
}

export const wayIn: TwoPersonRule = {
  guard: 'apps/server/src/people/pending-grant/routes.ts',
  asksForProof: true,
  copies: 'factors, links and backup codes are made anew and never copied',
  prepare: async () => {
    const { id } = await newUser(['AGENT'])
    await sql`update backoffice_user set state = 'ACTIVE' where id = ${id}`.execute(platform.db)
    return {
      one: lone,
      other: colleague,
      ask: { path: `/user/${id}/send-reset-link?${atFinland}`, body: {} },
      confirmation: () => confirmationOfGrant(id),
    }
  },
  ways: {
    'a reset link for an approver of the merchant above': async () => {
      const { id } = await newUser(['AGENT'], group)
      await sql`update backoffice_user set state = 'ACTIVE', roles = '{FIRST_APPROVER}' where id = ${id}`.execute(
        platform.db,
      )
      await sql`delete from password_link where user_id = ${id}`.execute(platform.db)
      const asked = await lone.post(`/user/${id}/send-reset-link?${atGroup}`)
      expect(asked.status, asked.text).toBe(200)
      const { rows } = await sql`select 1 from password_link where user_id = ${id}`.execute(platform.db)
      expect(rows).toEqual([])
      return confirm(lone, id, group)
    },
    'a reset link': async () => {
      const { id } = await userNamed('brand2')
      const asked = await lone.post(`/user/${id}/send-reset-link?${atFinland}`)
      expect(asked.status, asked.text).toBe(200)
      const { rows } = await sql`select 1 from password_link where user_id = ${id}`.execute(platform.db)
      expect(rows).toEqual([])
      const outcome = await confirm(lone, id)
      await withdraw(id)
      return outcome
    },
    'an authenticator replaced': async () => {
      const { id } = await userNamed('brand2')
      const asked = await lone.post(`/user/${id}/force-authenticator?${atFinland}`)
      expect(asked.status, asked.text).toBe(200)
      const outcome = await confirm(lone, id)
      await withdraw(id)
      return outcome
    },
    'required actions of an edited account': async () => {
      for (const action of ['AUTHENTICATOR', 'SECURITY_KEY', 'RESET_PASSWORD']) {
        const { id, version } = await userNamed('brand2')
        const asked = await lone.put(`/user/${id}?${atFinland}`, { version, requiredActions: [action] })
        expect(asked.status, asked.text).toBe(200)
        expect(asked.body.requiredActions).toEqual([])
      }
      const { id } = await userNamed('brand2')
      const outcome = await confirm(lone, id)
      await withdraw(id)
      return outcome
    },
    'a password reset at the next login': async () => {
      const { id } = await userNamed('brand2')
      const asked = await lone.post(`/user/${id}/force-password-reset?${atFinland}`)
      expect(asked.body.requiredActions, asked.text).toEqual([])
      const outcome = await confirm(lone, id)
      await withdraw(id)
      return outcome
    },
  },
}
