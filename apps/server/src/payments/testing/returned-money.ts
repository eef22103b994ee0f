import { sql } from 'kysely'
import { expect } from 'vitest'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { eventually } from '../../testing/eventually.ts'
import { sweep } from '../jobs/payment-work.ts'
import { deliverDue } from '../notifications/deliver.ts'
import { sendWebhook } from '../notifications/webhook-sender.ts'
import { paymentPlatform, type PaymentPlatform } from './payment-platform.ts'
import { onlyFor, rulePublisher } from './publish-rules.ts'

export const merchantId = 100010001
export const machine = () => platform.app.payments.machine

export let platform: PaymentPlatform

/** Fees for some users, and somebody who may decide about everything. */
export async function startReturns(): Promise<void> {
  platform = await paymentPlatform({ pollMs: [3_600_000], transferMs: [0, 20, 20] })
  const publish = await rulePublisher(platform)
  const fixed = { fixedFee: { EUR: '500' } }
  await publish(
    'fee',
    { conditions: onlyFor('user_1', 'user_2', 'user_3'), outputs: { ...fixed, mode: 'ADDED' } },
    { conditions: onlyFor('user_4', 'user_5'), outputs: { ...fixed, mode: 'DEDUCTED' } },
    { conditions: onlyFor('user_6'), outputs: { ...fixed, mode: 'ADDED', billTo: 'MERCHANT' } },
  )
  await publish('vat', { conditions: {}, outputs: { ratePct: 250_000, mode: 'EXCLUSIVE' } })
  await publish('void-capture', {
    conditions: onlyFor('user_1'),
    outputs: { action: 'CAPTURE', captureMethod: 'MANUAL' },
  })
  await sql`update backoffice_user set roles = array['INVESTIGATOR_ADMIN', 'MERCHANT_SUPPORT', 'OPERATOR_ADMIN']
    where username = 'admin'`.execute(platform.db)
}

export const euro = (amount: string) => ({ amount, currency: 'EUR' })
export const deposit = async (userId: string, amount: string, also: object = {}) =>
  (await platform.deposit({ userId, amount: euro(amount), ...also })).body

export const operationsOf = async (reference: string): Promise<{ id: string; kind: string }[]> => {
  const answer = await fetch(`${platform.sandboxUrl}/admin/operations?reference=${reference}`)
  return ((await answer.json()) as { items: { id: string; kind: string }[] }).items
}

interface Event {
  readonly act: 'reversal' | 'dispute' | 'disputeWon' | 'callback'
  readonly amount?: string
  readonly amountFactor?: number
}

/** The PSP does something to a payment and tells of it. */
export async function happens(
  { txRefId: reference }: Pick<PaymentAnswer, 'txRefId'>,
  event: Event,
): Promise<void> {
  const [operation] = await operationsOf(reference)
  const answer = await fetch(`${platform.sandboxUrl}/admin/operations/${operation?.id}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  expect(answer.status).toBe(200)
}

interface Heard {
  readonly id: string
  readonly outcome: string
  readonly note: string | null
}

export const heardOf = async (txId: number): Promise<Heard[]> => {
  const { rows } = await sql<Heard>`select id, outcome, note from callback where tx_id = ${txId}
    order by received_at, id`.execute(platform.db)
  return rows
}

/** Until so many messages about a payment have been understood, or not. */
export const heard = (body: PaymentAnswer, count: number): Promise<Heard[]> =>
  eventually(
    () => heardOf(body.txId),
    (all) => all.length >= count && all.every(({ outcome }) => outcome !== 'RECEIVED'),
    `${count} callbacks of ${body.txId}`,
  )

export const outcomes = async (body: PaymentAnswer, count: number) =>
  (await heard(body, count)).map(({ outcome }) => outcome)

/** What the merchant of the sandbox says a user has, after it heard everything there is to hear. */
export async function walletAt(userId: string): Promise<string> {
  await deliverDue({ machine: machine().deps, sendWebhook, captureMessage: () => Promise.resolve() })
  const answer = await fetch(`${platform.sandboxUrl}/merchant/${merchantId}/wallets/${userId}/EUR`)
  return ((await answer.json()) as { balance: string }).balance
}

interface Child {
  readonly id: number
  readonly txType: string
  readonly statusNo: number
  readonly walletCents: number
  readonly feeCents: number
  readonly vat: number
  readonly psp: number
}

export const childrenOf = async ({ txId }: Pick<PaymentAnswer, 'txId'>): Promise<Child[]> => {
  const { rows } = await sql<Child>`select id, tx_type, status_no, amount_minor::integer as wallet_cents,
      fee_minor::integer as fee_cents, vat_minor::integer as vat, psp_amount_minor::integer as psp
    from transaction where origin_tx_id = ${txId} order by id`.execute(platform.db)
  return rows
}

export const amounts = (children: readonly Child[]) =>
  children.map(({ txType, walletCents, feeCents, vat, psp }) => [txType, walletCents, feeCents, vat, psp])

interface Case {
  readonly id: string
  readonly version: number
  readonly type: string
  readonly state: string
  readonly cause: string
}

export const casesOf = async ({ txId }: Pick<PaymentAnswer, 'txId'>): Promise<Case[]> => {
  const { rows } = await sql<Case>`select id, version, type, state, cause from investigation_case
    where tx_id = ${txId} order by opened_at, id`.execute(platform.db)
  return rows
}

export const openCases = async (body: PaymentAnswer) =>
  (await casesOf(body)).filter(({ state, type }) => state !== 'RESOLVED' && type === 'CALLBACK_FAILED')

const receivableOf = async (ids: readonly number[]): Promise<bigint> => {
  const { rows } = await sql<{ minor: string }>`select coalesce(sum(p.debit - p.credit), 0)::text as minor
    from journal_entry e join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
    where e.source_type = 'TRANSACTION' and e.source_id = any(${ids.map(String)}::text[])
      and p.account like 'PSP\\_RECEIVABLE:%'`.execute(platform.db)
  return BigInt(rows[0]?.minor ?? 0)
}

/** What the PSP owes for a payment by its own book, and by ours. */
async function bothBooks(body: Pick<PaymentAnswer, 'txId'>): Promise<[bigint, bigint]> {
  const answer = await fetch(`${platform.sandboxUrl}/admin/totals`)
  const { items } = (await answer.json()) as { items: Record<string, string>[] }
  const mine = items.filter(({ reference }) => reference === txRefId(merchantId, body.txId))
  const theirs = mine.reduce((sum, line) => {
    const of = (name: string) => BigInt(line[name] ?? 0)
    const returned = line.kind === 'withdrawal' ? of('returned') : -of('returned')
    return sum + of('captured') - of('refunded') - of('paidOut') - of('disputed') + returned
  }, 0n)
  return [theirs, await receivableOf([body.txId, ...(await childrenOf(body)).map(({ id }) => id)])]
}

export async function expectBooksAgree(body: Pick<PaymentAnswer, 'txId'>): Promise<void> {
  const [theirs, ours] = await bothBooks(body)
  expect(ours).toBe(theirs)
}

export async function operate(who: string, answer: { txId: number }, op: string, body: object = {}) {
  const { version } = await platform.row({ merchantId, txId: answer.txId })
  const client = await platform.as(who)
  const done = await client.post(`/transaction/${answer.txId}/${op}?merchantId=${merchantId}`, {
    version,
    ...body,
  })
  await sweep(machine())
  return done
}

export async function decide(found: Case, action: string, body: object) {
  const client = await platform.as('investigator')
  return client.post(`/case/${found.id}/${action}?merchantId=${merchantId}`, {
    version: found.version,
    ...body,
  })
}

export async function payOut(userId: string, amount: string, iban: string): Promise<PaymentAnswer> {
  const { body } = await platform.withdraw({ userId, amount: euro(amount), iban })
  if (body.state === 'WAITING_APPROVAL') await operate('approver1', body, 'approve', { info: 'Seen' })
  return platform.until(body, 'SUCCESSFUL')
}
