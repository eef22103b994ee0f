import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HomeWidget } from '@signalbox/model/calls/home'
import type { Role } from '@signalbox/model/access/roles'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { rowsRead } from '../../kit/testing/rows-read.ts'
import { withClient } from '../../kit/with-client.ts'
import { countKycWork } from '../../payments/kyc/read-model.ts'
import { webhookTrouble } from '../../payments/notifications/read-model.ts'
import { handlers } from './routes.ts'

const group = 100010000
const brand = 100010001
const otherGroup = 100020000
const person = '01900000-0000-7000-8000-0000000000a1'

const nothing = () => Promise.resolve([])
const nothingWaits = {
  'payment-approval': nothing,
  'ruleset-approval': nothing,
  'change-set-approval': nothing,
  case: nothing,
  'pending-grant': nothing,
  'voucher-batch': nothing,
  'ledger-request': nothing,
  settlement: nothing,
  alert: nothing,
  mention: nothing,
  billing: nothing,
}

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp((deps) =>
    handlers(
      {
        timeoutMs: 1_500,
        approvalQueues: nothing,
        sources: nothingWaits,
        recoveryCodesLeft: () => Promise.resolve(8),
      },
      deps,
    ),
  )
  kit.clock.now = new Date('2026-02-03T12:00:00.000Z')
})
afterAll(() => kit.close())

async function widget<Id extends HomeWidget['id']>(role: Role, id: Id, merchantId = group) {
  const client = kit.as({ id: person, roles: [role] })
  const { body } = await client.get(`/home?merchantId=${merchantId}&widget=${id}`)
  return (body as { widgets: HomeWidget[] }).widgets[0]
}

it('says what is closed and what will be within a day, from above too', async () => {
  const close = (merchant: number, title: string, startAt: string, endAt: string | null) =>
    sql`insert into maintenance (merchant_id, id, title, method, kind, start_at, end_at, source, created_at, updated_at, updated_by)
      values (${merchant}, ${kit.deps.newId()}, ${title}, 'BOTH', 'HALF_OPEN', ${startAt}, ${endAt}, 'MANUAL', now(), now(), 'test')`.execute(
      kit.db,
    )
  await close(1000, 'From above', '2026-02-03T11:00:00Z', null)
  await close(brand, 'Tonight', '2026-02-03T22:00:00Z', '2026-02-03T23:00:00Z')
  await close(brand, 'Over', '2026-02-03T01:00:00Z', '2026-02-03T02:00:00Z')
  await close(brand, 'Next week', '2026-02-10T01:00:00Z', null)
  await close(otherGroup, 'Elsewhere', '2026-02-03T11:00:00Z', null)
  expect(await widget('AGENT', 'incidents')).toMatchObject({
    severity: 'warning',
    data: {
      windows: [
        { title: 'From above', running: true, endAt: null },
        { title: 'Tonight', running: false, endAt: '2026-02-03T23:00:00.000Z' },
      ],
    },
  })
  expect(await widget('AGENT', 'incidents', otherGroup)).toMatchObject({
    data: { windows: [{ title: 'From above' }, { title: 'Elsewhere' }] },
  })
})

it('shows the release notes for the roles of the reader, and which are unread', async () => {
  const write = async (title: string, date: string, audience: readonly string[] = []) => {
    const id = kit.deps.newId()
    await sql`insert into release_note (merchant_id, id, title, release, date, category, body_md, audience_roles, published_at,
        created_at, updated_at, updated_by)
      values (1000, ${id}, ${title}, '2.43', ${date}, 'FEATURE', 'Long', ${[...audience]}, now(), now(), now(), 'test')`.execute(
      kit.db,
    )
    return id
  }
  const read = await write('Read', '2026-02-01')
  await write('New', '2026-02-02')
  await write('For others', '2026-02-02', ['KYC'])
  await sql`insert into release_note_read (merchant_id, user_id, note_id, read_at)
    values (1000, ${person}, ${read}, now())`.execute(kit.db)
  expect(await widget('AGENT', 'news')).toMatchObject({
    severity: 'info',
    data: {
      unread: 1,
      items: [
        { title: 'New', read: false },
        { title: 'Read', read: true },
      ],
    },
  })
})

let checks = 0
const check = (
  status: string,
  more: { merchant?: number; at?: string; warnings?: string[]; user?: string } = {},
) =>
  sql`insert into kyc_check (merchant_id, id, user_id, provider, at, status, warnings)
    values (${more.merchant ?? brand}, ${kit.deps.newId()}, ${more.user ?? `user-${++checks}`}, 'idcheck',
      ${more.at ?? '2026-02-03T11:00:00Z'}, ${status}, ${more.warnings ?? []})`.execute(kit.db)

it('counts what KYC has to look at, by the check that counts', async () => {
  await check('VERIFICATION_IN_PROGRESS')
  await check('VERIFICATION_EXTERNAL_FAILURE')
  await check('VERIFICATION_IN_PROGRESS', { user: 'checked again', at: '2026-02-03T10:00:00Z' })
  await check('VERIFIED', { user: 'checked again' })
  await check('VERIFIED', { warnings: ['PEP_WARNING', 'SANCTIONS_WARNING'] })
  await check('UNDER_AGE')
  await check('UNDER_AGE', { at: '2026-02-01T11:00:00Z' })
  await check('VERIFICATION_IN_PROGRESS', { merchant: otherGroup })
  expect(await widget('KYC', 'kyc')).toMatchObject({
    severity: 'warning',
    data: { awaitingReview: 2, hits: 1, underAge: 1 },
  })
  expect(await widget('KYC', 'kyc', 100010002)).toMatchObject({
    severity: 'ok',
    data: { awaitingReview: 0, hits: 0, underAge: 0 },
  })
})

it('shows alerts of a day: all to those who receive them, those of rules to those who see rules', async () => {
  const ring = (title: string, source: string, state: string, lastAt: string, merchant = brand) =>
    sql`insert into alert (merchant_id, id, source, key, severity, title, body, state, fired_at, last_at, resolved_at)
      values (${merchant}, ${kit.deps.newId()}, ${source}, ${title}, 'WARNING', ${title}, 'About somebody', ${state},
        ${lastAt}, ${lastAt}, ${state === 'RESOLVED' ? lastAt : null})`.execute(kit.db)
  await ring('Few approvals', 'RULE', 'OPEN', '2026-02-03T11:00:00Z')
  await ring('Was over', 'RULE', 'RESOLVED', '2026-02-03T10:00:00Z')
  await ring('A secret ends', 'SECRET_EXPIRY', 'ACKED', '2026-02-03T09:00:00Z')
  await ring('Long ago', 'RULE', 'RESOLVED', '2026-02-01T09:00:00Z')
  await ring('Elsewhere', 'RULE', 'OPEN', '2026-02-03T11:00:00Z', otherGroup)
  expect(await widget('ALERT_RECEIVER', 'alerts')).toMatchObject({
    severity: 'warning',
    data: {
      total: 3,
      open: 1,
      items: [{ title: 'Few approvals', state: 'OPEN' }, { title: 'A secret ends' }, { title: 'Was over' }],
    },
  })
  const ofRules = await widget('RULES', 'alerts')
  expect(ofRules).toMatchObject({ data: { total: 2, open: 1 } })
  expect(JSON.stringify(ofRules)).not.toContain('About somebody')
})

it('names secrets that end and webhooks nobody took', async () => {
  const client = (name: string, state: string, expiresAt: string | null, merchant = brand) =>
    sql`insert into api_client (merchant_id, id, client_id, name, scopes, access_token_ttl, rate_limit, state, secret_expires_at,
        created_by, created_at, updated_at, updated_by)
      values (${merchant}, ${kit.deps.newId()}, ${name}, ${name}, '{}', 3600, 50, ${state}, ${expiresAt}, 'ann', now(), now(),
        'ann')`.execute(kit.db)
  await client('ends soon', 'ACTIVE', '2026-02-10T00:00:00Z')
  await client('ended', 'ACTIVE', '2026-02-01T00:00:00Z')
  await client('lasts', 'ACTIVE', '2026-12-01T00:00:00Z')
  await client('revoked', 'REVOKED', '2026-02-10T00:00:00Z')
  await client('elsewhere', 'ACTIVE', '2026-02-10T00:00:00Z', otherGroup)
  const message = (
    txId: number,
    status: string,
    more: { kind?: string; at?: string; attempt?: number } = {},
  ) =>
    sql`insert into notification (merchant_id, id, tx_id, kind, leg, target, body, status, attempt, created_at, sequence)
      values (${brand}, ${kit.deps.newId()}, ${txId}, ${more.kind ?? 'WEBHOOK'}, 'x', 'x', '{}', ${status}, ${more.attempt ?? 0},
        ${more.at ?? '2026-02-03T11:00:00Z'}, ${(more.kind ?? 'WEBHOOK') === 'WEBHOOK' ? 1 : null})`.execute(
      kit.db,
    )
  await message(11, 'DEAD')
  await message(12, 'DEAD', { at: '2026-02-02T11:00:00Z' })
  await message(13, 'DEAD', { at: '2026-01-02T11:00:00Z' })
  await message(14, 'DEAD', { kind: 'EMAIL' })
  await message(15, 'PENDING', { attempt: 2 })
  await message(16, 'PENDING')
  expect(await widget('MERCHANT_ADMIN', 'clients')).toMatchObject({
    severity: 'warning',
    data: {
      expiring: 2,
      secrets: [{ name: 'ended' }, { name: 'ends soon' }],
      failedWebhooks: 2,
      retriedWebhooks: 1,
      failed: [{ txId: 11 }, { txId: 12 }],
    },
  })
})

it('adds up the books per currency and says what the last check found', async () => {
  const hold = (account: string, stripe: number, debit: number, credit: number, merchant = brand) =>
    sql`insert into account_balance (merchant_id, account, stripe, debit_total, credit_total)
      values (${merchant}, ${account}, ${stripe}, ${debit}, ${credit})`.execute(kit.db)
  await hold(`PSP_RECEIVABLE:${brand}:acme:EUR`, 0, 700, 0)
  await hold(`PSP_RECEIVABLE:${brand}:acme:EUR`, 1, 300, 0)
  // What came and went again is turnover: a balance is what is left.
  await hold(`USER_FUNDS:${brand}::EUR`, 0, 4_000, 5_000)
  await hold(`BANK:${brand}:main:EUR`, 0, 60, 60)
  await hold(`USER_FUNDS:${otherGroup}::EUR`, 0, 0, 5, otherGroup)
  const even = { amount: '10.00', currency: 'EUR' }
  expect(await widget('SETTLEMENTS', 'books')).toMatchObject({
    severity: 'warning',
    data: {
      balances: [{ debit: even, credit: even, balanced: true }],
      findings: 0,
      checkedAt: null,
      withoutFile: 1,
    },
  })
  await hold(`USER_FUNDS:${brand}::SEK`, 0, 1, 0)
  await sql`insert into ledger_finding (merchant_id, id, invariant, subject, detail, found_at)
    values (${brand}, ${kit.deps.newId()}, 'I1', 'x', 'y', now())`.execute(kit.db)
  expect(await widget('SETTLEMENTS', 'books')).toMatchObject({
    severity: 'critical',
    data: { balances: [{ balanced: true }, { balanced: false, debit: { currency: 'SEK' } }], findings: 1 },
  })
})

it('shows what the person decided last, and nothing colleagues did', async () => {
  const decide = async (txId: number, by: string, at: string, merchant = brand) => {
    await sql`insert into transaction (merchant_id, id, status_no, tx_type, method, provider_type, api_source, currency,
        requested_minor, amount_minor, tx_amount_minor, base_currency, amount_base_minor, user_id, created_at, updated_at, updated_by)
      values (${merchant}, ${txId}, 0, 'BankWithdrawal', 'WITHDRAWAL', 'BANK', 'API', 'EUR', 1250, 1250, 1250, 'EUR', 1250, 'u1',
        ${at}, ${at}, 'test')`.execute(kit.db)
    await sql`insert into approval (merchant_id, tx_id, level, decision, user_id, username, at)
      values (${merchant}, ${txId}, 1, 'APPROVE', ${by}, 'x', ${at})`.execute(kit.db)
  }
  await decide(101, person, '2026-02-03T10:00:00Z')
  await decide(102, person, '2026-02-03T11:00:00Z')
  await decide(103, '01900000-0000-7000-8000-0000000000a2', '2026-02-03T11:00:00Z')
  await decide(104, person, '2026-02-03T11:00:00Z', otherGroup)
  expect(await widget('FIRST_APPROVER', 'decisions')).toMatchObject({
    data: {
      items: [
        { txId: 102, level: 1, decision: 'APPROVE', amount: { amount: '12.50', currency: 'EUR' } },
        { txId: 101 },
      ],
    },
  })
})

it('reads what it counts, however much else there is', async () => {
  await sql`insert into kyc_check (merchant_id, id, user_id, provider, at, status)
    select ${brand}, gen_random_uuid(), 'many-' || n, 'idcheck', '2026-02-03T11:00:00Z', 'VERIFIED'
    from generate_series(1, 3000) n`.execute(kit.db)
  await sql`insert into notification (merchant_id, id, tx_id, kind, leg, target, body, status, created_at, sequence)
    select ${brand}, gen_random_uuid(), 10000 + n, 'WEBHOOK', 'x', 'x', '{}', 'SENT', '2026-02-03T11:00:00Z', 1
    from generate_series(1, 3000) n`.execute(kit.db)
  await withClient(kit.ownerUrl, (owner) => owner.query('analyze kyc_check, notification'))
  const terms = { roles: ['KYC'] as const, now: kit.deps.now() }
  await kit.db.transaction().execute(async (tx) => {
    const read = await rowsRead(tx, /^(kyc_check|notification)$/, async () => {
      await countKycWork(tx, [brand], terms)
      await webhookTrouble(tx, [brand], terms)
    })
    expect(read).toBeLessThan(100)
  })
})
