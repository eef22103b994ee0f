import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentPlatform, type PaymentPlatform } from '../../payments/testing/payment-platform.ts'
import { at, openShop, readCodes, type Shop } from './testing/store-shop.ts'

let platform: PaymentPlatform
let shop: Shop
beforeAll(async () => {
  platform = await paymentPlatform({}, 0, { logLevel: 'trace' })
  shop = await openShop(platform)
})
afterAll(async () => {
  await platform.close()
})

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const fieldsOf = ({ body }: { body: { fields?: { field: string }[] } }) =>
  (body.fields ?? []).map(({ field }) => field)

describe('a product', () => {
  it.each([
    ['sku', { sku: 'no' }],
    ['sku', { sku: 'lower-case' }],
    ['name', { name: '' }],
    ['faceValues', { faceValues: [] }],
    ['faceValues', { faceValues: ['25.00', '25.00'] }],
    ['faceValues', { faceValues: ['-5.00'] }],
    ['faceValues', { faceValues: ['1.001'] }],
    ['faceValues', { minValue: '5.00', maxValue: '10.00', stepValue: '5.00' }],
    ['stepValue', { faceValues: [], minValue: '5.00', maxValue: '11.00', stepValue: '5.00' }],
    ['maxValue', { faceValues: [], minValue: '5.00', maxValue: '1.00', stepValue: '1.00' }],
    ['validityDays', { validityDays: 1826 }],
    ['commissionPct', { commissionPct: 31 }],
  ])('is refused for its %s: %j', async (field, changes) => {
    const answer = await shop.product(changes)
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]])
  })

  it('has an SKU of its own, and another merchant may use the same', async () => {
    const first = await shop.product()
    const body = { sku: first.body.sku, name: 'Again', currency: 'EUR', faceValues: ['5.00'] }
    expect((await shop.store.post(`/product?${at}`, body)).status).toBe(422)
    expect((await shop.store.post('/product?merchantId=100010002', body)).status).toBe(200)
  })

  it('goes from draft to active, suspended, active and retired, and no other way', async () => {
    const { body } = await shop.product()
    const to = (operation: string) =>
      shop.store.post(`/product/${body.id}/${operation}?${at}`, { reason: 'For a test' })
    expect((await to('suspend')).status).toBe(409)
    expect((await to('retire')).status).toBe(409)
    const states = []
    for (const step of ['activate', 'suspend', 'activate', 'retire']) states.push((await to(step)).body.state)
    expect(states).toEqual(['ACTIVE', 'SUSPENDED', 'ACTIVE', 'RETIRED'])
    expect((await to('activate')).status).toBe(409)
  })

  it('keeps its values once there is a batch, is cloned, and is not retired while vouchers can be redeemed', async () => {
    const { product, codes } = await shop.sell({ quantity: 1 })
    const { version } = (await shop.store.get(`/product/${product.id}?${at}`)).body
    const change = (body: object) => shop.store.put(`/product/${product.id}?${at}`, { version, ...body })
    expect(fieldsOf(await change({ faceValues: ['30.00'] }))).toEqual(['faceValues'])
    expect(fieldsOf(await change({ currency: 'SEK' }))).toEqual(['currency'])
    expect((await change({ name: 'Another name' })).status).toBe(200)
    const retire = () => shop.store.post(`/product/${product.id}/retire?${at}`, { reason: 'For a test' })
    expect((await retire()).status).toBe(409)
    await shop.pay(codes[0]?.code ?? '', { userId: 'last_one' })
    expect((await retire()).body).toMatchObject({
      state: 'RETIRED',
      stock: { issued: 1, active: 0, redeemed: 1, expired: 0, blocked: 0 },
    })
    const clone = await shop.store.post(`/product/${product.id}/clone?${at}`, { sku: 'CLONED-ONE' })
    const copy = await shop.store.get(`/product/${clone.body.id}?${at}`)
    expect(copy.body).toMatchObject({ state: 'DRAFT', faceValues: ['25.00', '50.00'], sku: 'CLONED-ONE' })
  })
})

describe('a batch', () => {
  it('is of an active product, in one of its values, of one to ten thousand', async () => {
    const draft = (await shop.product()).body
    const active = await shop.activeProduct()
    const range = await shop.activeProduct({ faceValues: [], minValue: '10', maxValue: '50', stepValue: '5' })
    const order = async (changes: object) => {
      const faceValue = { amount: '25.00', currency: 'EUR' }
      const body = { productId: active.id, quantity: 1, faceValue, ...changes }
      return (await shop.store.post(`/voucher-batch?${at}`, body)).status
    }
    const euro = (amount: string, currency = 'EUR') => ({ faceValue: { amount, currency } })
    expect(await order({ productId: draft.id })).toBe(409)
    expect(await order({ productId: 'b7c5d4e3-0000-4000-8000-000000000000' })).toBe(422)
    for (const quantity of [0, 10_001, 1.5]) expect(await order({ quantity })).toBe(422)
    for (const value of [euro('26.00'), euro('25.00', 'SEK'), euro('0.00')])
      expect(await order(value)).toBe(422)
    expect(await order({ productId: range.id, ...euro('35.00') })).toBe(200)
    for (const amount of ['36.00', '5.00', '55.00'])
      expect(await order({ productId: range.id, ...euro(amount) })).toBe(422)
    for (const expiresAt of [inDays(-1), inDays(366)]) expect(await order({ expiresAt })).toBe(422)
    expect(await order({ expiresAt: inDays(30) })).toBe(200)
  })

  it('gives its codes once, in an archive that needs the password', async () => {
    const { batch } = await shop.order({ quantity: 25 })
    expect(
      (await shop.store.post(`/voucher-batch/${batch.id}/codes?${at}`, { password: 'short' })).status,
    ).toBe(422)
    const [first, second] = await Promise.all([shop.download(batch.id), shop.download(batch.id)])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    expect((await shop.download(batch.id, shop.store2)).status).toBe(409)
    const { content } = (first.status === 200 ? first : second).body
    const file = await readCodes(content)
    expect([file.encrypted, file.strength]).toEqual([true, 3])
    expect(file.codes).toHaveLength(25)
    expect(new Set(file.codes.map(({ code }) => code)).size).toBe(25)
    expect(file.codes[0]).toMatchObject({ value: '25.00', currency: 'EUR' })
    expect(file.codes[0]?.code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    await expect(readCodes(content, 'another password')).rejects.toThrow()
    const serials = file.codes.map(({ serial }) => Number(serial))
    expect(serials.at(-1)).toBe((serials[0] ?? 0) + 24)
  })

  it('is released by neither who ordered it nor who has the codes, and waits in the inbox of others', async () => {
    const { batch } = await shop.order({ quantity: 1 })
    expect((await shop.release(batch.id)).status).toBe(409)
    await shop.download(batch.id, shop.store2)
    const admin = await platform.as('admin')
    const inbox = async (who: typeof admin) =>
      ((await who.get('/inbox')).body.items as { kind: string; record: string }[]).filter(
        ({ kind, record }) => kind === 'voucher-batch' && record === batch.id,
      )
    expect((await shop.release(batch.id, shop.store)).body.code).toBe('FOUR_EYES')
    expect((await shop.release(batch.id, shop.store2)).body.code).toBe('FOUR_EYES')
    expect([await inbox(shop.store), await inbox(shop.store2)]).toEqual([[], []])
    expect(await inbox(admin)).toHaveLength(1)
    expect((await shop.release(batch.id, admin)).status).toBe(200)
    expect(await inbox(admin)).toEqual([])
    expect((await shop.release(batch.id, admin)).status).toBe(409)
  })

  it('that is closed before its release never works; a released one is closed when nothing is owed', async () => {
    const { batch } = await shop.order({ quantity: 1 })
    const file = await shop.download(batch.id)
    const [line] = (await readCodes(file.body.content)).codes
    const { close } = shop
    expect((await close(batch.id)).body.state).toBe('CLOSED')
    const voucher = await shop.voucher(line?.serial ?? '')
    const unblock = await shop.store.post(`/voucher/${voucher.id}/unblock?${at}`, { reason: 'For a test' })
    expect([voucher.state, unblock.status]).toEqual(['BLOCKED', 409])
    const sold = await shop.sell({ quantity: 1 })
    expect((await close(sold.batch.id)).status).toBe(409)
    await shop.pay(sold.codes[0]?.code ?? '', { userId: 'closer' })
    expect((await close(sold.batch.id)).body.state).toBe('CLOSED')
  })
})

describe('vouchers', () => {
  it('are blocked from one serial to another, both included, and those in other states are left alone', async () => {
    const { codes, batch } = await shop.sell({ quantity: 5 })
    const serials = codes.map(({ serial }) => serial)
    await shop.pay(codes[2]?.code ?? '', { userId: 'in_range' })
    const range = (action: string, fromSerial?: string, toSerial?: string, more: object = {}) =>
      shop.store.post(`/voucher/range?${at}`, { action, fromSerial, toSerial, reason: 'Lost', ...more })
    expect((await range('BLOCK', serials[3], serials[1])).status).toBe(422)
    expect((await range('BLOCK', '000000000000', '000000010000')).status).toBe(422)
    expect((await range('BLOCK', '999999999998', '999999999999')).status).toBe(404)
    expect((await range('BLOCK', serials[1], serials[3])).body).toEqual({ changed: 2, skipped: 1 })
    const states = async () =>
      Promise.all(serials.map(async (serial) => (await shop.voucher(serial)).state as string))
    expect(await states()).toEqual(['ACTIVE', 'BLOCKED', 'REDEEMED', 'BLOCKED', 'ACTIVE'])
    const whole = await range('UNBLOCK', undefined, undefined, { batchId: batch.id })
    expect(whole.body).toEqual({ changed: 2, skipped: 3 })
    expect(await states()).toEqual(['ACTIVE', 'ACTIVE', 'REDEEMED', 'ACTIVE', 'ACTIVE'])
  })

  it('are extended into the future, later than before and within what the product says', async () => {
    const { codes } = await shop.sell({ quantity: 1, expiresAt: inDays(10) })
    const { id } = await shop.voucher(codes[0]?.serial ?? '')
    const extend = async (expiresAt: string) =>
      (await shop.store.post(`/voucher/${id}/extend?${at}`, { expiresAt, reason: 'Asked for' })).status
    expect(await extend(inDays(-1))).toBe(422)
    expect(await extend(inDays(5))).toBe(422)
    expect(await extend(inDays(366))).toBe(422)
    expect(await extend(inDays(20))).toBe(200)
  })

  it('are reissued: the old code is dead, the new one pays once, and each names the other', async () => {
    const { product, codes } = await shop.sell({ quantity: 1 })
    const old = await shop.voucher(codes[0]?.serial ?? '')
    const { version } = old
    const reissue = () =>
      shop.store.post(`/voucher/${old.id}/reissue?${at}`, { version, reason: 'Scratched' })
    const releaser = await shop.store2.post(`/voucher/${old.id}/reissue?${at}`, {
      version,
      reason: 'Scratched',
    })
    expect([releaser.status, releaser.body.code]).toEqual([403, 'FOUR_EYES'])
    const [one, two] = await Promise.all([reissue(), reissue()])
    expect([one.status, two.status].toSorted()).toEqual([200, 409])
    const made = (one.status === 200 ? one : two).body
    expect(await shop.voucher(old.serial)).toMatchObject({ state: 'BLOCKED', reissuedAs: made.serial })
    expect(await shop.voucher(made.serial)).toMatchObject({ state: 'ACTIVE', reissueOf: old.serial })
    const unblock = await shop.store.post(`/voucher/${old.id}/unblock?${at}`, { reason: 'Found again' })
    expect(unblock.status).toBe(409)
    expect((await shop.pay(codes[0]?.code ?? '', { userId: 'scratched' })).body.statusCodeNo).toBe(505)
    expect((await shop.pay(made.code, { userId: 'scratched' })).body.state).toBe('SUCCESSFUL')
    const { rows } = await sql<{
      owed: string
    }>`select coalesce(sum(credit_total - debit_total), 0)::text as owed
      from account_balance where account like ${`VOUCHER\\_LIABILITY:%:${product.sku}:%`}`.execute(
      platform.db,
    )
    expect(rows).toEqual([{ owed: '0' }])
  })

  it('are found by their code, which is counted when it is wrong', async () => {
    const { codes } = await shop.sell({ quantity: 1 })
    const check = (code: string) => shop.kiosk.post(`/voucher/check?${at}`, { code })
    const found = await check(codes[0]?.code ?? '')
    expect(found.body).toMatchObject({ verdict: 'OK', serial: codes[0]?.serial })
    const wrong = []
    for (let no = 0; no < 6; no++) wrong.push((await check('0000-0000-0000-0001')).status)
    expect(wrong).toEqual([200, 200, 200, 200, 200, 429])
    expect((await check(codes[0]?.code ?? '')).status).toBe(429)
    expect((await shop.store.post(`/voucher/check?${at}`, { code: codes[0]?.code })).body.verdict).toBe('OK')
  })
})

it('a counter may block and unblock one voucher and nothing else; others see nothing of the store', async () => {
  const { product, batch, codes } = await shop.sell({ quantity: 1 })
  const { id, serial } = await shop.voucher(codes[0]?.serial ?? '')
  const { kiosk } = shop
  const reason = { reason: 'At the counter' }
  expect((await kiosk.post(`/voucher/${id}/block?${at}`, reason)).status).toBe(200)
  expect((await kiosk.post(`/voucher/${id}/unblock?${at}`, reason)).status).toBe(200)
  const range = { action: 'BLOCK', fromSerial: serial, toSerial: serial, ...reason }
  const refused = [
    await shop.product({}, kiosk),
    await kiosk.post(`/product/${product.id}/suspend?${at}`, reason),
    await shop.close(batch.id, kiosk),
    await kiosk.post(`/voucher/${id}/extend?${at}`, { ...reason, expiresAt: inDays(1) }),
    await kiosk.post(`/voucher/${id}/reissue?${at}`, { version: 1, ...reason }),
    await kiosk.post(`/voucher/range?${at}`, range),
    await shop.download(batch.id, kiosk),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
  const finance = await platform.as('finance')
  expect((await finance.get(`/voucher?${at}`)).status).toBe(403)
  const elsewhere = 'merchantId=100010002'
  expect((await shop.store.get(`/voucher/${id}?${elsewhere}`)).status).toBe(404)
  expect((await shop.store.post(`/voucher/range?${elsewhere}`, range)).status).toBe(404)
  expect((await shop.store.post(`/voucher/check?${elsewhere}`, { code: codes[0]?.code })).body.verdict).toBe(
    'UNKNOWN',
  )
})

it('no code stands anywhere: not in the database, the log, an export or an answer that is kept', async () => {
  const { batch, codes } = await shop.sell({ quantity: 3 })
  const [paid, looked, lost] = codes
  await shop.pay(paid?.code ?? '', { userId: 'careful' })
  await shop.pay((paid?.code ?? '').replaceAll('-', ''), { userId: 'careless' })
  await platform.call('POST', '/vouchers/redeem-check', { merchantId: 100010001, voucherCode: looked?.code })
  await shop.store.post(`/voucher/check?${at}`, { code: looked?.code })
  const { id, version } = await shop.voucher(lost?.serial ?? '')
  const reissued = await shop.store.post(
    `/voucher/${id}/reissue?${at}`,
    { version, reason: 'For a test' },
    {
      headers: { 'x-operation-id': '6b0c7c52-0000-4000-8000-000000000001' },
    },
  )
  const written = [...codes.map(({ code }) => code), String(reissued.body.code)]
  const patterns = written.flatMap((code) => [code, code.replaceAll('-', '')])
  const exported = await shop.store.get(`/voucher/export?${at}&batch=${batch.title}&format=csv`)
  const audit = await (await platform.as('auditor')).get('/audit?merchantId=1000&limit=1000')
  const texts = [exported.text, audit.text, ...platform.logged]
  expect(exported.text).toContain(lost?.serial)
  expect(patterns.filter((code) => texts.some((text) => text.includes(code)))).toEqual([])
  const owner = new pg.Client({ connectionString: platform.ownerUrl })
  await owner.connect()
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await owner.query(`select 1 from ${name} t where t::text ~ $1 limit 1`, [
      patterns.join('|'),
    ])
    if (rows.length > 0) found.push(name)
  }
  await owner.end()
  expect(found).toEqual([])
})
