import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'

const brand = 100010001
const other = 100010003

let platform: TestPlatform
let admin: Client
let auditor: Client

beforeAll(async () => {
  platform = await testPlatform({ environment: 'production' })
  // Nobody set anything: no merchant is listed as one at which two people are asked.
  await sql`delete from config where type = 'PlatformConfig'`.execute(platform.db)
  await sql`update backoffice_user set roles = '{OPERATOR_ADMIN}' where username = 'auditor'`.execute(
    platform.db,
  )
  admin = await platform.as('admin')
  auditor = await platform.as('auditor')
  await sql`update session set authenticated_at = now() + interval '1 day'`.execute(platform.db)
}, 120_000)
afterAll(() => platform.close())

interface RequestedGrant {
  readonly id: string
  /** Where what waits is found. */
  readonly at: number
  /** What was asked for, once it is so. */
  has(): Promise<boolean>
}

async function posted(path: string, body: object): Promise<{ id: string; version: number; path: string }> {
  const answer = await admin.post(path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const read = async (path: string) => (await admin.get(path)).body

const grants: Readonly<Record<string, () => Promise<RequestedGrant>>> = {
  async 'a role that approves'() {
    const { id } = await posted(`/user?merchantId=${brand}`, {
      ...{ username: 'new-approver', firstName: 'New', lastName: 'Approver', email: 'new@mail.example' },
      ...{ roles: ['AGENT', 'FIRST_APPROVER'], requiredActions: ['AUTHENTICATOR'], note: 'A new colleague' },
    })
    const has = async () => (await read(`/user/${id}?merchantId=${brand}`)).roles.includes('FIRST_APPROVER')
    return { id, at: brand, has }
  },
  async 'a reset link of a colleague'() {
    const { rows } = await sql<{
      id: string
    }>`select id from backoffice_user where username = 'brand2'`.execute(platform.db)
    const id = rows[0]?.id ?? ''
    await posted(`/user/${id}/send-reset-link?merchantId=1000`, {})
    const has = async () =>
      (await sql`select 1 from password_link where user_id = ${id}`.execute(platform.db)).rows.length > 0
    return { id, at: 1000, has }
  },
  async 'an API client that approves'() {
    const { id } = await posted(`/api-client?merchantId=${brand}`, {
      name: 'New approver',
      scopes: ['payments:read', 'payments:operate'],
    })
    const has = async () =>
      (await read(`/api-client/${id}?merchantId=${brand}`)).scopes.includes('payments:operate')
    return { id, at: brand, has }
  },
  async 'another place of a merchant'() {
    const node = { name: 'Moved', parentId: brand, baseCurrency: 'EUR' }
    const { id, version, path } = await posted('/merchant?merchantId=1000', node)
    await posted(`/merchant/${id}/move?merchantId=1000`, { parentId: other, version, note: 'Reorganised' })
    const has = async () => (await read(`/merchant/${id}?merchantId=1000`)).path !== path
    return { id, at: Number(id), has }
  },
}

it.each(Object.entries(grants))(
  '%s takes two people in production, whatever the settings list',
  async (_name, ask) => {
    const { id, at, has } = await ask()
    expect(await has()).toBe(false)
    const { items } = await read(`/pending-grant?merchantId=${at}&recordId=${id}&state=WAITING`)
    expect(items).toHaveLength(1)
    const confirm = (who: Client) =>
      who.post(`/pending-grant/${items[0].id}/confirm?merchantId=${at}`, { version: items[0].version })
    const alone = await confirm(admin)
    expect([alone.status, alone.body.code]).toEqual([403, 'FOUR_EYES'])
    expect(await has()).toBe(false)
    const together = await confirm(auditor)
    expect(together.status, together.text).toBe(200)
    expect(await has()).toBe(true)
  },
)
