import type { WireMoney } from '@signalbox/model/money/money-schema'
import type { Rule } from '@signalbox/model/rules/rule'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import type { CashierAnswer, CashierMethod } from './cashier/cashier-answer.ts'
import { sweep } from '../jobs/payment-work.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { onlyFor, rulePublisher } from '../testing/publish-rules.ts'

const merchantId = 100010001
let platform: PaymentPlatform
let admin: Client
let publish: Awaited<ReturnType<typeof rulePublisher>>

beforeAll(async () => {
  platform = await paymentPlatform()
  admin = await platform.as('admin')
  publish = await rulePublisher(platform)
})
afterAll(() => platform.close())

const methodsFor = async (userId: string, query: Record<string, string> = {}) => {
  const asked = new URLSearchParams({
    merchantId: String(merchantId),
    userId,
    sessionId: 's-1',
    method: 'DEPOSIT',
    currency: 'EUR',
    ...query,
  })
  const { status, body } = await platform.call<CashierAnswer>('GET', `/payment-methods?${asked.toString()}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const names = async (userId: string, query?: Record<string, string>) =>
  (await methodsFor(userId, query)).methods.map(({ method }) => method)

const shown = async (userId: string, method: string, query?: Record<string, string>) => {
  const found = (await methodsFor(userId, query)).methods.find((each) => each.method === method)
  if (!found) throw new Error(`${method} is not shown`)
  return found
}

/** Saves a document of the merchant, in place of the one before. */
async function configure(type: string, document: object): Promise<void> {
  const at = `merchantId=${merchantId}`
  const [own] = (await admin.get(`/config?${at}&type=${type}&own=true`)).body.items
  const note = 'testing'
  const saved = own
    ? await admin.put(`/config/${own.id}?${at}`, { version: own.version, document, note })
    : await admin.post(`/config?${at}`, { type, document, note })
  expect(saved.status, saved.text).toBe(200)
}

const euros = (amount: string): WireMoney => ({ amount, currency: 'EUR' })

const deposits = { method: { op: 'in', values: ['DEPOSIT'] } } as const
const offer = (
  userId: string,
  conditions: Rule['conditions'],
  outputs: Rule['outputs'],
): Pick<Rule, 'conditions' | 'outputs'> => ({
  conditions: { ...onlyFor(userId), ...deposits, ...conditions },
  outputs,
})
const byCard = (userId: string) => platform.deposit({ userId })
const bySkrill = (userId: string) =>
  platform.deposit({ userId, txType: 'SkrillDeposit', card: undefined, walletAccount: 'ada@wallet.example' })

describe('what the cashier offers is what is accepted', () => {
  it('on the first deposit, which is known once the history was read', async () => {
    const userId = 'first-by-wallet'
    await publish(
      'payment-methods',
      offer(userId, { firstDeposit: { op: 'is', value: true } }, { depositMethods: ['SKRILL'] }),
    )
    expect(await names(userId)).toEqual(['SKRILL'])
    const { body: refused } = await byCard(userId)
    expect(refused.statusCodeNo).toBe(511)
    expect((await platform.row(refused)).rulesTrace.some((ref) => ref.includes('_PM_'))).toBe(true)
    expect((await bySkrill(userId)).body.state).toBe('SUCCESSFUL')
    expect(await names(userId)).toContain('CREDITCARD')
    expect((await byCard(userId)).body.state).toBe('SUCCESSFUL')
  })

  it('by what the merchant says of the user', async () => {
    const userId = 'lives-in-sweden'
    await publish(
      'payment-methods',
      offer(userId, { userCountry: { op: 'in', values: ['SWE'] } }, { depositMethods: ['SKRILL', 'BANK'] }),
    )
    expect(await names(userId)).toEqual(['SKRILL', 'BANK'])
    expect((await byCard(userId)).body.statusCodeNo).toBe(511)
    expect((await bySkrill(userId)).body.state).toBe('SUCCESSFUL')
  })

  it('by what is known of who the user is', async () => {
    const userId = 'unknown-to-kyc'
    await publish(
      'payment-methods',
      offer(userId, { internalKycStatus: { op: 'in', values: ['UNKNOWN'] } }, { depositMethods: ['SKRILL'] }),
    )
    expect(await names(userId)).toEqual(['SKRILL'])
    expect((await byCard(userId)).body.statusCodeNo).toBe(511)
    await platform.call('POST', '/kyc/checks', { merchantId, userId, provider: 'kyc-sim', country: 'SWE' })
    expect(await names(userId)).toContain('CREDITCARD')
    expect((await byCard(userId)).body.state).toBe('SUCCESSFUL')
  })
})

/** How one pays by each of them. */
const waysToPay: Readonly<Record<string, Record<string, unknown>>> = {
  CREDITCARD: {},
  SKRILL: { txType: 'SkrillDeposit', card: undefined, walletAccount: 'ada@wallet.example' },
  BANK: { txType: 'BankDeposit', card: undefined },
  VOUCHER: {
    txType: 'VoucherDeposit',
    type: 'partner',
    card: undefined,
    voucherCode: '7Q2K-9M4T-XW3A-5H8N',
  },
}

const anyMethods = fc.subarray(Object.keys(waysToPay), { minLength: 1 })
const yesOrNo = fc.boolean().map((value) => ({ op: 'is', value }) as const)
const someOf = (...values: string[]) =>
  fc.subarray(values, { minLength: 1 }).map((chosen) => ({ op: 'in', values: chosen }) as const)
/** Conditions about what is only known after the merchant, the past and the checks were looked at. */
const anyConditions = fc.record(
  {
    userCountry: someOf('SWE', 'FIN', 'NOR'),
    userCategory: someOf('STANDARD', 'VIP'),
    firstDeposit: yesOrNo,
    firstDepositAttempt: yesOrNo,
    hasBlockedAccount: yesOrNo,
    internalKycStatus: someOf('UNKNOWN', 'VERIFIED'),
    countDeposit: fc.constant({ op: 'range', max: { value: 2, inclusive: false } } as const),
    locale: someOf('sv_SE', 'en_GB'),
    channel: someOf('WEB', 'MOBILE'),
  },
  { requiredKeys: [] },
)
const anyOutputs = fc.record(
  {
    depositMethods: anyMethods,
    excludeIfNotUsed: fc.boolean(),
    addLastUsedFirst: fc.boolean(),
    alwaysEnabled: anyMethods,
  },
  { requiredKeys: ['depositMethods'] },
)
const anyRows = fc.array(fc.tuple(anyConditions, anyOutputs), { minLength: 3, maxLength: 6 })

it('offers a method exactly where a payment by it is not refused for not being offered', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(anyRows, fc.constantFrom('WEB', 'MOBILE'), async (rows, channelId) => {
      const group = `any-${++run}-`
      await publish(
        'payment-methods',
        ...rows.map(([conditions, outputs]) => ({
          conditions: { ...conditions, ...deposits, userId: { op: 'prefix', values: [group] } as const },
          outputs,
        })),
      )
      for (const user of ['1', '10'])
        for (const [method, way] of Object.entries(waysToPay)) {
          const userId = `${group}${user}`
          const isOffered = (await names(userId, { channelId, locale: 'sv_SE' })).includes(method)
          const { body } = await platform.deposit({ userId, channelId, locale: 'sv_SE', ...way })
          expect(body.statusCodeNo !== 511, `${method} for ${userId}: ${body.statusCode}`).toBe(isOffered)
        }
    }),
    { numRuns: process.env.TEST_FULL ? 3 : 2, endOnFailure: true },
  )
})

describe('each output of the table about methods', () => {
  const listed = { depositMethods: ['CREDITCARD', 'SKRILL', 'BANK'] }

  it('addLastUsedFirst puts first what the user paid with last', async () => {
    const userId = 'likes-wallets'
    await publish('payment-methods', offer(userId, {}, { ...listed, addLastUsedFirst: true }))
    expect(await names(userId)).toEqual(['CREDITCARD', 'SKRILL', 'BANK'])
    await bySkrill(userId)
    expect(await names(userId)).toEqual(['SKRILL', 'CREDITCARD', 'BANK'])
  })

  it('excludeIfNotUsed leaves out what never succeeded, except what is always enabled', async () => {
    const [anew, before] = ['never-paid', 'paid-by-wallet']
    await bySkrill(before)
    for (const userId of [anew, before])
      await publish(
        'payment-methods',
        offer(userId, {}, { ...listed, excludeIfNotUsed: true, alwaysEnabled: ['CREDITCARD'] }),
      )
    expect(await names(anew)).toEqual(['CREDITCARD'])
    expect((await bySkrill(anew)).body.statusCodeNo).toBe(511)
    expect((await byCard(anew)).body.state).toBe('SUCCESSFUL')
    expect(await names(before)).toEqual(['CREDITCARD', 'SKRILL'])
    expect((await bySkrill(before)).body.state).toBe('SUCCESSFUL')
  })

  it('includeHiddenAccounts shows what the user did not ask to store', async () => {
    const userId = 'hides-a-card'
    await byCard(userId)
    expect((await shown(userId, 'CREDITCARD')).accounts).toEqual([])
    await publish('payment-methods', offer(userId, {}, { ...listed, includeHiddenAccounts: true }))
    expect((await shown(userId, 'CREDITCARD')).accounts).toHaveLength(1)
  })

  it('excludeAccounts leaves a stored account out, and refuses it, stored or typed in', async () => {
    const userId = 'has-a-card'
    await platform.deposit({ userId, storeAccount: true })
    const [account] = (await shown(userId, 'CREDITCARD')).accounts
    const again = () => platform.deposit({ userId, card: undefined, accountId: account?.accountId })
    expect((await again()).body.state).toBe('SUCCESSFUL')
    await publish(
      'payment-methods',
      offer(userId, {}, { ...listed, excludeAccounts: { CREDITCARD: ['411111'] } }),
    )
    expect((await shown(userId, 'CREDITCARD')).accounts).toEqual([])
    expect((await again()).body.statusCodeNo).toBe(511)
    expect((await platform.deposit({ userId })).body.statusCodeNo).toBe(511)
    const other = { pan: '5555555555554444', expiry: '2030-12', cvv: '123' }
    expect((await platform.deposit({ userId, card: other })).body.state).toBe('SUCCESSFUL')
  })

  it('cashierConfig chooses one of the cashiers of the merchant', async () => {
    const userId = 'uses-a-phone'
    await configure('CashierConfig', {
      labels: { SKRILL: 'Wallet' },
      accounts: { phone: { labels: { CREDITCARD: 'Plastic' }, amounts: { EUR: ['20.00'] } } },
    })
    expect(await shown(userId, 'CREDITCARD')).toMatchObject({ label: 'Card', amounts: [] })
    await publish('payment-methods', offer(userId, {}, { ...listed, cashierConfig: 'phone' }))
    expect((await methodsFor(userId)).cashierConfig).toBe('phone')
    expect(await shown(userId, 'CREDITCARD')).toMatchObject({ label: 'Plastic', amounts: [euros('20.00')] })
    await configure('CashierConfig', {})
  })

  it('displayNetDeposit shows what was paid in and not got back', async () => {
    const userId = 'counts-money'
    const crowns = (amount: string): WireMoney => ({ amount, currency: 'SEK' })
    const { body } = await platform.deposit({ userId, amount: crowns('100.00') })
    expect((await methodsFor(userId)).netDeposit).toBeNull()
    await publish('payment-methods', offer(userId, {}, { ...listed, displayNetDeposit: true }))
    expect((await methodsFor(userId)).netDeposit).toEqual(crowns('100.00'))
    const refund = await platform.call(
      'POST',
      `/payments/${body.txId}/refund`,
      { amount: crowns('30.00') },
      { 'idempotency-key': 'refund-of-counts-money' },
    )
    await platform.until(refund.body, 'SUCCESSFUL')
    expect((await methodsFor(userId)).netDeposit).toEqual(crowns('70.00'))
  })
})

describe('what the cashier is told', () => {
  const limit = (userId: string, outputs: Rule['outputs']) =>
    publish('period-limit', { conditions: { ...onlyFor(userId), ...deposits }, outputs })
  const most = ({ limits }: CashierMethod) => limits.max

  it.each([
    ['a day', { window: 'DAY', maxSum: { EUR: '15000' } }],
    ['the last hours', { window: 'ROLLING', rollingHours: 24, maxSum: { EUR: '15000' } }],
    ['a month, net', { window: 'MONTH', maxSum: { EUR: '15000' }, net: true }],
  ])('the greatest amount is what is left of %s', async (name, outputs) => {
    const userId = `room-for-${name.replaceAll(/\W/g, '-')}`
    await limit(userId, outputs)
    expect(most(await shown(userId, 'CREDITCARD'))).toEqual(euros('150.00'))
    await byCard(userId)
    expect(await shown(userId, 'SKRILL')).toMatchObject({
      available: true,
      limits: { max: euros('50.00') },
    })
    expect((await platform.deposit({ userId, amount: euros('50.01') })).body.statusCodeNo).toBe(521)
    expect((await platform.deposit({ userId, amount: euros('50.00') })).body.state).toBe('SUCCESSFUL')
    expect(await shown(userId, 'SKRILL')).toMatchObject({
      available: false,
      unavailableReason: 'LIMIT_REACHED',
      limits: { max: euros('0.00') },
    })
  })

  it('what is left by the clock that the limit goes by, which is the database’s', async () => {
    const userId = 'room-by-one-clock'
    await limit(userId, { window: 'ROLLING', rollingHours: 1, maxSum: { EUR: '15000' } })
    await byCard(userId)
    await sql`update counter_event set at = at - interval '30 minutes' where tx_id in (
      select id from transaction where user_id = ${userId})`.execute(platform.db)
    platform.clock.now = new Date(Date.now() + 40 * 60_000)
    expect(most(await shown(userId, 'CREDITCARD'))).toEqual(euros('50.00'))
    platform.clock.now = null
  })

  it('in another currency exactly what the limit has room for', async () => {
    const userId = 'room-in-crowns'
    await limit(userId, { window: 'DAY', maxSum: { EUR: '5000' } })
    const { limits } = await shown(userId, 'CREDITCARD', { currency: 'SEK' })
    const { amount } = limits.max as WireMoney
    const over = (Number(amount) + 0.01).toFixed(2)
    const pay = async (text: string) =>
      (await platform.deposit({ userId, amount: { amount: text, currency: 'SEK' } })).body.statusCodeNo
    expect(await pay(over)).toBe(521)
    expect(await pay(amount)).not.toBe(521)
  })

  it('that a limit needs an exchange rate nobody has; a payment says so too, and an alert tells of it', async () => {
    const userId = 'counted-in-shillings'
    await byCard(userId)
    await limit(userId, { window: 'DAY', maxSum: { KES: '1500000' }, reason: 'RESPONSIBLE_GAMING' })
    expect(await shown(userId, 'CREDITCARD')).toMatchObject({
      available: false,
      unavailableReason: 'NO_RATE',
    })
    const { body } = await platform.deposit({ userId, amount: euros('50.00') })
    expect(body.statusCodeNo).toBe(508)
    expect((await platform.row(body)).info).toMatch(
      /^No exchange rate from EUR to KES, which the period limit/,
    )
    const { rows } = await sql<{ title: string }>`
      select title from alert where merchant_id = ${merchantId} and title like '%KES%'`.execute(platform.db)
    expect(rows).toEqual([{ title: 'No exchange rate: EUR to KES' }])
  })

  it('nothing of a fee that needs a rate nobody has, and no payment is made without it', async () => {
    const userId = 'pays-in-shillings'
    await publish('fee', { conditions: onlyFor(userId), outputs: { fixedFee: { EUR: '100' } } })
    const currency = 'KES'
    const query = { currency, amount: '5000.00' }
    expect(await shown(userId, 'CREDITCARD', query)).toMatchObject({
      unavailableReason: 'NO_RATE',
      fee: null,
    })
    const bounds = { min: { KES: '100' }, max: { KES: '100000000' } }
    await publish('limit', { conditions: onlyFor(userId), outputs: bounds })
    const { body } = await platform.deposit({ userId, amount: { amount: '5000.00', currency } })
    expect(body.statusCodeNo).toBe(508)
    expect((await platform.row(body)).info).toMatch(/^No exchange rate from/)
  })

  it('a method is closed once the number of payments is used up', async () => {
    const userId = 'pays-once'
    await limit(userId, { window: 'DAY', maxCount: 1 })
    expect(await shown(userId, 'CREDITCARD')).toMatchObject({ available: true, unavailableReason: null })
    await byCard(userId)
    expect(await shown(userId, 'CREDITCARD')).toMatchObject({
      available: false,
      unavailableReason: 'LIMIT_REACHED',
    })
  })

  it('a method under maintenance says so in the words of the merchant, and until when', async () => {
    await configure('CashierConfig', {
      messages: { 'wallet.closed': 'Back soon', 'wallet.closed.sv': 'Tillbaka snart' },
    })
    const endAt = new Date(Date.now() + 3_600_000).toISOString()
    const opened = await admin.post(`/maintenance?merchantId=${merchantId}`, {
      title: 'Wallets are away',
      providerType: 'SKRILL',
      method: 'BOTH',
      kind: 'FIXED',
      startAt: new Date(Date.now() - 60_000).toISOString(),
      endAt,
      excludedUserIds: ['tests-wallets'],
      messageKey: 'wallet.closed',
      note: 'For a test',
    })
    expect(opened.status, opened.text).toBe(200)
    const closed = (message: string) => ({
      available: false,
      unavailableReason: 'MAINTENANCE',
      maintenanceInfo: { messageKey: 'wallet.closed', message, until: endAt },
    })
    expect(await shown('reads-swedish', 'SKRILL', { locale: 'sv_SE' })).toMatchObject(
      closed('Tillbaka snart'),
    )
    expect(await shown('reads-english', 'SKRILL', { locale: 'en_GB' })).toMatchObject(closed('Back soon'))
    expect(await shown('reads-english', 'CREDITCARD')).toMatchObject({
      available: true,
      maintenanceInfo: null,
    })
    expect(await shown('tests-wallets', 'SKRILL')).toMatchObject({ available: true })
    await configure('CashierConfig', {})
  })

  it('nothing is offered to whom the merchant does not know, and it is said why', async () => {
    const answer = await methodsFor('user_blocked')
    expect(answer.methods).toEqual([])
    expect(answer.errors).toMatchObject([
      { keys: expect.arrayContaining(['status.err_user_account_blocked']) },
    ])
  })
})

describe('a payout to a local bank account', () => {
  const account = { accountNumber: '5491 000 0003', clearingNumber: '5000' }
  const payOut = (changes: Record<string, unknown>) =>
    platform.withdraw({ txType: 'BankLocalWithdrawal', iban: undefined, ...account, ...changes })

  it('asks for the numbers, is paid, and shows them to nobody whole', async () => {
    const userId = 'banks-locally'
    const { inputs } = await shown(userId, 'BANKLOCAL', { method: 'WITHDRAWAL' })
    expect(inputs.filter(({ required }) => required).map(({ name }) => name)).toEqual(Object.keys(account))
    const { body } = await payOut({ userId, storeAccount: true })
    expect(body, JSON.stringify(body)).toMatchObject({ state: 'WAITING_APPROVAL' })
    const { version } = await platform.row(body)
    const approver = await platform.as('approver1')
    const at = `merchantId=${merchantId}`
    expect((await approver.post(`/transaction/${body.txId}/approve?${at}`, { version })).status).toBe(200)
    await sweep(platform.app.payments.machine)
    const paid = await platform.until(body, 'SUCCESSFUL')
    expect(paid).toMatchObject({ psp: 'nordbank', maskedAccount: '**************0003' })
    const console = await admin.get(`/transaction/${body.txId}?${at}`)
    const logs = await admin.get(`/transaction/${body.txId}/call?${at}`)
    expect(logs.text).toContain('**************0003')
    for (const { text } of [console, logs]) expect(text).not.toContain('5491000')
    const [stored] = (await shown(userId, 'BANKLOCAL', { method: 'WITHDRAWAL' })).accounts
    expect(stored).toMatchObject({ maskedAccount: '**************0003' })
    const repeated = await platform.withdraw({
      userId,
      txType: 'BankLocalWithdrawal',
      iban: undefined,
      accountId: stored?.accountId,
    })
    expect(repeated.body).toMatchObject({ state: 'WAITING_APPROVAL', maskedAccount: '**************0003' })
  })

  it.each([
    ['a number that is none', { accountNumber: '5491-ABC' }, 519],
    ['a clearing number that is none', { clearingNumber: '1' }, 519],
    ['no clearing number', { clearingNumber: undefined }, 544],
    ['an IBAN as well', { iban: 'DE89370400440532013000' }, 527],
    ['a wallet in its place', { accountNumber: undefined, walletAccount: 'ada@wallet.example' }, 527],
  ])('is refused with %s', async (_what, changes, statusNo) => {
    expect((await payOut({ userId: 'banks-badly', ...changes })).body.statusCodeNo).toBe(statusNo)
  })

  it('takes no account that was stored for another kind of payment', async () => {
    const userId = 'stored-a-card'
    await platform.deposit({ userId, storeAccount: true })
    const [card] = (await shown(userId, 'CREDITCARD')).accounts
    const { body } = await payOut({
      userId,
      accountNumber: undefined,
      clearingNumber: undefined,
      accountId: card?.accountId,
    })
    expect(body.statusCodeNo).toBe(527)
  })
})

it('the merchant may switch off that only what was offered is accepted', async () => {
  const userId = 'may-try-anything'
  await publish('payment-methods', offer(userId, {}, { depositMethods: ['SKRILL'] }))
  expect((await byCard(userId)).body.statusCodeNo).toBe(511)
  await configure('MerchantConfig', { 'integration.mode': 'MOCK', 'cashier.onlyOffered': false })
  expect((await byCard(userId)).body.state).toBe('SUCCESSFUL')
})
