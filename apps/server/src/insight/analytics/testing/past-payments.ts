import { sql } from 'kysely'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { threeDsFlows } from '@signalbox/model/transaction/choices'
import type { Database } from '../../../kit/database.ts'
import { grouped } from '../grouped.ts'

/** Numbers that look random and are the same in every run. */
export function randomFrom(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    is: (share: number): boolean => next() < share,
    upTo: (most: number): number => Math.floor(next() * most),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}
type Random = ReturnType<typeof randomFrom>

type Row = Record<string, unknown>
interface PastPayment {
  readonly payment: Row
  readonly attempts: readonly Row[]
  readonly events: readonly Row[]
  readonly approvals: readonly Row[]
}

/** When clocks are changed in Stockholm, in New York and on Lord Howe, which moves by half an hour. */
const clockChanges = ['2026-10-25T01:00:00Z', '2026-11-01T06:00:00Z', '2026-10-03T15:30:00Z'].map((at) =>
  Date.parse(at),
)
const firstMs = Date.parse('2026-10-01T00:00:00Z')
const lastMs = Date.parse('2026-11-06T00:00:00Z')

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const failures: readonly (readonly [no: number, stage: string])[] = [
  [StatusNo.ERR_DECLINED_NO_FUNDS, 'ISSUER'],
  [StatusNo.ERR_PSP_OUT_OF_SERVICE, 'PSP'],
  [StatusNo.ERR_DECLINED_3D_AUTHENTICATION_FAILED, 'THREE_DS'],
  [StatusNo.ERR_DECLINED_REQ_BLOCKED, 'RULES'],
  [StatusNo.ERR_DECLINED_FRAUD, 'FRAUD'],
  [StatusNo.ERR_DECLINED_KYC_CHECK_FAILED, 'KYC'],
  [StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN, 'MERCHANT'],
  [StatusNo.ERR_DECLINED_EXPIRED, 'USER'],
]

function statusOf(random: Random): readonly [number, string | null] {
  const chance = random.next()
  if (chance < 0.55) return [random.of([StatusNo.SUCCESS, StatusNo.SUCCESS_AUTO_CAPTURED]), null]
  if (chance < 0.85) return random.of(failures)
  if (chance < 0.92)
    return [random.of([StatusNo.ERR_CANCELLED_BY_USER, StatusNo.ERR_CANCELLED_BY_MERCHANT]), null]
  if (chance < 0.97) return [StatusNo.ERR_READ_TIMEOUT, null]
  return [StatusNo.WAITING_3D_SECURE, null]
}

const isSuccess = (no: number): boolean => no <= StatusNo.SUCCESS_NON_3D

function attemptsOf(random: Random, payment: Row, atMs: number): Row[] {
  const { merchant_id, id, status_no } = payment
  const done = isSuccess(Number(status_no))
  const count = random.is(0.3) ? 2 : 1
  return Array.from({ length: count }, (_, index): Row => {
    const isLast = index === count - 1
    const sentMs = atMs + 2_000 + index * 9_000
    const latency = random.is(0.9) ? 100 + random.upTo(4_000) : null
    const failed = random.of([
      ['declined', StatusNo.ERR_DECLINED_SCA_REQUIRED_BY_ISSUER],
      ['declined', StatusNo.ERR_DECLINED_NO_FUNDS],
      ['declined', StatusNo.ERR_PSP_OUT_OF_SERVICE],
      ['notSent', StatusNo.ERR_FAILED_TO_CONNECT],
      ['unknown', StatusNo.ERR_READ_TIMEOUT],
    ] as const)
    const answered = isLast && done ? (['approved', StatusNo.SUCCESS] as const) : failed
    // The payer went somewhere first, or the PSP took its time: the row keeps its first answer for ever.
    const first = { 0: 'redirect', 1: 'pending' }[(Number(id) + index) % 7]
    const [outcome, no] = first === undefined ? answered : [first, null]
    return {
      merchant_id,
      tx_id: id,
      no: index + 1,
      reason: index === 0 ? 'FIRST' : 'FALLBACK',
      action: 'PAY',
      psp: random.of(['acmecards', 'borealpay']),
      psp_account: random.of(['default', '3DS']),
      idempotency_key: `${String(id)}-${index}`,
      amount_minor: 1000,
      currency: 'EUR',
      requested_at: iso(sentMs),
      answered_at: latency === null ? null : iso(sentMs + latency),
      latency_ms: latency,
      outcome,
      status_no: no,
    }
  })
}

function eventsOf(random: Random, { merchant_id, id, status_no }: Row, atMs: number): Row[] {
  const line = (seq: number, ms: number, to_no: number): Row => ({
    merchant_id,
    tx_id: id,
    seq,
    at: iso(ms),
    type: 'STATE',
    to_no,
    actor: 'system',
    summary: '',
  })
  const first = line(1, atMs, StatusNo.REGISTERED)
  const last = Number(status_no)
  if (last === StatusNo.ERR_READ_TIMEOUT) return [first, line(2, atMs + 9_000, last)]
  if (!random.is(0.15)) return [first, line(2, atMs + 9_000, last)]
  const doubtMs = atMs + 9_000 + random.upTo(60_000)
  return [
    first,
    line(2, doubtMs, StatusNo.ERR_READ_TIMEOUT),
    line(3, doubtMs + 5_000, StatusNo.ERR_UNKNOWN_RESPONSE),
    line(4, doubtMs + 60_000 + random.upTo(600_000), last),
  ]
}

const countries = ['SWE', 'FIN', 'USA', null]

function amountsOf(random: Random, sign: number, currency: string): Row {
  const amount = 500 + random.upTo(20_000)
  const base = currency === 'EUR' ? amount : Math.round(amount / 11.3)
  return {
    requested_minor: amount,
    amount_minor: sign * amount,
    tx_amount_minor: sign * amount,
    psp_amount_minor: sign * amount,
    psp_currency: currency,
    amount_base_minor: random.is(0.97) ? sign * base : null,
    fee_minor: random.upTo(200),
    fx_margin_ppm: random.is(0.3) ? 15_000 : null,
    psp_fee_minor: random.upTo(100),
    psp_fee_currency: random.of(['EUR', currency]),
    ...(random.is(0.3) && { psp_fee_actual_minor: random.upTo(90), psp_fee_actual_currency: 'EUR' }),
  }
}

const methods = [
  ...Array.from({ length: 14 }, () => 'DEPOSIT'),
  ...['WITHDRAWAL', 'WITHDRAWAL', 'WITHDRAWAL', 'REFUND', 'CHARGEBACK', 'CHARGEBACK_WON'],
]

const cardOf = (random: Random, isCard: boolean): Row => ({
  bin: isCard ? random.of(['41111111', '55554444', '40000000', '411122']) : null,
  card_brand: isCard ? random.of(['VISA', 'MASTERCARD']) : null,
  card_type: isCard ? random.of(['CREDIT', 'DEBIT']) : null,
  issuer_name: isCard ? random.of(['Nordbank', 'First Bank']) : null,
  scheme_token_used: isCard && random.is(0.4),
  three_ds_flow: isCard ? random.of([...Object.keys(threeDsFlows), null]) : null,
  three_ds_status: isCard ? random.of(['Y', 'A', 'N', null]) : null,
  three_ds_eci: isCard ? random.of(['02', '05', '07', null]) : null,
  three_ds_exemption: isCard ? random.of(['TRA', null, null, null]) : null,
})

function approvalsOf(random: Random, { approval_mode, merchant_id, id }: Row, atMs: number): Row[] {
  if (approval_mode !== 'MANUAL') return []
  return [1, 2].slice(0, 1 + random.upTo(2)).map((level) => ({
    merchant_id,
    tx_id: id,
    level,
    decision: random.of(['APPROVE', 'APPROVE', 'DENY']),
    user_id: `u${level}`,
    username: `approver${level}`,
    at: iso(atMs + level * (60_000 + random.upTo(3_600_000))),
  }))
}

function someTime(random: Random): number {
  const changeMs = random.of(clockChanges)
  return random.is(0.6)
    ? changeMs - 30 * 3_600_000 + random.upTo(60 * 3_600_000)
    : firstMs + random.upTo(lastMs - firstMs)
}

function paymentOf(random: Random, merchantId: number, place: number, atMs: number): PastPayment {
  const method = random.of(methods)
  const isDeposit = method === 'DEPOSIT'
  const [status, stage] = isDeposit || random.is(0.2) ? statusOf(random) : ([StatusNo.SUCCESS, null] as const)
  const sign = isDeposit || method === 'CHARGEBACK_WON' ? 1 : -1
  const currency = random.of(['EUR', 'EUR', 'SEK'])
  const provider = isDeposit ? random.of(['CREDITCARD', 'CREDITCARD', 'APPLEPAY', 'SKRILL']) : 'BANK'
  const isCard = provider !== 'SKRILL' && isDeposit
  const maybe = <T>(share: number, value: T): T | null => (random.is(share) ? value : null)
  const amounts = amountsOf(random, sign, currency)
  const payment: Row = {
    merchant_id: merchantId,
    id: firstTxIdAt(atMs) + (place % 4_096),
    status_no: status,
    tx_type: isDeposit ? 'CreditcardDeposit' : 'BankIBANWithdrawal',
    method,
    provider_type: provider,
    api_source: 'FRONT_API',
    channel: maybe(0.8, 'WEB'),
    decline_stage: stage,
    psp_status_code: maybe(0.5, random.of(['05', '51'])),
    currency,
    base_currency: 'EUR',
    ...amounts,
    chargeback_minor: isDeposit && isSuccess(status) && random.is(0.05) ? amounts.amount_minor : 0,
    authorized_minor: amounts.requested_minor,
    captured_minor: amounts.requested_minor,
    user_id: `user-${random.upTo(60)}`,
    user_category: maybe(0.5, 'VIP'),
    user_country: random.of(countries),
    ip_country: random.of(countries),
    issuer_country: isCard ? random.of(countries) : null,
    is_test_user: random.is(0.05),
    ...cardOf(random, isCard),
    initiated_psp: maybe(0.9, random.of(['acmecards', 'borealpay'])),
    psp: maybe(0.8, random.of(['acmecards', 'borealpay'])),
    psp_account: maybe(0.8, 'default'),
    fallback_used: random.is(0.2),
    fraud_score: maybe(0.7, random.upTo(101)),
    fraud_decision: maybe(0.7, random.of(['ACCEPT', 'REVIEW'])),
    rule_refs: random.of([[], ['general-block:1'], ['general-block:1', 'limit:2']]),
    approval_mode: method === 'WITHDRAWAL' ? random.of(['NONE', 'AUTO', 'MANUAL']) : 'NONE',
    created_at: iso(atMs),
    // Written now, whenever it was made.
    updated_at: new Date().toISOString(),
    updated_by: 'system',
    verified_at: maybe(0.9, iso(atMs + 500)),
    authorized_at: maybe(0.8, iso(atMs + 900)),
    psp_sent_at: maybe(0.8, iso(atMs + 2_000)),
    settled_at: isDeposit && random.is(0.4) ? iso(atMs + 86_400_000 * (1 + random.upTo(5))) : null,
    completed_at: isSuccess(status) ? iso(atMs + 3_000 + random.upTo(100_000)) : null,
  }
  const isSent = (isDeposit || method === 'WITHDRAWAL') && payment.psp_sent_at !== null
  const attempts = isSent ? attemptsOf(random, payment, atMs) : []
  return {
    payment: { ...payment, attempt_count: attempts.length },
    attempts,
    events: eventsOf(random, payment, atMs),
    approvals: approvalsOf(random, payment, atMs),
  }
}

export const pastPayments = (seed: number, merchants: readonly number[], count: number): PastPayment[] => {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, place) => {
    const merchantId = random.of(merchants)
    return paymentOf(random, merchantId, place, someTime(random))
  })
}

/** One payment at each of these instants. */
export const paymentsAt = (instants: readonly string[], merchantId: number): PastPayment[] => {
  const random = randomFrom(1)
  return instants.map((at, place) => paymentOf(random, merchantId, 4_000 + place, Date.parse(at)))
}

async function insertRows(db: Database, table: string, rows: readonly Row[]): Promise<void> {
  for (const group of grouped(rows, (row) => Object.keys(row).join())) {
    const columns = sql.join(Object.keys(group[0] ?? {}).map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(group)}::json)`.execute(
      db,
    )
  }
}

export async function insertPast(db: Database, past: readonly PastPayment[]): Promise<void> {
  await insertRows(
    db,
    'transaction',
    past.map(({ payment }) => payment),
  )
  await insertRows(
    db,
    'tx_attempt',
    past.flatMap(({ attempts }) => attempts),
  )
  await insertRows(
    db,
    'tx_event',
    past.flatMap(({ events }) => events),
  )
  await insertRows(
    db,
    'approval',
    past.flatMap(({ approvals }) => approvals),
  )
}
