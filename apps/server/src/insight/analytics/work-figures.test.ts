import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DimensionId } from '@signalbox/model/analytics/dimensions'
import type { MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsReply } from '@signalbox/model/analytics/query'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Client, KitApp } from '../../kit/testing/kit-app.ts'
import { analyticsApp } from './testing/analytics-app.ts'
import { insertPast, pastPayments } from './testing/past-payments.ts'

const merchantId = 100010001
const at = '2026-10-08T10:00:00.000Z'
const period = { from: '2026-10-08T00:00:00Z', to: '2026-10-09T00:00:00Z' }

let kit: KitApp
let admin: Client
beforeAll(async () => {
  kit = await analyticsApp('2026-11-06T12:00:00.000Z')
  admin = kit.as({ roles: ['ANALYTICS'] })
  await sql`update merchant set time_zone = 'UTC' where id = ${merchantId}`.execute(kit.db)
})
afterAll(() => kit.close())

const ask = (metrics: readonly MetricId[], dimensions: readonly DimensionId[] = [], more: object = {}) =>
  admin.post(`/analytics/query?merchantId=${merchantId}`, { metrics, dimensions, ...period, ...more })

/** What each value of the dimensions has of each figure. */
async function figures(metrics: readonly MetricId[], dimensions: readonly DimensionId[] = []) {
  const { status, body, text } = await ask(metrics, dimensions)
  expect(status, text).toBe(200)
  return (body as AnalyticsReply).cells.map(({ key, values }) => [
    ...key,
    ...metrics.map((id) => values[id]?.value ?? 0),
  ])
}

const [template] = pastPayments(5, [merchantId], 60).filter(({ payment }) => payment.method === 'WITHDRAWAL')
let made = 0
async function pay(
  change: Readonly<Record<string, unknown>> & { readonly created_at?: string },
  approvals: Record<string, unknown>[] = [],
): Promise<number> {
  const { created_at: createdAt = at } = change
  const id = firstTxIdAt(Date.parse(createdAt)) + ++made
  const payment = {
    ...template?.payment,
    is_test_user: false,
    created_at: createdAt,
    completed_at: null,
    id,
    ...change,
  }
  const decided = approvals.map((each) => ({ merchant_id: merchantId, tx_id: id, ...each }))
  await insertPast(kit.db, [{ payment, attempts: [], events: [], approvals: decided }])
  return id
}

const openCase = (txId: number, rest: { state: string; assignee?: string; resolvedAt?: string }) =>
  sql`insert into investigation_case (merchant_id, id, tx_id, type, state, severity, assignee, due_at, opened_at,
      resolved_at, updated_at, updated_by)
    values (${merchantId}, gen_random_uuid(), ${txId}, 'MANUAL', ${rest.state}, 'LOW', ${rest.assignee ?? null},
      ${at}, ${at}, ${rest.resolvedAt ?? null}, ${at}, 'test')`.execute(kit.db)

test('decisions, queues, checks and messages leave out test users', async () => {
  for (const isTest of [true, false]) {
    const user = `worked-on-${isTest}`
    const id = await pay(
      {
        user_id: user,
        is_test_user: isTest,
        status_no: StatusNo.WAITING_WITHDRAWAL_APPROVAL,
        approval_mode: 'MANUAL',
      },
      [{ level: 1, decision: 'APPROVE', user_id: 'u1', username: 'a', at }],
    )
    await openCase(id, { state: 'OPEN' })
    await sql`insert into kyc_check (merchant_id, id, user_id, provider, at, status)
      values (${merchantId}, gen_random_uuid(), ${user}, 'test', ${at}, 'VERIFIED')`.execute(kit.db)
    await sql`insert into notification (merchant_id, id, tx_id, kind, leg, target, body, status, created_at)
      values (${merchantId}, gen_random_uuid(), ${id}, 'EMAIL', 'x', '', '{}', 'SENT', ${at})`.execute(kit.db)
  }
  // An approval and a case wait for each of the two.
  expect(await figures(['decisions', 'openItems', 'kycChecks', 'messages'])).toEqual([[1, 2, 1, 1]])
})

test('cases count for whoever had them when they were resolved, with the time they took', async () => {
  const [own, test] = [await pay({}), await pay({ is_test_user: true })]
  for (const [assignee, hour] of [
    ['ines', '11'],
    ['ines', '13'],
    [undefined, '12'],
  ] as const)
    await openCase(own, {
      state: 'RESOLVED',
      resolvedAt: `2026-10-08T${hour}:00:00Z`,
      ...(assignee && { assignee }),
    })
  await openCase(own, { state: 'RESOLVED', assignee: 'ines', resolvedAt: '2026-10-09T00:00:00Z' })
  await openCase(test, { state: 'RESOLVED', assignee: 'ines', resolvedAt: '2026-10-08T11:00:00Z' })
  expect(await figures(['casesResolved', 'caseTimeP90'], ['investigator'])).toEqual([
    ['', 1, 2 * 3_600_000],
    ['ines', 2, 3 * 3_600_000],
  ])
})

test('chargebacks count by the days since their deposit', async () => {
  const chargeback = async (days: number, change: Parameters<typeof pay>[0] = {}) => {
    const depositAt = new Date(Date.parse(at) - days * 86_400_000).toISOString()
    const origin = await pay({ method: 'DEPOSIT', created_at: depositAt })
    const status = { status_no: StatusNo.SUCCESS, method: 'CHARGEBACK', tx_type: 'Chargeback' }
    await pay({ ...status, origin_tx_id: origin, ...change })
  }
  for (const days of [0.5, 8, 13, 95]) await chargeback(days)
  await chargeback(8, { is_test_user: true })
  await chargeback(8, { status_no: StatusNo.ERR_DECLINED_NO_FUNDS })
  await chargeback(8, { created_at: '2026-10-09T00:00:00.000Z' })
  expect(await figures(['chargebacksFiled'], ['age'])).toEqual([
    ['0', 1],
    ['7', 2],
    ['90', 1],
  ])
})

describe('calls of the API', () => {
  beforeAll(async () => {
    const client = (name: string) =>
      sql<{ id: string }>`
      insert into api_client (merchant_id, id, client_id, name, scopes, access_token_ttl, rate_limit, state, created_by,
        created_at, updated_at, updated_by)
      values (${merchantId}, gen_random_uuid(), ${name}, ${name}, '{}', 600, 10, 'ACTIVE', 'test', ${at}, ${at}, 'test')
      returning id`.execute(kit.db)
    for (const [name, calls] of [
      ['shop', 900],
      ['app', 100],
    ] as const) {
      const [row] = (await client(name)).rows
      for (const day of ['2026-10-07', '2026-10-08', '2026-10-09'])
        await sql`insert into api_client_day (merchant_id, api_client_id, day, calls, client_errors, server_errors)
          values (${merchantId}, ${row?.id}::uuid, ${day}, ${calls}, 6, 3)`.execute(kit.db)
    }
  })

  test('count by client, with the share that failed', async () => {
    expect(await figures(['apiCalls', 'apiErrors'], ['apiClient'])).toEqual([
      ['app', 100, 0.09],
      ['shop', 900, 0.01],
    ])
    expect(await figures(['apiCalls'])).toEqual([[1_000]])
  })

  test('are refused by the hour', async () => {
    const { status, text } = await ask(['apiCalls'], [], { interval: 'hour' })
    expect([status, text]).toEqual([422, expect.stringContaining('counted by the day')])
  })
})

test('settled card payments count by what the PSP says of their interchange', async () => {
  const batch = '01900000-0000-7000-8000-00000000ba7c'
  await sql`insert into settlement_batch (merchant_id, id, psp, psp_account, batch_ref, file_name, file_sha256, profile,
      imported_by, importer, imported_at, period_from, period_to, payout_date, settlement_currency, gross_credit_minor,
      gross_debit_minor, fee_total_minor, adjustments_minor, net_minor, bank_account, state, created_at, updated_at, updated_by)
    values (${merchantId}, ${batch}, 'acmecards', 'default', 'b1', 'f', 'f', 'p', 'test', '{}', ${at}, ${at}, ${at},
      '2026-10-08', 'EUR', 0, 0, 0, 0, 0, 'x', 'IMPORTED', ${at}, ${at}, 'test')`.execute(kit.db)
  const lines = [
    ['INTRA_EEA', at],
    ['INTRA_EEA', at],
    ['INTERREGIONAL', at],
    [null, at],
    ['INTRA_EEA', '2026-10-09T00:00:00Z'],
  ] as const
  for (const [place, [domain, bookedAt]] of lines.entries())
    await sql`insert into settlement_line (merchant_id, id, batch_id, line_no, type, booked_at, gross_currency, gross_minor,
        net_currency, net_minor, interchange_domain, match_status, created_at, updated_at, updated_by)
      values (${merchantId}, gen_random_uuid(), ${batch}, ${place}, 'PAYMENT', ${bookedAt}, 'EUR', 100, 'EUR', 98, ${domain},
        'MATCHED', ${at}, ${at}, 'test')`.execute(kit.db)
  expect(await figures(['interchangeLines'], ['psp', 'interchangeDomain'])).toEqual([
    ['acmecards', 'INTERREGIONAL', 1],
    ['acmecards', 'INTRA_EEA', 2],
  ])
})
