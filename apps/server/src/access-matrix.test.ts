import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '@signalbox/model/calls/index'
import type { Endpoint } from '@signalbox/model/field/endpoint'
import { mayAccess } from '@signalbox/model/access/policy'
import { roles, type Role } from '@signalbox/model/access/roles'
import { cheapHasher } from './people/identity/password-hasher.ts'
import { saveCredential } from './people/identity/account-store.ts'
import { demoPassword } from '@signalbox/sandbox/demo/demo-platform'
import { content, steps } from './setup/ruleset/testing/ruleset-app.ts'
import type { Client } from './kit/testing/kit-app.ts'
import { oneIn } from './testing/one-in.ts'
import { testPlatform, type TestPlatform } from './testing/test-app.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform.close())

/** A person with exactly these roles, signed in for real. */
async function person(
  held: readonly Role[],
  homeMerchantId: number,
  merchants: number[] = [],
): Promise<Client> {
  const { deps, db } = platform
  const id = deps.newId()
  const username = `matrix-${randomUUID()}`
  await db
    .insertInto('backofficeUser')
    .values({
      merchantId: homeMerchantId,
      id,
      username,
      firstName: 'Matrix',
      lastName: 'Tester',
      displayName: null,
      email: `${username}@example.com`,
      phone: null,
      jobTitle: null,
      roles: [...held],
      merchants,
      state: 'ACTIVE',
      disabledReason: null,
      lastLogin: null,
      lastLoginIp: null,
      createdAt: deps.now(),
      updatedAt: deps.now(),
      updatedBy: 'test',
    })
    .execute()
  hash ??= await cheapHasher.hash(demoPassword)
  await saveCredential(
    db,
    { merchantId: homeMerchantId, userId: id },
    { passwordHash: hash, demo: true },
    deps.now(),
  )
  return platform.as(username)
}
let hash: string | undefined

const somewhere = '01900000-0000-7000-8000-00000000dead'
const typeIn = (call: Endpoint): string => (call.path.startsWith('/decisiontable') ? 'psp-routing' : 'email')
const addressOf = (call: Endpoint): string =>
  call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    name === 'merchantId' ? '100010002' : name === 'type' ? typeIn(call) : somewhere,
  )

/** Streams stay open; their access is checked by the same pipeline before the first byte. */
const isStream = (call: Endpoint) => call.key === 'GET /events'

const send = (client: Client, call: Endpoint, query = '') => {
  const url = `${addressOf(call)}${query}`
  const methods = {
    GET: () => client.get(url),
    POST: () => client.post(url, {}),
    PUT: () => client.put(url, {}),
    DELETE: () => client.delete(url),
  }
  return methods[call.method]()
}

const isAllowed = (call: Endpoint, role: Role): boolean =>
  mayAccess(call.access, { roles: [role], internalUser: true })

const probed = allCalls.filter(
  (call) => !isStream(call) && !call.key.startsWith('DELETE /me/security/session'),
)

/**
 * Every pair of role and call goes through the same check, so one role that may and one that may not show that a call asks
 * it; which two differs from call to call. `npm run test:full` tries all pairs.
 */
function isProbedWith(call: Endpoint, role: Role): boolean {
  if (process.env.TEST_FULL) return true
  const alike = roles.filter((each) => isAllowed(call, each) === isAllowed(call, role))
  return alike[probed.indexOf(call) % alike.length] === role
}

describe('every call', () => {
  it('has a handler, and nothing is served that is not declared', async () => {
    const description = (await platform.anonymous.get('/backoffice/api/openapi.json')).body
    const served = Object.entries(description.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(served.sort()).toEqual(allCalls.map((call) => call.key).sort())
  })

  it('answers 401 with the login address to somebody who is not signed in', async () => {
    for (const call of allCalls) {
      const answer = await send(platform.anonymous, { ...call, path: `/backoffice/api${call.path}` })
      expect(answer.status, call.key).toBe(401)
      expect(String(answer.headers['www-authenticate']), call.key).toMatch(
        /^Redirect realm="signalbox", location="/,
      )
    }
  })

  it.each(roles)('lets %s in exactly where the policy table says so', async (role) => {
    const calls = probed.filter((call) => isProbedWith(call, role))
    if (calls.length === 0) return
    const client = await person([role], 1000)
    for (const call of calls) {
      const { status, body } = await send(client, call)
      if (isAllowed(call, role))
        expect(body?.code === 'FORBIDDEN' && !Array.isArray(call.access), `${role} ${call.key}`).toBe(false)
      else expect(status, `${role} ${call.key}`).toBe(403)
      expect(status, `${role} ${call.key}`).toBeLessThan(500)
    }
  })

  it('lets somebody without a role in only where signing in is enough', async () => {
    const client = await person([], 1000)
    for (const call of allCalls.filter((c) => !isStream(c) && !c.key.startsWith('DELETE /me'))) {
      const { status } = await send(client, call)
      if (call.access === 'signedIn') expect(status, call.key).not.toBe(403)
      else expect(status, call.key).toBe(403)
    }
  })
})

describe('merchant scope', () => {
  const own = 100010002
  const foreign = [1000, 100010000, 100010001, 100010003]
  const canary = 'LEAKCANARY'

  /** Something of every kind in every merchant that must stay unseen, with the canary in its texts. */
  async function plantCanaries(): Promise<string[]> {
    const admin = await platform.as('admin')
    const ids: string[] = []
    for (const merchantId of [100010001, 100010003]) {
      const at = `merchantId=${merchantId}`
      const planted = [
        await admin.post(`/bank-mapping?${at}`, {
          title: `${canary} ${merchantId}`,
          bic: 'X',
          swift: 'NDEASESS',
          note: canary,
        }),
        await admin.post(`/user?${at}`, {
          username: `${canary.toLowerCase()}.${merchantId}`,
          firstName: canary,
          lastName: canary,
          email: `${canary.toLowerCase()}${merchantId}@example.com`,
          roles: ['AGENT'],
          requiredActions: ['AUTHENTICATOR'],
          note: canary,
        }),
        await admin.post(`/template/?${at}`, {
          type: 'email',
          merchantId,
          templateType: `${canary}.${merchantId}`,
          locale: 'all',
          subject: canary,
          content: `<p>${canary}</p>`,
          textContent: canary,
          note: canary,
        }),
      ]
      for (const answer of planted) expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
      const [author, approver] = [steps(admin, merchantId), steps(await platform.as('rules'), merchantId)]
      const ruleset = await approver.approve(await author.submit(await author.create({ name: canary })))
      ids.push(...planted.map((answer) => String(answer.body.id)), ruleset.summary.id, String(merchantId))
    }
    return ids
  }

  it('shows no byte of another merchant in any list, detail, history, export or count', async () => {
    const ids = await plantCanaries()
    const client = await person(roles, own)
    // The log first: exports write into it what the caller searched for.
    const isLog = (call: Endpoint) => Number(call.path.startsWith('/audit'))
    const reads = allCalls
      .filter((call) => call.method === 'GET' && !isStream(call))
      .toSorted((a, b) => isLog(b) - isLog(a))
    for (const call of reads) {
      const plain = await send(client, call, '?merchantId=' + own)
      expect(plain.text, call.key).not.toContain(canary)
      // A twelfth of them each time: which one differs from call to call.
      const paths = oneIn(12, ids, reads.indexOf(call)).map((id) =>
        call.path.replaceAll('{type}', typeIn(call)).replaceAll(/\{\w+\}/g, id),
      )
      // A call without an id in its path is made once.
      for (const path of new Set(paths)) {
        const answer = await client.get(`${path}?merchantId=${own}&keyword=${canary}&full=true`)
        expect(answer.text.toUpperCase(), path).not.toContain(canary)
      }
      if (call.scope !== 'merchant') continue
      for (const merchantId of foreign) {
        const answer = await send(client, call, `?merchantId=${merchantId}`)
        expect(answer.status, `${call.key} at ${merchantId}`).toBe(403)
      }
    }
    // Every list of the console, one after the other, takes a busy machine its time.
  }, 120_000)

  it('answers 404, not 403, for another merchant’s record, and changes nothing', async () => {
    const admin = await platform.as('admin')
    const client = await person(roles, own)
    const row = await admin.post('/bank-mapping?merchantId=100010001', {
      title: 'Foreign',
      bic: 'X',
      swift: 'NDEASESS',
      note: 'foreign',
    })
    const path = `/bank-mapping/${row.body.id}?merchantId=${own}`
    expect((await client.get(path)).status).toBe(404)
    expect((await client.put(path, { version: 1, bankName: 'mine', note: 'taking it' })).status).toBe(404)
    expect((await client.delete(`${path}&version=1&note=gone`)).status).toBe(404)
    const after = await admin.get(`/bank-mapping/${row.body.id}?merchantId=100010001`)
    expect(after.body).toMatchObject({ version: 1, bankName: null })
  })

  it('answers 404 for another merchant’s ruleset, whatever is tried with it', async () => {
    const admin = await platform.as('admin')
    const client = await person(roles, own)
    const { summary } = await steps(admin, 100010001).create()
    const path = `/ruleset/${summary.id}`
    const step = { version: 1, revision: 1, note: 'taking it' }
    const at = `merchantId=${own}`
    const tries = [
      client.get(`${path}?${at}`),
      client.get(`${path}/version/1?${at}`),
      client.get(`${path}/history?${at}`),
      client.get(`${path}/export?${at}`),
      client.put(`${path}?${at}`, { version: 1, revision: 1, changes: {}, changeNote: 'taking it' }),
      client.delete(`${path}?${at}&version=1&revision=1`),
      ...['submit', 'withdraw', 'approve', 'deny', 'archive'].map((name) =>
        client.post(`${path}/${name}?${at}`, step),
      ),
      client.post(`${path}/restore?${at}`, { version: 1, note: 'taking it' }),
      client.post(`${path}/clone?${at}`, { name: 'Mine', note: 'taking it' }),
      client.post(`/ruleset/simulate?${at}`, {
        table: 'psp-routing',
        facts: {},
        instead: { rulesetId: summary.id, version: 1 },
      }),
    ]
    for (const answer of await Promise.all(tries)) expect(answer.status, answer.text).toBe(404)
    expect((await admin.get(`${path}?merchantId=100010001`)).body.open).toMatchObject({
      revision: 1,
      name: content().name,
    })
  })

  it('lets nobody change from below what is inherited', async () => {
    const group = 100010000
    const [editor, approver] = [await platform.as('rules'), await platform.as('rules2')]
    const drafted = await steps(editor, group).create()
    const client = await person(roles, own)
    const at = `merchantId=${own}`
    expect((await client.get(`/ruleset/${drafted.summary.id}?${at}`)).status).toBe(404)
    const { summary } = await steps(approver, group).approve(await steps(editor, group).submit(drafted))
    expect((await client.get(`/ruleset/${summary.id}?${at}`)).body.summary).toMatchObject({ inherited: true })
    const body = { version: 1, revision: 1, changes: { priority: 1 }, changeNote: 'from below' }
    expect((await client.put(`/ruleset/${summary.id}?${at}`, body)).body.code).toBe('INHERITED')
    const submit = await client.post(`/ruleset/${summary.id}/submit?${at}`, { version: 1, revision: 1 })
    expect(submit.body.code).toBe('INHERITED')
  })
})
