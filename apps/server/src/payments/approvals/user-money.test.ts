import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { isInState, isSuccessful } from '@signalbox/model/reference/status-codes'
import type { Tx } from '../../kit/database.ts'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { rowsRead } from '../../kit/testing/rows-read.ts'
import { eventually } from '../../testing/eventually.ts'
import { upsertCase } from '../core/cases/case-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { insertGenerated } from '../transactions/testing/fixture-store.ts'
import {
  chanceOf,
  seededRandom,
  transactionGenerator,
} from '../transactions/testing/generated-transaction.ts'
import { emailHash } from '../transactions/testing/transaction-app.ts'
import { redFactsOf } from './evidence-store.ts'
import { headOf } from './queue-store.ts'
import { userSums, type UserSums } from './user-money-store.ts'

const merchants = [100010001, 100010002]
const scope = { reach: merchants, now: new Date(Date.UTC(2026, 10, 17)) }
const seed = Number(process.env.QUERY_SEED ?? 20261117)
const chance = chanceOf(seededRandom(seed))
const all: Transaction[] = []
const openCases = new Map<number, number>()
/** As many as a page of the queue. */
const asked: Transaction[] = []

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(() => [])
  const generator = transactionGenerator({ seed, merchants, users: 12, emailHash })
  const made = Array.from({ length: 1_200 }, (_, index) =>
    generator.payment(Date.UTC(2026, 9, 1) + index * 5 * 60_000),
  ).flatMap((payment) => [payment, generator.child(payment) ?? []].flat())
  for (const { transaction } of made) {
    vary(transaction)
    all.push(transaction)
  }
  await insertGenerated(kit.db, made, { rowsOnly: true })
  await insertCases()
  await settle()
  for (let row = 0; row < 60; row++) asked.push(chance.of(all))
})
afterAll(() => kit.close())

/** What generated payments do not have: disputes, and money of which only a part was taken. */
function vary(transaction: Transaction): void {
  if (transaction.method === 'REFUND' && chance.is(0.5))
    transaction.method = chance.of(['CHARGEBACK', 'CHARGEBACK_WON', 'REVERSAL'])
  if (transaction.method === 'DEPOSIT' && transaction.authorizedAmountMinor > 0n && chance.is(0.3))
    transaction.capturedAmountMinor = BigInt(
      chance.whole(Number(transaction.refundedAmountMinor), Number(transaction.authorizedAmountMinor)),
    )
  if (chance.is(0.05)) transaction.amountBaseMinor = null
}

async function insertCases(): Promise<void> {
  const now = new Date()
  for (const [index, { merchantId, id }] of all.entries()) {
    if (index % 25 !== 0) continue
    openCases.set(id, 1)
    const caseId = `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`
    const about = { type: 'MANUAL', severity: 'LOW', cause: 'A test', dueAt: now, now } as const
    await upsertCase(kit.db, { merchantId, id: caseId, txId: id, ...about })
  }
}

/** As autovacuum leaves payments that nobody changes any more: an index alone can answer for them. */
async function settle(): Promise<void> {
  const owner = new pg.Client({ connectionString: kit.ownerUrl })
  await owner.connect()
  const pagesToRead = async () => {
    await owner.query('vacuum (analyze) transaction, investigation_case, user_psp_account')
    const { rows } = await owner.query<{ pages: number }>(
      `select sum(relpages - relallvisible)::integer as pages from pg_class where relname ~ '^transaction_(\\d|other)' and relkind = 'r'`,
    )
    return rows[0]?.pages
  }
  // Whoever still looks at how things were before keeps rows from being settled.
  await eventually(pagesToRead, (pages) => pages === 0, 'The payments were not settled')
  await owner.end()
}

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

/** Half away from zero, as the database rounds. */
function worthOf({
  method,
  amountBaseMinor,
  authorizedAmountMinor,
  capturedAmountMinor,
}: Transaction): bigint {
  const whole = absolute(amountBaseMinor ?? 0n)
  if (method !== 'DEPOSIT' || authorizedAmountMinor === 0n) return whole
  return (2n * whole * capturedAmountMinor + authorizedAmountMinor) / (2n * authorizedAmountMinor)
}

/** The plain sums over every other payment of the user. */
function expectedSums(self: Transaction, most = Number.POSITIVE_INFINITY): Partial<UserSums> {
  const every = all
    .filter((tx) => tx.merchantId === self.merchantId && tx.userId === self.userId && tx.id !== self.id)
    .toSorted((one, other) => other.id - one.id)
  const others = every.slice(0, most)
  const isDone = ({ statusNo, method }: Transaction, methods: readonly string[]) =>
    isSuccessful(statusNo) && methods.includes(method)
  const done = (...methods: string[]) => others.filter((tx) => isDone(tx, methods))
  const sum = (found: readonly Transaction[]) => Number(found.reduce((total, tx) => total + worthOf(tx), 0n))
  const [deposits, withdrawals, refunds] = [done('DEPOSIT'), done('WITHDRAWAL'), done('REFUND')]
  const chargebacks = done('CHARGEBACK', 'REVERSAL')
  const last = every.find((tx) => isDone(tx, ['DEPOSIT']))
  return {
    id: self.id,
    firstSeen: others.map(({ created }) => created).sort()[0] ?? null,
    deposits: deposits.length,
    depositMinor: sum(deposits),
    withdrawals: withdrawals.length,
    withdrawalMinor: sum(withdrawals),
    refunds: refunds.length,
    refundMinor: sum(refunds),
    chargebacks: chargebacks.length,
    chargebackMinor: sum(chargebacks) - sum(done('CHARGEBACK_WON')),
    declined: others.filter(({ statusNo }) => isInState(statusNo, 'FAILED')).length,
    counted: others.length,
    lastDepositMethod: last?.providerType ?? null,
    sameAccount: last !== undefined && last.accountHash === self.accountHash,
    openCases: [...every, self].filter(({ id }) => openCases.has(id)).length,
  }
}

it(`sums what every user did, as adding it up by hand does (seed ${seed})`, async () => {
  const sums = await userSums(kit.db, scope, asked)
  for (const self of asked) expect(sums.get(self.id)).toMatchObject(expectedSums(self))
})

it('counts no more than the newest of each user, and knows the last deposit before them too', async () => {
  for (const most of [1, 5, 20]) {
    const sums = await userSums(kit.db, scope, asked, most)
    for (const self of asked) expect(sums.get(self.id)).toMatchObject(expectedSums(self, most))
  }
})

it('reads the payments that are asked about, and no other of their users', async () => {
  const read = await kit.db.transaction().execute(async (tx) => {
    // So few payments are quicker read all at once; the hundred thousands of a real platform are not.
    for (const way of ['hashjoin', 'mergejoin', 'seqscan', 'bitmapscan'])
      await sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(tx)
    return rowsRead(tx, /^transaction_(\d|other)/, () => userSums(tx, scope, asked))
  })
  // Each asked about, the last deposit of each user, and the payment of each open case once.
  expect(read).toBeLessThanOrEqual(2 * asked.length + openCases.size)
})

/** Parts of the large tables that a transaction has planned for: the database locks those it cannot rule out. */
async function yearsPlanned(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select distinct c.relname as table from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and c.relkind = 'r' and c.relname ~ '^(transaction|tx_event)_\\d{4}$'
    order by 1`.execute(tx)
  return rows.map(({ table }) => table)
}

it('is planned for the years of what it asks about, and not for every year there is', async () => {
  const planned = (run: (tx: Tx) => Promise<unknown>) =>
    kit.db.transaction().execute(async (tx) => {
      await run(tx)
      return yearsPlanned(tx)
    })
  const [payment] = asked
  if (!payment) throw new Error('Nothing is asked about')
  expect(await planned((tx) => headOf(tx, payment))).toEqual(['transaction_2026', 'tx_event_2026'])
  expect(await planned((tx) => redFactsOf(tx, asked))).toEqual(['transaction_2026'])
  // A past has no beginning; payments of the next year may be there when clocks differ.
  expect(await planned((tx) => userSums(tx, scope, asked))).toEqual([
    'transaction_2025',
    'transaction_2026',
    'transaction_2027',
  ])
})
