import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withdrawalReserved } from '@signalbox/model/ledger/postings'
import { anyPayment } from '@signalbox/model/ledger/testing/any-payment'
import { transaction } from '../../kit/transaction.ts'
import { journalOf, post, postHistory, reverse } from './ledger.ts'
import { balancesOf } from './read-model.ts'
import { LedgerPayment } from './testing/ledger-payments.ts'
import {
  balance,
  brand,
  check,
  closeLedger,
  day,
  deps,
  draft,
  emptyBooks,
  eur,
  kit,
  nextId,
  otherNode,
  put,
  startLedger,
} from './testing/ledger-books.ts'

beforeAll(startLedger)
afterAll(closeLedger)
afterEach(emptyBooks)

describe('posting', () => {
  it('writes an entry once, however often it is asked for', async () => {
    const given = draft()
    const first = await put(given)
    const again = await put(given)
    expect(again).toEqual({ entryId: first.entryId, isNew: false })
    expect(await balance('USER_FUNDS')).toBe(5000n)
    expect(await check()).toEqual([])
  })

  it('writes it once when many ask at the same moment on two nodes', async () => {
    const given = draft()
    const all = Array.from({ length: 20 }, (_, i) => put(given, i % 2 ? kit.db : otherNode))
    const posted = await Promise.all(all)
    expect(posted.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(posted.map(({ entryId }) => entryId)).size).toBe(1)
    expect(await balance('USER_FUNDS')).toBe(5000n)
  })

  it('stops a program that posts other amounts under the same key', async () => {
    const given = draft()
    await put(given)
    await expect(put({ ...given, lines: withdrawalReserved(eur(4999n)) })).rejects.toThrow('other amounts')
  })

  it('chains the entries of a source, also when two events come at once', async () => {
    const sourceId = String(nextId())
    const events = Array.from({ length: 6 }, (_, seq) => draft({ sourceId, seq }))
    await Promise.all(events.map((event, i) => put(event, i % 2 ? kit.db : otherNode)))
    const entries = await journalOf(kit.db, brand, 'ADJUSTMENT', sourceId)
    expect(entries.map(({ chainNo }) => chainNo)).toEqual([1, 2, 3, 4, 5, 6])
    expect(entries.slice(1).map(({ prevHash }) => prevHash)).toEqual(
      entries.slice(0, -1).map(({ hash }) => hash),
    )
    expect(await check()).toEqual([])
  })

  it('keeps balances right under parallel postings to the same accounts', async () => {
    const all = Array.from({ length: 120 }, (_, i) =>
      put(draft({ lines: withdrawalReserved(eur(BigInt(i + 1))) }), i % 2 ? kit.db : otherNode),
    )
    await Promise.all(all)
    expect(await balance('WITHDRAWAL_RESERVED')).toBe(-7260n)
    expect(await check()).toEqual([])
  })

  it('keeps amounts beyond what a number can hold', async () => {
    const huge = 2n ** 60n + 1n
    await put(draft({ lines: withdrawalReserved(eur(huge)) }))
    expect(await balance('USER_FUNDS')).toBe(huge)
    expect(await check()).toEqual([])
  })

  it('reverses an entry by another one, once', async () => {
    const given = draft()
    await put(given)
    const [entry] = await journalOf(kit.db, brand, 'ADJUSTMENT', given.sourceId)
    if (!entry) throw new Error('The entry is missing')
    const undo = () =>
      transaction(kit.db, (tx) =>
        reverse(tx, entry, { valueDate: day, description: 'A mistake', createdBy: 'tester' }, deps()),
      )
    expect((await undo()).isNew).toBe(true)
    expect((await undo()).isNew).toBe(false)
    expect(await balance('USER_FUNDS')).toBe(0n)
    expect(await check()).toEqual([])
  })

  it('takes the books of many payments at once, and goes on from there one by one', async () => {
    const sources = Array.from({ length: 40 }, () => String(nextId()))
    const drafts = sources.flatMap((sourceId) => [draft({ sourceId }), draft({ sourceId, seq: 1 })])
    await transaction(kit.db, (tx) => postHistory(tx, drafts, deps()))
    await put(draft({ sourceId: sources[0] ?? '', seq: 2 }))
    expect(await put(draft({ sourceId: sources[1] ?? '', seq: 1 }))).toMatchObject({ isNew: false })
    expect(await balance('USER_FUNDS')).toBe(81n * 5000n)
    expect(await check()).toEqual([])
    const again = transaction(kit.db, (tx) => postHistory(tx, drafts.slice(0, 1), deps()))
    await expect(again).rejects.toThrow('duplicate key')
  })

  it('leaves nothing behind when the payment is rolled back', async () => {
    const failing = transaction(kit.db, async (tx) => {
      await post(tx, draft(), deps())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await balancesOf(kit.db, brand)).toEqual([])
  })
})

describe('any legal history of payments', () => {
  it('keeps everything that must hold', async () => {
    const anyHistory = fc.array(
      fc.record({ money: anyPayment, choices: fc.array(fc.nat({ max: 11 }), { maxLength: 7 }) }),
      { minLength: 1, maxLength: 8 },
    )
    const keeper = { db: kit.db, merchantId: brand, newId: kit.deps.newId }
    await fc.assert(
      fc.asyncProperty(anyHistory, async (histories) => {
        await Promise.all(
          histories.map(async ({ money, choices }) => {
            const payment = new LedgerPayment(nextId(), money)
            await payment.register(keeper)
            for (const choice of choices) {
              const moves = payment.moves()
              await moves[choice % moves.length]?.(keeper)
            }
          }),
        )
        expect(await check()).toEqual([])
      }),
      { numRuns: process.env.TEST_FULL ? 40 : 15 },
    )
  })
})
