import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPlatform, type TestNode, type TestPlatform } from './testing/test-app.ts'

let one: TestPlatform
let two: TestNode
beforeAll(async () => {
  one = await testPlatform()
  two = await one.anotherNode()
})
afterAll(() => one.close())

const at = 'merchantId=100010001'
const mapping = (title: string) => ({ title, bic: 'X', swift: 'NDEASESS', note: 'two nodes' })

/** The same cookie shown to the other node. */
const cookieOf = async (username: string) => {
  const answer = await one.app.inject({
    method: 'POST',
    url: '/signalbox/login',
    payload: { username, password: 'signalbox-demo-1' },
  })
  return answer.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ')
}
const metadata = (node: TestNode, cookie: string) =>
  node.app.inject({ url: '/signalbox/backoffice/api/metadata', headers: { cookie } })

describe('two nodes on one database', () => {
  it('know each other’s sessions, and end them at once', async () => {
    const cookie = await cookieOf('operator')
    expect((await metadata(two, cookie)).statusCode).toBe(200)
    await two.app.inject({ url: '/signalbox/logout', headers: { cookie } })
    expect((await metadata(one, cookie)).statusCode).toBe(401)
  })

  it('do one operation once, whichever is asked', async () => {
    const [first, second] = [await one.as('admin'), await two.as('admin')]
    const headers = { 'x-operation-id': randomUUID() }
    const answers = await Promise.all(
      [first, second, first, second].map((client) =>
        client.post(`/bank-mapping?${at}`, mapping('Shared'), { headers }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  })

  it('take one of two edits of the same version and refuse the other', async () => {
    const [first, second] = [await one.as('admin'), await two.as('admin')]
    const row = await first.post(`/bank-mapping?${at}`, mapping('Contended'))
    const path = `/bank-mapping/${row.body.id}?${at}`
    const edits = await Promise.all([
      first.put(path, { version: 1, bankName: 'one', note: 'first node' }),
      second.put(path, { version: 1, bankName: 'two', note: 'second node' }),
    ])
    expect(edits.map((edit) => edit.status).sort()).toEqual([200, 409])
  })

  it('keep one gapless audit chain under writes from both', async () => {
    const [first, second] = [await one.as('admin'), await two.as('admin')]
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? second : first).post(`/bank-mapping?${at}`, mapping(`Chain ${n}`)),
      ),
    )
    const entries = await one.db
      .selectFrom('auditEntry')
      .select(['seq', 'prevHash', 'hash'])
      .where('chainMerchantId', '=', 100010000)
      .orderBy('seq')
      .execute()
    expect(entries.length).toBeGreaterThan(20)
    entries.forEach((entry, index) => {
      expect(entry.seq).toBe(index + 1)
      if (index > 0) expect(entry.prevHash).toBe(entries[index - 1]?.hash)
    })
  })
})
