import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionRow } from '@signalbox/model/entities/transaction'
import { statusCodeOf } from '@signalbox/model/status-codes'
import type { Client, KitApp } from '../../kit/testing/kit-app.ts'
import type { Transaction } from '../../payments/transactions/transaction.ts'
import { insertGenerated } from './testing/fixture-store.ts'
import {
  chanceOf,
  seededRandom,
  transactionGenerator,
  type Generated,
} from './testing/generated-transaction.ts'
import { answer, tests, type OracleQuery } from './testing/oracle.ts'
import { emailHash, transactionApp } from './testing/transaction-app.ts'

const merchants = [100010001, 100010002, 100020000]
const startMs = Date.UTC(2026, 10, 1)
const seed = Number(process.env.QUERY_SEED ?? 20261116)
const queries = Number(process.env.QUERY_COUNT ?? 250)
const chance = chanceOf(seededRandom(seed))
const all: Transaction[] = []

let kit: KitApp
let client: Client

const parts = { seed, merchants, users: 40, emailHash }
const generator = transactionGenerator(parts)

function generate(count: number, fromMs: number, stepMs: number): Generated[] {
  return Array.from({ length: count }, (_, index) => generator.payment(fromMs + index * stepMs)).flatMap(
    (made) => [made, generator.child(made) ?? []].flat(),
  )
}

beforeAll(async () => {
  kit = await transactionApp()
  client = kit.as({ roles: ['TRANSACTION_VIEWER', 'DATA_VIEWER'] })
  const made = generate(1_500, startMs, 7 * 60_000)
  for (const [index, { transaction }] of made.entries()) {
    if (index % 17 === 0) transaction.gdprErasedAt = transaction.updatedAt
    all.push(transaction)
  }
  await insertGenerated(kit.db, made, { rowsOnly: true })
})
afterAll(() => kit.close())

/** A value that some payment has, so that most queries find something. */
const valueFor: Record<string, (tx: Transaction) => string | null> = {
  id: () =>
    [chance.of(all), chance.of(all), chance.of(all)].map(({ id }) => id).join(chance.of([',', ' ', '\n'])),
  txRefId: (tx) => `${tx.merchantId}A${tx.id}`,
  merchantTxId: (tx) => tx.merchantTxId,
  pspRefId: (tx) => tx.pspRefId,
  userId: (tx) => tx.userId,
  email: (tx) => tx.userEmail?.toUpperCase() ?? null,
  maskedUserAccount: (tx) => tx.maskedAccount,
  bin: (tx) => tx.bin?.slice(0, chance.whole(6, 8)) ?? null,
  ipAddr: (tx) => tx.ip,
  attribute: (tx) => (tx.attributes.campaign ? `campaign=${tx.attributes.campaign}` : null),
  info: (tx) => tx.info?.slice(2, 8).toUpperCase() ?? null,
  rule: (tx) => tx.ruleRefs[0] ?? null,
  amount: (tx) => {
    const whole = Number(tx.amountMinor < 0n ? -tx.amountMinor : tx.amountMinor) / 100
    const range = chance.of([
      `${Math.floor(whole)}..`,
      `..${Math.ceil(whole)}`,
      `10..${Math.ceil(whole) + 10}`,
    ])
    return chance.is(0.5) ? `${range} ${tx.currency}` : range
  },
  merchants: (tx) => `${tx.merchantId}`,
  state: (tx) => `${statusCodeOf(tx.statusNo)?.status},INCONSISTENT`,
  statusCode: (tx) => `${statusCodeOf(tx.statusNo)?.code}`,
  tags: () => 'watch,other',
  fallbackUsed: () => chance.of(['true', 'false']),
  testUsers: () => chance.of(['true', 'false']),
  hasNotes: () => chance.of(['true', 'false']),
  erased: () => chance.of(['true', 'false']),
  created: (tx) =>
    `${tx.createdAt}..${chance.is(0.5) ? '' : new Date(Date.parse(tx.createdAt) + 86_400_000).toISOString()}`,
  lastUpdated: (tx) => `${new Date(Date.parse(tx.updatedAt) - 86_400_000).toISOString()}..${tx.updatedAt}`,
  completedAt: (tx) => `..${tx.completedAt ?? ''}`,
}
const plainField: Record<string, keyof Transaction> = {
  channelId: 'channel',
  userCat: 'userCategory',
}

function randomQuery(): OracleQuery {
  const count = chance.whole(0, 4)
  const given: Record<string, string> = {}
  for (let i = 0; i < count; i++) {
    const name = chance.of(Object.keys(tests))
    const tx = chance.of(all)
    const value = valueFor[name]
      ? valueFor[name](tx)
      : (tx[plainField[name] ?? (name as keyof Transaction)] as string | null)
    if (value !== null && value !== '') given[name] = value
  }
  // What is implied is asked for, so that both sides speak of the same.
  given.created ??= '..'
  given.testUsers ??= chance.of(['true', 'false'])
  const sort = `${chance.of(['id', 'created', 'lastUpdated', 'amount', 'statusCodeNo'])}:${chance.of(['asc', 'desc'])}`
  return { given, sort, includeRelated: chance.is(0.1) }
}

function addressOf({ given, sort, includeRelated }: OracleQuery, more: Record<string, string> = {}): string {
  const related: Record<string, string> = includeRelated ? { includeRelated: 'true' } : {}
  const query = new URLSearchParams({ merchantId: '1000', ...given, sort, ...related, ...more })
  return `/transaction?${query.toString()}`
}

async function ask(query: OracleQuery, more: Record<string, string>, by = client) {
  const { status, body, text } = await by.get(addressOf(query, more))
  expect(status, text).toBe(200)
  return body as { items: TransactionRow[]; total: number; cursor?: string }
}

describe(`random queries (seed ${seed})`, { timeout: 600_000 }, () => {
  it('find exactly what looking at every payment finds, in order, counted right', async () => {
    for (let i = 0; i < queries; i++) {
      const query = randomQuery()
      const expected = answer(all, query)
      const { items, total } = await ask(query, { limit: '1000' })
      expect(total, addressOf(query)).toBe(expected.length)
      expect(
        items.map(({ id }) => id),
        addressOf(query),
      ).toEqual(expected.slice(0, 1000).map(({ id }) => id))
    }
  })

  it('give the same pages by number and by cursor', async () => {
    for (let i = 0; i < 12; i++) {
      const query = randomQuery()
      const expected = answer(all, query).map(({ id }) => id)
      const size = chance.whole(20, 90)
      const byCursor: number[] = []
      let cursor: string | undefined
      do {
        const page = await ask(query, { limit: String(size), ...(cursor && { cursor }) })
        byCursor.push(...page.items.map(({ id }) => id))
        cursor = page.cursor
      } while (cursor)
      expect(byCursor, addressOf(query)).toEqual(expected)
      const start = chance.whole(0, expected.length)
      const byNumber = await ask(query, { limit: String(size), start: String(start) })
      expect(byNumber.items.map(({ id }) => id)).toEqual(expected.slice(start, start + size))
    }
  })

  it('leak nothing of other merchants, whatever is asked', async () => {
    const own = 100010002
    const local = kit.as({
      roles: ['TRANSACTION_VIEWER', 'TRANSACTION_DETAIL_VIEWER', 'DATA_VIEWER'],
      homeMerchantId: own,
      internalUser: false,
    })
    const ownRows = all.filter(({ merchantId }) => merchantId === own)
    for (let i = 0; i < 60; i++) {
      const query = randomQuery()
      const expected = answer(ownRows, query).map(({ id }) => id)
      const { items, total } = await ask(query, { limit: '1000', merchantId: String(own) }, local)
      expect(total).toBe(expected.length)
      expect(items.map(({ id }) => id)).toEqual(expected.slice(0, 1000))
    }
    const foreign = all.find(({ merchantId }) => merchantId !== own) as Transaction
    const parts = [
      '',
      'timeline',
      'attempt',
      'decision',
      'call',
      'posting',
      'note',
      'audit',
      'user',
      'related',
    ]
    for (const part of parts)
      expect((await local.get(`/transaction/${foreign.id}/${part}`.replace(/\/$/, ''))).status, part).toBe(
        404,
      )
  })

  it('keep their place while payments arrive: nothing twice, nothing lost that was there', async () => {
    const before = answer(all, { given: {}, sort: 'created:desc', includeRelated: false }).map(({ id }) => id)
    const seen: number[] = []
    let cursor: string | undefined
    let lastMs = startMs + 365 * 86_400_000
    do {
      const page = await ask(
        { given: { created: '..', testUsers: 'true' }, sort: 'created:desc', includeRelated: false },
        { limit: '200', ...(cursor && { cursor }) },
      )
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.cursor
      const more = generate(5, (lastMs += 1_000_000), 1_000)
      await insertGenerated(kit.db, more, { rowsOnly: true })
    } while (cursor)
    expect(seen).toEqual(before)
  })
})
