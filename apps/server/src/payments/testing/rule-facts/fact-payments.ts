import { randomUUID } from 'node:crypto'
import type { Rule } from '@signalbox/model/rules/rule'
import type { PaymentPlatform } from '../payment-platform.ts'
import { onlyFor, rulePublisher } from '../publish-rules.ts'
import { amount, card, ownIban, ownPan } from '../rule-cases/rule-case.ts'

const sweden = 100010001
const finland = 100010002

/** Somebody who pays, and how they differ from the others in what every table may ask about. */
interface Payer {
  readonly merchantId: number
  readonly bank: 'DE' | 'SE'
  readonly userId: string
  readonly bin: string
  readonly bic: string
  readonly request: Readonly<Record<string, unknown>>
  readonly currency: string
}

const asked = (changes: Readonly<Record<string, unknown>>) => ({
  ip: '192.0.2.10',
  channelId: 'WEB',
  type: 'quickdeposit',
  locale: 'sv_SE',
  attributes: { campaign: 'spring', productCategory: 'GAMES' },
  ...changes,
})
const differently = {
  ip: '198.51.100.7',
  channelId: 'APP',
  type: 'slowdeposit',
  locale: 'fi_FI',
  attributes: { campaign: 'autumn', productCategory: 'VOUCHER_MPV' },
}

const payer = (
  userId: string,
  changes: Partial<Payer> = {},
  request: Readonly<Record<string, unknown>> = {},
): Payer => ({
  merchantId: sweden,
  bank: 'SE',
  userId,
  bin: '411111',
  bic: 'ESSESESS',
  currency: 'EUR',
  ...changes,
  request: asked(request),
})

/** Their names tell the sandbox what the merchant, the KYC check and the fraud screening say of them. */
const payers: readonly Payer[] = [
  payer('facts-1', { bin: '472031' }),
  payer('user_770'),
  payer(
    'business-facts',
    { merchantId: finland, bin: '522330', bic: 'NDEAFIHH', currency: 'SEK', bank: 'DE' },
    differently,
  ),
  payer('fraud-mid-facts', { bin: '462031', bic: 'DEUTDEFF', bank: 'DE' }, differently),
  payer('abuse-facts'),
  payer('kyc-partly-facts'),
  payer('kyc-pep-facts'),
]
/** Those about whom a check brings nothing certain. */
const doubtful = [
  payer('kyc-fail-facts'),
  payer('kyc-down-facts', { merchantId: finland }, differently),
  payer('user_880'),
  payer('business-doubt', { merchantId: finland }, differently),
  payer('abuse-doubt'),
]

export const factUsers: readonly string[] = [...payers, ...doubtful].map(({ userId }) => userId)

interface Row {
  readonly table: string
  readonly conditions?: Rule['conditions']
  readonly outputs: Rule['outputs']
}

const isFor = (column: string, ...values: string[]): Rule['conditions'] => ({
  [column]: { op: 'in', values },
})

const cards = isFor('txType', 'CreditcardDeposit', 'ApplePayDeposit')
const wide = { min: { EUR: '1', SEK: '1' }, max: { EUR: '100000000', SEK: '100000000' } }

/** What lets payments come by every table, and different ones different ways. */
const rows: readonly Row[] = [
  { table: 'general-block', outputs: { action: 'ACCEPT' } },
  { table: 'user-psp-account', outputs: { canShare: true, ignoreCheckIfUsed: true } },
  {
    table: 'kyc-routing',
    conditions: onlyFor('abuse-facts', 'kyc-down-facts'),
    outputs: { kycProvider: 'kyc-sim-2' },
  },
  {
    table: 'kyc-routing',
    conditions: onlyFor('user_880', 'business-doubt', 'abuse-doubt'),
    outputs: { kycProvider: 'kyc-sim', kycAccount: 'nobody' },
  },
  { table: 'kyc-routing', outputs: { kycProvider: 'kyc-sim' } },
  {
    table: 'kyc-fallback',
    conditions: { ...isFor('kycProvider', 'kyc-sim-2'), ...onlyFor('kyc-down-facts') },
    outputs: { kycFallback: 'kyc-sim' },
  },
  // Those that ask about the PSP are asked again once it is chosen.
  { table: 'limit', conditions: isFor('psp', 'coinsim'), outputs: wide },
  { table: 'limit', outputs: wide },
  {
    table: 'velocity',
    conditions: isFor('psp', 'coinsim'),
    outputs: { scope: 'USER', window: 1, unit: 'DAY', maxTx: 1000, action: 'DECLINE' },
  },
  {
    table: 'psp-routing',
    conditions: { ...onlyFor('fraud-mid-facts'), ...isFor('txType', 'CreditcardDeposit') },
    outputs: { psp: 'borealpay', pspAccount: 'default' },
  },
  {
    table: 'psp-routing',
    conditions: { ...onlyFor('kyc-partly-facts'), ...isFor('txTag', 'again') },
    outputs: { psp: 'borealpay', pspAccount: 'default' },
  },
  {
    table: 'psp-routing',
    conditions: { ...onlyFor('kyc-pep-facts'), ...isFor('txType', 'CreditcardDeposit') },
    outputs: { psp: 'kestrelcard', pspAccount: 'default' },
  },
  {
    table: 'psp-routing',
    conditions: { ...onlyFor('abuse-facts'), ...cards },
    outputs: { psp: 'acmecards', pspAccount: 'N3DS' },
  },
  {
    table: 'psp-routing',
    conditions: { ...onlyFor('abuse-facts'), ...isFor('txType', 'BankIBANWithdrawal') },
    outputs: { psp: 'manualbank', pspAccount: 'default' },
  },
  { table: 'fraud-provider', outputs: { fraudProvider: 'fraud-sim', fraudAccount: 'default' } },
  { table: 'fraud-score', outputs: { action: 'ACCEPT' } },
  { table: 'fee', outputs: { fixedFee: { EUR: '100', SEK: '1000' } } },
  { table: 'approval', conditions: isFor('method', 'DEPOSIT'), outputs: { approvalMethod: 'AUTOMATIC' } },
  { table: 'approval', conditions: isFor('txTag', 'held'), outputs: { approvalMethod: 'MANUAL' } },
  { table: 'approval', outputs: { approvalMethod: 'AUTOMATIC' } },
  {
    table: '3ds2-routing',
    conditions: { ...onlyFor('kyc-pep-facts'), ...isFor('psp', 'borealpay') },
    outputs: { mpi: '3ds-sim', mpiAccount: 'nobody' },
  },
  { table: '3ds2-routing', outputs: { mpi: '3ds-sim' } },
  {
    table: '3ds2-fallback',
    conditions: { scaRequired: { op: 'is', value: true }, ...onlyFor('facts-1', 'business-facts') },
    outputs: { outcome: 'STEP_UP' },
  },
  {
    table: 'psp-fallback',
    conditions: { ...onlyFor('kyc-partly-facts'), ...isFor('txStatusCode', 'ERR_DECLINED_BANK_REFUSAL') },
    outputs: { pspFallback: 'acmecards', pspFallbackAccount: 'N3DS' },
  },
  {
    table: 'psp-fallback',
    conditions: { ...isFor('txStatusCode', 'ERR_DECLINED_BANK_REFUSAL'), ...isFor('method', 'DEPOSIT') },
    outputs: { pspFallback: 'borealpay', pspFallbackAccount: 'default' },
  },
  {
    table: 'psp-fallback',
    conditions: { ...isFor('txStatusCode', 'ERR_DECLINED_BANK_REFUSAL'), ...isFor('method', 'WITHDRAWAL') },
    outputs: { pspFallback: 'manualbank', pspFallbackAccount: 'default', reassignApproval: true },
  },
  {
    table: 'status-code',
    conditions: isFor('txStatusCode', 'ERR_DECLINED_BANK_REFUSAL'),
    outputs: { retryClass: 'SOFT' },
  },
  { table: 'status-code', outputs: { retryClass: 'HARD' } },
]

export async function publishWays(platform: PaymentPlatform): Promise<void> {
  for (const merchantId of [sweden, finland]) {
    const publish = await rulePublisher(platform, merchantId)
    for (const table of new Set(rows.map((each) => each.table)))
      await publish(
        table,
        ...rows
          .filter((each) => each.table === table)
          .map(({ conditions, outputs }) => ({ conditions: conditions ?? {}, outputs })),
      )
  }
  // A refusal that another PSP does not share, so that a second attempt succeeds.
  await fetch(`${platform.sandboxUrl}/admin/scripts/first-refuses`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      psp: 'borealpay',
      match: { userId: 'kyc-partly-facts' },
      steps: [{ action: 'RESPOND', pspCode: '05' }],
    }),
  })
}

const lostCard = '4000000000009987'
const refusedCard = '4000000000000002'

type Change = Readonly<Record<string, unknown>>

/** One payer's payments, from the first deposit to a payout that was refused. */
async function payAll(platform: PaymentPlatform, payer: Payer, place: number): Promise<void> {
  const { merchantId, userId, bank, bin, bic, request, currency } = payer
  const same = { merchantId, userId, ...request }
  const sum = (text: string) => ({ amount: { amount: text, currency } })
  const iban = ownIban(userId, bank)
  const reserved = { authType: 'PRE_AUTH' }
  const phone = { txType: 'ApplePayDeposit' }
  const deposit = async (...changes: Change[]) =>
    (await platform.deposit(Object.assign({ ...same, ...card(ownPan(userId, bin)) }, ...changes))).body
  const withdraw = async (...changes: Change[]) =>
    (await platform.withdraw(Object.assign({ ...same, iban, bic, type: 'payout' }, ...changes))).body
  const repeat = (txType: string, accountId: string | null, text: string) =>
    platform.call(
      'POST',
      '/repeat',
      { merchantId, userId, txType, accountId, ...sum(text) },
      { 'idempotency-key': randomUUID() },
    )
  const accountOf = async (answer: { readonly txId: number }) =>
    (await platform.row({ merchantId, txId: answer.txId })).accountId

  const isEven = place % 2 === 0
  if (userId === 'abuse-facts') await deposit(card(lostCard), reserved)
  if (!isEven) for (const text of ['888.08', '666.05']) await deposit(sum(text))
  const first = await deposit(sum(isEven ? '888.09' : '105.00'), reserved, isEven ? {} : phone)
  const payout = await withdraw(sum('50.00'))
  const cardId = await accountOf(first)
  const bankId = await accountOf(payout)
  if (cardId && isEven && merchantId === sweden)
    await platform.call('PUT', `/accounts/${cardId}/verification`, { status: 'VERIFIED' })
  const stored = { accountId: cardId, card: undefined }
  await deposit(sum('110.00'), reserved, stored, { service: 'IDEAL', type: 'again' })
  await deposit(sum('115.00'), reserved, phone, { service: 'PAYU' })
  await deposit(sum('120.00'), { service: 'PAYU' })
  await deposit(sum('666.05'), reserved, stored, { service: 'IDEAL', type: 'again' })
  await deposit(sum('666.51'), { service: 'PAYU' })
  await deposit(sum('888.08'), phone, stored, { service: 'IDEAL', type: 'again' })
  await deposit(sum('777.11'), { service: 'PAYU' })
  await deposit(sum('888.09'), card(refusedCard))
  await deposit(sum('30.00'), { txType: 'BankIBANDeposit', card: undefined, iban, bic })
  await withdraw(sum('666.05'), { service: 'IDEAL' })
  await withdraw(sum('35.00'), { txType: 'TrustlyWithdrawal', service: 'PAYU' })
  await withdraw(sum('40.00'), { txType: 'CreditcardWithdrawal', iban: undefined, bic: undefined, ...stored })
  await repeat('CreditcardDeposit', cardId, '666.05')
  await repeat('CreditcardDeposit', cardId, '888.08')
  await repeat('BankIBANWithdrawal', bankId, '55.00')
}

/** An approver delays a payout, for a reason the merchant has a name for and then for another. */
async function delay(platform: PaymentPlatform): Promise<void> {
  const approver = await platform.as('approver3')
  const { body } = await platform.withdraw({
    userId: 'facts-1',
    iban: ownIban('facts-1', 'SE'),
    type: 'held',
  })
  for (const reason of [{ tagId: 'cooling-off' }, {}]) {
    const delayed = await approver.post(`/transaction/${body.txId}/delay?merchantId=${sweden}`, {
      version: (await platform.row(body)).version,
      ...reason,
      info: 'Waits for documents',
    })
    if (delayed.status !== 200) throw new Error(delayed.text)
  }
}

/** A handful of payments between them show every table every fact it offers, with more than one value. */
export async function payThrough(platform: PaymentPlatform): Promise<void> {
  const early = [...payers.entries()].filter(([place]) => place < 3)
  const late = [...payers.entries()].filter(([place]) => place >= 3)
  const doubt = ({ merchantId, userId, request }: Payer) =>
    platform.deposit({ merchantId, userId, ...request, ...card(ownPan(userId)), ...amount('130.00') })
  await Promise.all([
    ...early.map(([place, each]) => payAll(platform, each, place)),
    ...doubtful.slice(0, 3).map(doubt),
  ])
  // Rules may ask for the time of day: the others pay a little later.
  platform.clock.now = new Date(Date.now() + 150_000)
  await Promise.all([
    ...late.map(([place, each]) => payAll(platform, each, place)),
    ...doubtful.slice(3).map(doubt),
  ])
  await delay(platform)
  platform.clock.now = null
}
