import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HomeWidget } from '@signalbox/model/calls/home'
import {
  approvalFigures,
  approvedByClock,
  caseFigures,
  clientFigures,
  declineFigure,
  inconsistentFigure,
  invoiceFigures,
  kycFigures,
  settlementFigures,
  storeFigures,
  userFigures,
  volumeFigure,
  withoutFileFigure,
  type HomeFigure,
} from '@signalbox/model/home/figures'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'

/** Whoever follows a number of Home finds as many rows: each is compared with the list its link opens. */
const brand = 100010001
const at = 'merchantId=100010000'
const now = new Date('2026-02-03T12:00:00.000Z')
let platform: TestPlatform
let admin: Client
let adminId: string

let made = 0
async function pay(createdAt: string, statusNo: number, more: Record<string, unknown> = {}): Promise<void> {
  const row = {
    ...{ merchant_id: brand, status_no: statusNo, tx_type: 'CreditcardDeposit', method: 'DEPOSIT' },
    ...{ provider_type: 'CARD', api_source: 'API', currency: 'EUR', base_currency: 'EUR', user_id: 'u1' },
    ...{ requested_minor: 500, amount_minor: 500, tx_amount_minor: 500, amount_base_minor: 500 },
    ...{ created_at: createdAt, updated_at: createdAt, updated_by: 'test', version: 1 },
    ...more,
  }
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const values = sql.join(Object.values(row))
  await sql`insert into transaction (id, ${columns})
    values (first_tx_id_at(${createdAt}::timestamptz) + ${++made}, ${values})`.execute(platform.db)
}

async function openCase(openedAt: string, type: string, more: { dueAt?: string; assignee?: string } = {}) {
  await sql`insert into investigation_case (merchant_id, id, tx_id, type, state, severity, assignee_id, due_at, opened_at, updated_at, updated_by)
    values (${brand}, ${platform.deps.newId()}, null, ${type}, 'OPEN', 'LOW', ${more.assignee ?? null},
      ${more.dueAt ?? '2026-02-05T00:00:00Z'}, ${openedAt}, ${openedAt}, 'test')`.execute(platform.db)
}

async function addUser(state: string, twoFactor: string[] = []) {
  const name = `figure${++made}`
  await sql`insert into backoffice_user
    (merchant_id, id, username, first_name, last_name, email, state, two_factor, required_actions, created_at, updated_at, updated_by)
    values (${brand}, ${platform.deps.newId()}, ${name}, 'A', 'B', ${`${name}@mail.example`}, ${state},
      ${twoFactor}, '{}', now(), now(), 'test')`.execute(platform.db)
}

async function check(status: string, checkedAt: string, warnings: string[] = [], userId = `k${++made}`) {
  await sql`insert into kyc_check (merchant_id, id, user_id, provider, at, status, warnings)
    values (${brand}, ${platform.deps.newId()}, ${userId}, 'SANDBOX', ${checkedAt}, ${status}, ${warnings})`.execute(
    platform.db,
  )
}

/** A batch with lines of these statuses, as it counts them itself. */
async function settle(
  state: string,
  statuses: readonly string[],
  psp = 'acmecards',
  importedAt = '2026-02-03T10:00:00Z',
) {
  const id = platform.deps.newId()
  const open = statuses.filter((status) => status !== 'MATCHED').length
  const row = {
    ...{ merchant_id: brand, id, psp, psp_account: '3DS', batch_ref: id, file_name: 'f', file_sha256: id },
    ...{
      profile: 'p',
      imported_by: 'test',
      importer: ['test'],
      imported_at: importedAt,
      period_from: importedAt,
    },
    ...{
      period_to: importedAt,
      payout_date: '2026-02-02',
      settlement_currency: 'EUR',
      gross_credit_minor: 0,
    },
    ...{
      gross_debit_minor: 0,
      fee_total_minor: 0,
      adjustments_minor: 0,
      net_minor: 0,
      bank_account: 'main',
      state,
    },
    ...{ open_count: open, unmatched_count: statuses.filter((status) => status === 'UNMATCHED').length },
    ...{ created_at: importedAt, updated_at: importedAt, updated_by: 'test' },
  }
  await insertRow('settlement_batch', row)
  for (const [index, status] of statuses.entries())
    await insertRow('settlement_line', {
      ...{ merchant_id: brand, id: platform.deps.newId(), batch_id: id, line_no: index + 1, type: 'SETTLED' },
      ...{ booked_at: importedAt, gross_currency: 'EUR', gross_minor: 1, net_currency: 'EUR', net_minor: 1 },
      ...{ match_status: status, created_at: importedAt, updated_at: importedAt, updated_by: 'test' },
    })
}

async function insertRow(table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
    platform.db,
  )
}

async function holdAtPsp(psp: string, minor: bigint): Promise<void> {
  const account = `PSP_RECEIVABLE:${brand}:${psp}/3DS:EUR`
  await sql`insert into account_balance (merchant_id, account, stripe, debit_total, credit_total)
    values (${brand}, ${account}, 0, ${minor}, 0)`.execute(platform.db)
}

async function bill(state: string, dueDate: string | null, openMinor = 500n): Promise<void> {
  const money = JSON.stringify({ amount: '5.00', currency: 'EUR' })
  const period = `2025-${String((++made % 12) + 1).padStart(2, '0')}`
  await insertRow('invoice', {
    ...{ merchant_id: brand, id: platform.deps.newId(), title: 'Invoice', type: 'INVOICE', state, period },
    ...{
      customer_id: `c${made}`,
      customer_number: 'C-1',
      customer_name: 'Customer',
      period_from: '2025-12-01',
    },
    ...{
      gross: money,
      open: money,
      open_minor: openMinor,
      due_date: dueDate,
      currency: 'EUR',
      net: money,
      vat: money,
    },
    ...{ paid: money, credited: money, vat_category: 'S', vat_rate: '25', lines: '[]', generated_by: 'test' },
    ...{ created_at: now, updated_at: now, updated_by: 'test' },
  })
}

async function fillFinance(): Promise<void> {
  await settle('WITH_DIFFERENCES', ['MATCHED', 'UNMATCHED', 'UNMATCHED', 'MISSING', 'MATCHED_WEAK'])
  await settle('MATCHED', ['MATCHED'])
  await settle('REJECTED', ['UNMATCHED'])
  await settle('ACCEPTED', ['MATCHED'], 'oldpay', '2026-01-20T10:00:00Z')
  await holdAtPsp('acmecards', 9_000n)
  await holdAtPsp('oldpay', 9_000n)
  await holdAtPsp('neverpay', 9_000n)
  await holdAtPsp('emptypay', 0n)
  await bill('SENT', '2026-01-31')
  await bill('ISSUED', '2026-02-28')
  await bill('PAID', '2026-01-31', 0n)
  await bill('DRAFT', null)
  await bill('APPROVED', null)
}

async function stock(state: string, quantity: number, vouchers: readonly (readonly [string, object])[]) {
  const batchId = platform.deps.newId()
  const common = {
    ...{ merchant_id: brand, sku: 'GIFT', value_minor: 1000n, currency: 'EUR', expires_at: '2026-12-01' },
    ...{ created_at: now, updated_at: now, updated_by: 'test' },
  }
  const worth = JSON.stringify({ amount: '10.00', currency: 'EUR' })
  const productId = platform.deps.newId()
  await insertRow('store_product', {
    ...{
      merchant_id: brand,
      id: productId,
      sku: `GIFT-${++made}`,
      name: 'Gift',
      kind: 'PIN',
      currency: 'EUR',
    },
    ...{ validity_days: 365, state: 'ACTIVE', created_at: now, updated_at: now, updated_by: 'test' },
  })
  await insertRow('voucher_batch', {
    ...common,
    ...{ id: batchId, product_id: productId, title: `GIFT ${made}`, quantity, face_value: worth, state },
    created_by: 'test',
  })
  for (const [voucherState, more] of vouchers)
    await insertRow('voucher', {
      ...common,
      ...{ id: platform.deps.newId(), batch_id: batchId, batch: 'GIFT', product_id: productId, value: worth },
      ...{
        serial: `9${++made}`,
        code_hash: `hash-${made}`,
        code_last4: 'AAAA',
        state: voucherState,
        ...more,
      },
    })
}

async function fillStore(): Promise<void> {
  const redeemed = (at: string) => ['REDEEMED', { redeemed_at: at, redeem_tx_id: ++made }] as const
  await stock('RELEASED', 10, [
    ['ACTIVE', {}],
    redeemed('2026-02-03T11:00:00Z'),
    redeemed('2026-02-02T11:00:00Z'),
  ])
  await stock('RELEASED', 10, [
    ['ACTIVE', { failed_tries: 3 }],
    ['ACTIVE', {}],
    ['BLOCKED', { failed_tries: 9 }],
  ])
  await stock('CLOSED', 10, [])
}

async function fillPayments(): Promise<void> {
  const today = '2026-02-03T11:30:00Z'
  const voided = { authorized_minor: 500, voided_minor: 500 }
  await pay(today, 0)
  await pay(today, 0, { is_test_user: true })
  await pay(today, 0, { base_currency: 'SEK' })
  await pay(today, 0, { method: 'WITHDRAWAL', tx_type: 'BankWithdrawal', provider_type: 'BANK' })
  await pay(today, 3, voided)
  await pay('2026-02-02T10:00:00Z', 0)
  await pay('2026-02-03T09:00:00Z', 504)
  await pay(today, 504)
  await pay(today, 504, { is_test_user: true })
  await pay(today, 400)
  await pay('2026-01-03T11:00:00Z', 400, { is_test_user: true })
  const payout = { method: 'WITHDRAWAL', tx_type: 'BankWithdrawal', provider_type: 'BANK' }
  await pay('2026-02-02T10:00:00Z', 351, payout)
  await pay('2026-02-02T10:00:00Z', 351, payout)
  await pay('2026-02-02T10:00:00Z', 356, payout)
  await pay('2026-02-03T11:59:00Z', 351, payout)
  await pay('2026-02-02T10:00:00Z', 355, payout)
  await pay(today, 353, { ...payout, approval_due_at: '2026-02-03T12:30:00Z' })
  await pay(today, 353, { ...payout, approval_due_at: '2026-02-03T18:00:00Z' })
}

beforeAll(async () => {
  platform = await testPlatform()
  platform.clock.now = now
  admin = await platform.as('admin')
  const { rows } = await sql<{ id: string }>`select id from backoffice_user where username = 'admin'`.execute(
    platform.db,
  )
  adminId = rows[0]?.id ?? ''
  await fillPayments()
  await openCase('2026-02-03T11:40:00Z', 'INCONSISTENT', { assignee: adminId })
  await openCase('2026-02-03T02:00:00Z', 'INCONSISTENT')
  await openCase('2026-02-01T02:00:00Z', 'MANUAL', { dueAt: '2026-02-02T02:00:00Z' })
  await openCase('2026-02-01T02:00:00Z', 'UNKNOWN_CALLBACK', { dueAt: '2026-02-02T02:00:00Z' })
  await openCase('2026-02-03T11:40:00Z', 'UNKNOWN_CALLBACK', { assignee: adminId })
  await openCase('2026-02-03T11:40:00Z', 'DISPUTE')
  await addUser('ACTIVE')
  await addUser('ACTIVE', ['TOTP'])
  for (const state of ['LOCKED', 'INVITED', 'DISABLED']) await addUser(state)
  await check('VERIFICATION_IN_PROGRESS', '2026-02-03T10:00:00Z')
  await check('VERIFIED', '2026-02-03T10:00:00Z', ['PEP_WARNING'])
  await check('UNDER_AGE', '2026-02-03T10:00:00Z')
  await check('UNDER_AGE', '2026-02-01T10:00:00Z')
  await fillFinance()
  await fillStore()
})
afterAll(() => platform.close())

const lists: Readonly<Record<string, string>> = {
  '/approve': '/approval',
  '/investigate': '/case',
  '/transactions': '/transaction',
  '/admin/backoffice-users': '/user',
  '/kyc/search': '/kyc',
  '/admin/api-clients': '/api-client',
  '/admin/invoice': '/invoice',
  '/finance/balance': '/balance/psps',
  '/finance/settlements': '/settlement-batch',
  '/voucher/read': '/voucher',
}
/** Lists of a screen that has several, by the mode in its address. */
const modes: Readonly<Record<string, string>> = {
  '/finance/settlements lines': '/settlement-line',
  '/voucher/read batches': '/voucher-batch',
}
/** What the screen asks for where its address says nothing. */
const asked: Readonly<Record<string, Readonly<Record<string, string>>>> = { '/case': { desk: 'cases' } }
const spans: Readonly<Record<string, string>> = {
  today: '2026-02-03T00:00:00.000Z..2026-02-04T00:00:00.000Z',
  'last-hour': '2026-02-03T11:00:00.000Z..',
  'last-24h': '2026-02-02T12:00:00.000Z..',
  all: '..',
}

async function rowsBehind({ to, search: { mode, ...search } }: HomeFigure): Promise<number> {
  const list = (mode === undefined ? lists[to] : modes[`${to} ${mode}`]) ?? ''
  const given = Object.entries({ ...asked[list], ...search }).map(([name, value]) => [
    name,
    spans[value] ?? value,
  ])
  const { status, body, text } = await admin.get(
    `${list}?${at}${list === '/balance/psps' ? '' : '&limit=100'}&${new URLSearchParams(Object.fromEntries(given) as Record<string, string>).toString()}`,
  )
  expect(status, `${to} ${text}`).toBe(200)
  return body.total ?? body.items.length
}

type Data<Id extends HomeWidget['id']> = NonNullable<Extract<HomeWidget, { id: Id; data: object }>['data']>
async function widget<Id extends HomeWidget['id']>(id: Id): Promise<Data<Id>> {
  const { body } = await admin.get(`/home?${at}&widget=${id}`)
  expect(body.widgets[0]?.data, id).toBeTruthy()
  return body.widgets[0].data
}

const sources: Readonly<Record<string, () => Promise<HomeFigure[]>>> = {
  approvals: async () => approvalFigures(await widget('approvals')),
  'approved by the clock': async () => [approvedByClock(await widget('approvals'))],
  cases: async () => caseFigures(await widget('cases')),
  inconsistent: async () => [inconsistentFigure(await widget('cases'))],
  volume: async () => (await widget('volume')).lines.map(volumeFigure),
  declines: async () => (await widget('health')).declines.map(declineFigure),
  users: async () => userFigures(await widget('users')),
  kyc: async () => kycFigures(await widget('kyc')),
  clients: async () => clientFigures(await widget('clients')),
  settlements: async () => settlementFigures(await widget('settlements')),
  'PSPs without a file': async () => [withoutFileFigure(await widget('books'))],
  invoices: async () => invoiceFigures(await widget('invoices')),
  store: async () => storeFigures(await widget('store')),
}

it.each(Object.keys(sources))('%s: as many as the list behind each number', async (name) => {
  const figures = (await sources[name]?.()) ?? []
  expect(figures.length).toBeGreaterThan(0)
  const found = await Promise.all(figures.map(rowsBehind))
  expect(figures.map(({ label }, index) => [label, found[index]])).toEqual(
    figures.map(({ label, value }) => [label, value]),
  )
})

it('had something to compare', async () => {
  const all = (await Promise.all(Object.values(sources).map((figures) => figures()))).flat()
  const named = (label: string) => all.find((figure) => figure.label === label)?.value
  expect(named('Late, first level')).toBe(2)
  expect(named('will be approved automatically within an hour')).toBe(1)
  expect(named('Deposits')).toBe(1)
  expect(named('Unmatched lines')).toBe(2)
  expect(named('Lines to decide')).toBe(4)
  expect(named('Batches to accept')).toBe(1)
  expect(named('PSP balances, no file for more than 2 days')).toBe(2)
  expect(named('To issue')).toBe(1)
  expect(named('Batches low in stock')).toBe(1)
  expect(named('Redeemed today')).toBe(1)
  expect(named('Vouchers with refused tries')).toBe(1)
})

it.each([
  ['SETTLEMENTS', ['settlements', 'books']],
  ['MINIBANK', ['books']],
  ['INVOICE_VIEWER', ['invoices']],
  ['AGENT', []],
] as const)('%s has the figures of finance whose lists that role opens', async (role, expected) => {
  const client = await platform.as('admin')
  const of = role
  await sql`update backoffice_user set roles = array[${of}] where username = 'admin'`.execute(platform.db)
  const { body } = await client.get(`/home?${at}`)
  const shown = (body.widgets as HomeWidget[]).map(({ id }) => id)
  expect(shown.filter((id) => ['settlements', 'books', 'invoices'].includes(id))).toEqual(expected)
})
