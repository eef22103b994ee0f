import { afterAll, beforeAll, expect, it } from 'vitest'
import { identityApp, type IdentityApp } from '../identity/testing/identity-app.ts'
import { createAdmin } from './create-admin.ts'

let platform: IdentityApp
beforeAll(async () => {
  platform = await identityApp({ config: { demo: false } })
})
afterAll(() => platform.close())

const admin = {
  username: 'root.admin',
  email: 'root@mail.example',
  firstName: 'Root',
  lastName: 'Admin',
  roles: ['OPERATOR_ADMIN', 'MERCHANT_ADMIN'],
} as const
const once = { another: false }

it('makes one operator admin, whose link works once and leads to a second factor', async () => {
  const { link, expiresMinutes } = await createAdmin(platform.deps, admin, once)
  expect(expiresMinutes).toBe(1440)
  const token = link.split('http://localhost:3000/signalbox/login#reset=')[1]
  const browser = platform.browser()
  const password = 'opening the door 7'
  expect((await browser.step('reset', { token, password })).status).toBe(200)
  expect((await browser.step('reset', { token, password: 'opening it again 8' })).status).toBe(422)
  const login = await browser.login({ username: admin.username, password })
  expect(login.body).toEqual({ status: 'required-action', action: 'AUTHENTICATOR' })
  expect((await platform.audited('CREATE')).at(-1)).toMatchObject({ entityLabel: 'root.admin' })
})

it('makes another only when told to, under a name of its own', async () => {
  const second = { ...admin, username: 'second', email: 'second@mail.example' }
  await expect(createAdmin(platform.deps, second, once)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  await expect(createAdmin(platform.deps, admin, { another: true })).rejects.toMatchObject({
    code: 'DUPLICATE',
  })
  await expect(createAdmin(platform.deps, second, { another: true })).resolves.toBeDefined()
})

it('holds names and addresses to the rules of the users screen', async () => {
  const odd = { ...admin, username: 'Not A Name', email: 'nowhere' }
  await expect(createAdmin(platform.deps, odd, { another: true })).rejects.toMatchObject({
    code: 'INVALID',
    details: { fields: [{ field: 'username' }, { field: 'email' }] },
  })
})

it('makes one of two when two are made at the same moment', async () => {
  await platform.db.updateTable('backofficeUser').set({ state: 'DELETED' }).execute()
  const made = await Promise.allSettled(
    ['one', 'two'].map((name) =>
      createAdmin(
        platform.deps,
        { ...admin, username: `${name}.admin`, email: `${name}@mail.example` },
        once,
      ),
    ),
  )
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
