import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertGenerated } from '../transactions/testing/fixture-store.ts'
import { transactionGenerator } from '../transactions/testing/generated-transaction.ts'
import { emailHash } from '../transactions/testing/transaction-app.ts'
import type { Tx } from '../../kit/database.ts'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { searchPayments, type PaymentSearch } from './payment-search-store.ts'

const group = 100010000
const merchants = [100010001, 100010002]
const foreign = 100020000
const startMs = Date.UTC(2026, 10, 1)
const generator = transactionGenerator({ seed: 9, merchants: [...merchants, foreign], users: 40, emailHash })

let kit: KitApp
/** Newest first, as they are found. */
const ids: number[] = []

async function insert(count: number, fromMs: number): Promise<number[]> {
  const made = Array.from({ length: count }, (_, index) => generator.payment(fromMs + index * 60_000))
  await insertGenerated(kit.db, made, { rowsOnly: true })
  return made
    .map(({ transaction }) => transaction)
    .filter(({ merchantId }) => merchants.includes(merchantId))
    .map(({ id }) => id)
    .sort((a, b) => b - a)
}

beforeAll(async () => {
  kit = await kitApp(() => [])
  ids.push(...(await insert(900, startMs)))
  // Otherwise the plans hang on whether the database has come to count the rows by itself in the meantime.
  await sql`analyze transaction`.execute(kit.db)
})
afterAll(() => kit.close())

/** Rows of payments the transaction has read so far, by whatever way, as the database counts them. */
async function readSoFar(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::integer as count
    from pg_stat_xact_user_tables where relname like 'transaction%'`.execute(tx)
  return rows[0]?.count ?? 0
}

const search = async (asked: Partial<PaymentSearch>) =>
  kit.db.transaction().execute(async (tx) => {
    const before = await readSoFar(tx)
    const page = await searchPayments(tx, { merchantId: group, limit: 100, ...asked })
    return { page, read: (await readSoFar(tx)) - before }
  })

describe('a page of payments', () => {
  // One more to know whether there is a next page, and each merchant is asked for as many.
  const most = (limit: number) => merchants.length * (limit + 1) + 10

  it.each([1, 10, 60])('of %i reads no more than it shows of each merchant', async (limit) => {
    const { page, read } = await search({ limit })
    expect(page.rows.map(({ id }) => id)).toEqual(ids.slice(0, limit))
    expect(read).toBeLessThanOrEqual(most(limit))
  })

  it('far down the list reads as little as the first', async () => {
    const after = ids[300] ?? 0
    const { page, read } = await search({ limit: 10, after })
    expect(page.rows.map(({ id }) => id)).toEqual(ids.slice(301, 311))
    expect(read).toBeLessThanOrEqual(most(10))
  })

  it('says where the next begins until there is none, while payments arrive', async () => {
    const seen: number[] = []
    const pages: number[] = []
    let after: number | undefined
    let arrivalsMs = startMs + 100 * 86_400_000
    do {
      const { page } = await search({ limit: 250, after })
      seen.push(...page.rows.map(({ id }) => id))
      pages.push(page.rows.length)
      after = page.next
      await insert(3, (arrivalsMs += 3_600_000))
    } while (after !== undefined)
    expect(seen).toEqual(ids)
    expect(pages).toEqual([...Array<number>(pages.length - 1).fill(250), ids.length % 250 || 250])
  })
})
