import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyChanges } from '@signalbox/model/rules/apply-changes'
import { demoPassword } from '@signalbox/sandbox/demo/demo-platform'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { row, steps } from './testing/ruleset-app.ts'

let platform: TestPlatform
let address: string
beforeAll(async () => {
  platform = await testPlatform()
  address = await platform.app.listen({ port: 0 })
})
afterAll(() => platform.close())

/** As a browser does it: over the network, with answers packed on the way. */
async function fetched(path: string): Promise<unknown> {
  const login = await fetch(`${address}/signalbox/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'rules', password: demoPassword }),
  })
  const cookie = login.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  const answer = await fetch(`${address}/signalbox/backoffice/api${path}`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('content-type')).toContain('application/json')
  return answer.json()
}

it('a large ruleset arrives whole in the browser, passed on as it is stored', async () => {
  const rules = Array.from({ length: 2_000 }, (_, index) => row(`row-${index}`, index + 1))
  const draft = await steps(await platform.as('rules')).create({ rules })
  const path = `/ruleset/${draft.summary.id}`
  expect(await fetched(`${path}?merchantId=100010001`)).toEqual(draft)
  expect(await fetched(`${path}/version/1?merchantId=100010001`)).toEqual(draft.open)
})

it('a save is answered without rows, and the rows worked out from what was sent are those that are stored', async () => {
  const rules = Array.from({ length: 2_000 }, (_, index) => row(`row-${index}`, index + 1))
  const client = await platform.as('rules')
  const { summary, open } = await steps(client).create({ rules })
  if (!open) throw new Error('There is no draft')
  const { version, revision } = open
  const path = `/ruleset/${summary.id}?merchantId=100010001`
  // A row is changed, one goes, one comes, and the last becomes the first.
  const { no: _, ...changed } = row('row-7', 8, { name: '  Written with spaces ', note: 'New' })
  const { no: __, ...added } = row('row-new', 0)
  const ids = [...rules.map(({ id }) => id).filter((id) => id !== 'row-9'), 'row-new']
  const changes = {
    name: 'Renamed',
    upsert: [changed, added],
    remove: ['row-9'],
    order: [ids.at(-1) ?? '', ...ids.slice(0, -1)],
  }
  const body = { version, revision, changes, changeNote: 'One row of two thousand' }
  const operation = { headers: { 'x-operation-id': randomUUID() } }
  const saved = await client.put(path, body, operation)
  expect(saved.status, saved.text).toBe(200)
  expect(saved.text.length).toBeLessThan(4_000)
  const { rules: stored, ...head } = (await steps(client).get(summary.id)).open ?? { rules: [] }
  expect(saved.body).toMatchObject({ summary: { rules: 2_000 }, active: null, open: head })
  expect(saved.body.open).not.toHaveProperty('rules')
  expect(stored).toEqual(applyChanges(open, changes).rules)
  // Sent again, it is the same answer and no second save.
  expect((await client.put(path, body, operation)).body).toEqual(saved.body)
  // After somebody else's save it would pass their revision off as that of these rows.
  await steps(client).save(saved.body, { priority: 11 })
  const late = await client.put(path, body, operation)
  expect(late.body).toMatchObject({ code: 'VERSION_CONFLICT', current: { open: { priority: 11 } } })
})
