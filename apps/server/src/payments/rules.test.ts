import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionDecision } from '@signalbox/model/calls/transaction-detail'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import type { Rule } from '@signalbox/model/rules/rule'
import { demoCredentialsTemplates } from '@signalbox/sandbox/demo/setup/demo-credentials-templates'
import { sandboxAccounts } from './connectors/sandbox-accounts.ts'
import { checkBooks } from './ledger/invariants.ts'
import { watchAlerts } from './alerts/watch-alerts.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import type { Transaction } from './core/record/transaction.ts'
import { eventually } from '../testing/eventually.ts'

let platform: PaymentPlatform
let publish: Awaited<ReturnType<typeof rulePublisher>>
const merchantId = 100010001

beforeAll(async () => {
  platform = await paymentPlatform()
  publish = await rulePublisher(platform)
})
afterAll(async () => {
  await platform.close()
})

const decline = { action: 'DECLINE' }
const euros = (minor: string) => ({ EUR: minor })

interface Case {
  readonly tag: string
  readonly table: string
  readonly outputs: Rule['outputs']
  readonly conditions?: Rule['conditions']
  readonly pay?: (userId: string) => Promise<{ body: PaymentAnswer }>
  readonly shows: Partial<Transaction>
}

const deposit = (userId: string, changes: Record<string, unknown> = {}) =>
  platform.deposit({ userId, ...changes })
const payout = (userId: string, iban = 'SE4550000000058398257466') => platform.withdraw({ userId, iban })

const cases: readonly Case[] = [
  {
    tag: 'RO',
    table: 'psp-routing',
    outputs: { psp: 'borealpay', pspAccount: 'default' },
    shows: { psp: 'borealpay', statusNo: 0 },
  },
  {
    tag: 'FA',
    table: 'psp-fallback',
    outputs: { pspFallback: 'borealpay', pspFallbackAccount: 'default', maxAttempts: 2 },
    conditions: { txStatusCode: { op: 'in', values: ['ERR_DECLINED_BANK_REFUSAL'] } },
    pay: (userId) => deposit(userId, { card: { pan: '4000000000000002', expiry: '2030-12', cvv: '123' } }),
    shows: { initiatedPsp: 'acmecards', psp: 'borealpay', attemptCount: 2 },
  },
  {
    tag: 'FE',
    table: 'fee',
    outputs: { percentageFee: 25_000, mode: 'ADDED' },
    shows: { amountMinor: 10_000n, txAmountMinor: 10_250n, pspAmountMinor: 10_250n, statusNo: 0 },
  },
  {
    tag: 'PF',
    table: 'provider-fee',
    outputs: { component: 'SCHEME', fixedFee: euros('77'), chargeOn: 'SUCCESS' },
    shows: { statusNo: 0 },
  },
  { tag: 'LI', table: 'limit', outputs: { min: euros('100'), max: euros('500') }, shows: { statusNo: 526 } },
  { tag: 'GB', table: 'general-block', outputs: decline, shows: { statusNo: 581 } },
  { tag: 'IP', table: 'ip-block', outputs: decline, shows: { statusNo: 561 } },
  { tag: 'BI', table: 'bin-block', outputs: decline, shows: { statusNo: 562 } },
  {
    tag: 'VE',
    table: 'velocity',
    outputs: { scope: 'USER', window: 1, unit: 'DAY', maxTx: 0, ...decline },
    shows: { statusNo: 503 },
  },
  {
    tag: 'UP',
    table: 'user-psp-account',
    outputs: { canShare: true, maxAccounts: 0 },
    shows: { statusNo: 517 },
  },
  {
    tag: 'FB',
    table: 'fraud-provider-block',
    outputs: decline,
    shows: { statusNo: 503, declineStage: 'FRAUD' },
  },
  {
    tag: 'FO',
    table: 'forex',
    outputs: { toCurrency: 'SEK', marginPct: 0 },
    shows: { pspCurrency: 'SEK', statusNo: 0 },
  },
  {
    tag: 'SC',
    table: 'status-code',
    conditions: { pspStatusCode: { op: 'in', values: ['51'] } },
    outputs: { statusCode: 'ERR_DECLINED_CONTACT_SUPPORT' },
    pay: (userId) => deposit(userId, { amount: { amount: '666.51', currency: 'EUR' } }),
    shows: { statusNo: 507 },
  },
  {
    tag: 'NO',
    table: 'notification',
    outputs: { sendMq: true, mqAccount: 'test', mqTemplate: 'DepositNotification' },
    shows: { statusNo: 0 },
  },
  {
    tag: 'AP',
    table: 'approval',
    outputs: { approvalMethod: 'MANUAL', levels: 'ONE' },
    shows: { statusNo: 350 },
  },
  {
    tag: 'VC',
    table: 'void-capture',
    outputs: { action: 'CAPTURE', captureMethod: 'MANUAL' },
    pay: (userId) => deposit(userId, { authType: 'PRE_AUTH' }),
    shows: { statusNo: 3, captureDueAt: null },
  },
  {
    tag: 'KY',
    table: 'kyc-routing',
    outputs: { kycProvider: 'kyc-sim', scopes: ['ID'], blocking: true },
    shows: { kycStatus: 'VERIFIED', statusNo: 0 },
  },
  {
    tag: 'KF',
    table: 'kyc-fallback',
    conditions: { ...onlyFor('kyc-down-kf'), kycProvider: { op: 'in', values: ['kyc-sim'] } },
    outputs: { stop: true },
    pay: () => deposit('kyc-down-kf'),
    shows: { kycStatus: 'VERIFICATION_EXTERNAL_FAILURE', statusNo: 566 },
  },
  { tag: 'KB', table: 'kyc-block', outputs: decline, shows: { statusNo: 564 } },
  {
    tag: '3D',
    table: '3ds2-routing',
    outputs: { mpi: '3ds-sim', challenge: 'MANDATE' },
    shows: { statusNo: 301 },
  },
  {
    tag: '3F',
    table: '3ds2-fallback',
    outputs: { outcome: 'CONTINUE_NON_3DS' },
    pay: (userId) => deposit(userId, { amount: { amount: '888.02', currency: 'EUR' } }),
    shows: { threeDsFlow: 'NOT_SUPPORTED' },
  },
  {
    tag: 'FP',
    table: 'fraud-provider',
    outputs: { fraudProvider: 'fraud-sim', fraudAccount: 'nobody' },
    shows: { statusNo: 580 },
  },
  { tag: 'FS', table: 'fraud-score', outputs: decline, shows: { statusNo: 571 } },
  {
    tag: 'BC',
    table: 'bic-block',
    outputs: decline,
    pay: (userId) => payout(userId),
    shows: { statusNo: 567 },
  },
  {
    tag: 'PL',
    table: 'period-limit',
    outputs: { window: 'DAY', maxCount: 0, reason: 'RESPONSIBLE_GAMING' },
    shows: { statusNo: 546 },
  },
]

describe('a row somebody approved', () => {
  it.each(cases.map((each, i) => [each.table, each, `user_${i + 10}`] as const))(
    '%s changes the next payment, which names it',
    async (table, { tag, outputs, conditions, pay = deposit, shows }, userId) => {
      await publish(table, {
        conditions: { ...(table === 'status-code' ? {} : onlyFor(userId)), ...conditions },
        outputs,
      })
      const { body } = await pay(userId)
      const found = await platform.row(body)
      expect({
        ...shows,
        refs: found.rulesTrace.some((ref) => ref.startsWith(`${merchantId}_${tag}_`)),
      }).toEqual({
        ...Object.fromEntries(Object.keys(shows).map((key) => [key, found[key as keyof Transaction]])),
        refs: true,
      })
    },
  )

  it('payment-methods: a method that is not offered is refused', async () => {
    await publish('payment-methods', {
      conditions: { ...onlyFor('user_41'), method: { op: 'in', values: ['DEPOSIT'] } },
      outputs: { depositMethods: ['SKRILL'] },
    })
    expect((await deposit('user_41')).body.statusCodeNo).toBe(511)
    const refused = await platform.row((await deposit('user_41')).body)
    expect(refused.rulesTrace.some((ref) => ref.startsWith(`${merchantId}_PM_`))).toBe(true)
    const offered = await platform.call<{ methods: { method: string }[] }>(
      'GET',
      `/payment-methods?merchantId=${merchantId}&userId=user_41&method=DEPOSIT&currency=EUR`,
    )
    expect(offered.body.methods.map(({ method }) => method)).toEqual(['SKRILL'])
  })

  it('vat: lies on the fee, and the books have it', async () => {
    await publish('fee', {
      conditions: onlyFor('user_42'),
      outputs: { fixedFee: euros('300'), mode: 'ADDED' },
    })
    await publish('vat', {
      conditions: {
        subject: { op: 'in', values: ['USER_FEE'] },
        userCountry: { op: 'in', values: ['SWE', 'FIN', 'NOR', 'DNK', 'DEU', 'GBR'] },
      },
      outputs: { mode: 'EXCLUSIVE', ratePct: 250_000 },
    })
    const { body } = await deposit('user_42')
    const found = await platform.row(body)
    expect({ fee: found.feeMinor, vat: found.vatAmountMinor, psp: found.pspAmountMinor }).toEqual({
      fee: 300n,
      vat: 75n,
      psp: 10_375n,
    })
    expect(found.rulesTrace.some((ref) => ref.startsWith(`${merchantId}_VA_`))).toBe(true)
  })
})

describe('a maintenance window', () => {
  it('sends payments elsewhere, names itself on them, and lets its testers pass', async () => {
    const admin = await platform.as('admin')
    const opened = await admin.post(`/maintenance?merchantId=${merchantId}`, {
      title: 'Acme Cards is rebuilt',
      psp: 'acmecards',
      method: 'BOTH',
      kind: 'FIXED',
      startAt: new Date(Date.now() - 60_000).toISOString(),
      excludedUserIds: ['user_45'],
      note: 'For a test',
    })
    expect(opened.status, opened.text).toBe(200)
    const { rules } = platform.app.payments.machine.deps
    await eventually(
      () => rules.effective(merchantId, 'maintenance'),
      ({ rulesets }) => rulesets.some((set) => set.rules.some(({ id }) => id === opened.body.id)),
    )
    const diverted = await platform.row((await deposit('user_44')).body)
    expect({ first: diverted.initiatedPsp, last: diverted.psp, by: diverted.maintenanceId }).toEqual({
      first: 'acmecards',
      last: 'borealpay',
      by: opened.body.id,
    })
    expect(diverted.rulesTrace.some((ref) => ref.includes('_MA_'))).toBe(true)
    expect((await platform.row((await deposit('user_45')).body)).psp).toBe('acmecards')
  })
})

describe('a bound in another currency', () => {
  it('is compared at the rate of the day, and whoever asks later is told the same', async () => {
    await publish('general-block', {
      conditions: {
        ...onlyFor('user_39'),
        amount: {
          op: 'moneyRange',
          min: { EUR: '100' },
          minInclusive: true,
          maxInclusive: true,
          onMissing: 'CONVERT',
        },
      },
      outputs: decline,
    })
    const { body } = await deposit('user_39', { amount: { amount: '100.00', currency: 'SEK' } })
    expect(body.statusCodeNo).toBe(581)
    const admin = await platform.as('admin')
    const told = async () => {
      const answer = await admin.get(`/transaction/${body.txId}/decision?merchantId=${merchantId}`)
      return answer.body.decisions as TransactionDecision[]
    }
    const decisions = await told()
    const blocked = decisions.find(({ table }) => table === 'general-block')
    expect(blocked?.hits.length).toBe(1)
    expect(blocked?.rates).toMatchObject([{ base: 'EUR', quote: 'SEK', source: 'IMPORTED' }])
    expect(decisions.filter(({ agrees }) => agrees !== true)).toEqual([])
    // Somebody adds a rate for a time that has passed, at which the payment would not have been stopped.
    await sql`insert into forex_rate (merchant_id, id, from_currency, to_currency, buy_rate, sell_rate, rate_date,
        valid_from, source, service, state, created_at, updated_at, updated_by)
      select merchant_id, gen_random_uuid(), from_currency, to_currency, 1000, 1000, rate_date, valid_from, 'MANUAL',
        service, state, created_at, updated_at, updated_by
      from forex_rate where id = ${blocked?.rates[0]?.id}`.execute(platform.db)
    expect(await told()).toEqual(decisions)
    await sql`delete from forex_rate where source = 'MANUAL' and buy_rate = 1000`.execute(platform.db)
  })
})

describe('a window that is closed but probed', () => {
  it('ends by itself after enough good payments in a row', async () => {
    const admin = await platform.as('admin')
    const opened = await admin.post(`/maintenance?merchantId=${merchantId}`, {
      title: 'The store is slow',
      psp: 'voucherstore',
      method: 'BOTH',
      kind: 'HALF_OPEN',
      probeEvery: 1,
      probeUnit: 'SECOND',
      closeAfter: 2,
      startAt: new Date(Date.now() - 60_000).toISOString(),
      note: 'For a test',
    })
    expect(opened.status, opened.text).toBe(200)
    const { rules } = platform.app.payments.machine.deps
    const known = async () =>
      (await rules.effective(merchantId, 'maintenance')).rulesets.some(({ rules: rows }) =>
        rows.some(({ id }) => id === opened.body.id),
      )
    expect(await eventually(known, Boolean)).toBe(true)
    let codes = 0
    const pay = () =>
      deposit('user_40', {
        txType: 'VoucherDeposit',
        type: 'partner',
        card: undefined,
        voucherCode: `PROBE${String(++codes).padStart(7, '0')}`,
      })
    const ended = async () => {
      await pay()
      const window = await admin.get(`/maintenance/${opened.body.id}?merchantId=${merchantId}`)
      return window.body.endAt as string | null
    }
    expect(await eventually(ended, (endAt) => endAt !== null)).not.toBeNull()
    const { rows } = await sql<{ goodProbes: number }>`select good_probes from maintenance_probe
      where maintenance_id = ${String(opened.body.id)}`.execute(platform.db)
    expect(rows).toEqual([{ goodProbes: 2 }])
  })
})

describe('an alert', () => {
  it('closes the PSP its row names, and opens it again when the row for that says so', async () => {
    const watched = {
      cron: { op: 'in', values: ['* * * * *'] },
      minutesBack: { op: 'in', values: ['30'] },
      psp: { op: 'in', values: ['nordbank'] },
      txType: { op: 'in', values: ['BankDeposit'] },
    } satisfies Rule['conditions']
    const bank = { txType: 'BankDeposit', card: undefined, amount: { amount: '666.05', currency: 'EUR' } }
    await publish(
      'alerts',
      {
        conditions: {
          ...watched,
          txState: { op: 'in', values: ['FAILED'] },
          thresholdPct: { op: 'range', min: { value: 500_000, inclusive: true } },
          minUniqueUsers: { op: 'range', min: { value: 2, inclusive: true } },
        },
        outputs: { setMaintenance: 'FIXED', time: 1, unit: 'HOUR', cooldownMin: 0 },
      },
      {
        conditions: { ...watched, minUniqueUsers: { op: 'range', min: { value: 4, inclusive: true } } },
        outputs: { setMaintenance: 'STOP', cooldownMin: 0 },
      },
    )
    const watch = async () => {
      await sql`update alert_watch set looked_at = looked_at - interval '2 minutes'`.execute(platform.db)
      await watchAlerts(platform.app.payments.machine.deps)
    }
    await platform.deposit({ userId: 'user_46', ...bank })
    await watch()
    expect((await platform.row((await deposit('user_47', bank)).body)).maintenanceId).toBeNull()
    await watch()
    // Right before it is sent a payment looks at the windows, which may be before this node has the new row.
    const closed = await eventually(
      async () => platform.row((await deposit('user_47', bank)).body),
      (row) => isClosed(row) && row.rulesTrace.some((ref) => ref.includes('_MA_')),
    )
    expect(closed.statusNo).toBe(512)
    const admin = await platform.as('admin')
    const windows = await admin.get(`/maintenance?merchantId=${merchantId}&limit=100`)
    type Window = { id: string; version: number; title: string; source: string }
    const own = (windows.body.items as Window[]).find(({ id }) => id === closed.maintenanceId)
    expect(own?.title).toMatch(new RegExp(`^Alert ${merchantId}_AL_\\d+_`))
    expect(own?.source).toBe('ALERT')
    const { items: bell } = (await admin.get(`/alert?merchantId=${merchantId}`)).body
    expect(bell.filter(({ source }: { source: string }) => source === 'RULE')).toContainEqual(
      expect.objectContaining({ psp: 'nordbank', state: 'OPEN', severity: 'CRITICAL' }),
    )
    // Whom the window turns away never reached the PSP; its testers do.
    await platform.deposit({ userId: 'user_50', ...bank })
    await platform.deposit({ userId: 'user_51', ...bank })
    await watch()
    expect(isClosed(await platform.row((await deposit('user_47', bank)).body))).toBe(true)
    const testers = await admin.put(`/maintenance/${own?.id}?merchantId=${merchantId}`, {
      version: own?.version,
      excludedUserIds: ['user_48', 'user_49'],
      note: 'Testers',
    })
    expect(testers.status, testers.text).toBe(200)
    const asTester = async (userId: string) => platform.row((await deposit(userId, bank)).body)
    await eventually(
      () => asTester('user_48'),
      (row) => !isClosed(row),
    )
    await eventually(
      () => asTester('user_49'),
      (row) => !isClosed(row),
    )
    await watch()
    const opened = async () => platform.row((await deposit('user_47', bank)).body)
    expect((await eventually(opened, (row) => !isClosed(row))).maintenanceId).toBeNull()
  })
})

const isClosed = ({ maintenanceId }: Transaction): boolean => maintenanceId !== null

describe('a limit with room for three', () => {
  it('lets three of twenty payments at once pass', async () => {
    await publish('period-limit', {
      conditions: onlyFor('user_43'),
      outputs: { window: 'DAY', maxSum: euros('30000') },
    })
    // Identical ones would be declined as duplicates.
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, cents) =>
        deposit('user_43', { amount: { amount: `99.${80 + cents}`, currency: 'EUR' } }),
      ),
    )
    expect(answers.filter(({ body }) => body.statusCodeNo === 0).length).toBe(3)
    expect(answers.filter(({ body }) => body.statusCodeNo === 521).length).toBe(17)
  })
})

describe('after all of that', () => {
  it('the books are right', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})

describe('why a payment was decided so, where the merchant hides personal data', () => {
  it('is told without it, except to those who may see it', async () => {
    const userId = 'u-masked-reasons'
    await publish(
      'general-block',
      { conditions: { email: { op: 'in', values: ['bad@guy.test'] } }, outputs: decline },
      { conditions: { ipAddress: { op: 'cidr', values: ['203.0.113.0/24'] } }, outputs: decline },
      { conditions: { userCity: { op: 'in', values: ['Nowhere'] } }, outputs: decline },
    )
    const ip = '198.51.100.77'
    const { body } = await deposit(userId, { ip })
    const { email: userEmail, city: userCity } = await platform.row(body)
    const secrets = [ip, userEmail, userCity].flatMap((text) => text ?? [])
    const path = `/transaction/${body.txId}/decision?merchantId=${merchantId}`
    const operator = await platform.as('operator')
    // What the payment had. What a rule asks for instead may name the same city.
    const told = async () => {
      const decisions = (await operator.get(path)).body.decisions as TransactionDecision[]
      const failed = decisions.flatMap(({ trace }) => trace?.rows.flatMap((row) => row.failed) ?? [])
      return failed.map(({ actual, sentence }) => `${actual}: ${sentence.split(', must')[0]}`).join('; ')
    }
    const inClear = await told()
    expect(secrets.filter((secret) => !inClear.includes(secret))).toEqual([])
    await sql`update merchant set mask_sensitive_data = true where id = ${merchantId}`.execute(platform.db)
    try {
      const masked = await told()
      expect(secrets.filter((secret) => masked.includes(secret))).toEqual([])
      expect(masked).toContain('198.51.100.0/24')
    } finally {
      await sql`update merchant set mask_sensitive_data = false where id = ${merchantId}`.execute(platform.db)
    }
  })
})

describe('a PSP that the operator named', () => {
  it('is spoken to with the connector its record names', async () => {
    const admin = await platform.as('admin')
    const done = async (answer: ReturnType<typeof admin.post>) => {
      const { status, text, body } = await answer
      expect([status, text]).toEqual([200, expect.any(String)])
      return body as { id: string }
    }
    const { body: known } = await admin.get('/psp?keyword=borealpay')
    const named = { psp: 'second-acquirer', name: 'Second acquirer', note: 'Another contract' }
    const { id } = await done(admin.post(`/psp/${known.items[0].id}/clone`, named))
    await done(admin.post(`/psp/${id}/activate`, {}))
    const fields = demoCredentialsTemplates.borealpay
    const template = await done(
      admin.post('/credentials-template', { psp: named.psp, fields, note: named.note }),
    )
    await done(admin.post(`/credentials-template/${template.id}/publish`, {}))
    const at = sandboxAccounts.find(({ psp }) => psp === 'borealpay')
    const document = { accounts: { own: { ...at?.settings, ...at?.secrets } } }
    const config = { type: 'ProviderConfig', provider: named.psp, document, note: named.note }
    const saved = await done(admin.post(`/config?merchantId=${merchantId}`, config))
    const tried = await admin.post(`/config/${saved.id}/test?merchantId=${merchantId}`, { account: 'own' })
    expect(tried.body).toMatchObject({ ok: true })

    await publish('psp-routing', {
      conditions: onlyFor('named'),
      outputs: { psp: named.psp, pspAccount: 'own' },
    })
    const { body } = await deposit('named')
    expect([body.state, body.statusCode]).toEqual(['SUCCESSFUL', 'SUCCESS'])
    expect(await platform.row(body)).toMatchObject({ psp: named.psp, pspAccount: 'own' })
  })
})
