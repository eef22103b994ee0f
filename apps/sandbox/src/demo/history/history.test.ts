import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertPostable } from '@signalbox/model/ledger/journal'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import { mayMove, stateOfNumber } from '@signalbox/model/payments/transitions'
import { statusBands } from '@signalbox/model/reference/status-codes'
import { transaction } from '@signalbox/server/kit/transaction'
import { checkBooks } from '@signalbox/server/payments/ledger/invariants'
import { missingValues } from '@signalbox/server/payments/testing/missing-values'
import { sealEvents } from '@signalbox/server/payments/core/record/event-seal-store'
import { testPlatform, type TestPlatform } from '@signalbox/server/testing/test-app'
import { castOf, fillHistory, planHistory, type HistoryDeps } from './fill-history.ts'
import { History, type HistoryPlan } from './history.ts'
import { readPlans } from './history-store.ts'
import { markets } from './market.ts'

const transactions = 500

let platform: TestPlatform
let deps: HistoryDeps
let written: { payments: number; rows: number }

beforeAll(async () => {
  platform = await testPlatform()
  deps = platform.app.payments.machine.deps
  await planHistory(deps, { transactions })
  written = await fillHistory(deps)
})
afterAll(() => platform.close())

const count = async (table: string, where = 'true'): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}
    where ${sql.raw(where)}`.execute(platform.db)
  return rows[0]?.n ?? 0
}

const unsealed = () =>
  count(
    'tx_event',
    `not exists (select 1 from tx_event_seal_line l where l.merchant_id = tx_event.merchant_id
      and l.tx_id = tx_event.tx_id and tx_event.seq between l.first_seq and l.last_seq)`,
  )

async function sealAll(): Promise<void> {
  const next = (merchantId: number) =>
    transaction(platform.db, (tx) => sealEvents(tx, merchantId, { now: new Date(), most: 150 }))
  for (const { merchantId } of markets)
    for (let seal = await next(merchantId); seal;) seal = await next(merchantId)
}

describe('a generated history', () => {
  test('has as many payments as were asked for, and what followed from them', async () => {
    expect(written.payments).toBe(transactions)
    expect(await count('transaction', 'origin_tx_id is null')).toBe(transactions)
    expect(await count('transaction', 'origin_tx_id is not null')).toBeGreaterThan(0)
  })

  test('is offered by the filters', async () => {
    expect(await missingValues(platform.db)).toEqual([])
  })

  test('leaves nothing wrong in the books', async () => {
    for (const { merchantId } of markets) expect(await checkBooks(platform.db, merchantId)).toEqual([])
    expect(await count('journal_entry')).toBeGreaterThan(transactions)
  })

  test('moves only as the state machine allows, from the first event to the state of the row', async () => {
    const { rows } = await sql<{ txId: number; fromNo: number | null; toNo: number; statusNo: number }>`
      select e.tx_id, e.from_no, e.to_no, t.status_no from tx_event e
      join transaction t on t.merchant_id = e.merchant_id and t.id = e.tx_id
      order by e.merchant_id, e.tx_id, e.seq`.execute(platform.db)
    const last = new Map<number, number>()
    for (const { txId, fromNo, toNo } of rows) {
      expect(fromNo).toBe(last.get(txId) ?? null)
      if (fromNo !== toNo) expect({ txId, legal: mayMove(fromNo, toNo) }).toEqual({ txId, legal: true })
      last.set(txId, toNo)
    }
    for (const { txId, statusNo } of rows) expect(last.get(txId)).toBe(statusNo)
    expect(last.size).toBe(await count('transaction'))
  })

  test('happens in order and before it was made', async () => {
    expect(
      await count(
        'tx_event',
        `at > (select to_timestamp((value -> 'plans' -> 0 ->> 'untilMs')::bigint / 1000.0)
        from platform_setting where name = 'demo-history')`,
      ),
    ).toBe(0)
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from tx_event a
      join tx_event b on b.merchant_id = a.merchant_id and b.tx_id = a.tx_id and b.seq = a.seq + 1
      where b.at < a.at`.execute(platform.db)
    expect(rows[0]?.n).toBe(0)
  })

  test('has amounts that agree with each other', async () => {
    expect(
      await count('transaction', 'refunded_minor > captured_minor or captured_minor > authorized_minor'),
    ).toBe(0)
    expect(
      await count(
        'transaction',
        `method = 'DEPOSIT' and status_no = 0 and (captured_minor <> amount_minor or psp_amount_minor <= 0)`,
      ),
    ).toBe(0)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::integer as n from transaction t where t.refunded_minor <>
      (select coalesce(sum(-c.amount_minor), 0) from transaction c where c.merchant_id = t.merchant_id
        and c.origin_tx_id = t.id and c.method = 'REFUND' and c.status_no = 0)`.execute(platform.db)
    expect(rows[0]?.n).toBe(0)
  })

  test('leaves open payments and cases in the queues', async () => {
    expect(await count('transaction', 'status_no in (351, 353, 355, 356)')).toBe(40)
    expect(await count('transaction', 'status_no = 356')).toBe(10)
    expect(await count('transaction', 'status_no = 355')).toBeGreaterThan(0)
    expect(await count('transaction', 'status_no = 353 and approval_due_at > now()')).toBeGreaterThan(0)
    const unclear = await count(
      'transaction',
      `status_no between ${statusBands.INCONSISTENT.first} and ${statusBands.INCONSISTENT.last}`,
    )
    expect(unclear).toBeGreaterThan(0)
    expect(await count('investigation_case', `type = 'INCONSISTENT' and state = 'OPEN'`)).toBe(unclear)
    expect(await count('user_psp_account')).toBeGreaterThan(0)
    expect(await count('counter_event')).toBeGreaterThan(0)
    expect(await count('kyc_check')).toBeGreaterThan(0)
  })

  test('says why payments wait, by a row of the rules that says so again when it is asked', async () => {
    const approver = await platform.as('approver3')
    const { rows } = await sql<{ id: number; approvalMode: string }>`select id, approval_mode from transaction
      where status_no in (351, 355, 356) order by id limit 12`.execute(platform.db)
    for (const { id, approvalMode } of rows) {
      const { body } = await approver.get(`/approval/${id}?merchantId=1000`)
      expect(body.rules, `${id}`).toMatchObject([
        { name: approvalMode === 'TWO_LEVEL' ? 'Large payouts' : 'Payouts' },
      ])
    }
  })

  test('waits for no runner, no poller and no message', async () => {
    expect(await count('transaction', 'next_step is not null or poll_at is not null')).toBe(0)
    expect(await count('transaction', 'expires_at <= now() or approval_due_at <= now()')).toBe(0)
    expect(await count('transaction', 'capture_due_at is not null')).toBe(0)
    expect(await count('notification', `status <> 'SENT'`)).toBe(0)
  })

  test('is listed and opened in the console, whatever state it is in', async () => {
    const admin = await platform.as('admin')
    const list = await admin.get('/transaction?merchantId=100010000&created=..&limit=1000')
    expect(list.status, list.text).toBe(200)
    expect(list.body.items.length).toBeGreaterThan(transactions)
    const { rows } = await sql<{ statusNo: number; id: number; merchantId: number }>`
      select distinct on (status_no) status_no, id, merchant_id from transaction order by status_no, id`.execute(
      platform.db,
    )
    const states = new Set(rows.map(({ statusNo }) => stateOfNumber(statusNo)))
    expect([...states].sort()).toEqual(
      ['CANCELLED', 'FAILED', 'INCONSISTENT', 'SUCCESSFUL', 'WAITING_APPROVAL', 'WAITING_INPUT'].sort(),
    )
    for (const { id, merchantId } of rows)
      for (const tab of ['', '/timeline', '/attempt', '/posting', '/related', '/decision', '/note']) {
        const { status, text } = await admin.get(`/transaction/${id}${tab}?merchantId=${merchantId}`)
        expect(status, text).toBe(200)
      }
  })

  test('names the routing row that sent a payment, and the trace says the same', async () => {
    const admin = await platform.as('admin')
    const { rows } = await sql<{ id: number; merchantId: number }>`
      select id, merchant_id from transaction where psp is not null and origin_tx_id is null
      order by id limit 20`.execute(platform.db)
    for (const { id, merchantId } of rows) {
      const { body } = await admin.get(`/transaction/${id}/decision?merchantId=${merchantId}`)
      const routed = body.decisions.filter(({ table }: { table: string }) => table === 'psp-routing')
      expect(routed).toMatchObject([{ outcome: 'DECIDED', agrees: true }])
      for (const { agrees } of body.decisions) expect(agrees, `${id}`).toBe(true)
    }
  })

  test('books balance for every generated payment, also the rare ones, and every table was asked', async () => {
    const plan = { seed: 7, transactions: 12_000, untilMs: Date.now(), days: 30, hasOpen: true }
    const history = new History({
      plan,
      ordinal: 0,
      cast: await castOf(deps, plan.untilMs),
      print: deps.print,
    })
    const seen = new Set<string>()
    const asked = new Set<string>()
    const decided: { psp: string; fee: bigint | null; fees: number }[] = []
    for (let index = 0; index < plan.transactions; index++)
      for (const { tx, entries, cases, events } of history.generate(index)) {
        for (const { decisions } of events) for (const { table } of decisions ?? []) asked.add(table)
        for (const { draft } of entries) assertPostable(draft.lines)
        seen.add(`${tx.method} ${tx.statusNo}`)
        if (cases.some(({ resolution }) => resolution === 'FORCED_SUCCESS')) {
          const fees = entries.filter(({ draft }) => draft.eventType === 'PSP_FEE').length
          decided.push({ psp: tx.psp ?? '', fee: tx.pspFeeMinor, fees })
        }
      }
    // Rules of every table have a past. Alerts are about no single payment.
    const tables = decisionTables.map(({ slug }) => slug).filter((slug) => slug !== 'alerts')
    expect([...asked].sort()).toEqual(tables.sort())
    // As the fee rules of the demo have it, whoever decided that the payment happened; the others charge nothing.
    const charging = ['acmecards', 'borealpay', 'nordbank', 'walletx']
    expect(decided.length).toBeGreaterThan(0)
    expect(decided.filter(({ psp, fee }) => (fee !== null) !== charging.includes(psp))).toEqual([])
    expect(decided.filter(({ fee, fees }) => fees !== (fee ? 1 : 0))).toEqual([])
    for (const rare of [
      'CHARGEBACK 0',
      'CHARGEBACK_WON 0',
      'REVERSAL 0',
      'CAPTURE 0',
      'REFUND 0',
      'DEPOSIT 403',
    ])
      expect(seen).toContain(rare)
  })

  test('is the same when it is told again', async () => {
    const plan = (await readPlans(platform.db))[0] as HistoryPlan
    const cast = await castOf(deps, plan.untilMs)
    const told = () => {
      const history = new History({ plan, ordinal: 0, cast, print: deps.print })
      return Array.from({ length: 60 }, (_, index) =>
        history
          .generate(index * 8)
          .map(({ tx, events, attempts, entries }) => ({ tx, events, attempts, entries })),
      )
    }
    expect(told()).toEqual(told())
  })

  test('is not made twice, and grows only by what is missing', async () => {
    const before = await count('transaction')
    expect(await planHistory(deps, { transactions })).toBe(true)
    expect(await fillHistory(deps)).toEqual({ payments: 0, rows: 0 })
    expect(await count('transaction')).toBe(before)
    await planHistory(deps, { transactions: transactions + 40 })
    expect((await fillHistory(deps)).payments).toBe(40)
    for (const { merchantId } of markets) expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })

  test('goes on where it was cut off, and two who write at once write it once', async () => {
    const before = await count('transaction', 'origin_tx_id is null')
    await planHistory(deps, { transactions: before + 700 })
    const stopped = new AbortController()
    const cut = await fillHistory(deps, { signal: stopped.signal, onProgress: () => stopped.abort() })
    expect(cut.payments).toBe(200)
    await sealAll()
    expect(await unsealed()).toBe(0)
    const rest = await Promise.all([fillHistory(deps, { writers: 3 }), fillHistory(deps)])
    expect(rest.reduce((sum, { payments }) => sum + payments, 0)).toBe(500)
    expect(await count('transaction', 'origin_tx_id is null')).toBe(before + 700)
    for (const { merchantId } of markets) expect(await checkBooks(platform.db, merchantId)).toEqual([])
    // Events of the past that came after everything was sealed are sealed too.
    await sealAll()
    expect(await unsealed()).toBe(0)
  })
})

test('leaves a platform with payments of its own alone, unless asked', async () => {
  const other = await testPlatform()
  try {
    const { deps } = other.app.payments.machine
    await sql`insert into transaction (merchant_id, id, status_no, tx_type, method, provider_type, api_source, currency,
        requested_minor, amount_minor, tx_amount_minor, base_currency, user_id, created_at, updated_at, updated_by)
      values (100010001, 1, 0, 'CreditcardDeposit', 'DEPOSIT', 'CREDITCARD', 'FRONT_API', 'EUR', 100, 100, 100, 'EUR',
        'somebody', now(), now(), 'system')`.execute(other.db)
    expect(await planHistory(deps, { transactions: 10, onlyFirst: true })).toBe(false)
    expect((await fillHistory(deps)).payments).toBe(0)
    expect(await planHistory(deps, { transactions: 10, besideReal: true })).toBe(true)
    expect((await fillHistory(deps)).payments).toBe(10)
  } finally {
    await other.close()
  }
})
