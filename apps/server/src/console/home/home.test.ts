import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueueCount } from '@signalbox/model/calls/approval'
import type { HomeWidget } from '@signalbox/model/calls/home'
import type { VolumeWidgetData } from '@signalbox/model/calls/home-payments'
import type { Role } from '@signalbox/model/access/roles'
import { systemActor } from '../../kit/audit.ts'
import { handle, type Work } from '../../kit/handle.ts'
import { Scheduler } from '../../kit/jobs/scheduler.ts'
import { kitApp, type Client, type KitApp } from '../../kit/testing/kit-app.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { eventCalls } from '@signalbox/model/calls/events'
import { saveVerification, takeAnchors } from '../audit/read-model.ts'
import { rebuildAll } from '../../insight/analytics/read-model.ts'
import { countWork } from './read-model.ts'
import { handlers } from './routes.ts'

const group = 100010000
const brand = 100010001
const otherGroup = 100020000

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
const emptyQueue = { waiting: 0, late: 0, oldest: null, worth: [], approvedByClock: 0 }
let queues: QueueCount[]
let codesLeft: number | null | 'slow'
beforeAll(async () => {
  kit = await kitApp((deps) => [
    ...handlers(
      {
        // A busy machine is no slow widget.
        timeoutMs: 1_500,
        approvalQueues: () => Promise.resolve(queues),
        sources: nothingWaits,
        recoveryCodesLeft: () => {
          if (codesLeft === 'slow') return new Promise((resolve) => slowOnes.push(() => resolve(8)))
          return codesLeft === -1 ? Promise.reject(new Error('no')) : Promise.resolve(codesLeft)
        },
      },
      deps,
    ),
    handle(eventCalls.counters, (work) => countWork(work as Work)),
  ])
})
const slowOnes: (() => void)[] = []
afterEach(() => slowOnes.splice(0).forEach((finish) => finish()))
afterAll(() => kit.close())
beforeEach(() => {
  codesLeft = 8
  queues = [{ queue: 'first', ...emptyQueue }]
  kit.clock.now = new Date('2026-02-03T12:00:00.000Z')
})

async function widgets(client: Client, merchantId = group, query = '') {
  const { body } = await client.get(`/home?merchantId=${merchantId}${query}`)
  return (body as { widgets: HomeWidget[] }).widgets
}
const widget = async <Id extends HomeWidget['id']>(client: Client, id: Id, merchantId = group) =>
  (await widgets(client, merchantId, `&widget=${id}`)).find((found) => found.id === id)

let people = 0
async function addUser(
  merchantId: number,
  state: string,
  more: { twoFactor?: string[]; requiredActions?: string[] } = {},
) {
  const id = kit.deps.newId()
  await sql`insert into backoffice_user
    (merchant_id, id, username, first_name, last_name, email, state, two_factor, required_actions, created_at, updated_at, updated_by)
    values (${merchantId}, ${id}, ${`p${++people}`}, 'A', 'B', ${`p${people}@mail.example`}, ${state},
      ${more.twoFactor ?? []}, ${more.requiredActions ?? []}, now(), now(), 'test')`.execute(kit.db)
  return id
}

const change = (
  merchantId: number,
  entityLabel: string,
  changeType: 'UPDATE' | null = 'UPDATE',
  entityType = 'merchant',
) =>
  perform(kit.deps, systemActor, (work) => {
    work.audit({ merchantId, entityType, entityId: '1', entityLabel, changeType, action: 'UPDATE' })
    return Promise.resolve()
  })

describe('who sees what', () => {
  it.each<[Role[], string[]]>([
    [['AGENT'], ['inbox', 'search', 'account', 'incidents', 'news']],
    [['TRANSACTION_VIEWER'], ['inbox', 'search', 'account', 'incidents', 'volume', 'news']],
    [['RULES'], ['inbox', 'account', 'incidents', 'alerts', 'health', 'news']],
    [['FIRST_APPROVER'], ['inbox', 'account', 'approvals', 'decisions', 'incidents', 'news']],
    [['INVESTIGATOR'], ['inbox', 'search', 'account', 'cases', 'incidents', 'volume', 'news']],
    [['KYC'], ['inbox', 'account', 'kyc', 'news']],
    [['SETTLEMENTS'], ['inbox', 'account', 'settlements', 'books', 'news']],
    [['STORE'], ['inbox', 'account', 'store', 'news']],
    [['STORE_ADMIN'], ['inbox', 'account', 'store', 'news']],
    [['MAINTENANCE_SUPPORT'], ['inbox', 'account', 'incidents', 'news']],
    [['ALERT_RECEIVER'], ['inbox', 'account', 'alerts', 'news']],
    [
      ['MERCHANT_ADMIN'],
      [
        'inbox',
        'search',
        'account',
        'approvals',
        'incidents',
        'volume',
        'clients',
        'users',
        'changes',
        'news',
      ],
    ],
    [['AUDIT_VIEWER'], ['inbox', 'account', 'audit', 'changes', 'news']],
    [
      ['OPERATOR_ADMIN'],
      [
        ...[
          'inbox',
          'search',
          'account',
          'approvals',
          'cases',
          'kyc',
          'settlements',
          'books',
          'incidents',
          'alerts',
        ],
        ...['volume', 'health', 'clients', 'audit', 'users', 'changes', 'jobs', 'news'],
      ],
    ],
    [[], ['inbox', 'account', 'news']],
  ])('%s', async (roles, expected) => {
    expect((await widgets(kit.as({ roles }))).map(({ id }) => id)).toEqual(expected)
  })
})

describe('own account', () => {
  it('says what waits for the person', async () => {
    const id = await addUser(brand, 'ACTIVE', { twoFactor: ['TOTP'], requiredActions: ['RESET_PASSWORD'] })
    const person = kit.as({ id, homeMerchantId: brand, internalUser: false, roles: ['AGENT'] })
    expect(await widget(person, 'account', brand)).toEqual({
      id: 'account',
      title: 'Your account',
      severity: 'warning',
      data: { requiredActions: ['RESET_PASSWORD'], twoFactor: ['TOTP'], recoveryCodesLeft: 8 },
    })
  })

  it('warns when recovery codes run out and is quiet otherwise', async () => {
    const id = await addUser(brand, 'ACTIVE', { twoFactor: ['TOTP'] })
    const person = kit.as({ id, homeMerchantId: brand, internalUser: false, roles: ['AGENT'] })
    expect(await widget(person, 'account', brand)).toMatchObject({ severity: 'ok' })
    codesLeft = 1
    expect(await widget(person, 'account', brand)).toMatchObject({
      severity: 'warning',
      data: { recoveryCodesLeft: 1 },
    })
  })
})

describe('payments', () => {
  let made = 0
  const pay = async (
    at: string,
    more: { method?: string; statusNo?: number; minor?: bigint; merchant?: number } = {},
  ) => {
    const { method = 'DEPOSIT', statusNo = 0, minor = 1_000n, merchant = brand } = more
    await sql`insert into transaction (merchant_id, id, status_no, tx_type, method, provider_type, api_source, currency,
        requested_minor, amount_minor, tx_amount_minor, base_currency, amount_base_minor, user_id, created_at, updated_at, updated_by)
      values (${merchant}, first_tx_id_at(${at}::timestamptz) + ${++made}, ${statusNo}, 'CreditcardDeposit', ${method}, 'CARD', 'API',
        'EUR', ${minor}, ${minor}, ${minor}, 'EUR', ${minor}, 'u1', ${at}, ${at}, 'test')`.execute(kit.db)
    return made
  }
  const attempt = (at: string, psp: string, outcome: string, latencyMs = 100) =>
    sql`insert into tx_attempt (merchant_id, tx_id, no, reason, action, psp, psp_account, idempotency_key, amount_minor, currency,
        requested_at, outcome, latency_ms)
      values (${brand}, first_tx_id_at(${at}::timestamptz) + ${++made}, 1, 'FIRST', 'SALE', ${psp}, 'default', ${String(made)}, 1, 'EUR',
        ${at}, ${outcome}, ${latencyMs})`.execute(kit.db)

  it('compares today with the same hours of yesterday, in scope', async () => {
    await pay('2026-02-03T10:00:00Z', { minor: 2_550n })
    // Reserved and let go: approved, and no turnover.
    const voided = await pay('2026-02-03T10:00:00Z', { minor: 500n, statusNo: 3 })
    await sql`update transaction set authorized_minor = 500, voided_minor = 500
      where id = first_tx_id_at('2026-02-03T10:00:00Z') + ${voided}`.execute(kit.db)
    await pay('2026-02-03T10:00:00Z', { statusNo: 504 })
    await pay('2026-02-03T10:00:00Z', { method: 'WITHDRAWAL', minor: -700n })
    await pay('2026-02-02T10:00:00Z')
    await pay('2026-02-02T13:00:00Z', { minor: 9_999n })
    await pay('2026-02-03T10:00:00Z', { merchant: otherGroup })
    expect(await widget(kit.as({ roles: ['TRANSACTION_VIEWER'] }), 'volume')).toMatchObject({
      severity: 'info',
      data: {
        lines: [
          {
            currency: 'EUR',
            method: 'DEPOSIT',
            today: { count: 1, amount: '25.50' },
            yesterday: { count: 1, amount: '10.00' },
          },
          {
            currency: 'EUR',
            method: 'WITHDRAWAL',
            today: { count: 1, amount: '7.00' },
            yesterday: { count: 0, amount: '0.00' },
          },
        ],
        deposits: { today: { ended: 3, successful: 2 }, yesterday: { ended: 1, successful: 1 } },
      },
    })
  })

  it('draws the day hour by hour beside the day before, and what is to come as nothing', async () => {
    await rebuildAll(kit.deps, () => undefined)
    const viewer = kit.as({ roles: ['TRANSACTION_VIEWER'] })
    const { data } = (await widget(viewer, 'volume')) ?? {}
    const { hours } = data as VolumeWidgetData
    const none = { ended: 0, successful: 0 }
    expect(hours).toHaveLength(24)
    expect(hours[10]).toEqual({
      at: '2026-02-03T10:00:00.000Z',
      today: { ended: 3, successful: 2 },
      yesterday: { ended: 1, successful: 1 },
    })
    expect(hours[9]).toMatchObject({ today: none, yesterday: none })
    expect(hours[13]).toMatchObject({ today: null, yesterday: { ended: 1, successful: 1 } })
  })

  it('says what waits for approval, and that some of it is late', async () => {
    const approver = kit.as({ roles: ['FIRST_APPROVER'] })
    expect(await widget(approver, 'approvals')).toMatchObject({ severity: 'ok' })
    queues = [{ queue: 'second', ...emptyQueue, waiting: 2 }]
    expect(await widget(approver, 'approvals')).toMatchObject({ severity: 'info', data: { queues } })
    queues = [{ queue: 'second', ...emptyQueue, waiting: 2, late: 1 }]
    expect(await widget(approver, 'approvals')).toMatchObject({ severity: 'warning' })
  })

  it('counts open cases by age, and what is at stake', async () => {
    const id = kit.deps.newId()
    const open = (
      openedAt: string,
      type: string,
      more: { txId?: string; dueAt?: string; assignee?: string } = {},
    ) =>
      sql`insert into investigation_case (merchant_id, id, tx_id, type, state, severity, assignee_id, due_at, opened_at, updated_at, updated_by)
        values (${brand}, ${kit.deps.newId()}, ${more.txId ?? null}, ${type}, 'OPEN', 'LOW', ${more.assignee ?? null},
          ${more.dueAt ?? '2026-02-05T00:00:00Z'}, ${openedAt}, ${openedAt}, 'test')`.execute(kit.db)
    await pay('2026-02-03T11:40:00Z', { statusNo: 400, minor: -1_234n })
    await open('2026-02-03T11:40:00Z', 'INCONSISTENT', { assignee: id })
    await open('2026-02-03T02:00:00Z', 'INCONSISTENT')
    await open('2026-02-01T02:00:00Z', 'INCONSISTENT', { dueAt: '2026-02-02T02:00:00Z' })
    await open('2026-02-03T11:40:00Z', 'UNKNOWN_CALLBACK')
    await open('2026-02-03T11:40:00Z', 'DISPUTE')
    expect(await widget(kit.as({ id, roles: ['INVESTIGATOR'] }), 'cases')).toMatchObject({
      severity: 'warning',
      data: {
        mine: 1,
        overdue: 1,
        hour: 2,
        day: 1,
        older: 1,
        unknownCallbacks: 1,
        disputes: 1,
        inconsistent: 1,
        exposure: [{ amount: '12.34', currency: 'EUR' }],
      },
    })
  })

  it('tells a PSP that approves less than at this time in other weeks', async () => {
    for (const week of ['2026-01-27', '2026-01-20'])
      for (let count = 0; count < 5; count++) await attempt(`${week}T11:55:00Z`, 'acmecards', 'approved')
    for (let count = 0; count < 6; count++)
      await attempt('2026-02-03T11:55:00Z', 'acmecards', count < 2 ? 'approved' : 'declined', count * 10)
    await attempt('2026-02-03T11:30:00Z', 'acmecards', 'unknown')
    // Sent to a page: one came back and paid, one still looks at it, one never came back.
    for (const statusNo of [0, 300, 568]) {
      const at = '2026-02-03T11:56:00Z'
      await pay(at, { statusNo })
      await sql`update transaction set attempt_count = 1
        where id = first_tx_id_at(${at}::timestamptz) + ${made}`.execute(kit.db)
      made--
      await attempt(at, 'nordbank', 'redirect')
    }
    expect(await widget(kit.as({ roles: ['RULES'] }), 'health')).toMatchObject({
      severity: 'critical',
      data: {
        psps: [
          { psp: 'acmecards', attempts: 6, approved: 2, usualRate: 1, p90Ms: 50, light: 'down' },
          { psp: 'nordbank', attempts: 1, approved: 1, light: 'few' },
        ],
      },
    })
  })
})

it('counts the users of the merchants in scope', async () => {
  await sql`delete from backoffice_user`.execute(kit.db)
  await addUser(group, 'ACTIVE', { twoFactor: ['TOTP'] })
  await addUser(brand, 'ACTIVE')
  await addUser(brand, 'LOCKED')
  await addUser(brand, 'DISABLED')
  await addUser(brand, 'INVITED')
  await addUser(brand, 'DELETED')
  await addUser(otherGroup, 'LOCKED')
  expect(await widget(kit.as({ roles: ['MERCHANT_ADMIN'] }), 'users')).toMatchObject({
    severity: 'warning',
    data: { active: 2, locked: 1, disabled: 1, invited: 1, withoutTwoFactor: 2 },
  })
})

it('shows the configuration changes of a day, in scope, without personal ones and seals', async () => {
  kit.clock.now = new Date('2026-02-02T11:00:00.000Z')
  await change(brand, 'the day before')
  kit.clock.now = new Date('2026-02-03T11:00:00.000Z')
  await change(brand, 'brand')
  await change(otherGroup, 'other group')
  await change(brand, 'login', null)
  await change(brand, 'theme', 'UPDATE', 'userdata')
  await change(brand, 'Seal 7', 'UPDATE', 'tx-event-seal')
  await change(group, 'group')
  kit.clock.now = new Date('2026-02-03T12:00:00.000Z')
  const found = await widget(kit.as({ roles: ['MERCHANT_ADMIN'] }), 'changes')
  expect(found?.data).toMatchObject({ total: 2, items: [{ entityLabel: 'group' }, { entityLabel: 'brand' }] })
})

describe('the audit log', () => {
  const auditor = () => kit.as({ roles: ['AUDIT_VIEWER'] })

  it('shows length, anchor and the last check of each chain', async () => {
    await change(group, 'something')
    const [anchor] = (await takeAnchors(kit.deps, kit.deps.now())).filter(({ chainId }) => chainId === group)
    expect(await widget(auditor(), 'audit')).toMatchObject({
      severity: 'info',
      data: {
        chains: [
          { chainId: group, name: 'Nordic Play', lastSeq: anchor?.lastSeq, anchor, verification: null },
        ],
      },
    })
  })

  it('sounds the alarm when a chain is broken', async () => {
    const broken = {
      chainId: group,
      ok: false,
      fromSeq: 1,
      toSeq: 4,
      checkedEntries: 4,
      checkedAnchors: 0,
      brokenSeq: 5,
      fault: 'ENTRY_CHANGED' as const,
      reason: 'The entry does not match its own hash.',
    }
    await saveVerification(kit.db, broken, kit.deps.now())
    expect(await widget(auditor(), 'audit')).toMatchObject({
      severity: 'critical',
      data: { chains: [{ verifiedAt: '2026-02-03T12:00:00.000Z', verification: broken }] },
    })
    expect((await auditor().get(`/counters?merchantId=${group}`)).body).toEqual({ alerts: 1 })
    expect((await auditor().get(`/counters?merchantId=${otherGroup}`)).body).toEqual({ alerts: 0 })
    expect((await kit.as({ roles: ['AGENT'] }).get(`/counters?merchantId=${group}`)).body).toEqual({})
  })
})

it('counts changes that wait for a second person, for those who may decide', async () => {
  const ask = (merchantId: number, state: string) =>
    sql`insert into pending_grant (merchant_id, id, record_type, record_id, record_label, record_version, operation,
        change, summary, asked_by, people, state, created_at, updated_at, updated_by)
      values (${merchantId}, ${kit.deps.newId()}, 'user', 'u', 'U', 1, 'update', '{}', 'More', 'ann', '{ann}', ${state},
        now(), now(), 'ann')`.execute(kit.db)
  await ask(brand, 'WAITING')
  await ask(group, 'WAITING')
  await ask(group, 'REFUSED')
  await ask(otherGroup, 'WAITING')
  const countedFor = async (role: Role, merchantId: number) =>
    (await kit.as({ roles: [role] }).get(`/counters?merchantId=${merchantId}`)).body.pendingGrants
  expect(await countedFor('MERCHANT_ADMIN', group)).toBe(2)
  expect(await countedFor('MERCHANT_ADMIN', brand)).toBe(1)
  expect(await countedFor('AGENT', group)).toBeUndefined()
  expect(eventCalls.counters.access).toBe('signedIn')
})

it('shows background work with its last and next run, and how late it is', async () => {
  const fine = {
    name: 'fine',
    title: 'Fine',
    schedule: { everySeconds: 60 },
    run: () => Promise.resolve('3 swept'),
  }
  const bad = { ...fine, name: 'bad', title: 'Bad', run: () => Promise.reject(new Error('disk full')) }
  const scheduler = new Scheduler({ deps: kit.deps, jobs: [fine, bad] })
  await scheduler.declare()
  kit.clock.now = new Date('2026-02-03T12:01:00.000Z')
  await scheduler.runDue()
  kit.clock.now = new Date('2026-02-03T12:02:30.000Z')
  const found = await widget(kit.as({ roles: ['OPERATOR_ADMIN'] }), 'jobs')
  expect(found).toMatchObject({ severity: 'warning', data: { queue: { waiting: 0, failed: 0 } } })
  expect(found?.id === 'jobs' && found.data?.jobs).toMatchObject([
    { name: 'bad', outcome: 'FAILED', error: 'disk full', lagSeconds: 85, running: false },
    {
      name: 'fine',
      title: 'Fine',
      outcome: 'OK',
      summary: '3 swept',
      error: null,
      lastStartedAt: '2026-02-03T12:01:00.000Z',
      lastFinishedAt: '2026-02-03T12:01:00.000Z',
      nextRunAt: '2026-02-03T12:02:00.000Z',
      lagSeconds: 30,
    },
  ])
})

it('lets a failing widget say so and shows the others, and gives one alone when asked', async () => {
  codesLeft = -1
  const admin = kit.as({ roles: ['MERCHANT_ADMIN'] })
  expect(await widgets(admin)).toMatchObject([
    { id: 'inbox', data: { items: [], total: 0 } },
    { id: 'search' },
    { id: 'account', title: 'Your account', severity: 'failed', data: null },
    { id: 'approvals' },
    { id: 'incidents' },
    { id: 'volume' },
    { id: 'clients' },
    { id: 'users' },
    { id: 'changes' },
    { id: 'news' },
  ])
  codesLeft = 8
  expect((await widgets(admin, group, '&widget=account')).map(({ id }) => id)).toEqual(['account'])
  expect(await widgets(admin, group, '&widget=jobs')).toEqual([])
})

describe('a widget that takes its time', () => {
  it('does not hold up the page, and comes to whoever asks for it alone', async () => {
    codesLeft = 'slow'
    const id = await addUser(group, 'ACTIVE')
    const admin = kit.as({ id, homeMerchantId: group, roles: ['MERCHANT_ADMIN'] })
    expect(await widgets(admin)).toMatchObject([
      { id: 'inbox' },
      { id: 'search' },
      { id: 'account', severity: 'late', data: null },
      { id: 'approvals' },
      { id: 'incidents' },
      { id: 'volume' },
      { id: 'clients' },
      { id: 'users', data: { active: expect.any(Number) } },
      { id: 'changes', data: { total: expect.any(Number) } },
      { id: 'news' },
    ])
    codesLeft = 8
    slowOnes.splice(0).forEach((finish) => finish())
    expect(await widgets(admin, group, '&widget=account')).toMatchObject([
      { id: 'account', data: { recoveryCodesLeft: 8 } },
    ])
  })

  it('shows the last it had', async () => {
    const id = await addUser(brand, 'ACTIVE')
    const person = kit.as({ id, homeMerchantId: brand, internalUser: false, roles: ['AGENT'] })
    const before = await widgets(person, brand)
    codesLeft = 'slow'
    kit.clock.now = new Date('2026-02-03T12:01:00.000Z')
    expect(await widgets(person, brand)).toEqual(before)
    kit.clock.now = new Date('2026-02-03T12:10:00.000Z')
    expect((await widgets(person, brand)).find(({ id }) => id === 'account')).toMatchObject({
      severity: 'late',
    })
  })
})

it('counts once in fifteen seconds, for the same merchants only, and afresh for whoever asks for one alone', async () => {
  const counted = async (merchantId: number, query = '') => {
    const all = await widgets(kit.as({ roles: ['MERCHANT_ADMIN'] }), merchantId, query)
    const users = all.find(({ id }) => id === 'users')
    return users?.id === 'users' ? users.data?.invited : undefined
  }
  kit.clock.now = new Date('2026-02-04T12:00:00.000Z')
  const before = (await counted(group)) ?? 0
  await addUser(group, 'INVITED')
  expect(await counted(group)).toBe(before)
  expect(await counted(1000)).toBe(before + 1)
  expect(await counted(group, '&widget=users')).toBe(before + 1)
  await addUser(group, 'INVITED')
  kit.clock.now = new Date('2026-02-04T12:00:15.000Z')
  expect(await counted(group)).toBe(before + 2)
})

it('notes a page somebody asked for and may not open', async () => {
  const person = kit.as({ roles: ['AGENT'] })
  expect((await person.post('/route-denied', { path: '/admin/audit-log' })).body).toEqual({ noted: true })
  const entry = await kit.db
    .selectFrom('auditEntry')
    .selectAll()
    .where('action', '=', 'ROUTE_DENIED')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ entityId: '/admin/audit-log', actorName: 'tester', result: 'REFUSED' })
  expect((await person.post('/route-denied', { path: 'https://elsewhere' })).status).toBe(422)
})
