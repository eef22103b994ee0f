import { afterAll, beforeAll, expect, it } from 'vitest'
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
