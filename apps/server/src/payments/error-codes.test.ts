import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { errorCodes, refusedStates } from '@signalbox/model/reference/status-codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusIs } from '../kit/status-sql.ts'
import type { Client } from '../kit/testing/kit-app.ts'
import { answering, faultServer, httpAnswer } from '../kit/outbound/testing/fault-server.ts'
import { askPsp } from './core/flow/ask-psp.ts'
import { expireDue, sweep } from './jobs/payment-work.ts'
import { steps } from '../setup/ruleset/testing/ruleset-app.ts'
import { ibanOf } from '@signalbox/sandbox/psp/payer-iban'
import { checkBooks } from './ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { payOnBankPage } from './testing/pay-on-bank-page.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import { eventually } from '../testing/eventually.ts'

let platform: PaymentPlatform
let admin: Client
const merchantId = 100010001

beforeAll(async () => {
  platform = await paymentPlatform({ transferMs: [0, 10, 10, 10, 10], pollMs: [3_600_000] })
  admin = await platform.as('admin')
  await putRulesIntoEffect()
})
afterAll(() => platform.close())

const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })
const card = (pan: string) => ({ card: { pan, expiry: '2030-12', cvv: '123' } })
const decline = { action: 'DECLINE' }

const cardsByWeight = Array.from({ length: 5 }, (_, index) => `card-by-weight-${index}`)

async function putRulesIntoEffect(): Promise<void> {
  const publish = await rulePublisher(platform)
  const route = (userId: string, psp: string, pspAccount: string) => ({
    conditions: onlyFor(userId),
    outputs: { psp, pspAccount },
  })
  const shared = (psp: string, pspAccount: string, weight: number) => ({
    conditions: onlyFor(...cardsByWeight),
    outputs: { psp, pspAccount, weight },
  })
  await publish(
    'psp-routing',
    route('over-a-bad-line', 'borealpay', 'default'),
    route('card-to-a-wallet', 'walletx', 'EU'),
    shared('walletx', 'EU', 99),
    shared('borealpay', 'default', 1),
  )
  await publish(
    'user-psp-account',
    { conditions: onlyFor('shares-nothing', 'pays-with-a-friend'), outputs: { canShare: false } },
    { conditions: onlyFor('owns-nothing', 'pays-too-often'), outputs: { canShare: true, maxAccounts: 0 } },
    { conditions: onlyFor('must-have-paid'), outputs: { canShare: true, requireUsedForDeposit: true } },
  )
  await publish('limit', {
    conditions: onlyFor('limited'),
    outputs: { min: { EUR: '500' }, max: { EUR: '50000' } },
  })
  for (const table of ['ip-block', 'bin-block', 'bic-block', 'general-block'])
    await publish(table, { conditions: onlyFor(`stopped-by-${table}`), outputs: decline })
  await publish('fraud-provider', {
    conditions: onlyFor('screened-by-nobody'),
    outputs: { fraudProvider: 'fraud-sim', fraudAccount: 'nobody' },
  })
  await publish('payment-methods', {
    conditions: { ...onlyFor('offered-wallets'), method: { op: 'in', values: ['DEPOSIT'] } },
    outputs: { depositMethods: ['SKRILL'] },
  })
  await publish('approval', {
    conditions: onlyFor('approved-by-people'),
    outputs: { approvalMethod: 'MANUAL', levels: 'ONE' },
  })
}

let users = 0
const somebody = (): string => `payer-${++users}`

const pay = async (changes: Record<string, unknown>): Promise<number> =>
  (await platform.deposit({ userId: somebody(), ...changes })).body.statusCodeNo
const asked = (amount: string) => () => pay(euro(amount))
const as = (userId: string, changes: Record<string, unknown> = {}) => pay({ userId, ...changes })

/** Tells a provider how to treat one payer. */
async function script(psp: string, userId: string, step: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${platform.sandboxUrl}/admin/scripts/${userId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ psp, match: { userId }, steps: [{ action: 'RESPOND', ...step }] }),
  })
  expect(answer.status).toBe(200)
}
const answered = (pspCode: string) => async () => {
  const userId = somebody()
  await script('acmecards', userId, { pspCode })
  return as(userId)
}
const treated =
  (psp: string, step: Record<string, unknown>, changes = {}) =>
  async () => {
    const userId = somebody()
    await script(psp, userId, step)
    return as(userId, changes)
  }

const bank = { txType: 'BankDeposit', card: undefined, ...euro('40.00') }
const statusNo = async (body: { merchantId: number; txId: number }) => (await platform.row(body)).statusNo

async function until(body: { merchantId: number; txId: number }, no: number): Promise<number> {
  return eventually(
    () => statusNo(body),
    (reached) => reached === no,
    `Not ${no}`,
  )
}

/** Pays on the page of the bank, where the account is chosen. */
async function payAtBank(userId: string, account?: string) {
  const { body } = await platform.deposit({ userId, ...bank })
  await payOnBankPage(platform, body, account)
  return body
}

/** Types the right code in at the page of the payer's bank, and comes back. */
async function authenticate(payPage: string): Promise<void> {
  const page = await fetch(payPage, { redirect: 'manual' })
  await fetch(page.headers.get('location') ?? '', {
    method: 'POST',
    body: new URLSearchParams({ otp: '1234' }),
    redirect: 'manual',
  })
  await fetch(`${payPage}?back=1`, { redirect: 'manual' })
}

async function decideWithdrawal(op: 'approve' | 'deny', changes: Record<string, unknown>) {
  const userId = somebody()
  const { body } = await platform.withdraw({ userId, iban: ibanOf(userId), ...changes })
  const approver = await platform.as('approver1')
  const { version } = await platform.row(body)
  const decided = await approver.post(`/transaction/${body.txId}/${op}?merchantId=${merchantId}`, {
    version,
    info: 'Decided by a test',
  })
  expect(decided.status, decided.text).toBe(200)
  await sweep(platform.app.payments.machine)
  return body
}
const payout = (iban: string, no: number) => async () => {
  const body = await decideWithdrawal('approve', { iban })
  return until(body, no)
}

const wallet = { card: undefined, walletAccount: 'ada@wallet.example' }
const shared = 'DE75512108001245126199'

interface Setting {
  id: string
  version: number
}
async function change(psp: string, values: Record<string, unknown>): Promise<void> {
  const list = await admin.get(`/psp?keyword=${psp}`)
  const { id, version } = (list.body.items as (Setting & { psp: string })[]).find(
    (each) => each.psp === psp,
  ) as Setting
  const saved = await admin.put(`/psp/${id}`, { version, ...values, note: 'For a test' })
  expect(saved.status, saved.text).toBe(200)
}

/** As if secrets had been entered for this address; whoever changes it in the catalogue enters them again. */
async function leadTo(psp: string, address: string | null): Promise<void> {
  await sql`update psp set test_url = ${address}, version = version + 1 where psp = ${psp}`.execute(
    platform.db,
  )
}

/** Changes one account of a provider, as people do in the configuration. */
async function reconfigure(provider: string, account: string, values: Record<string, unknown>) {
  const list = await admin.get(`/config?merchantId=${merchantId}&type=ProviderConfig&provider=${provider}`)
  const [config] = list.body.items as (Setting & {
    document: { accounts: Record<string, Record<string, unknown>> }
  })[]
  const { accounts } = config?.document ?? { accounts: {} }
  const saved = await admin.put(`/config/${config?.id}?merchantId=${merchantId}`, {
    version: config?.version,
    document: { accounts: { ...accounts, [account]: { ...accounts[account], ...values } } },
    note: 'For a test',
  })
  expect(saved.status, saved.text).toBe(200)
}

/** Makes the payments that end with a code. What they ask of the outside is what users and merchants can do. */
const reaches: Readonly<Record<number, () => Promise<number>>> = {
  400: async () => {
    await change('coinsim', { readTimeoutMs: 1000 })
    return treated('coinsim', { action: 'TIMEOUT' }, { txType: 'CryptoCurrencyDeposit', card: undefined })()
  },
  401: asked('777.04'),
  402: asked('999.04'),
  403: async () => {
    const { body } = await platform.deposit({ userId: somebody(), ...bank, type: 'manual' })
    await expire(body.txId)
    const found = await fetch(`${platform.sandboxUrl}/admin/operations?reference=${body.txRefId}`)
    const { items } = (await found.json()) as { items: { id: string }[] }
    await fetch(`${platform.sandboxUrl}/admin/operations/${items[0]?.id}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accepted: true }),
    })
    return until(body, 403)
  },
  404: treated('acmecards', { action: 'RESET' }),
  405: asked('777.03'),
  407: async () => until((await platform.deposit({ userId: somebody(), ...euro('777.05') })).body, 407),
  408: treated('nordbank', { signature: 'BAD' }, bank),
  410: payout('FI2112345600000785', 410),
  411: async () => until(await payAtBank('pays-too-often'), 411),
  412: async () => {
    await until(await payAtBank(somebody(), shared), 0)
    return until(await payAtBank('pays-with-a-friend', shared), 412)
  },
  413: async () => {
    const userId = somebody()
    const first = await payAtBank(userId)
    await until(first, 0)
    const { accountId } = await platform.row(first)
    const blocked = await platform.call('PUT', `/accounts/${accountId}/block`, { reason: 'other' })
    expect(blocked.status).toBe(200)
    return until(await payAtBank(userId), 413)
  },
  500: asked('777.15'),
  501: asked('777.02'),
  502: asked('666.12'),
  503: asked('666.59'),
  504: asked('666.51'),
  505: asked('666.46'),
  506: asked('666.06'),
  507: asked('666.01'),
  508: async () => {
    await reconfigure('walletx', 'EU', { secretWord: 'not what WalletX knows' })
    return pay({ txType: 'SkrillDeposit', ...wallet })
  },
  509: async () => {
    const state = (to: string) =>
      sql`update merchant set state = ${to} where id = ${merchantId}`.execute(platform.db)
    await state('SUSPENDED')
    const no = await pay({})
    await state('LIVE')
    return no
  },
  510: treated('acmecards', { httpStatus: 400 }),
  511: () => as('offered-wallets'),
  512: asked('777.12'),
  513: asked('666.55'),
  514: asked('666.99'),
  515: async () => {
    await pay(card('4242424242424242'))
    return as('shares-nothing', card('4242424242424242'))
  },
  516: async () => (await platform.withdraw({ userId: 'must-have-paid' })).body.statusCodeNo,
  517: () => as('owns-nothing'),
  518: async () => {
    const merchantTxId = randomUUID()
    await pay({ merchantTxId })
    return pay({ merchantTxId })
  },
  519: () => pay(card('4111111111111112')),
  520: asked('999.03'),
  521: asked('666.61'),
  522: asked('999.02'),
  523: async () => {
    const list = await admin.get('/ruleset?merchantId=1000&category=psp-routing&limit=1000')
    const [ruleset] = (list.body.items as { id: string; merchantId: number }[]).filter(
      (each) => each.merchantId === 1000,
    )
    const [author, approver] = [steps(admin, 1000), steps(await platform.as('rules2'), 1000)]
    const archived = await author.archive(await author.get(ruleset?.id ?? ''), { note: 'For a test' })
    await approver.approve(archived)
    return eventually(
      () => pay({}),
      (no) => no !== 0,
    )
  },
  524: async () => {
    await reconfigure('walletx', 'UK', { enabled: false })
    return pay({ txType: 'SkrillDeposit', ...wallet, amount: { amount: '20.00', currency: 'GBP' } })
  },
  525: asked('999.05'),
  526: () => as('limited', euro('600.00')),
  527: () => pay({ walletAccount: 'ada@wallet.example' }),
  528: () => as('limited', euro('1.00')),
  529: asked('888.02'),
  530: asked('666.05'),
  531: () => pay({ card: { pan: '4111111111111111', expiry: '2020-01' } }),
  532: () => pay(card('4000000000000127')),
  533: answered('EB'),
  534: asked('666.63'),
  535: asked('666.13'),
  536: asked('666.15'),
  538: asked('666.91'),
  539: asked('666.41'),
  540: asked('666.57'),
  541: asked('666.93'),
  543: asked('666.65'),
  544: () => pay({ card: undefined }),
  545: async () => {
    // Nobody there can speak TLS: the line breaks before anything was sent.
    const testUrl = `${platform.sandboxUrl.replace('http:', 'https:')}/borealpay`
    await leadTo('borealpay', testUrl)
    return as('over-a-bad-line')
  },
  546: asked('999.06'),
  547: () => as('user_blocked'),
  548: asked('999.01'),
  550: asked('888.08'),
  551: async () => {
    const { body } = await platform.deposit({ userId: somebody(), ...euro('888.07') })
    await expire(body.txId)
    return statusNo(body)
  },
  560: () => pay(card('4000000000005605')),
  561: () => as('stopped-by-ip-block'),
  562: () => as('stopped-by-bin-block'),
  563: () => pay({ card: undefined, cardToken: 'ct_nobody' }),
  564: () => as('kyc-fail-1'),
  565: () => as('kyc-underage-1'),
  566: () => as('kyc-down-1'),
  567: async () => (await platform.withdraw({ userId: 'stopped-by-bic-block' })).body.statusCodeNo,
  568: async () => {
    const { body } = await platform.deposit({ userId: somebody(), ...bank })
    await expire(body.txId)
    return statusNo(body)
  },
  569: async () => {
    const userId = somebody()
    const { body } = await platform.deposit({ userId, storeAccount: true })
    const { accountId } = await platform.row(body)
    const again = { merchantId, userId, txType: 'CreditcardDeposit', accountId, ...euro('777.06') }
    const repeat = () => platform.call('POST', '/repeat', again, { 'idempotency-key': randomUUID() })
    expect((await repeat()).body.statusCodeNo).toBe(303)
    return (await repeat()).body.statusCodeNo
  },
  570: answered('CU'),
  571: () => as('fraud-high-1'),
  572: asked('666.03'),
  573: answered('MD'),
  574: () => as('card-to-a-wallet'),
  575: payout('NO9386011117947', 575),
  576: async () => {
    const { body } = await platform.deposit({ userId: somebody() })
    await sql`update transaction set psp_ref_id = null where id = ${body.txId}`.execute(platform.db)
    return refund(body.txId)
  },
  577: async () => {
    const { body } = await platform.deposit({ userId: somebody() })
    await sql`update transaction set psp_ref_id = 'ac_nobody' where id = ${body.txId}`.execute(platform.db)
    return refund(body.txId)
  },
  578: answered('CC'),
  579: answered('MF'),
  580: () => as('screened-by-nobody'),
  581: () => as('stopped-by-general-block'),
  589: async () => {
    const userId = somebody()
    await script('acmecards', userId, { pspCode: '1A' })
    const { body } = await platform.deposit({ userId })
    expect(body.statusCodeNo).toBe(301)
    await authenticate(body.redirectOutput?.url ?? '')
    await until(body, 589)
    expect((await platform.row(body)).attemptCount).toBe(2)
    return statusNo(body)
  },
  591: answered('TE'),
  592: answered('TI'),
  597: asked('777.13'),
  600: async () => {
    const { body } = await platform.withdraw({ userId: somebody() })
    return (await platform.call('DELETE', `/payments/${body.txId}`)).body.statusCodeNo
  },
  601: async () => until(await decideWithdrawal('deny', {}), 601),
  602: answered('PC'),
}

async function expire(txId: number): Promise<void> {
  await sql`update transaction set expires_at = now() - interval '1 minute' where id = ${txId}`.execute(
    platform.db,
  )
  await expireDue(platform.app.payments.machine)
}

const refund = async (txId: number): Promise<number> =>
  (await platform.call('POST', `/payments/${txId}/refund`, {}, { 'idempotency-key': randomUUID() })).body
    .statusCodeNo

/** Who refuses, by code, where the payments above reach it. */
const refusers: Readonly<Record<number, string>> = {
  ...codesOf('SYSTEM', '500 509 524 560 574 576 580'),
  ...codesOf('USER', '518 519 527 531 544 563 568 569 600'),
  ...codesOf('MERCHANT', '520 522 525 546 547 548 601'),
  ...codesOf('RULES', '511 515 516 517 523 526 528 561 562 567 581'),
  ...codesOf('KYC', '564 565 566'),
  ...codesOf('FRAUD', '571'),
  ...codesOf('THREE_DS', '529 550 551'),
  ...codesOf('PSP', '501 502 503 508 510 512 514 521 533 534 535 543 545 570 572 573 577 578 579 602'),
  ...codesOf('ISSUER', '504 505 506 507 513 530 532 536 538 539 540 541 575 589 591 592 597'),
}
function codesOf(stage: string, codes: string): Record<number, string> {
  return Object.fromEntries(codes.split(' ').map((no) => [no, stage]))
}

/** Last comes the one that leaves no payment a way. */
const inOrder = errorCodes.toSorted((a, b) => Number(a.no === 523) - Number(b.no === 523))

describe('every code of the catalogue', () => {
  it('keeps a withdrawal waiting while its PSP refuses our key, and says nothing about it', async () => {
    const { txId } = await decideWithdrawal('approve', { amount: { amount: '777.09', currency: 'EUR' } })
    const row = await platform.row({ merchantId, txId })
    expect(row.statusNo).toBe(303)
    const psp = row.psp ?? ''
    const server = await faultServer(answering(httpAnswer('401 Unauthorized', '{}')))
    await leadTo(psp, server.url)
    await askPsp(platform.app.payments.machine, row)
    await leadTo(psp, null)
    await server.close()
    const after = await platform.row({ merchantId, txId })
    expect(after).toMatchObject({ statusNo: 303, stepState: { asked: { kind: 'notSent' } } })
  })

  it.each(inOrder.map(({ no, code }) => [no, code] as const))('%i %s is reached', async (no) => {
    const reach = reaches[no]
    expect(reach, 'nobody reaches it').toBeDefined()
    expect(await reach?.()).toBe(no)
  })

  it.each([
    `card_token set sealed_cvv = 'torn' where tx_id is null`,
    `vault_card set sealed_pan = 'torn' where ref in (select vault_ref from card_token where tx_id is null)`,
  ])(
    'a card that was torn behind its token is the failure of a payment, not of the call: %s',
    async (torn) => {
      const stored = await platform.call<{ cardToken: string }>('POST', '/vault/cards', {
        merchantId: 100010001,
        pan: '5200828282828210',
        expiry: '2030-12',
        cvv: '123',
      })
      await sql`update ${sql.raw(torn)}`.execute(platform.db)
      expect(await pay({ card: undefined, cardToken: stored.body.cardToken })).toBe(560)
    },
  )

  it('never sends a card to a PSP that takes none, whatever the rules say', async () => {
    const lost = await platform.deposit({ userId: 'card-to-a-wallet' })
    expect(lost.body.statusCodeNo).toBe(574)
    const row = await platform.row(lost.body)
    expect(row).toMatchObject({ attemptCount: 0, info: 'WalletX does not support the type Card deposit' })
    await leadTo('borealpay', null)
    for (const userId of cardsByWeight)
      expect((await platform.row((await platform.deposit({ userId })).body)).psp).toBe('borealpay')
  })

  it('declines what would go to a PSP whose connector is unknown, and sends nothing', async () => {
    const speakWith = (connector: string) =>
      sql`update psp set connector = ${connector}, version = version + 1 where psp = 'borealpay'`.execute(
        platform.db,
      )
    await speakWith('Free text')
    const lost = await platform.deposit({ userId: 'over-a-bad-line' })
    await speakWith('borealpay')
    expect(await platform.row(lost.body)).toMatchObject({
      statusNo: 524,
      attemptCount: 0,
      info: 'Boreal Pay has an unknown connector: Free text',
    })
  })

  it('refuses to put a row into effect that sends cards to such a PSP', async () => {
    const row = {
      conditions: { ...onlyFor('anybody'), txType: { op: 'in', values: ['CreditcardDeposit'] } },
      outputs: { psp: 'walletx', pspAccount: 'EU' },
    } as const
    const publish = await rulePublisher(platform)
    await expect(publish('psp-routing', row)).rejects.toThrow(/does not support CreditcardDeposit/)
  })

  it('says who refused and why, in words', async () => {
    const { rows } = await sql<{ no: number; stage: string | null; info: string | null }>`
      select status_no as no, decline_stage as stage, info from transaction
      where merchant_id = ${merchantId} and ${statusIs('status_no', ...refusedStates)} order by status_no`.execute(
      platform.db,
    )
    const mute = rows.filter(({ stage, info }) => !stage || !/^[A-Z0-9][^{}]{5,}$/u.test(info ?? ''))
    expect(mute).toEqual([])
    const refusedBy = Object.fromEntries(
      errorCodes.map(({ no }) => [
        no,
        [...new Set(rows.filter((row) => row.no === no).map(({ stage }) => stage))].toSorted().join(),
      ]),
    )
    expect(refusedBy).toMatchObject(refusers)
    const reached = new Set(rows.map(({ no }) => no))
    expect([...reached].filter((no) => !(no in refusers))).toEqual([])
  })

  it('leaves the books right', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})
