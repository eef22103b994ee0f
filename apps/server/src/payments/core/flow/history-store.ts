import { sql } from 'kysely'
import type { Money } from '@signalbox/model/money/money'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { statusCodeOf, isSuccessful } from '@signalbox/model/reference/status-codes'
import type { Int8, Tx } from '../../../kit/database.ts'
import { statusIs } from '../../../kit/status-sql.ts'
import { currentFirst } from '../record/kyc-check-store.ts'
import type { Transaction } from '../record/transaction.ts'
import type { StoredKyc, UserHistory } from './user-history.ts'

const dayMs = 86_400_000
const lookBackDays = 365
const mostPayments = 1_000

/** A payment of the same user. */
export interface PastPayment {
  id: number
  method: string
  statusNo: number
  providerType: string
  pspService: string | null
  accountHash: string | null
  psp: string | null
  amountBaseMinor: Int8 | null
  threeDsFlow: string | null
}

type Subject = Pick<
  Transaction,
  'merchantId' | 'id' | 'userId' | 'providerType' | 'accountHash' | 'baseCurrency'
>

/** Payments of the user before this one, newest first. Whoever had a card checked has not paid in yet. */
export async function readPast(tx: Tx, subject: Subject, now: Date): Promise<PastPayment[]> {
  const { rows } = await sql<PastPayment>`
    select id, method, status_no, provider_type, psp_service, account_hash, psp, amount_base_minor, three_ds_flow
    from transaction
    where merchant_id = ${subject.merchantId} and user_id = ${subject.userId} and id <> ${subject.id}
      and id >= ${firstTxIdAt(now.getTime() - lookBackDays * dayMs)} and method in ('DEPOSIT', 'WITHDRAWAL', 'ACCOUNT_VERIFICATION')
    order by id desc limit ${mostPayments}`.execute(tx)
  return rows
}

/** An authentication that broke says nothing about the card. */
function enrolmentOf(sameCard: readonly PastPayment[]): boolean | undefined {
  const last = sameCard.find(({ threeDsFlow }) => threeDsFlow !== null && threeDsFlow !== 'ERROR')
  return last && last.threeDsFlow !== 'NOT_SUPPORTED'
}

const succeeded = ({ statusNo }: PastPayment): boolean => isSuccessful(statusNo)

const sumOf = (rows: readonly PastPayment[]): bigint =>
  rows.reduce((sum, { amountBaseMinor }) => sum + BigInt(Math.abs(amountBaseMinor ?? 0)), 0n)

/** What they tell a payment of this method and account. */
export function historyOf(past: readonly PastPayment[], subject: Subject): UserHistory {
  const of = (method: string) => past.filter((row) => row.method === method)
  const [deposits, withdrawals] = [of('DEPOSIT'), of('WITHDRAWAL')]
  const good = { deposits: deposits.filter(succeeded), withdrawals: withdrawals.filter(succeeded) }
  const currency = subject.baseCurrency
  const sameCard = past.filter(
    (row) => subject.accountHash !== null && row.accountHash === subject.accountHash,
  )
  const lastByPsp = new Map<string, string>()
  for (const { psp, statusNo } of past)
    if (psp && !lastByPsp.has(psp)) lastByPsp.set(psp, statusCodeOf(statusNo)?.status ?? '')
  return {
    deposits: good.deposits.length,
    depositAttempts: deposits.length,
    withdrawals: good.withdrawals.length,
    withdrawalAttempts: withdrawals.length,
    depositSum: { minor: sumOf(good.deposits), currency },
    withdrawalSum: { minor: sumOf(good.withdrawals), currency },
    successes: past.filter(succeeded).map(({ method, providerType, pspService }) => ({
      method,
      providerType,
      pspService,
    })),
    methodUsed: past.some((row) => succeeded(row) && row.providerType === subject.providerType),
    accountUsed: sameCard.some(succeeded),
    lastDepositMethod: good.deposits[0]?.providerType ?? null,
    pspsUsed: [...new Set(past.filter(succeeded).flatMap(({ psp }) => psp ?? []))],
    lastStatusByPsp: Object.fromEntries(lastByPsp),
    enrolled3ds: enrolmentOf(sameCard),
  }
}

const netMethods = ['DEPOSIT', 'WITHDRAWAL', 'REFUND', 'REVERSAL', 'CHARGEBACK', 'CHARGEBACK_WON']

/** Amounts carry the sign of what they do to the wallet; of money that was only reserved, what was taken counts. */
export async function readNetDeposit(
  tx: Tx,
  { merchantId, userId, baseCurrency }: Pick<Subject, 'merchantId' | 'userId' | 'baseCurrency'>,
): Promise<Money> {
  const { rows } = await sql<{ net: string }>`
    select coalesce(sum(case when method = 'DEPOSIT' and authorized_minor > 0
      then round(amount_base_minor::numeric * captured_minor / authorized_minor) else amount_base_minor end), 0)::text as net
    from transaction where merchant_id = ${merchantId} and user_id = ${userId} and ${statusIs('status_no', 'SUCCESSFUL')}
      and method = any(${netMethods}::text[])`.execute(tx)
  return { minor: BigInt(rows[0]?.net ?? '0'), currency: baseCurrency }
}

type StoredRow = Omit<StoredKyc, 'ageDays' | 'overriddenDays'> & { at: string; overriddenAt: string | null }

/** Checks that a person ordered have no payment, and count like those of others. */
const notOf = (txId: number | undefined) =>
  txId === undefined ? sql`true` : sql`tx_id is distinct from ${txId}`

/** The check payments of the user go by; without that of one payment, for whoever takes that again. */
export async function readKyc(
  tx: Tx,
  merchantId: number,
  userId: string,
  now: Date,
  exceptTxId?: number,
): Promise<StoredKyc | undefined> {
  const { rows } = await sql<StoredRow>`
    select provider, at, status, age_status, id_status, address_status, warnings, score, overridden_at from kyc_check k
    where merchant_id = ${merchantId} and user_id = ${userId} and ${notOf(exceptTxId)}
    order by ${currentFirst} limit 1`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { at, overriddenAt, ...found } = row
  const daysSince = (iso: string) => (now.getTime() - Date.parse(iso)) / dayMs
  return {
    ...found,
    ageDays: daysSince(at),
    overriddenDays: overriddenAt === null ? null : daysSince(overriddenAt),
  }
}

export async function merchantTxIdExists(
  tx: Tx,
  merchantId: number,
  merchantTxId: string,
  exceptTxId: number,
): Promise<boolean> {
  const { rows } = await sql`select 1 from transaction where merchant_id = ${merchantId}
    and merchant_tx_id = ${merchantTxId} and id <> ${exceptTxId} limit 1`.execute(tx)
  return rows.length > 0
}
