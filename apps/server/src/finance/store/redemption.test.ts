import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBooks } from '../../payments/ledger/invariants.ts'
import { eventually } from '../../testing/eventually.ts'
import { paymentPlatform, type PaymentPlatform } from '../../payments/testing/payment-platform.ts'
import { expireDueVouchers } from '../../payments/vouchers/voucher-jobs.ts'
import { at, openShop, readCodes, type Shop } from './testing/store-shop.ts'

const merchantId = 100010001
let platform: PaymentPlatform
let shop: Shop
beforeAll(async () => {
  platform = await paymentPlatform()
  shop = await openShop(platform)
})
afterAll(async () => {
  await platform.close()
})

const balance = async (account: string): Promise<bigint> => {
  const { rows } = await sql<{
    balance: string
  }>`select coalesce(sum(debit_total - credit_total), 0)::text as balance
    from account_balance where merchant_id = ${merchantId} and account = ${account}`.execute(platform.db)
  return BigInt(rows[0]?.balance ?? '0')
}
const owed = (sku: string) => balance(`VOUCHER_LIABILITY:${merchantId}:${sku}:EUR`)
const booksOf = async () =>
  (await checkBooks(platform.db, merchantId)).filter(({ invariant }) => invariant !== 'I2')
describe('a code of our store', () => {
  it('pays what it is worth, whatever was asked for, and the books say so', async () => {
    const { product, codes } = await shop.sell({ quantity: 2, value: '50.00' })
    expect(await owed(product.sku)).toBe(-10_000n)
    const { body } = await shop.pay(codes[0]?.code ?? '', { amount: { amount: '7.00', currency: 'EUR' } })
    expect(body).toMatchObject({ state: 'SUCCESSFUL', amount: { amount: '50.00', currency: 'EUR' } })
    expect(await shop.voucher(codes[0]?.serial ?? '')).toMatchObject({
      state: 'REDEEMED',
      redeemTxId: body.txId,
      redeemedBy: 'user_1',
    })
    expect(await owed(product.sku)).toBe(-5_000n)
    expect(await balance(`DISTRIBUTOR_RECEIVABLE:${merchantId}:${product.sku}:EUR`)).toBe(10_000n)
    expect(await balance(`PSP_RECEIVABLE:${merchantId}:store/default:EUR`)).toBe(0n)
    expect(await booksOf()).toEqual([])
  })

  it('is sold for its value without the commission of the distributor', async () => {
    const sold = { commissionPct: 7, faceValues: ['0.99'] }
    const { product } = await shop.sell({ quantity: 3, value: '0.99', product: sold })
    const of = (account: string) => balance(`${account}:${merchantId}:${product.sku}:EUR`)
    expect(await owed(product.sku)).toBe(-297n)
    expect([await of('DISTRIBUTOR_RECEIVABLE'), await of('DISTRIBUTOR_COMMISSION')]).toEqual([276n, 21n])
    expect(await booksOf()).toEqual([])
  })

  it('is read in small letters, with spaces and with letters people mistake', async () => {
    const { codes } = await shop.sell({ quantity: 1 })
    const typed = (codes[0]?.code ?? '')
      .toLowerCase()
      .replaceAll('-', ' ')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
    expect((await shop.pay(typed, { userId: 'typist' })).body.state).toBe('SUCCESSFUL')
  })

  it('of fifty at once one is paid, and the books are right', async () => {
    const { product, codes } = await shop.sell({ quantity: 1 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, no) => shop.pay(codes[0]?.code ?? '', { userId: `racer_${no}` })),
    )
    const states = answers.map(({ body }) => body.state)
    expect(states.filter((state) => state === 'SUCCESSFUL')).toHaveLength(1)
    expect(states.filter((state) => state === 'FAILED')).toHaveLength(49)
    expect(new Set(answers.filter(({ body }) => !body.success).map(({ body }) => body.statusCodeNo))).toEqual(
      new Set([518]),
    )
    expect(await owed(product.sku)).toBe(0n)
    expect(await booksOf()).toEqual([])
  }, 60_000)

  it('sent twice under one key is one payment', async () => {
    const { codes } = await shop.sell({ quantity: 1 })
    const key = randomUUID()
    const request = {
      txType: 'VoucherDeposit',
      card: undefined,
      voucherCode: codes[0]?.code,
      userId: 'twice',
    }
    const first = await platform.deposit(request, key)
    const second = await platform.deposit(request, key)
    expect([first.body.state, second.body.txId, second.replayed]).toEqual([
      'SUCCESSFUL',
      first.body.txId,
      true,
    ])
  })

  it('is no good a second time, nor at another merchant', async () => {
    const { codes } = await shop.sell({ quantity: 1 })
    const code = codes[0]?.code ?? ''
    const elsewhere = await shop.pay(code, { merchantId: 100010002, userId: 'finn' })
    expect(elsewhere.body.statusCodeNo).not.toBe(0)
    expect((await shop.pay(code, { userId: 'first' })).body.state).toBe('SUCCESSFUL')
    expect((await shop.pay(code, { userId: 'second' })).body.statusCodeNo).toBe(518)
  })

  it('is marked by a refund, and stays useless', async () => {
    const { product, codes } = await shop.sell({ quantity: 1 })
    const code = codes[0]?.code ?? ''
    const { body } = await shop.pay(code, { userId: 'regretful' })
    const refund = await platform.call(
      'POST',
      `/payments/${body.txId}/refund`,
      {},
      { 'idempotency-key': randomUUID() },
    )
    expect(refund.body).toMatchObject({ state: 'SUCCESSFUL', amount: { amount: '25.00' } })
    expect((await shop.voucher(codes[0]?.serial ?? '')).state).toBe('REFUNDED')
    expect((await shop.pay(code, { userId: 'regretful' })).body.statusCodeNo).toBe(518)
    expect(await balance(`PSP_RECEIVABLE:${merchantId}:store/default:EUR`)).toBe(0n)
    expect(await balance(`DISTRIBUTOR_RECEIVABLE:${merchantId}:${product.sku}:EUR`)).toBe(0n)
    expect(await booksOf()).toEqual([])
  })

  it('stays active when the merchant refuses the payment', async () => {
    const refused = await shop.sell({ product: { faceValues: ['999.02'] }, value: '999.02', quantity: 1 })
    const code = refused.codes[0]?.code ?? ''
    const { body } = await shop.pay(code, {
      userId: 'refused',
      amount: { amount: '999.02', currency: 'EUR' },
    })
    expect(body.state).toBe('FAILED')
    expect(await shop.voucher(refused.codes[0]?.serial ?? '')).toMatchObject({
      state: 'ACTIVE',
      redeemedBy: null,
    })
    expect(await booksOf()).toEqual([])
  })
})

describe('is refused', () => {
  const statusOf = async (code: string, changes: Record<string, unknown> = {}) =>
    (await shop.pay(code, { userId: randomUUID(), ...changes })).body.statusCodeNo

  it('in words about vouchers, not about cards and banks', async () => {
    const told = async (code: string, changes: Record<string, unknown> = {}) =>
      (await shop.pay(code, { userId: randomUUID(), locale: 'en_GB', ...changes })).body.errors[0]?.msg
    const { codes } = await shop.sell({ quantity: 2 })
    const [used = '', stolen = ''] = codes.map(({ code }) => code)
    expect(await told('7777-7777-7777-7777')).toBe('The voucher code is wrong. Check it and try again.')
    expect(await told(used, { amount: { amount: '25.00', currency: 'SEK' } })).toBe(
      'This voucher is in another currency.',
    )
    expect(await statusOf(used)).toBe(0)
    expect(await told(used)).toBe('This voucher has already been used.')
    const blocked = await shop.voucher(codes[1]?.serial ?? '')
    await shop.kiosk.post(`/voucher/${blocked.id}/block?${at}`, { reason: 'Reported stolen' })
    expect(await told(stolen)).toBe('This voucher cannot be used. Contact support.')
  })

  it('when it was not released, is blocked, is in another currency, or its product is suspended', async () => {
    const { batch } = await shop.order({ quantity: 1 })
    const file = await shop.download(batch.id)
    const [unreleased] = (await readCodes(file.body.content)).codes
    expect(await statusOf(unreleased?.code ?? '')).toBe(519)
    const { product, codes } = await shop.sell({ quantity: 2 })
    const [one, two] = codes.map(({ code }) => code)
    expect(await statusOf(one ?? '', { amount: { amount: '25.00', currency: 'SEK' } })).toBe(570)
    const blocked = await shop.voucher(codes[1]?.serial ?? '')
    await shop.kiosk.post(`/voucher/${blocked.id}/block?${at}`, { reason: 'Reported stolen' })
    expect(await statusOf(two ?? '')).toBe(505)
    await shop.store.post(`/product/${product.id}/suspend?${at}`, { reason: 'Price error' })
    expect(await statusOf(one ?? '')).toBe(505)
    await shop.store.post(`/product/${product.id}/activate?${at}`, {})
    expect(await statusOf(one ?? '')).toBe(0)
  })

  it('when it has expired, and its value is nobody’s debt any more after the night', async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    const { product, codes } = await shop.sell({ quantity: 2, expiresAt: soon })
    await sql`update voucher set expires_at = now() - interval '1 second' where sku = ${product.sku}`.execute(
      platform.db,
    )
    expect(await statusOf(codes[0]?.code ?? '')).toBe(568)
    expect(await expireDueVouchers(platform.deps)).toBe(2)
    expect(await expireDueVouchers(platform.deps)).toBe(0)
    expect((await shop.voucher(codes[0]?.serial ?? '')).state).toBe('EXPIRED')
    expect(await owed(product.sku)).toBe(0n)
    expect(await booksOf()).toEqual([])
  })

  it('beyond what one user may redeem, and outside of its countries', async () => {
    const few = await shop.sell({ quantity: 3, product: { maxPerUser: 2 } })
    const pay = (no: number) =>
      statusOf(few.codes[no]?.code ?? '', { userId: 'eager', ip: `192.0.2.${no + 1}` })
    const tried = await Promise.all([pay(0), pay(1), pay(2)])
    expect(tried.toSorted()).toEqual([0, 0, 521])
    const daily = await shop.sell({ quantity: 2, product: { maxPerDay: 1 } })
    expect(await statusOf(daily.codes[0]?.code ?? '', { userId: 'daily' })).toBe(0)
    expect(await statusOf(daily.codes[1]?.code ?? '', { userId: 'daily' })).toBe(521)
    const abroad = await shop.sell({ quantity: 1, product: { countries: ['NZL'] } })
    expect(await statusOf(abroad.codes[0]?.code ?? '')).toBe(578)
  })

  it('after five wrong codes within an hour, even with a right one; others go on', async () => {
    const { codes } = await shop.sell({ quantity: 2 })
    const guess = () => statusOf('0000-0000-0000-0001', { userId: 'guesser', ip: '198.51.100.7' })
    const tries = []
    for (let no = 0; no < 6; no++) tries.push(await guess())
    expect(tries).toEqual([519, 519, 519, 519, 519, 511])
    const right = codes[0]?.code ?? ''
    expect(await statusOf(right, { userId: 'guesser', ip: '198.51.100.7' })).toBe(511)
    // Another address makes nobody another user, and another user of the address may mistype, too.
    expect(await statusOf(right, { userId: 'guesser', ip: '198.51.100.8' })).toBe(511)
    expect(await statusOf(right, { userId: 'other', ip: '198.51.100.7' })).toBe(0)
    expect(await statusOf(codes[1]?.code ?? '', { userId: 'other', ip: '198.51.100.8' })).toBe(0)
  })

  it('after twenty wrong codes from one address, whoever they say they are', async () => {
    const { codes } = await shop.sell({ quantity: 2 })
    const ip = '198.51.100.60'
    const tries = []
    for (let no = 0; no < 21; no++)
      tries.push(await statusOf('0000-0000-0000-0001', { userId: `many ${no}`, ip }))
    expect(tries).toEqual([...Array.from({ length: 20 }, () => 519), 511])
    expect(await statusOf(codes[0]?.code ?? '', { userId: 'many more', ip })).toBe(511)
    expect(await statusOf(codes[1]?.code ?? '', { userId: 'many more', ip: '198.51.100.61' })).toBe(0)
  })

  it('twenty-one wrong codes at once of one address are twenty and a refusal', async () => {
    const guess = (_: unknown, no: number) =>
      statusOf('0000-0000-0000-0001', { userId: `crowd ${no}`, ip: '198.51.100.62' })
    const tried = await Promise.all(Array.from({ length: 21 }, guess))
    expect(tried.toSorted((a, b) => a - b)).toEqual([511, ...Array.from({ length: 20 }, () => 519)])
  })

  it('six wrong codes at once are five and a refusal', async () => {
    const guess = (no: number) => statusOf(`ZZZZ-ZZZZ-ZZZZ-ZZZ${no}`, { userId: 'burst', ip: '198.51.100.9' })
    const tried = await Promise.all([0, 1, 2, 3, 4, 5].map(guess))
    expect(tried.toSorted()).toEqual([511, 519, 519, 519, 519, 519])
  })
})

it('right codes from one address are redeemed without waiting for each other', async () => {
  const { codes } = await shop.sell({ quantity: 2 })
  const [held, free] = codes.map(({ code }) => code)
  const voucher = await shop.voucher(codes[0]?.serial ?? '')
  const ip = '198.51.100.70'
  const waiting = async () =>
    (
      await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(platform.db)
    ).rows[0]?.count ?? 0
  let slow: ReturnType<Shop['pay']> | undefined
  await platform.db.transaction().execute(async (tx) => {
    await sql`select 1 from voucher where id = ${voucher.id} for update`.execute(tx)
    slow = shop.pay(held ?? '', { userId: 'slow', ip })
    await eventually(waiting, (count) => count > 0)
    // The other stands at the counter of its voucher; this one passes.
    expect((await shop.pay(free ?? '', { userId: 'quick', ip })).body.state).toBe('SUCCESSFUL')
  })
  expect((await slow)?.body.state).toBe('SUCCESSFUL')
})

it('the check of the public API says whether a code is good', async () => {
  const { codes } = await shop.sell({ quantity: 1 })
  const voucherCode = codes[0]?.code ?? ''
  const check = () => platform.call('POST', '/vouchers/redeem-check', { merchantId, voucherCode })
  expect((await check()).body).toEqual({ valid: true, reason: null })
  await shop.pay(voucherCode, { userId: 'checker' })
  expect((await check()).body).toEqual({ valid: false, reason: 'already_redeemed' })
})

it('whoever guesses codes by the check is stopped as when they pay', async () => {
  const { codes } = await shop.sell({ quantity: 1 })
  const guesser = { userId: 'asker', ip: '198.51.100.20' }
  const check = async (voucherCode: string, who: object) =>
    (await platform.call('POST', '/vouchers/redeem-check', { merchantId, voucherCode, ...who })).body
  const guesses = await Promise.all([0, 1, 2, 3, 4, 5].map((no) => check(`ZZZZ-ZZZZ-ZZZZ-ZZZ${no}`, guesser)))
  const refusedFor = (reason: string) =>
    guesses.filter((guess) => JSON.stringify(guess) === JSON.stringify({ valid: false, reason })).length
  expect([refusedFor('wrong_code'), refusedFor('too_many_tries')]).toEqual([5, 1])
  const right = codes[0]?.code ?? ''
  expect(await check(right, guesser)).toEqual({ valid: false, reason: 'too_many_tries' })
  expect((await shop.pay(right, guesser)).body.statusCodeNo).toBe(511)
  const elsewhere = { ...guesser, ip: '198.51.100.22' }
  expect(await check(right, elsewhere)).toEqual({ valid: false, reason: 'too_many_tries' })
  expect(await check(right, { userId: 'other', ip: '198.51.100.21' })).toEqual({ valid: true, reason: null })
})

it('whoever guesses codes without a user is stopped by the address, and keeps nobody else of the shop waiting', async () => {
  const { codes } = await shop.sell({ quantity: 1 })
  const check = async (voucherCode: string, ip: string) => {
    const asked = { merchantId, voucherCode, ip }
    return (await platform.call<{ reason: unknown }>('POST', '/vouchers/redeem-check', asked)).body.reason
  }
  const [guesser, right] = ['198.51.100.40', codes[0]?.code ?? '']
  const reasons = new Set<unknown>()
  for (let no = 0; no < 20; no++)
    reasons.add(await check(`ZZZZ-ZZZZ-ZZZZ-ZZ${String(no).padStart(2, '0')}`, guesser))
  expect([...reasons]).toEqual(['wrong_code'])
  expect(await check('ZZZZ-ZZZZ-ZZZZ-ZZ20', guesser)).toBe('too_many_tries')
  expect(await check(right, guesser)).toBe('too_many_tries')
  expect(await check(right, '198.51.100.41')).toBeNull()
})

it('a wrong liability is found by the check of the books', async () => {
  const { product } = await shop.sell({ quantity: 1 })
  await sql`update voucher set state = 'EXPIRED' where sku = ${product.sku}`.execute(platform.db)
  const found = (await booksOf()).map(({ invariant, subject, detail }) => ({ invariant, subject, detail }))
  expect(found).toEqual([
    { invariant: 'I13', subject: `${product.sku} EUR`, detail: 'owed 2500, outstanding 0' },
  ])
  await sql`update voucher set state = 'ACTIVE' where sku = ${product.sku}`.execute(platform.db)
})
