import { afterAll, beforeAll, expect, it } from 'vitest'
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

/** One person decides about 50.00 EUR and accepts the batch as well. */
async function decidedBatch(batchRef: string, day: string, offMinor: bigint): Promise<string> {
  const payments = plannedPayments(1, day, 100_000n)
  await plantPayments(platform.db, payments, platform.deps.newId)
  const lines = payments.map((payment) => ({ ...rightLine(payment), minor: payment.minor - offMinor }))
  const { id } = await settlementsOf(await platform.as('finance')).imported(fileOf(batchRef, day, lines))
  const finance2 = settlementsOf(await platform.as('finance2'))
  await finance2.decideOpen(id, 'accept-difference', { cause: 'OTHER', reason: 'agreed' })
  return id
}

const readyFor = async (username: string, batchRef: string): Promise<string[]> => {
  const { items } = await made((await platform.as(username)).get(`/inbox?${at}`))
  return items
    .filter(({ title }: { title: string }) => title.startsWith(`Settlement ${batchRef} `))
    .map(({ detail }: { detail: string }) => detail.split(',')[0])
}
const acceptance = async (username: string, id: string) =>
  made((await platform.as(username)).get(`/settlement-batch/${id}/acceptance?${at}`))

it('a batch is ready for whoever may accept it; the others are told who can', async () => {
  const id = await decidedBatch('above', '2026-03-02', 5_001n)
  const ready = ['Ready to accept']
  for (const [username, ownPart, step] of [
    ['finance', 'IMPORTED', []],
    ['finance2', 'DECIDED', []],
    // May look at settlements and has no part in this one.
    ['config', 'RIGHT', []],
    ['admin', null, ready],
  ] as const) {
    const said = await acceptance(username, id)
    expect([username, said.ownPart, await readyFor(username, 'above')]).toEqual([username, ownPart, step])
    expect(said.others).not.toContain(username)
    expect(said.others).not.toContain('finance')
    expect(said.others).not.toContain('finance2')
    expect(said.others.includes('admin')).toBe(username !== 'admin')
  }
  // What is said is what happens.
  for (const [username, status] of [
    ['finance', 403],
    ['finance2', 403],
    ['config', 403],
    ['admin', 200],
  ] as const)
    expect((await settlementsOf(await platform.as(username)).operate(id, 'accept')).status).toBe(status)
  expect(await readyFor('admin', 'above')).toEqual([])
})

it('a batch is ready for whoever decided about no more in it than one person may', async () => {
  const id = await decidedBatch('within', '2026-02-02', 5_000n)
  expect(await readyFor('finance2', 'within')).toEqual(['Ready to accept'])
  expect((await acceptance('finance2', id)).ownPart).toBeNull()
  expect((await acceptance('finance', id)).others).toContain('finance2')
  expect((await settlementsOf(await platform.as('finance2')).operate(id, 'accept')).status).toBe(200)
})
