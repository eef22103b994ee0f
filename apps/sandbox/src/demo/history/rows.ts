import { peopleOf } from '@signalbox/model/access/people'
import { writeLocalTime } from '@signalbox/model/text/local-time'
import type { JournalDraft } from '@signalbox/model/ledger/journal'
import type { RateSheet } from '@signalbox/model/money/rates'
import { counterKeys } from '@signalbox/server/payments/counters/counter-keys'
import { countedAmounts } from '@signalbox/server/payments/counters/counted-amounts'
import { packFacts } from '@signalbox/server/payments/core/state/facts-json'
import type { Transaction } from '@signalbox/server/payments/core/record/transaction'
import { columnOf as transactionColumnOf } from '@signalbox/server/payments/core/record/transaction-columns'
import type { Fingerprint } from '@signalbox/server/payments/vault/fingerprint'
import { documentsOf } from '../../services/kyc-documents.ts'
import { historyTables, type HistoryTable, type Row, type UsedAccount } from './history-store.ts'
import type { HistoryPlan } from './history.ts'
import { markets } from './market.ts'
import type { Cast } from './opening.ts'
import type { PastPayment } from './past-payment.ts'

const columns = new Map<string, string>()

function columnOf(key: string): string {
  const known = columns.get(key)
  if (known) return known
  const column = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columns.set(key, column)
  return column
}

/** Under the names of the database. Minor units are exact as numbers: the platform takes no more than that. */
function rowOf(record: object, more: Row = {}, nameOf: (key: string) => string = columnOf): Row {
  const row: Record<string, unknown> = { ...more }
  for (const [key, value] of Object.entries(record)) {
    if (value === null || value === undefined) continue
    row[nameOf(key)] = typeof value === 'bigint' ? Number(value) : (value as unknown)
  }
  return row
}

const transactionRow = ({ tx }: PastPayment): Row => {
  const { facts, ...state } = tx.stepState
  return rowOf({ ...tx, stepState: { ...state, facts: packFacts(facts) } }, {}, transactionColumnOf)
}

const keyOf = ({ tx }: PastPayment): Row => ({ merchant_id: tx.merchantId, tx_id: tx.id })

const attemptRows = ({ attempts }: PastPayment): Row[] => attempts.map((attempt) => rowOf(attempt))

const eventRows = (payment: PastPayment): Row[] => {
  const key = keyOf(payment)
  return payment.events.map((event) => rowOf(event, key))
}

const notificationRows = (payment: PastPayment): Row[] =>
  payment.notifications.map(({ at, ...told }) =>
    rowOf(told, {
      ...keyOf(payment),
      status: 'SENT',
      attempt: 1,
      http_status: 200,
      created_at: at,
      sent_at: at,
    }),
  )

const noteRows = (payment: PastPayment): Row[] => payment.notes.map((note) => rowOf(note, keyOf(payment)))

const approvalRows = (payment: PastPayment): Row[] =>
  payment.approvals.map((approval) => {
    const people = peopleOf({ id: approval.userId, username: approval.username })
    return rowOf(approval, { ...keyOf(payment), override: false, people })
  })

const caseRows = (payment: PastPayment): Row[] =>
  payment.cases.map(({ resolvedBy, ...found }) =>
    rowOf(found, {
      ...keyOf(payment),
      state: found.resolution === null ? 'OPEN' : 'RESOLVED',
      version: found.resolution === null ? 1 : 2,
      updated_at: found.resolvedAt ?? found.openedAt,
      updated_by: resolvedBy ?? 'system',
    }),
  )

const declineRows = (payment: PastPayment): Row[] => {
  const { accountHash, cardBrand } = payment.tx
  if (accountHash === null) return []
  const about = { ...keyOf(payment), account_hash: accountHash, brand: cardBrand }
  return payment.schemeDeclines.map((declined) => rowOf(declined, about))
}

/** One check of a user's identity, with the payment that asked for it. */
function checkRow(payment: PastPayment): Row {
  const { tx, dice, ms } = payment
  const isVerified = tx.kycStatus === 'VERIFIED'
  const identity = isVerified ? 'VERIFIED' : 'NOT_VERIFIED'
  const found = { identity, age: 'VERIFIED', address: 'VERIFIED', hits: [] }
  const score = isVerified ? dice.between(70, 99) : dice.between(20, 60)
  return {
    ...keyOf(payment),
    id: dice.uuid(ms),
    user_id: tx.userId,
    trigger: tx.method === 'WITHDRAWAL' ? 'WITHDRAWAL' : 'DEPOSIT',
    provider: 'kyc-sim',
    provider_ref: `kyc-sim-${tx.id}`,
    scopes: ['ID', 'AGE'],
    at: tx.created,
    status: identity,
    age_status: found.age,
    id_status: identity,
    address_status: found.address,
    warnings: [],
    score,
    first_name: tx.firstName,
    last_name: tx.lastName,
    email: tx.email,
    dob: tx.dob,
    city: tx.city,
    country: tx.userCountry,
    merchant_kyc_status: tx.merchantKycStatus,
    documents: documentsOf(found, tx.created),
    response: { ...found, score },
    overrides: [],
    version: 1,
    created_at: tx.created,
    updated_at: tx.created,
    updated_by: 'system',
  }
}

const counted = new Set(['DEPOSIT', 'WITHDRAWAL', 'REFUND'])

/** What limits look back at. */
function counterRow(payment: PastPayment, print: Fingerprint, rates: RateSheet): Row | undefined {
  const { tx } = payment
  if (!payment.isCounted || !counted.has(tx.method)) return undefined
  const keys = counterKeys(print, {
    userId: tx.userId,
    accountHash: tx.accountHash ?? undefined,
    ip: tx.ipAddr ?? undefined,
    bin: tx.bin ?? undefined,
    email: tx.email ?? undefined,
    deviceId: tx.deviceId ?? undefined,
  })
  const currencies = tx.currency === 'EUR' ? [] : ['EUR']
  return {
    ...keyOf(payment),
    at: tx.created,
    method: tx.method,
    tx_type: tx.txType,
    provider_type: tx.providerType,
    psp: tx.psp,
    status: payment.state,
    // What goes back is counted with its sign.
    amounts: countedAmounts(
      {
        minor: tx.method === 'REFUND' ? -tx.requestedAmountMinor : tx.requestedAmountMinor,
        currency: tx.currency,
      },
      currencies,
      rates,
    ),
    user_key: keys.USER,
    account_key: keys.ACCOUNT,
    ip_key: keys.IP,
    bin_key: keys.BIN,
    email_key: keys.EMAIL,
    device_key: keys.DEVICE,
    matched_rows: [],
    priced_at: tx.originTxId === null ? tx.created : null,
    is_charged: tx.feeMinor > 0n,
    authenticated_at: tx.bin !== null && tx.method === 'DEPOSIT' ? tx.created : null,
    is_strong: tx.threeDsFlow === 'CHALLENGED',
    ...(tx.captureUntil !== null &&
      tx.voidedAmountMinor === 0n && {
        reserved_until: tx.captureUntil,
        authorized_minor: String(tx.authorizedAmountMinor),
        captured_minor: String(tx.capturedAmountMinor),
      }),
  }
}

const zones = new Map(markets.map(({ merchantId, timeZone }) => [merchantId, timeZone]))

/** What the books get, under the day it was at the merchant. */
const draftsOf = ({ entries, tx }: PastPayment): JournalDraft[] =>
  entries.map(({ ms, draft }) => ({
    ...draft,
    valueDate: writeLocalTime('YYYY-MM-DD', ms, zones.get(tx.merchantId) ?? 'UTC'),
  }))

/** Adds a payment to what is known about the account it was made with. */
function countUse(used: Map<string, UsedAccount>, { tx, state, isOver }: PastPayment): void {
  if (tx.accountId === null || tx.accountHash === null || tx.originTxId !== null) return
  const key = `${tx.merchantId} ${tx.accountId}`
  const at = tx.created
  const { iban, bic, walletAccount } = tx.stepState.input
  const account: UsedAccount = used.get(key) ?? {
    merchantId: tx.merchantId,
    id: tx.accountId,
    userId: tx.userId,
    hash: tx.accountHash,
    txType: tx.txType,
    providerType: tx.bin === null ? tx.providerType : 'CREDITCARD',
    masked: tx.maskedUserAccount ?? '',
    holder: tx.accountHolder ?? '',
    expiry: tx.cardExpiry,
    iban: iban ?? null,
    bic: bic ?? null,
    walletEmail: walletAccount ?? null,
    // Cards of the past are in nobody's vault, so no cashier can offer them.
    visible: tx.bin === null,
    firstUsed: at,
    lastUsed: at,
    lastSuccess: null,
    successes: 0,
    failures: 0,
    deposits: 0,
  }
  if (at < account.firstUsed) account.firstUsed = at
  if (at > account.lastUsed) account.lastUsed = at
  if (isOver && tx.attemptCount > 0) {
    const succeeded = state === 'SUCCESSFUL'
    account.successes += succeeded ? 1 : 0
    account.failures += succeeded ? 0 : 1
    account.deposits += succeeded && tx.method === 'DEPOSIT' ? 1 : 0
    if (succeeded && (account.lastSuccess === null || at > account.lastSuccess)) account.lastSuccess = at
  }
  used.set(key, account)
}

interface HistoryRowsInput {
  readonly cast: Cast
  readonly plan: HistoryPlan
  readonly print: Fingerprint
}

const dayMs = 86_400_000
/** No limit looks back further. */
const countedDays = 31
const wantedChecks = 200

export interface HistoryRows {
  readonly tables: ReadonlyMap<HistoryTable, readonly Row[]>
  readonly accounts: readonly UsedAccount[]
  readonly drafts: readonly JournalDraft[]
  readonly payments: readonly Transaction[]
}

/** Everything to write for some payments, by table. */
export function rowsOf(
  payments: readonly PastPayment[],
  { cast, plan, print }: HistoryRowsInput,
): HistoryRows {
  const used = new Map<string, UsedAccount>()
  const drafts: JournalDraft[] = []
  const tables = new Map<HistoryTable, Row[]>(historyTables.map((table) => [table, []]))
  const add = (table: HistoryTable, rows: readonly (Row | undefined)[]) => {
    for (const row of rows) if (row) tables.get(table)?.push(row)
  }
  const countedFrom = new Date(plan.untilMs - countedDays * dayMs).toISOString()
  for (const payment of payments) {
    const { tx, dice } = payment
    add('transaction', [transactionRow(payment)])
    add('tx_attempt', attemptRows(payment))
    add('tx_event', eventRows(payment))
    add('notification', notificationRows(payment))
    add('tx_note', noteRows(payment))
    add('approval', approvalRows(payment))
    add('investigation_case', caseRows(payment))
    add('scheme_decline', declineRows(payment))
    const isChecked = tx.kycStatus !== null && dice.happens(wantedChecks / plan.transactions)
    add('kyc_check', isChecked ? [checkRow(payment)] : [])
    const rates = cast.rates.get(tx.merchantId)
    add('counter_event', rates && tx.created >= countedFrom ? [counterRow(payment, print, rates)] : [])
    countUse(used, payment)
    drafts.push(...draftsOf(payment))
  }
  return { tables, accounts: [...used.values()], drafts, payments: payments.map(({ tx }) => tx) }
}
