import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../../../kit/transaction.ts'
import { kitApp, type KitApp } from '../../../kit/testing/kit-app.ts'
import { KnownValues, occurredValues } from './known-values.ts'
import { newTransaction } from './new-transaction.ts'
import { insertPayment, updatePayment } from './payment-write-store.ts'
import type { Transaction } from './transaction.ts'
import { listValues } from './value-store.ts'

const brand = 100010001
const now = new Date('2026-11-01T10:00:00.000Z')
let lastId = 9_000_000_000

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(() => [])
})
afterAll(() => kit.close())

const paymentWith = (values: Partial<Transaction>): Transaction => ({
  ...newTransaction(
    {
      merchantId: brand,
      id: ++lastId,
      txType: 'BankDeposit',
      method: 'DEPOSIT',
      providerType: 'BANK',
      apiSource: 'FRONT_API',
      currency: 'EUR',
      requestedAmountMinor: 100n,
      userId: 'somebody',
      baseCurrency: 'EUR',
    },
    now,
  ),
  ...values,
})

const pay = (values: Partial<Transaction>, knownValues: KnownValues) =>
  transaction(kit.db, (tx) => insertPayment(tx, paymentWith(values), { events: [], knownValues }))

const unknownPsp = (knownValues: KnownValues, psp: string): boolean =>
  knownValues.unknown(brand, occurredValues({ psp })).length === 1

it('offers what a payment brings from its commit on', async () => {
  const known = new KnownValues()
  await pay({ psp: 'newpay', channelId: 'kiosk', tags: ['b', 'a'] }, known)
  expect(await listValues(kit.db, [brand])).toMatchObject({
    psp: ['newpay'],
    channelId: ['kiosk'],
    tags: ['a', 'b'],
    cardBrand: [],
  })
})

it('offers what a payment is given on its way, by whoever changes it', async () => {
  const row = paymentWith({})
  await insertPayment(kit.db, row, { events: [] })
  await updatePayment(kit.db, row, { pspAccount: 'newpay-eur', tags: ['late'] }, { events: [] })
  expect(await listValues(kit.db, [brand])).toMatchObject({
    pspAccount: ['newpay-eur'],
    tags: expect.arrayContaining(['late']) as string[],
  })
})

it('notes nothing for payments that bring nothing new', async () => {
  const known = new KnownValues()
  for (let payment = 0; payment < 2; payment++) await pay({ psp: 'oftenpay' }, known)
  expect(unknownPsp(known, 'oftenpay')).toBe(false)
  expect(known.unknown(100010002, occurredValues({ psp: 'oftenpay' }))).toHaveLength(1)
})

it('does not take for known what was rolled back, also when it was written twice', async () => {
  const known = new KnownValues()
  const lost = kit.db.transaction().execute(async (tx) => {
    for (let payment = 0; payment < 3; payment++)
      await insertPayment(tx, paymentWith({ psp: 'neverpay' }), { events: [], knownValues: known })
    throw new Error('rolled back')
  })
  await expect(lost).rejects.toThrow('rolled back')
  expect(unknownPsp(known, 'neverpay')).toBe(true)
  await pay({ psp: 'neverpay' }, known)
  expect((await listValues(kit.db, [brand])).psp).toContain('neverpay')
})

it('remembers a bounded number of values', () => {
  const known = new KnownValues()
  const many = Array.from({ length: 30_000 }, (_, index) => ({
    name: 'channelId' as const,
    value: `c${index}`,
  }))
  for (let from = 0; from < many.length; from += 100) known.add(brand, many.slice(from, from + 100))
  expect(many.length - known.unknown(brand, many).length).toBeLessThanOrEqual(20_000)
})
