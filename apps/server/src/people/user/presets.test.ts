import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../identity/testing/browser.ts'
import { brand, group, usersApp, type UsersApp } from './testing/users-app.ts'

let platform: UsersApp
let admin: Browser
beforeAll(async () => {
  platform = await usersApp()
})
afterAll(() => platform.close())
beforeEach(async () => {
  admin = await platform.as(['OPERATOR_ADMIN', 'MERCHANT_ADMIN'])
})

let count = 0
const preset = (values: Record<string, unknown> = {}) => ({
  name: `Preset ${++count}`,
  roles: ['AGENT', 'KYC'],
  requiredActions: ['AUTHENTICATOR'],
  note: 'For the new team',
  ...values,
})
const newUser = (values: Record<string, unknown>) => {
  const username = `preset.user${++count}`
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

describe('a preset', () => {
  it('is inherited, overridden below and restored', async () => {
    const made = (await admin.post('/role-preset?merchantId=1000', preset())).body
    const at = `merchantId=${brand}`
    const seen = (await admin.get(`/role-preset?${at}&keyword=${encodeURIComponent(made.name)}`)).body.items
    expect(seen).toMatchObject([{ id: made.id, inherited: true }])
    const override = await admin.put(`/role-preset/${made.id}?${at}`, {
      version: 1,
      roles: ['AGENT'],
      note: 'Fewer here',
    })
    expect(override.body).toMatchObject({ merchantId: brand, name: made.name, roles: ['AGENT'] })
    const restored = await admin.delete(
      `/role-preset/${override.body.id}?${at}&version=1&note=${encodeURIComponent('As everywhere')}`,
    )
    expect(restored.body).toMatchObject({ deleted: true, nowInheritedFrom: 1000 })
  })

  it('holds roles and asks for a second factor, and is saved with a note', async () => {
    const problems = {
      roles: { roles: [] },
      requiredActions: { requiredActions: ['RESET_PASSWORD'] },
      note: { note: undefined },
      name: { name: 'x' },
    }
    for (const [field, values] of Object.entries(problems)) {
      const answer = await admin.post('/role-preset', preset(values))
      expect(answer, field).toMatchObject({ status: 422, body: { fields: [{ field }] } })
    }
    const taken = preset()
    expect((await admin.post('/role-preset', taken)).status).toBe(200)
    expect((await admin.post('/role-preset', taken)).body.code).toBe('DUPLICATE')
  })

  it('takes the right to give what is in it', async () => {
    const merchantAdmin = await platform.as(['MERCHANT_ADMIN'], { merchantId: group })
    const roles = ['AGENT', 'GDPR_ADMIN']
    expect((await merchantAdmin.post('/role-preset', preset({ roles }))).body.code).toBe('NOT_GRANTABLE')
    const made = (await admin.post(`/role-preset?merchantId=${group}`, preset({ roles }))).body
    const weaker = await merchantAdmin.put(`/role-preset/${made.id}`, {
      version: 1,
      roles: ['AGENT'],
      note: 'Less',
    })
    expect(weaker.body.code).toBe('NOT_GRANTABLE')
    const described = await merchantAdmin.put(`/role-preset/${made.id}`, {
      version: 1,
      description: 'Data protection',
      note: 'Says for whom',
    })
    expect(described.status).toBe(200)
    const removed = await merchantAdmin.delete(`/role-preset/${made.id}?version=2&note=gone`)
    expect(removed.body.code).toBe('NOT_GRANTABLE')
    const helpdesk = await platform.as(['MERCHANT_USER_ENABLE'])
    expect((await helpdesk.post('/role-preset', preset())).status).toBe(403)
    expect((await helpdesk.get('/role-preset')).status).toBe(200)
  })

  it('stays as long as somebody has it, unless one of the same name remains above', async () => {
    const made = (await admin.post('/role-preset?merchantId=1000', preset())).body
    const person = await admin.post(`/user?merchantId=${brand}`, newUser({ preset: made.name }))
    expect(person.body).toMatchObject({ preset: made.name })
    const remove = (id: string) => admin.delete(`/role-preset/${id}?merchantId=1000&note=unused`)
    expect((await remove(made.id)).body).toMatchObject({
      code: 'IN_USE',
      message: 'One user has this preset.',
    })
    const at = `merchantId=${brand}`
    const override = await admin.put(`/role-preset/${made.id}?${at}`, { version: 1, note: 'Ours' })
    expect((await admin.delete(`/role-preset/${override.body.id}?${at}&note=theirs`)).status).toBe(200)
    await admin.put(`/user/${person.body.id}`, { version: 1, preset: null })
    expect((await remove(made.id)).status).toBe(200)
  })
})

describe('a person made from a preset', () => {
  it('carries the name of one their merchant has', async () => {
    const local = (await admin.post(`/role-preset?merchantId=${brand}`, preset())).body
    const elsewhere = await admin.post('/user?merchantId=1000', newUser({ preset: local.name }))
    expect(elsewhere).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'preset', message: `There is no preset ${local.name}` }] },
    })
    const here = await admin.post(`/user?merchantId=${brand}`, newUser({ preset: local.name }))
    expect(here.status, here.text).toBe(200)
    const changed = await admin.put(`/user/${here.body.id}`, { version: 1, preset: 'No such thing' })
    expect(changed.body.fields[0].field).toBe('preset')
  })

  it('is found when their roles are no longer those of the preset, as their merchant has it', async () => {
    const made = (await admin.post('/role-preset?merchantId=1000', preset())).body
    const values = { preset: made.name, roles: ['KYC', 'AGENT'] }
    const { id } = (await admin.post(`/user?merchantId=${brand}`, newUser(values))).body
    const differs = async (wanted: boolean) => {
      const { items } = (await admin.get(`/user?differsFromPreset=${wanted}&limit=1000`)).body
      return items.some((item: { id: string }) => item.id === id)
    }
    expect([await differs(true), await differs(false)]).toEqual([false, true])
    await admin.put(`/role-preset/${made.id}?merchantId=${brand}`, {
      version: 1,
      roles: ['AGENT'],
      note: 'Fewer here',
    })
    expect([await differs(true), await differs(false)]).toEqual([true, false])
    const plain = (await admin.post('/user', newUser({}))).body
    const { items } = (await admin.get('/user?differsFromPreset=true&limit=1000')).body
    expect(items.map((item: { id: string }) => item.id)).not.toContain(plain.id)
  })
})
