import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import type { Rule } from '@signalbox/model/rules/rule'
import { row, steps } from '../features/ruleset/testing/ruleset-app.ts'
import { checkBooks } from './ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import type { Transaction } from './transactions/transaction.ts'

let platform: PaymentPlatform
let author: ReturnType<typeof steps>
let approvers: Record<'rules' | 'kyc', ReturnType<typeof steps>>
const merchantId = 100010001

beforeAll(async () => {
  platform = await paymentPlatform()
  author = steps(await platform.as('admin'))
  approvers = { rules: steps(await platform.as('rules2')), kyc: steps(await platform.as('kyc')) }
}, 90_000)
afterAll(async () => {
  await platform.close()
})

/** Puts a ruleset of one row into effect, as people do, and waits until this server decides by it. */
async function publish(table: string, values: Pick<Rule, 'conditions' | 'outputs'>): Promise<string> {
  const draft = await author.create(
    { name: `Test of ${table}`, priority: 1, rules: [row('t', 1, values)] },
    table,
  )
  const approver = approvers[table.startsWith('kyc-') ? 'kyc' : 'rules']
  const active = await approver.approve(await author.submit(draft))
  const { id } = active.summary
  const { rules } = platform.app.payments.machine.parts
  for (let tries = 0; tries < 200; tries++) {
    const { rulesets } = await rules.effective(merchantId, table)
    if (rulesets.some(({ version }) => version.rulesetId === id)) return id
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`${table} did not come into effect`)
}

const only = (userId: string) => ({ userId: { op: 'in', values: [userId] } }) as Rule['conditions']
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
        conditions: { ...(table === 'status-code' ? {} : only(userId)), ...conditions },
        outputs,
      })
      const { body } = await pay(userId)
      const found = await platform.row(body)
      expect({
        ...shows,
        refs: found.ruleRefs.some((ref) => ref.startsWith(`${merchantId}_${tag}_`)),
      }).toEqual({
        ...Object.fromEntries(Object.keys(shows).map((key) => [key, found[key as keyof Transaction]])),
        refs: true,
      })
    },
  )

  it('payment-methods: a method that is not offered is refused', async () => {
    await publish('payment-methods', {
      conditions: { ...only('user_41'), method: { op: 'in', values: ['DEPOSIT'] } },
      outputs: { depositMethods: ['SKRILL'] },
    })
    expect((await deposit('user_41')).body.statusCodeNo).toBe(511)
    const offered = await platform.call<{ methods: { method: string }[] }>(
      'GET',
      `/payment-methods?merchantId=${merchantId}&userId=user_41&method=DEPOSIT&currency=EUR`,
    )
    expect(offered.body.methods.map(({ method }) => method)).toEqual(['SKRILL'])
  })

  it('vat: lies on the fee, and the books have it', async () => {
    await publish('fee', { conditions: only('user_42'), outputs: { fixedFee: euros('300'), mode: 'ADDED' } })
    await publish('vat', {
      conditions: {
        subject: { op: 'in', values: ['USER_FEE'] },
        userCountry: { op: 'in', values: ['SWE', 'FIN', 'NOR', 'DNK', 'DEU', 'GBR'] },
      },
      outputs: { mode: 'EXCLUSIVE', ratePct: 250_000 },
    })
    const { body } = await deposit('user_42')
    const found = await platform.row(body)
    expect({ fee: found.feeMinor, vat: found.vatMinor, psp: found.pspAmountMinor }).toEqual({
      fee: 300n,
      vat: 75n,
      psp: 10_375n,
    })
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
    const { rules } = platform.app.payments.machine.parts
    for (let tries = 0; tries < 200; tries++) {
      const { rulesets } = await rules.effective(merchantId, 'maintenance')
      if (rulesets.some(({ rules: rows }) => rows.some(({ id }) => id === opened.body.id))) break
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    const diverted = await platform.row((await deposit('user_44')).body)
    expect({ first: diverted.initiatedPsp, last: diverted.psp, by: diverted.maintenanceId }).toEqual({
      first: 'acmecards',
      last: 'borealpay',
      by: opened.body.id,
    })
    expect(diverted.ruleRefs.some((ref) => ref.includes('_MA_'))).toBe(true)
    expect((await platform.row((await deposit('user_45')).body)).psp).toBe('acmecards')
  })
})

describe('a limit with room for three', () => {
  it('lets three of twenty payments at once pass', async () => {
    await publish('period-limit', {
      conditions: only('user_43'),
      outputs: { window: 'DAY', maxSum: euros('30000') },
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => deposit('user_43')))
    expect(answers.filter(({ body }) => body.statusCodeNo === 0).length).toBe(3)
    expect(answers.filter(({ body }) => body.statusCodeNo === 521).length).toBe(17)
  })
})

describe('after all of that', () => {
  it('the books are right', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})
