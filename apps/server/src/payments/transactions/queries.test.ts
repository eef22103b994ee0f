import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCsv } from '@signalbox/model/text/csv'
import {
  lookedUpFilters,
  transactionFilters,
  type LookedUpFilter,
  type TransactionRow,
} from '@signalbox/model/entities/transaction'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { Client, KitApp } from '../../kit/testing/kit-app.ts'
import { insertApproval } from '../core/record/approval-store.ts'
import { findCase, updateCase, upsertCase } from '../core/cases/case-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { rowsRead } from '../../kit/testing/rows-read.ts'
import { listValues } from '../core/record/value-store.ts'
import { insertGenerated } from './testing/fixture-store.ts'
import {
  chanceOf,
  seededRandom,
  transactionGenerator,
  type Generated,
} from './testing/generated-transaction.ts'
import { answer as answerOf, testsWith, type OracleQuery } from './testing/oracle.ts'
import { emailHash, transactionApp } from './testing/transaction-app.ts'

const merchants = [100010001, 100010002, 100020000]
const now = new Date()
const startMs = Date.UTC(2026, 10, 1)
const seed = Number(process.env.QUERY_SEED ?? 20261116)
const isFull = process.env.TEST_FULL !== undefined
const queries = Number(process.env.QUERY_COUNT ?? (isFull ? 250 : 30))
/** Further pages have a test of their own. */
const pageSize = 200
const chance = chanceOf(seededRandom(seed))
const all: Transaction[] = []

const me = '01900000-0000-7000-8000-0000000000a1'
const colleague = '01900000-0000-7000-8000-0000000000a2'
const assignees = new Map<number, string | null>()
const decidedByMe = new Set<number>()
const tests = testsWith({ me, assignees, decidedByMe })
const answer = (among: readonly Transaction[], query: OracleQuery) => answerOf(among, query, tests)

let kit: KitApp
let client: Client

const options = { seed, merchants, users: 40, emailHash }
const generator = transactionGenerator(options)

function generate(count: number, fromMs: number, stepMs: number): Generated[] {
  return Array.from({ length: count }, (_, index) => generator.payment(fromMs + index * stepMs)).flatMap(
    (made) => [made, generator.child(made) ?? []].flat(),
  )
}

beforeAll(async () => {
  kit = await transactionApp()
  client = kit.as({ id: me, roles: ['TRANSACTION_VIEWER', 'MERCHANT_SUPPORT', 'DATA_VIEWER'] })
  const made = generate(1_500, startMs, 7 * 60_000)
  for (const [index, { transaction }] of made.entries()) {
    vary(transaction, index)
    all.push(transaction)
  }
  await insertGenerated(kit.db, made, { rowsOnly: true })
  await insertCases()
  await insertDecisions()
})
afterAll(() => kit.close())

/** What generated payments leave empty, so that every filter has something to find and something to leave out. */
function vary(transaction: Transaction, index: number): void {
  if (index % 17 === 0) transaction.gdprErasedAt = transaction.lastUpdated
  transaction.pspService = ['IDEAL', '3DS', null][index % 3] ?? null
  if (index % 4 === 0)
    transaction.accountId = `01900000-0000-7000-8000-${String(index % 60).padStart(12, '0')}`
  if (index % 5 === 0)
    transaction.settledAt = new Date(Date.parse(transaction.lastUpdated) + 86_400_000).toISOString()
  if (index % 6 === 0) transaction.reconStatus = ['MATCHED', 'DIFFERENCE', 'WRITTEN_OFF'][index % 3] ?? 'NONE'
  if (index % 7 === 0) transaction.tags = ['watch', 'request for info']
}

/** Every ninth payment has a case: mine, a colleague's, nobody's, or one that is over. */
async function insertCases(): Promise<void> {
  for (const [index, { merchantId, id }] of all.entries()) {
    if (index % 9 !== 0) continue
    const owner = [me, colleague, null, me][(index / 9) % 4] ?? null
    const isOpen = (index / 9) % 4 !== 3
    if (isOpen) assignees.set(id, owner)
    await upsertCase(kit.db, {
      merchantId,
      id: uuid(index),
      txId: id,
      type: 'MANUAL',
      severity: 'LOW',
      cause: 'A test',
      dueAt: now,
      now: now,
    })
    const change = {
      assigneeId: owner,
      assignee: owner && 'somebody',
      state: isOpen ? 'OPEN' : 'RESOLVED',
    } as const
    const record = await findCase(kit.db, uuid(index), [merchantId])
    if (record) await updateCase(kit.db, record, change, { now: now, by: 'test' })
  }
}

const uuid = (index: number): string => `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`

async function insertDecisions(): Promise<void> {
  for (const [index, { merchantId, id }] of all.entries()) {
    if (index % 11 !== 0) continue
    const isMine = index % 2 === 0
    if (isMine) decidedByMe.add(id)
    await insertApproval(
      kit.db,
      { merchantId, txId: id },
      {
        level: 1,
        decision: 'APPROVE',
        userId: isMine ? me : colleague,
        username: 'somebody',
        people: [],
        at: now,
        tagId: null,
        info: null,
      },
    )
  }
}

/** A value that some payment has, so that most queries find something. */
const valueFor: Record<string, (tx: Transaction) => string | null> = {
  keyword: (tx) =>
    chance.of([
      String(tx.id),
      `${tx.merchantId}A${tx.id}`,
      tx.email,
      tx.ipAddr,
      tx.maskedUserAccount,
      tx.accountId,
      tx.userId,
      tx.merchantTxId,
      tx.pspRefId,
      'nobody-knows-this',
    ]),
  whose: () => chance.of(['you', 'others', 'all']),
  approval: () => chance.of(['first', 'second', 'hold', 'scheduled', 'mine']),
  settledAt: (tx) => (tx.settledAt === null ? '..' : `${tx.settledAt}..`),
  id: () =>
    [chance.of(all), chance.of(all), chance.of(all)].map(({ id }) => id).join(chance.of([',', ' ', '\n'])),
  txRefId: (tx) => `${tx.merchantId}A${tx.id}`,
  merchantTxId: (tx) => tx.merchantTxId,
  pspRefId: (tx) => tx.pspRefId,
  userId: (tx) => tx.userId,
  email: (tx) => tx.email?.toUpperCase() ?? null,
  maskedUserAccount: (tx) => tx.maskedUserAccount,
  bin: (tx) => tx.bin?.slice(0, chance.whole(6, 8)) ?? null,
  ipAddr: (tx) => tx.ipAddr,
  attribute: (tx) => (tx.attributes.campaign ? `campaign=${tx.attributes.campaign}` : null),
  info: (tx) => tx.info?.slice(2, 8).toUpperCase() ?? null,
  rule: (tx) => tx.rulesTrace[0] ?? null,
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
  tags: () => chance.of(['watch,other', 'request for info', 'other', 'watch,(none)']),
  fallbackUsed: () => chance.of(['true', 'false']),
  schemeTokenUsed: () => chance.of(['true', 'false']),
  testUsers: () => chance.of(['true', 'false']),
  fraudScore: () => chance.of(['30..39', '0..9,90..100', '55', '(none)', '..20']),
  fraudDecision: () => chance.of(['ACCEPT', 'REVIEW,REJECT', '(none)']),
  countryMatch: () => chance.of(['SAME', 'OTHER', 'OTHER,(none)']),
  pspDecision: () => chance.of(['APPROVED', 'DECLINED', 'APPROVED,DECLINED']),
  reached: () => chance.of(['VERIFIED', 'ROUTED', 'AUTHORISED', 'SENT', 'SETTLED']),
  chargedBack: () => chance.of(['true', 'false']),
  psp: (tx) => (chance.is(0.3) ? '(none)' : tx.psp),
  userCountry: (tx) => (chance.is(0.3) ? `(none),${tx.userCountry ?? 'SWE'}` : tx.userCountry),
  issuerName: (tx) => (tx.issuerName?.includes(',') ? null : (tx.issuerName ?? '(none)')),
  threeDsExemption: (tx) => tx.threeDsExemption ?? '(none)',
  voided: () => chance.of(['true', 'false']),
  hasNotes: () => chance.of(['true', 'false']),
  erased: () => chance.of(['true', 'false']),
  created: (tx) =>
    `${tx.created}..${chance.is(0.5) ? '' : new Date(Date.parse(tx.created) + 86_400_000).toISOString()}`,
  lastUpdated: (tx) =>
    `${new Date(Date.parse(tx.lastUpdated) - 86_400_000).toISOString()}..${tx.lastUpdated}`,
  completedAt: (tx) => `..${tx.completedAt ?? ''}`,
}

function randomQuery(): OracleQuery {
  const count = chance.whole(0, 4)
  const given: Record<string, string> = {}
  for (let i = 0; i < count; i++) {
    const name = chance.of(Object.keys(tests))
    const tx = chance.of(all)
    const value = valueFor[name] ? valueFor[name](tx) : (tx[name as keyof Transaction] as string | null)
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

describe('the choices of the filters', () => {
  const wanted: Readonly<Record<LookedUpFilter, (tx: Transaction) => readonly (string | null)[]>> = {
    psp: ({ psp }) => [psp],
    initiatedPsp: ({ initiatedPsp }) => [initiatedPsp],
    pspAccount: ({ pspAccount }) => [pspAccount],
    pspService: ({ pspService }) => [pspService],
    cardBrand: ({ cardBrand }) => [cardBrand],
    userCat: ({ userCat }) => [userCat],
    channelId: ({ channelId }) => [channelId],
    tags: ({ tags }) => tags,
  }

  it('are what occurs at the merchants somebody sees', async () => {
    for (const merchantId of [1000, ...merchants]) {
      const own = all.filter((tx) => merchantId === 1000 || tx.merchantId === merchantId)
      const { body } = await client.get(`/transaction/options?merchantId=${merchantId}`)
      const offered = body as Record<LookedUpFilter, string[]>
      for (const name of lookedUpFilters) {
        const values = new Set(own.flatMap(wanted[name]).filter((value) => value !== null))
        expect(offered[name].toSorted(), name).toEqual([...values].sort())
      }
    }
  })

  it('are found without reading a single payment, and without reading anything twice', async () => {
    const count = (tables: RegExp) =>
      kit.db.transaction().execute((tx) => rowsRead(tx, tables, () => listValues(tx, merchants)))
    const [payments, values] = [await count(/^transaction_(\d|other)/), await count(/^transaction_value$/)]
    const stored = await sql<{ count: number }>`
      select count(*)::integer as count from transaction_value`.execute(kit.db)
    expect(payments).toBe(0)
    expect(values).toBeLessThanOrEqual((stored.rows[0]?.count ?? 0) * (lookedUpFilters.length + 1))
  })
})

describe(`random queries (seed ${seed})`, { timeout: 60_000 + queries * 500 }, () => {
  it('find exactly what looking at every payment finds, in order, counted right', async () => {
    for (let i = 0; i < queries; i++) {
      const query = randomQuery()
      const expected = answer(all, query)
      const { items, total } = await ask(query, { limit: String(pageSize) })
      expect(total, addressOf(query)).toBe(expected.length)
      expect(
        items.map(({ id }) => id),
        addressOf(query),
      ).toEqual(expected.slice(0, pageSize).map(({ id }) => id))
    }
  })

  it('give the same pages by number and by cursor', async () => {
    for (let i = 0; i < (isFull ? 12 : 4); i++) {
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

  it('are exported as they are listed', async () => {
    for (let i = 0; i < (isFull ? 8 : 4); i++) {
      const query = randomQuery()
      const expected = answer(all, query).map(({ id }) => String(id))
      const { text, status } = await client.get(
        addressOf(query, { columns: 'id' }).replace('/transaction?', '/transaction/export?'),
      )
      expect(status, text).toBe(200)
      const { rows } = parseCsv(text, { separator: ',' })
      expect(
        rows.map(({ cells }) => cells[0]),
        addressOf(query),
      ).toEqual(expected)
    }
  })

  it('cover every filter there is', () => {
    const known = transactionFilters.map(({ name }) => name).filter((name) => name !== 'includeRelated')
    expect(known.filter((name) => !Object.hasOwn(tests, name))).toEqual([])
  })

  it('leak nothing of other merchants, whatever is asked', async () => {
    const own = 100010002
    const local = kit.as({
      id: me,
      roles: ['TRANSACTION_VIEWER', 'TRANSACTION_DETAIL_VIEWER', 'DATA_VIEWER'],
      homeMerchantId: own,
      internalUser: false,
    })
    const ownRows = all.filter(({ merchantId }) => merchantId === own)
    for (let i = 0; i < (isFull ? 60 : 20); i++) {
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
