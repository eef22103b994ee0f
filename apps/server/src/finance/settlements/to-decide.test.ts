import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { fileOf, rightLine } from './testing/planted-file.ts'
import { merchantId, plannedPayments, plantPayments, psp, pspAccount } from './testing/planted-store.ts'

const at = `merchantId=${merchantId}`
let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
}, 120_000)
afterAll(() => platform.close())

async function imported(finance: Client, batchRef: string): Promise<void> {
  const payments = plannedPayments(1, '2026-03-02')
  await plantPayments(platform.db, payments, platform.deps.newId)
  const content = fileOf(batchRef, '2026-03-03', payments.map(rightLine))
  const account = { psp, pspAccount }
  const preview = await finance.post(`/settlement/import/preview?${at}`, {
    ...account,
    fileName: 'file.csv',
    content,
  })
  expect(preview.status, preview.text).toBe(200)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const commit = await finance.post(`/settlement/import/commit?${at}`, { ...account, sha256 })
  expect(commit.status, commit.text).toBe(200)
}

const waitingFor = async (who: Client): Promise<{ title: string; since: string }[]> => {
  const { status, body, text } = await who.get(`/inbox?${at}`)
  expect(status, text).toBe(200)
  return body.items.filter(({ title }: { title: string }) => title.startsWith('Settlement to-decide '))
}

it('a batch to accept waits in the inbox of whoever may accept it, and of nobody else', async () => {
  await imported(await platform.as('finance'), 'to-decide')
  const [item, ...more] = await waitingFor(await platform.as('finance2'))
  expect(item).toBeDefined()
  expect(Number.isNaN(Date.parse(item?.since ?? ''))).toBe(false)
  expect(more).toEqual([])
  expect(await waitingFor(await platform.as('operator'))).toEqual([])
})
