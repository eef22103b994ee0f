import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PaymentPlatform } from '../../payments/testing/payment-platform.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { buyer, group, openBilling } from '../billing/testing/billing-app.ts'
import { made } from '../settlements/testing/importer.ts'
import { at, openShop } from './testing/store-shop.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
}, 120_000)
afterAll(() => platform.close())

type Session = Awaited<ReturnType<TestPlatform['as']>>

/** Each is sent with the version before the newest, then with the newest. The console always says which it showed. */
async function expectStaleRefused(
  who: Session,
  path: string,
  merchant: string,
  operations: readonly (readonly [operation: string, body: object])[],
): Promise<void> {
  const current = async () => made(who.get(`${path}?${merchant}`))
  for (const [operation, body] of operations) {
    const { version, state } = await current()
    const send = (seen: number) => who.post(`${path}/${operation}?${merchant}`, { ...body, version: seen })
    const stale = await send(version - 1)
    expect([operation, stale.status, stale.body.code]).toEqual([operation, 409, 'VERSION_CONFLICT'])
    expect([operation, await current()]).toEqual([operation, expect.objectContaining({ version, state })])
    await made(send(version))
  }
}

const reason = { reason: 'For a test' }

it('nobody changes a product or a voucher that changed since they looked, by edit or by operation', async () => {
  const shop = await openShop(platform as PaymentPlatform)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const { product, codes } = await shop.sell({ quantity: 1, expiresAt: inDays(10) })
  const { id } = await shop.voucher(codes[0]?.serial ?? '')
  const path = `/product/${product.id}`
  await expectStaleRefused(shop.store, `/voucher/${id}`, at, [
    ['block', reason],
    ['unblock', reason],
    ['extend', { ...reason, expiresAt: inDays(20) }],
  ])
  await expectStaleRefused(shop.store, path, at, [
    ['suspend', reason],
    ['activate', {}],
  ])
  const seen = await made(shop.store.get(`${path}?${at}`))
  await made(shop.store.put(`${path}?${at}`, { version: seen.version, name: 'First' }))
  const late = await shop.store.put(`${path}?${at}`, { version: seen.version, name: 'Second' })
  expect([late.status, late.body.code, late.body.current.name]).toEqual([409, 'VERSION_CONFLICT', 'First'])
  expect((await shop.store.put(`${path}?${at}`, { name: 'Third' })).status).toBe(422)
  const draft = (await shop.product()).body
  const changed = await made(
    shop.store.put(`/product/${draft.id}?${at}`, { version: draft.version, name: 'Changed' }),
  )
  const remove = (version: number) => shop.store.delete(`/product/${draft.id}?${at}&version=${version}`)
  expect((await remove(draft.version)).status).toBe(409)
  expect((await remove(changed.version)).status).toBe(200)
})

it('nobody changes a customer that changed since they looked, by edit or by operation', async () => {
  const finance = await platform.as('finance')
  await openBilling(finance)
  const customer = await made(finance.post(`/customer?${group}`, buyer('Seen AB')))
  const path = `/customer/${customer.id}`
  const edit = (version: number, city: string) => finance.put(`${path}?${group}`, { version, city })
  await made(edit(customer.version, 'Turku'))
  const late = await edit(customer.version, 'Oulu')
  expect([late.status, late.body.code, late.body.current.city]).toEqual([409, 'VERSION_CONFLICT', 'Turku'])
  expect((await finance.put(`${path}?${group}`, { city: 'Oulu' })).status).toBe(422)
  await expectStaleRefused(finance, path, group, [
    ['hold', reason],
    ['activate', reason],
    ['close', reason],
  ])
})
