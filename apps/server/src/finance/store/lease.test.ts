import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweep } from '../../payments/jobs/payment-work.ts'
import type { Connector } from '../../payments/connectors/connector.ts'
import { ownStore } from '../../payments/connectors/own-store.ts'
import { checkBooks } from '../../payments/ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from '../../payments/testing/payment-platform.ts'
import { redeem } from '../../payments/vouchers/redeem.ts'
import { releaseLeases } from '../../payments/vouchers/voucher-jobs.ts'
import { eventually } from '../../testing/eventually.ts'
import { openShop, type Shop } from './testing/store-shop.ts'

const merchantId = 100010001
const graves: (() => void)[] = []
/** Does not come back while the tests run: what a process that was killed looks like from outside. */
const forEver = () => new Promise<never>((_never, end) => graves.push(() => end(new Error('killed'))))

let platform: PaymentPlatform
let shop: Shop
beforeAll(async () => {
  platform = await paymentPlatform({ leaseMs: 20_000 })
  shop = await openShop(platform)
})
afterAll(async () => {
  for (const end of graves) end()
  await platform.close()
})

/** The next payment gets its voucher and is killed before it can write that down. */
function killNextSubmit(): () => void {
  const services = platform.app.payments.machine.deps.services as {
    connectorFor: (name: string) => Connector
  }
  const real = services.connectorFor
  const killed = async (call: Parameters<Connector['submit']>[0]) => {
    await real(ownStore).submit(call)
    return forEver()
  }
  services.connectorFor = (name) =>
    name === ownStore ? Object.assign(Object.create(real(name)) as Connector, { submit: killed }) : real(name)
  return () => {
    services.connectorFor = real
  }
}

const inMinutes = (minutes: number) => ({
  ...platform.deps,
  now: () => new Date(Date.now() + minutes * 60_000),
})
const books = async () =>
  (await checkBooks(platform.db, merchantId)).map(({ invariant, detail }) => ({ invariant, detail }))

it('a payment that is killed with a voucher in its hand keeps it and ends right', async () => {
  const { codes } = await shop.sell({ quantity: 1 })
  const [line] = codes
  const revive = killNextSubmit()
  void shop.pay(line?.code ?? '', { userId: 'killed' }).catch(() => undefined)
  const held = await eventually(
    () => shop.voucher(line?.serial ?? ''),
    ({ state }) => state === 'RESERVED',
  )
  revive()
  // Its time is up twice over, and the payment is still under way.
  expect(await releaseLeases(inMinutes(11))).toBe(0)
  expect((await shop.voucher(line?.serial ?? '')).state).toBe('RESERVED')
  await sql`update transaction set lease_until = now() - interval '1 second' where id = ${held.redeemTxId}`.execute(
    platform.db,
  )
  await sweep(platform.app.payments.machine)
  expect(await platform.until({ txId: held.redeemTxId }, 'SUCCESSFUL')).toMatchObject({
    amount: { amount: '25.00', currency: 'EUR' },
  })
  expect((await shop.voucher(line?.serial ?? '')).state).toBe('REDEEMED')
  expect(await books()).toEqual([])
}, 60_000)

it('a reservation of a payment that failed ends with its lease and not before', async () => {
  const { codes } = await shop.sell({ quantity: 1 })
  const failed = await shop.pay('0000-0000-0000-0001', { userId: 'failed' })
  expect(failed.body.state).toBe('FAILED')
  const { newId, db } = platform.deps
  const { print } = platform.app.payments.machine.deps
  const asked = {
    merchantId,
    txId: failed.body.txId,
    currency: 'EUR',
    userId: 'failed',
    country: 'SWE',
    ip: '',
  }
  const taken = await redeem(
    { db, newId, print, now: () => new Date() },
    { ...asked, code: codes[0]?.code ?? '' },
  )
  expect(taken).toHaveProperty('voucher')
  expect(await releaseLeases(inMinutes(9))).toBe(0)
  expect((await shop.voucher(codes[0]?.serial ?? '')).state).toBe('RESERVED')
  expect(await releaseLeases(inMinutes(11))).toBe(1)
  expect(await shop.voucher(codes[0]?.serial ?? '')).toMatchObject({ state: 'ACTIVE', redeemTxId: null })
  expect((await shop.pay(codes[0]?.code ?? '', { userId: 'after' })).body.state).toBe('SUCCESSFUL')
  expect(await books()).toEqual([])
}, 60_000)

it('a voucher stays reserved while its payment is in doubt, and is free once somebody decides that it failed', async () => {
  const sold = await shop.sell({ quantity: 1, product: { faceValues: ['999.04'] }, value: '999.04' })
  const { body } = await shop.pay(sold.codes[0]?.code ?? '', { userId: 'doubtful' })
  const ended = await platform.until(body, 'INCONSISTENT', 'FAILED', 'SUCCESSFUL', 'PROCESSING')
  const serial = sold.codes[0]?.serial ?? ''
  expect(['INCONSISTENT', 'PROCESSING']).toContain(ended.state)
  expect((await shop.voucher(serial)).state).toBe('RESERVED')
  expect((await books()).filter(({ invariant }) => invariant === 'I13')).toEqual([])
}, 60_000)
