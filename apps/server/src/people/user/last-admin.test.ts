import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { identityApp, type IdentityApp } from '../identity/testing/identity-app.ts'
import { disableInactive } from './disable-inactive.ts'
import { handlers } from './routes.ts'

let platform: IdentityApp
beforeAll(async () => {
  platform = await identityApp({ moreHandlers: (deps) => handlers(deps.config, deps, deps) })
})
afterAll(() => platform.close())
beforeEach(async () => {
  await platform.db.updateTable('backofficeUser').set({ state: 'DELETED' }).execute()
})

const group = 100010000
const brand = 100010001
const reason = { reason: 'because' }

it('keeps one operator admin when two are taken away by each other at the same moment', async () => {
  const [first, second] = [
    await platform.signedIn({ roles: ['OPERATOR_ADMIN'] }),
    await platform.signedIn({ roles: ['OPERATOR_ADMIN'] }),
  ]
  const answers = await Promise.all([
    first.browser.post(`/user/${second.id}/disable`, reason),
    second.browser.post(`/user/${first.id}/disable`, reason),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const left = await platform.db
    .selectFrom('backofficeUser')
    .select('id')
    .where('state', '=', 'ACTIVE')
    .execute()
  expect(left).toHaveLength(1)
})

it('lets operator admins go as long as one is left', async () => {
  const operator = await platform.signedIn({ roles: ['OPERATOR_ADMIN', 'MERCHANT_ADMIN'] })
  const demoted = await platform.addUser({ roles: ['OPERATOR_ADMIN'], demo: true })
  const deleted = await platform.addUser({ roles: ['OPERATOR_ADMIN'], demo: true })
  expect((await operator.browser.put(`/user/${demoted.id}`, { version: 1, roles: ['AGENT'] })).status).toBe(
    200,
  )
  expect((await operator.browser.delete(`/user/${deleted.id}`)).status).toBe(200)
})

it('refuses to leave a merchant without anybody who administers it', async () => {
  const operator = await platform.signedIn({ roles: ['OPERATOR_ADMIN'] })
  const only = await platform.addUser({ merchantId: brand, roles: ['MERCHANT_ADMIN'], demo: true })
  const refused = [
    await operator.browser.post(`/user/${only.id}/disable`, reason),
    await operator.browser.delete(`/user/${only.id}`),
    await operator.browser.put(`/user/${only.id}`, { version: 1, roles: ['AGENT'] }),
    await operator.browser.put(`/user/${only.id}`, { version: 1, merchants: [100010002] }),
  ]
  for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } })

  // Somebody from above covers the merchant too, unless limited to another one.
  const above = await platform.addUser({
    merchantId: group,
    merchants: [100010002],
    roles: ['MERCHANT_ADMIN'],
    demo: true,
  })
  expect((await operator.browser.post(`/user/${only.id}/disable`, reason)).status).toBe(409)
  await platform.db.updateTable('backofficeUser').set({ merchants: [] }).where('id', '=', above.id).execute()
  expect((await operator.browser.post(`/user/${only.id}/disable`, reason)).status).toBe(200)
  expect((await operator.browser.post(`/user/${above.id}/disable`, reason)).body.code).toBe('LAST_ADMIN')
})

it('keeps one of two merchant admins disabled at the same moment', async () => {
  const operator = await platform.signedIn({ roles: ['OPERATOR_ADMIN'] })
  const admins = [
    await platform.addUser({ merchantId: brand, roles: ['MERCHANT_ADMIN'], demo: true }),
    await platform.addUser({ merchantId: brand, roles: ['MERCHANT_ADMIN'], demo: true }),
  ]
  const answers = await Promise.all(
    admins.map(({ id }) => operator.browser.post(`/user/${id}/disable`, reason)),
  )
  expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([200, 409])
})

it('disables who was away for ninety days, but not the last operator admin and no demo login', async () => {
  const { now } = platform.clock
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
  const age = async (id: string, days: number) => {
    await platform.db
      .updateTable('backofficeUser')
      .set({ createdAt: daysAgo(days) })
      .where('id', '=', id)
      .execute()
    await platform.db
      .withTables<{ userCredential: { userId: string; activeSince: Date } }>()
      .updateTable('userCredential')
      .set({ activeSince: daysAgo(days) })
      .where('userId', '=', id)
      .execute()
  }
  const people = {
    away: await platform.addUser({ lastLogin: daysAgo(91) }),
    neverCame: await platform.addUser({ state: 'INVITED' }),
    recent: await platform.addUser({ lastLogin: daysAgo(89) }),
    demo: await platform.addUser({ lastLogin: daysAgo(400), demo: true }),
    operator: await platform.addUser({ lastLogin: daysAgo(400), roles: ['OPERATOR_ADMIN'] }),
  }
  for (const { id } of Object.values(people)) await age(id, 120)
  // Somebody who was only invited may never come, so the operator is still the last one.
  await platform.addUser({ state: 'INVITED', roles: ['OPERATOR_ADMIN'] })
  const enabledAgain = await platform.addUser({ lastLogin: daysAgo(200) })

  expect(await disableInactive(platform.deps, now)).toBe(2)
  const rows = await platform.db
    .selectFrom('backofficeUser')
    .select(['username', 'disabledReason'])
    .where('state', '=', 'DISABLED')
    .orderBy('username')
    .execute()
  expect(rows).toEqual(
    [people.away.username, people.neverCame.username]
      .sort()
      .map((username) => ({ username, disabledReason: 'Inactive for 90 days' })),
  )
  expect(rows.map(({ username }) => username)).not.toContain(enabledAgain.username)
  expect(await disableInactive(platform.deps, now)).toBe(0)
})
