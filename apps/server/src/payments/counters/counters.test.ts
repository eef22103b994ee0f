import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { rateSheet } from '@signalbox/model/money/rates'
import { windowAt } from '@signalbox/model/money/window'
import { createDatabase, type Database } from '../../kit/database.ts'
import { testAppUrl } from '../../kit/testing/test-logins.ts'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { patientPool } from '../../kit/testing/patient-pool.ts'
import { transaction } from '../../kit/transaction.ts'
import { countedAmounts } from './counted-amounts.ts'
import { velocityStart } from './counter-windows.ts'
import { follow, read, release, reserve, settle } from './counters.ts'
import { forgetKeys } from './counter-store.ts'
import type { CounterQuestion, CounterReading, CounterSubject } from './counter-types.ts'

const brand = 100010001
const noon = Date.parse('2026-02-03T12:00:00Z')
const rates = rateSheet(
  [
    {
      id: 'sek',
      base: 'EUR',
      quote: 'SEK',
      buy: '11.20',
      sell: '11.00',
      validFrom: '2026-01-01T00:00:00Z',
      source: 'IMPORTED',
      service: 'FILE',
    },
  ],
  { base: 'EUR', service: 'FILE', nowMs: noon },
)

let kit: KitApp
let otherNode: Database
beforeAll(async () => {
  kit = await kitApp(() => [])
  otherNode = createDatabase(patientPool(testAppUrl(kit.ownerUrl), 8))
})
afterAll(async () => {
  await otherNode.destroy()
  await kit.close()
})
beforeEach(() => sql`delete from counter_event`.execute(kit.db))

let lastTx = 0
const subject = (given: Partial<CounterSubject> & { eur?: bigint } = {}): CounterSubject => {
  const { eur = 1000n, ...rest } = given
  return {
    merchantId: brand,
    txId: ++lastTx,
    method: 'DEPOSIT',
    txType: 'CreditcardDeposit',
    providerType: 'CREDITCARD',
    keys: { USER: 'user-1', ACCOUNT: 'card-1' },
    amounts: countedAmounts({ minor: eur, currency: 'EUR' }, ['SEK'], rates),
    matchedRows: [],
    ...rest,
  }
}

const day: CounterQuestion = {
  scope: 'USER',
  since: (gateMs) => gateMs - 86_400_000,
  currency: 'EUR',
}

const roomFor = (max: bigint, mine: CounterSubject) => (readings: readonly CounterReading[]) =>
  readings.every(({ used, reserved }) => used.minor + reserved.minor + BigInt(mine.amounts.EUR ?? 0) <= max)

const take = (db: Database, mine: CounterSubject, max: bigint, questions = [day]) =>
  transaction(db, (tx) => reserve(tx, mine, { questions, rates, hasRoom: roomFor(max, mine) }))

const count = async (question: CounterQuestion, mine = subject()) => {
  const [reading] = await read(kit.db, mine, [question], rates)
  if (!reading) throw new Error('Every question has an answer')
  return reading
}

describe('reserving', () => {
  it('lets exactly as many through as there is room for, over two nodes at once', async () => {
    const tries = Array.from({ length: 50 }, (_, i) => take(i % 2 ? kit.db : otherNode, subject(), 3000n))
    const results = await Promise.all(tries)
    expect(results.filter((result) => result.isReserved)).toHaveLength(3)
    expect(await count(day)).toMatchObject({ count: 50, live: 3, reserved: { minor: 3000n } })
  })

  it('never lets two that count several things wait for each other', async () => {
    const scopes = ['USER', 'ACCOUNT', 'MERCHANT'] as const
    const questions = (reverse: boolean) => {
      const list = scopes.map((scope) => ({ ...day, scope }))
      return reverse ? list.reverse() : list
    }
    const tries = Array.from({ length: 30 }, (_, i) =>
      take(i % 2 ? kit.db : otherNode, subject(), 10_000n, questions(i % 3 === 0)),
    )
    const results = await Promise.all(tries)
    expect(results.filter((result) => result.isReserved)).toHaveLength(10)
  })

  it('gives the room back when a payment fails, and keeps it when it succeeds', async () => {
    const [a, b, c] = [subject(), subject(), subject()]
    await take(kit.db, a, 2000n)
    await take(kit.db, b, 2000n)
    expect((await take(kit.db, c, 2000n)).isReserved).toBe(false)
    await settle(kit.db, brand, a.txId)
    await release(kit.db, brand, b.txId, 'CANCELLED')
    expect(await count(day)).toMatchObject({ used: { minor: 1000n }, reserved: { minor: 0n }, live: 1 })
    expect((await take(kit.db, c, 2000n)).isReserved).toBe(true)
    await follow(kit.db, brand, c.txId, 'INCONSISTENT')
    expect(await count(day)).toMatchObject({ reserved: { minor: 1000n } })
  })

  it('counts a payment once when it comes back after routing', async () => {
    const mine = subject()
    await take(kit.db, mine, 1000n)
    expect((await take(kit.db, { ...mine, psp: 'acmecards' }, 1000n)).isReserved).toBe(true)
    const bySame = { ...day, samePsp: true }
    expect(await count(bySame, subject({ psp: 'acmecards' }))).toMatchObject({ count: 1 })
    expect(await count(bySame, subject({ psp: 'borealpay' }))).toMatchObject({ count: 0 })
  })

  it('leaves no trace when the transaction is rolled back', async () => {
    const failing = transaction(kit.db, async (tx) => {
      await reserve(tx, subject(), { questions: [day], rates, hasRoom: () => true })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await count(day)).toMatchObject({ count: 0 })
  })
})

describe('counting', () => {
  const put = (given: Parameters<typeof subject>[0] = {}, status = 'SUCCESSFUL' as const) =>
    transaction(kit.db, async (tx) => {
      const mine = subject(given)
      await reserve(tx, mine, { questions: [], rates, hasRoom: () => true })
      await follow(tx, brand, mine.txId, status)
    })

  it('tells users and accounts apart, the asking one included', async () => {
    await put({ keys: { USER: 'user-1', ACCOUNT: 'card-2' } })
    await put({ keys: { USER: 'user-1', ACCOUNT: 'card-1' } })
    await put({ keys: { USER: 'user-2', ACCOUNT: 'card-1' } })
    expect(await count(day)).toMatchObject({ count: 2, accounts: 2, users: 1 })
    expect(await count({ ...day, scope: 'ACCOUNT' })).toMatchObject({ count: 2, users: 2 })
    expect(await count({ ...day, scope: 'MERCHANT' })).toMatchObject({ count: 3, accounts: 2, users: 2 })
    expect(await count({ ...day, scope: 'IP' })).toMatchObject({ count: 0, accounts: 1, users: 1 })
  })

  it('keeps to a method, or nets one against the other', async () => {
    await put({ eur: 5000n })
    await put({ eur: 2000n, method: 'WITHDRAWAL' })
    const waiting = subject({ eur: 1000n, method: 'WITHDRAWAL' })
    await transaction(kit.db, (tx) => reserve(tx, waiting, { questions: [], rates, hasRoom: () => true }))
    expect(await count(day)).toMatchObject({ sum: { minor: 5000n } })
    expect(await count({ ...day, net: true })).toMatchObject({
      used: { minor: 3000n },
      reserved: { minor: 0n },
      live: 1,
    })
    expect(await count(day, subject({ method: 'WITHDRAWAL' }))).toMatchObject({
      used: { minor: 2000n },
      reserved: { minor: 1000n },
    })
  })

  it('counts the statuses it is asked for, the same type, account and row', async () => {
    await put({ txType: 'ApplePayDeposit' })
    await put({ matchedRows: ['100010001_VE_01_02'] }, 'FAILED' as 'SUCCESSFUL')
    expect(await count({ ...day, statuses: ['SUCCESSFUL'] })).toMatchObject({ count: 1 })
    expect(await count({ ...day, sameTxType: true })).toMatchObject({ count: 1, live: 0 })
    expect(await count({ ...day, sameRow: '100010001_VE_01_02' })).toMatchObject({ count: 1 })
    expect(await count({ ...day, sameRow: '100010001_VE_01_01' })).toMatchObject({ count: 0 })
    expect(await count({ ...day, sameAccount: true }, subject({ keys: { USER: 'user-1' } }))).toMatchObject({
      count: 0,
    })
  })

  it('sums up in the currency of the limit at the rate of the payment, rounded up', async () => {
    await put({ amounts: countedAmounts({ minor: 10_000n, currency: 'SEK' }, ['SEK'], rates) })
    await put({ eur: 1n })
    // 100.00 SEK at a mid rate of 11.10 are 9.009 EUR.
    expect(await count(day)).toMatchObject({ sum: { minor: 902n, currency: 'EUR' } })
    expect(await count({ ...day, currency: 'SEK' })).toMatchObject({ sum: { minor: 10_012n } })
    await put({ amounts: { EUR: '100' } })
    expect(await count({ ...day, currency: 'SEK' })).toMatchObject({ sum: { minor: 10_012n + 1110n } })
  })

  it('forgets whose payments they were', async () => {
    await put()
    await transaction(kit.db, (tx) => forgetKeys(tx, brand, 'user-1'))
    expect(await count(day)).toMatchObject({ count: 0 })
    expect(await count({ ...day, scope: 'MERCHANT' })).toMatchObject({ count: 1 })
  })

  it('knows the day of the merchant when clocks change', async () => {
    const timeZone = 'Europe/Stockholm'
    const at = async (instant: string) => {
      await put()
      await sql`update counter_event set at = ${instant}::timestamptz where tx_id = ${lastTx}`.execute(kit.db)
    }
    await at('2026-03-28T22:59:59.999Z')
    await at('2026-03-28T23:00:00.000Z')
    await at('2026-03-29T21:59:59.999Z')
    const daily = { ...day, since: (ms: number) => windowAt({ kind: 'DAY', timeZone }, ms).fromMs }
    const countAt = async (instant: string) =>
      (await read(kit.db, subject(), [daily], rates, new Date(instant)))[0]?.count
    expect(await countAt('2026-03-29T12:00:00Z')).toBe(2)
    expect(await countAt('2026-03-29T22:00:00Z')).toBe(0)
  })
})

describe('windows of velocity rules', () => {
  const timeZone = 'Europe/Stockholm'
  const at = (text: string) => Date.parse(text)
  const from = (window: number, unit: 'MINUTE' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH', now: string) =>
    new Date(velocityStart({ window, unit, windowKind: 'CALENDAR' }, timeZone, at(now))).toISOString()

  it('leave out what is exactly so old as they reach back', () => {
    const tenMinutes = { window: 10, unit: 'MINUTE', windowKind: 'ROLLING' } as const
    expect(velocityStart(tenMinutes, timeZone, noon)).toBe(noon - 600_000 + 1)
  })

  it('begin with the period in the merchant time zone', () => {
    expect(from(1, 'HOUR', '2026-02-03T12:34:56Z')).toBe('2026-02-03T12:00:00.000Z')
    expect(from(1, 'DAY', '2026-02-03T23:30:00Z')).toBe('2026-02-03T23:00:00.000Z')
    expect(from(7, 'DAY', '2026-03-31T12:00:00Z')).toBe('2026-03-24T23:00:00.000Z')
    expect(from(1, 'WEEK', '2026-02-03T12:00:00Z')).toBe('2026-02-01T23:00:00.000Z')
    expect(from(2, 'WEEK', '2026-03-31T12:00:00Z')).toBe('2026-03-22T23:00:00.000Z')
    expect(from(3, 'MONTH', '2026-02-03T12:00:00Z')).toBe('2025-11-30T23:00:00.000Z')
    expect(from(2, 'MONTH', '2026-04-10T12:00:00Z')).toBe('2026-02-28T23:00:00.000Z')
  })
})
