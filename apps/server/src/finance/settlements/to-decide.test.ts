import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { made, settlementsOf } from './testing/importer.ts'
import { fileOf, rightLine } from './testing/planted-file.ts'
import { merchantId, plannedPayments, plantPayments } from './testing/planted-store.ts'

const at = `merchantId=${merchantId}`
let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
}, 120_000)
afterAll(() => platform.close())

/** A batch of one payment, exactly as it was. */
async function imported(batchRef: string, day: string) {
  const payments = plannedPayments(1, day)
  await plantPayments(platform.db, payments, platform.deps.newId)
  const finance = settlementsOf(await platform.as('finance'))
  return { ...(await finance.imported(fileOf(batchRef, day, payments.map(rightLine)))), payment: payments[0] }
}

const waitingFor = async (who: Client): Promise<{ title: string; since: string }[]> => {
  const { items } = await made(who.get(`/inbox?${at}`))
  return items.filter(({ title }: { title: string }) => title.startsWith('Settlement to-decide '))
}

it('a batch to accept waits in the inbox of whoever may accept it, and of nobody else', async () => {
  await imported('to-decide', '2026-03-02')
  const [item, ...more] = await waitingFor(await platform.as('finance2'))
  expect(item).toBeDefined()
  expect(Number.isNaN(Date.parse(item?.since ?? ''))).toBe(false)
  expect(more).toEqual([])
  expect(await waitingFor(await platform.as('operator'))).toEqual([])
})

it('a payment names its settlement line to whoever sees settlements, until its batch is rejected', async () => {
  const { id, payment } = await imported('of-payment', '2026-03-05')
  const settledIn = async (who: Client, merchant = merchantId) =>
    who.get(`/transaction/${payment?.id}/finance?merchantId=${merchant}`)
  const admin = await platform.as('admin')
  expect((await made(settledIn(admin))).settlementLines).toMatchObject([
    { batchId: id, batchRef: 'of-payment', payoutDate: '2026-03-05', lineNo: 2, matchStatus: 'MATCHED' },
  ])
  // Of another merchant there is no such payment, and without either screen nothing to see.
  expect((await settledIn(admin, 100010002)).status).toBe(404)
  expect((await settledIn(await platform.as('operator'))).status).toBe(403)
  const finance = settlementsOf(await platform.as('finance'))
  await made(finance.operate(id, 'reject', { reason: 'test' }))
  expect((await made(settledIn(admin))).settlementLines).toEqual([])
})
